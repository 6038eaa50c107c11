"""The sections of made-up sites, and what several have in common."""

import json
from xml.etree import ElementTree as ET

import pytest

from sitemine import Page, Role, mine
from sitemine.acquire.urls import identity
from sitemine.mine.taxonomy.concepts import concepts, label_of, stems_of
from sitemine.mine.taxonomy.sections import sections_of
from sitemine.mine.taxonomy.sightings import json_ld_trails
from sitemine.mine.taxonomy.subjects import SiteSections, common_taxonomy, site_taxonomy
from sitemine.publish.taxonomies import WRITERS, parents, taxonomy_json, taxonomy_text, taxonomy_turtle
from sitemine.publish.taxonomy_picture import taxonomy_svg

STORY = (
    "The harbour was empty at noon, and nobody who lived there could say why the {} boats had gone so early that day. "
)


def article(site, name, section, *, crumbs=""):
    text = "".join(f"<p>{STORY.format(name)}{k} {name} more.</p>" for k in range(4))
    topic = f"<a rel=tag href=/{section}/>{section.title()}</a>"
    return Page(f"{site}/{section}/{name}.html", f"{crumbs}<h1>{name}</h1>{topic}{text}")


def listing(site, section, names, label=None):
    links = "".join(f"<li><a href=/{section}/{name}.html>{name}</a></li>" for name in names)
    return Page(f"{site}/{section}/", f"<h1>{label or section.title()}</h1><ul>{links}</ul>")


def made(site, tree):
    """A site of sections, each with four articles; `tree` gives the parent of each."""
    menu = "".join(f"<li><a href=/{name}/>{name.rsplit('/', 1)[-1].title()}</a></li>" for name in tree)
    pages = [Page(f"{site}/", f"<ul>{menu}</ul><a href=/about.html>About us</a>")]
    for section, above in tree.items():
        names = [f"{section.replace('/', '-')}-{k}" for k in range(4)]
        crumb = f"<div class=breadcrumb><a href=/>Home</a><a href=/{above}/>{above.title()}</a><a href=/{section}/>{section.title()}</a></div>"
        pages.append(listing(site, section, names))
        pages += [article(site, name, section, crumbs=crumb if above else "") for name in names]
    pages.append(
        Page(f"{site}/about.html", "<h1>About us</h1>" + f"<p>{' '.join(STORY.format(k) for k in range(9))}</p>")
    )
    return pages


TREE = {"news": "", "world": "news", "sport": "news", "tennis": "sport"}


def role_of(url):
    """The role that each made page has by its making."""
    return Role.OTHER if "about" in url else Role.ARTICLE if url.endswith(".html") else Role.TOC


def sections_in(pages):
    """The sections of some pages; the roles are given, since they are not what is tested here."""
    return sections_of(mine(pages).sightings, {identity(page.url): role_of(page.url) for page in pages})


def test_the_sections_of_a_site_lie_below_each_other_as_its_breadcrumbs_say():
    found = site_taxonomy("a", sections_in(made("https://a.org", TREE)))

    assert [(one.depth, one.label) for one in found.concepts] == [
        (0, "News"),
        (1, "Sport"),
        (2, "Tennis"),
        (1, "World"),
    ]
    assert found.concepts[0].url == "https://a.org/news/"
    assert all(one.articles == 4 for one in found.concepts)


def test_a_site_tells_its_taxonomy():
    assert {"News", "Tennis"} <= {one.label for one in mine(made("https://a.org", TREE)).taxonomy.concepts}


def test_the_taxonomy_does_not_depend_on_the_order_of_the_pages():
    pages = made("https://a.org", TREE)

    assert mine(pages).taxonomy.concepts == mine(pages[::-1]).taxonomy.concepts


def test_pages_that_stand_for_no_topic_are_no_sections():
    pages = made("https://a.org", TREE)
    others = {"2024/": "May 2024", "news/page/2/": "Older", "author/ann/": "Ann Lee"}
    links = "".join(f"<li><a href=/{name}>{label}</a>" for name, label in others.items())
    extra = [Page(f"https://a.org/{name}", f"<ul>{links}</ul>") for name in others]

    assert {section.label for section in sections_in([*pages, *extra])} == {"News", "World", "Sport", "Tennis"}


