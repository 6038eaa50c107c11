"""The main part of article pages in both templates: the text, and what clings to it."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from html import escape
from itertools import groupby

from newsroom.articles import Article, Block, slug
from newsroom.frame import Frame, advert, long_date, picture

EDITED_AFTER = timedelta(minutes=95)
LINKED = {
    "weather": r"\b(tide|storm|fog|wind)\b",
    "fishing": r"\b(fish quay|skipper|soup)\b",
    "ferries": r"\b(ferry|regatta)\b",
    "council": r"\b(council|town hall)\b",
    "streets": r"\b(tram|trams|street)\b",
    "stage": r"\b(concert|curator)\b",
}
SHORT = 5  # blocks; a longer article is interrupted by an advert and a link, each between two paragraphs


def inline(text: str) -> str:
    return escape(text, quote=False)


def table_html(text: str, attributes: str) -> str:
    head, *rows = [row.split("; ") for row in text.split("\n")]
    cells = "".join(f"<th>{inline(cell)}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table{attributes}>\n<tr>{cells}</tr>\n{body}\n</table>"


def modern_block(frame: Frame, kind: str, blocks: Sequence[Block], links: dict[str, str]) -> str:
    """Blocks of one kind that follow each other; a topic is linked where the text first speaks of it."""
    text = inline(blocks[0].text)
    if kind in {"li", "ol"}:
        items = "\n".join(f"<li>{inline(block.text)}</li>" for block in blocks)
        return f"<{'ul' if kind == 'li' else 'ol'}>\n{items}\n</{'ul' if kind == 'li' else 'ol'}>"
    if kind == "fig":
        return f'<figure><img src="{frame.root}{picture(frame.path)}" alt="" width="720" height="405"><figcaption>{text}</figcaption></figure>'
    if kind == "table":
        return '<div class="overflow-x-auto">' + table_html(blocks[0].text, "") + "</div>"
    for tag, pattern in list(links.items()):
        text, n = re.subn(pattern, rf'<a href="{frame.root}en/tag/{tag}.html">\1</a>', text, count=1)
        if n:
            del links[tag]
    forms = {"h": "<h2>{}</h2>", "quote": "<blockquote><p>{}</p></blockquote>", "code": "<pre><code>{}</code></pre>"}
    return forms.get(kind, "<p><strong>{}</strong></p>" if kind == "q" else "<p>{}</p>").replace("{}", text)


def runs(blocks: Sequence[Block]) -> Iterator[tuple[str, list[Block]]]:
    """List items that follow each other as one list, every other block alone."""
    for (kind, _), run in groupby(
        enumerate(blocks), lambda item: (item[1].kind, item[1].kind in {"li", "ol"} or item[0])
    ):
        yield kind, [block for _, block in run]


def modern_text(frame: Frame, article: Article, also: Article) -> Iterator[str]:
    links = {tag: LINKED[tag] for tag in article.tags}
    found = list(runs(article.blocks))
    places = [i for i in range(2, len(found)) if found[i][0] == found[i - 1][0] == "p"] or [len(found)]
    for i, (kind, blocks) in enumerate(found):
        if len(article.blocks) > SHORT and i == places[0] and frame.pick(2):
            yield advert(frame, "inside")
        if len(article.blocks) > SHORT and i == places[-1]:
            link = frame.link(also.path, also.title)
            yield f'<aside class="box sans text-sm"><b>{frame.words["read_also"]}:</b> {link}</aside>'
        yield modern_block(frame, kind, blocks, links if kind in {"p", "a"} else {})


def share(frame: Frame) -> str:
    buttons = "".join(f'<button type="button" data-to="{to}">{to}</button>' for to in ("Mail", "Feed", "Bird", "Print"))
    return (
        f'<div class="share flex gap-2 sans text-sm"><span class="muted">{frame.words["share"]}</span>{buttons}</div>'
    )


def comments(frame: Frame, article: Article) -> str:
    if not article.comments:
        return ""
    rows = "\n".join(
        f'<li id="comment-{i}"><b>{inline(name)}</b> <span class="muted">#{i}</span><p>{inline(text)}</p></li>'
        for i, (name, text) in enumerate(article.comments, 1)
    )
    heading = f"{frame.words['comments']} ({len(article.comments)})"
    return f'<section id="comments" class="comments sans"><h3>{heading}</h3><ol>\n{rows}\n</ol></section>'


def modern_head(frame: Frame, article: Article) -> str:
    edited = article.date + EDITED_AFTER
    author = frame.link(f"en/about.html#{slug(article.author.name)}", article.author.name, ' rel="author"')
    return (
        f'<header class="story__head"><div class="kicker sans text-sm">{article.section.name}</div><h1>{inline(article.title)}</h1>'
        f'<div class="byline flex gap-4 wrap-x sans text-sm muted"><span>{frame.words["by"]} {author}</span>'
        f'<time datetime="{article.date:%Y-%m-%dT%H:%M}">{long_date(article)}, {article.date:%H:%M}</time>'
        f"<span>{frame.words['updated']} {edited:%H:%M}</span></div>{share(frame)}</header>"
    )


def modern_main(frame: Frame, article: Article, related: Sequence[Article]) -> str:
    """The main part of an article page of the newer template."""
    text = "\n".join(modern_text(frame, article, related[0]))
    tags = "\n".join(frame.link(f"en/tag/{tag}.html", tag.capitalize(), ' rel="tag"') for tag in article.tags)
    rows = "\n".join(f"<li>{frame.link(other.path, other.title)}</li>" for other in related)
    return (
        f'<article class="story">{modern_head(frame, article)}\n'
        f'<div class="story__body"><div class="prose mx-auto">\n{text}\n</div></div>\n'
        f'<div class="topics sans text-sm">{frame.words["tags"]}: {tags}</div>\n'
        f'<div class="box author sans text-sm"><b>{article.author.name}</b> <span>{inline(article.author.about)}</span></div>\n'
        f"</article>\n{comments(frame, article)}\n"
        f'<section class="related sans"><h3>{frame.words["related"]}</h3><ul class="rows">\n{rows}\n</ul></section>'
    )


def old_block(frame: Frame, kind: str, blocks: Sequence[Block], *, breaks: bool) -> str:
    """The same in the older template; one Chinese section even parts its paragraphs by line breaks alone."""
    text = inline(blocks[0].text)
    if kind in {"li", "ol"}:
        items = "\n".join(f'<li><font size="3">{inline(block.text)}</font>' for block in blocks)
        return f"<{'ul' if kind == 'li' else 'ol'}>\n{items}\n</{'ul' if kind == 'li' else 'ol'}>"
    if kind == "fig":
        image = f'<img src="{frame.root}{picture(frame.path)}" width="260" alt="">'
        return f'<table width="260" align="right" cellpadding="4"><tr><td>{image}<br><font size="1">{text}</font></td></tr></table>'
    if kind == "table":
        return table_html(blocks[0].text, ' border="1" cellpadding="4" cellspacing="0" width="90%"')
    if kind in {"h", "q"}:
        text = f"<b>{text}</b>"
    indent = "&#12288;&#12288;" if frame.language == "zh" and kind in {"p", "a"} else ""
    return f"{indent}{text}<br><br>" if breaks else f'<p>{indent}<font size="3">{text}</font></p>'


def old_main(frame: Frame, article: Article, related: Sequence[Article]) -> str:
    """The main part of an article page of the older template."""
    breaks = article.section.key == "zh-life"
    text = "\n".join(old_block(frame, kind, blocks, breaks=breaks) for kind, blocks in runs(article.blocks))
    rows = "\n".join(
        f'<tr><td><font size="2">{frame.link(other.path, other.title)}</font></td></tr>' for other in related
    )
    author = inline(article.author.name)
    return (
        f'<font size="5" face="Georgia"><b>{inline(article.title)}</b></font><br>\n'
        f'<font size="2" color="#666666">{frame.words["by"]} {author} | {long_date(article)} | '
        f"{frame.words['updated']} {article.date + EDITED_AFTER:%H:%M}</font>\n"
        f'<hr size="1" noshade>\n<div>\n{text}\n</div>\n'
        f'<table width="100%" bgcolor="#eef3f5" cellpadding="6"><tr><td><font size="2"><b>{author}</b> {inline(article.author.about)}</font></td></tr></table>\n'
        f'<br><table width="100%" border="0" cellpadding="3"><tr><td bgcolor="#c5d7df"><b>{frame.words["related"]}</b></td></tr>\n{rows}\n</table>'
    )
