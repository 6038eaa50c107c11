"""Uses of the public interface that a type checker must accept; checked by mypy, never run."""

from pathlib import Path

import sitemine


def one_page(html: bytes) -> str:
    article: sitemine.Article = sitemine.extract(html, url="https://example.org/a")
    kept: list[sitemine.Block] = [block for block in article.blocks if block.kept]
    pages: int = kept[0].evidence.pages
    return f"{article.title} {article.markdown} {article.confidence} {pages}"


def what_a_page_says(html: bytes) -> list[str]:
    article = sitemine.extract(html, url="https://example.org/a", comments=True, toc="skip")
    names: tuple[str, ...] = article.authors
    image: sitemine.Image = article.images[0]
    code: sitemine.Code = article.code[0]
    post: sitemine.Post = (*article.comments, *article.posts)[0]
    product: sitemine.Product | None = article.product
    link: sitemine.Reference = article.links[0]
    written = article.content.markdown(links=False, images=True) if article.content else ""
    price = product.price if product else ""
    return [*names, image.caption, code.language, post.author, link.url, written, price, article.html, article.tei]


def a_site(folder: Path) -> list[str]:
    site: sitemine.Site = sitemine.mine(folder, workers=2)
    page: sitemine.MinedPage = site.pages["https://example.org/a"]
    role: sitemine.Role = page.role
    outcome: sitemine.Outcome = page.outcome
    summary: sitemine.Summary = site.write("out", explain=True)
    titles = [found.article.title for found in site.articles if found.article is not None]
    return [role.value, outcome.value, str(summary.pages), *titles]


def a_model(pages: list[sitemine.Page], path: Path) -> str:
    model: sitemine.SiteModel = sitemine.learn(pages)
    model.save(path)
    return sitemine.load(path).extract(b"<p>x", url="https://example.org/b").text


def a_tree(html: bytes, site: sitemine.Site) -> list[str]:
    said = [row.text for row in sitemine.outline(html, "https://example.org/a").rows]
    concepts = [concept.label for concept in site.taxonomy.concepts]
    titles = [one.title for one in sitemine.instances_of(site)]
    return [*said, *concepts, *titles, *(one.values["title"] for one in sitemine.records_of(site))]


def in_memory() -> int:
    site = sitemine.mine([("https://example.org/", "<p>one"), ("https://example.org/2", b"<p>two")])
    return len(site.pages)


def by_the_papers(html: bytes) -> str:
    text: str = sitemine.extract(html, method="wisdom").text
    document: str = sitemine.prune(html, method="k-feature-extractor")
    year: int = sitemine.METHODS["wisdom"].year
    needs: str = sitemine.METHODS["content-extractor"].needs
    site = sitemine.mine([("https://example.org/", html)], options=sitemine.Options.wisdom_2005())
    return f"{text} {document} {year} {needs} {len(site.by('lh').pages)}"