def test_a_site_saved_under_another_name_than_its_links_have_is_the_same_site():
    pages = made("https://a.org", TREE)
    moved = [
        Page(page.url.replace("a.org", "mirror.net"), page.html.replace("href=/", "href=https://a.org/"))
        for page in pages
    ]

    assert len(sections_in(moved)) == len(TREE)


def test_json_ld_tells_where_a_page_lies():
    items = [
        {"@type": "ListItem", "position": 2, "name": "Sport", "item": "/s/"},
        {"@type": "ListItem", "position": 1, "item": {"@id": "/n/", "name": "News"}},
    ]
    text = json.dumps({"@graph": [{"@type": "BreadcrumbList", "itemListElement": items}]})

    assert list(json_ld_trails((text, "{broken", "[" * 10_000), "https://a.org/x")) == [
        (("News", "https://a.org/n/"), ("Sport", "https://a.org/s/"))
    ]


def test_json_ld_tells_what_a_section_is_called():
    pages = made("https://a.org", {"news": ""})
    said = '<script type="application/ld+json">{"@type": "NewsArticle", "articleSection": ["The Sea", 5]}</script>'
    pages = [Page(page.url, said + page.html) for page in pages] + [
        Page("https://a.org/s.html", "<a href=/sea.html>The sea</a>")
    ]
    site = mine([*pages, Page("https://a.org/sea.html", "<h1>The sea</h1>")])
    roles = {identity(page.url): role_of(page.url) for page in pages} | {"https://a.org/sea.html": Role.OTHER}

    assert [section.label for section in sections_of(site.sightings, roles)] == ["News", "The sea"]


def sections(source, tree):
    return SiteSections(source, sections_in(made(source, tree)))


@pytest.fixture(scope="module")
def three():
    flat = {"news": "", "world": "news", "sport": "news", "tennis": "news"}
    return [sections(f"https://{name}.org", tree) for name, tree in (("a", TREE), ("b", flat), ("c", TREE))]


def test_several_sites_have_a_taxonomy_in_common(three):
    found = common_taxonomy(three)

    assert taxonomy_text(found).splitlines() == [
        "News (3 of 3 sites, 12 articles)",
        "  Sport (3 of 3 sites, 12 articles)",
        "    Tennis (3 of 3 sites, 12 articles)",
        "  World (3 of 3 sites, 12 articles)",
    ]
    assert common_taxonomy(three[::-1]) == found


def test_a_taxonomy_is_written_in_every_format(three):
    found = common_taxonomy(three)

    tree = json.loads(taxonomy_json(found))
    assert tree["concepts"][0]["concepts"][0]["concepts"][0]["label"] == "Tennis"
    assert (
        taxonomy_turtle(found).count("skos:prefLabel") == len(found) == taxonomy_turtle(found).count("a skos:Concept ;")
    )
    nodes = ET.fromstring(WRITERS["graphml"](found)).findall(".//{*}node")
    edges = ET.fromstring(WRITERS["graphml"](found)).findall(".//{*}edge")
    assert (len(nodes), len(edges)) == (4, 3)
    picture = ET.fromstring(taxonomy_svg(found))
    assert [text.text for text in picture.findall(".//{*}text[@class='l']")] == ["Sport", "Tennis", "World"]
    assert parents(found.concepts) == [-1, 0, 1, 0]


def test_labels_lose_counts_and_signs_but_not_what_tells_languages_apart():
    labels = ["FOSS (5)", "#Tag", "C++", "C#", "» Next", "2018", ".NET (3)", "標籤（3）", "Home »", "Q&A"]

    assert [label_of(label) for label in labels] == [
        "FOSS",
        "Tag",
        "C++",
        "C#",
        "Next",
        "",
        ".NET",
        "標籤",
        "Home",
        "Q&A",
    ]
    assert len({stems_of(label) for label in ("C", "C++", "C#")}) == 3


def test_labels_of_any_language_become_concepts():
    assert concepts(["野球", "野球", "サッカー", "Новости", "новости"]) == {
        "野球": "野球", "サッカー": "サッカー", "Новости": "Новости", "новости": "Новости"
    }  # fmt: skip
