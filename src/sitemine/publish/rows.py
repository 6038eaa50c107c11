"""Records as rows of the files that `schema` describes."""

from dataclasses import replace

import msgspec

from sitemine.publish.schema import ArticleRow, BlockRow, EntryRow, PageRow, TocRow
from sitemine.records import Article, Block, MinedPage


def page_row(page: MinedPage) -> PageRow:
    """The row of a page in `pages.jsonl`."""
    article = page.article
    return PageRow(
        url=page.url,
        outcome=page.outcome,
        detail=page.detail,
        role=page.role,
        toc_probability=page.toc_probability,
        role_reason=page.role_reason,
        title=article.title if article else "",
        language=article.language if article else "",
        date=article.date if article else "",
        text_length=len(article.text) if article else 0,
        confidence=article.confidence if article else 0.0,
    )


def toc_row(page: MinedPage) -> TocRow:
    """The row of a TOC page in `tocs.jsonl`."""
    return TocRow(
        url=page.url,
        title=page.article.title if page.article else "",
        next=page.next,
        previous=page.previous,
        entries=tuple(EntryRow(entry.url, entry.text, entry.teaser, entry.date) for entry in page.entries),
    )


def _block_row(block: Block) -> BlockRow:
    seen = block.evidence
    return BlockRow(
        node=block.node,
        kind=block.kind,
        kept=block.kept,
        score=block.score,
        text=block.text,
        path=block.path,
        reason=block.reason,
        pages=seen.pages,
        n_pages=seen.n_pages,
        entropy=seen.entropy,
        link_share=seen.link_share,
        text_length=seen.text_length,
    )


def article_row(article: Article) -> ArticleRow:
    """The row of an article in `articles.jsonl`."""
    return ArticleRow(
        url=article.url,
        title=article.title,
        date=article.date,
        date_source=article.date_source,
        language=article.language,
        confidence=article.confidence,
        text=article.text,
        markdown=article.markdown,
        blocks=tuple(map(_block_row, article.blocks)),
    )


def toc_line(page: MinedPage) -> bytes:
    """A TOC page as a line of JSON."""
    return msgspec.json.encode(toc_row(page)) + b"\n"


def json_line(article: Article, *, explain: bool) -> bytes:
    """An article as a line of JSON, with its blocks if wanted."""
    row = article_row(article if explain else replace(article, blocks=()))
    return msgspec.json.encode(row) + b"\n"
