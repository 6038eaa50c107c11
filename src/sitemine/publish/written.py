"""An article as one text to read, in the form that is asked for, with what readers said of it below."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final, Literal

from sitemine.records import Article, Post

Form = Literal["text", "markdown", "html", "tei"]
RULE: Final = "---"
AT_START: Final = re.compile(r"^(?=[-+#=])|^(\d{1,9})(?=[.)])")
"""Where a line would begin a list, a heading or a rule."""


def _said(posts: Sequence[Post], form: Form) -> str:
    """Who said what, for the forms that are read by people; TEI and JSON have places of their own for it."""
    if form == "html":
        items = (f"<li><p>{escape(_by(post))}</p>{_paragraphs(post)}</li>\n" for post in posts)
        return f"<ol>{''.join(items)}</ol>"
    if form == "markdown":
        return "\n\n".join([RULE, *(f"**{_plain(_by(post))}**\n\n{_quoted(post)}" for post in posts)])
    return "\n\n".join(f"{_by(post)}\n{post.text}" for post in posts)


def _paragraphs(post: Post) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in post.text.split("\n"))


def _by(post: Post) -> str:
    return ", ".join(filter(None, (post.author, post.date))) or "?"


def _plain(text: str) -> str:
    """A line in Markdown of which no letter is a mark."""
    said = "".join(f"\\{letter}" if letter in "\\`*_[]<>&~|$" else letter for letter in text)
    return AT_START.sub(r"\1\\", said, count=1)


def _quoted(post: Post) -> str:
    return "\n>\n".join(f"> {_plain(line)}" for line in post.text.split("\n"))


def written(article: Article, form: Form, *, links: bool = True, images: bool = False, tables: bool = True) -> str:
    """An article in a form, with what readers said of it, where that was read, below."""
    content = article.content
    if content is None:
        return article.text
    if form == "tei":
        return content.tei(article, links=links, images=images, tables=tables).strip()
    if form == "html":
        text = content.html(links=links, images=images, tables=tables)
    elif form == "markdown":
        text = content.markdown(links=links, images=images, tables=tables)
    else:
        text = article.text if tables else content.text(tables=False)
    said = article.comments or article.posts
    return "\n\n".join(filter(None, (text, _said(said, form) if said else "")))
