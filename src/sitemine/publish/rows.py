"""Records as rows of the files that `schema` describes."""

from dataclasses import replace

import msgspec

from sitemine.publish.schema import (
    ArticleRow,
    BlockRow,
    EntryRow,
    ImageRow,
    PageRow,
    PostRow,
    ProductRow,
    ReferenceRow,
    TocRow,
)
from sitemine.records import Article, Block, MinedPage, Post, Product


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
        published=article.published,
        modified=article.modified,
        modified_source=article.modified_source,
        authors=article.authors,
        author_source=article.author_source,
        language=article.language,
        language_source=article.language_source,
        site_name=article.site_name,
        section=article.section,
        tags=article.tags,
        description=article.description,
        canonical=article.canonical,
        image=article.image,
        confidence=article.confidence,
        text=article.text,
        markdown=article.markdown,
        links=tuple(ReferenceRow(link.url, link.text) for link in article.links),
        images=tuple(ImageRow(image.url, image.alt, image.caption) for image in article.images),
        product=_product_row(article.product) if article.product else None,
        comments=tuple(map(_post_row, article.comments)),
        posts=tuple(map(_post_row, article.posts)),
        blocks=tuple(map(_block_row, article.blocks)),
    )


def _post_row(post: Post) -> PostRow:
    return PostRow(post.author, post.date, post.text)


def _product_row(product: Product) -> ProductRow:
    return ProductRow(
        name=product.name,
        brand=product.brand,
        sku=product.sku,
        price=product.price,
        currency=product.currency,
        availability=product.availability,
        description=product.description,
        rating=product.rating,
    )


def toc_line(page: MinedPage) -> bytes:
    """A TOC page as a line of JSON."""
    return msgspec.json.encode(toc_row(page)) + b"\n"


def json_line(article: Article, *, explain: bool) -> bytes:
    """An article as a line of JSON, with its blocks if wanted."""
    row = article_row(article if explain else replace(article, blocks=()))
    return msgspec.json.encode(row) + b"\n"
