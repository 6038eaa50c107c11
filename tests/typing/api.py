"""Uses of the public interface that a type checker must accept; checked by mypy, never run."""

from pathlib import Path

import sitemine


def one_page(html: bytes) -> str:
    article: sitemine.Article = sitemine.extract(html, url="https://example.org/a")
    kept: list[sitemine.Block] = [block for block in article.blocks if block.kept]
    pages: int = kept[0].evidence.pages
    return f"{article.title} {article.markdown} {article.confidence} {pages}"


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
