"""The sections of made-up sites, and what several have in common."""

import json
from time import process_time
from xml.etree import ElementTree as ET

import pytest

from sitemine import Page, Role, mine
from sitemine.acquire.urls import identity
from sitemine.mine.taxonomy.concepts import concepts, label_of, stems_of
from sitemine.mine.taxonomy.sections import Section, sections_of
from sitemine.mine.taxonomy.shared import SiteSections, common_taxonomy
from sitemine.mine.taxonomy.sightings import json_ld_trails
from sitemine.mine.taxonomy.subjects import site_taxonomy
from sitemine.options import Ontominer
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


def labelled(source, labels):
    """A site of sections by their addresses, each with a label of its own and four articles."""
    pages = [Page(f"{source}/", "".join(f"<li><a href=/{name}/>{label}</a>" for name, label in labels.items()))]
    for section in labels:
        names = [f"{section}-{k}" for k in range(4)]
        pages += [listing(source, section, names, labels[section]), *(article(source, one, section) for one in names)]
    return SiteSections(
        source,
        sections_in(
            [page for page in pages if "rel=tag" not in page.html]
            + [
                Page(page.url, page.html.replace(f">{name.title()}</a><p>", f">{label}</a><p>"))
                for page in pages
                if "rel=tag" in page.html
                for name, label in labels.items()
                if f"/{name}/" in page.url
            ]
        ),
    )


@pytest.fixture(scope="module")
def many_languages():
    return [
        labelled("https://a.org", {"sport": "Sport", "politik": "Politik", "haefen": "Häfen"}),
        labelled("https://b.org", {"sports": "スポーツ", "politics": "政治", "boats": "船"}),
        labelled("https://c.org", {"futbol": "Fútbol", "economia": "Economía", "boats": "лодки"}),
        labelled("https://d.org", {"fussball": "Fußball", "segeln": "Segeln"}),
    ]


def test_sections_in_many_languages_are_one_concept(many_languages):
    found = common_taxonomy(many_languages, 2)

    assert taxonomy_text(found).splitlines() == [
        "Politics (2 of 4 sites, 8 articles): Politik, 政治",
        "Sport (2 of 4 sites, 8 articles): スポーツ",
        "  Football (2 of 4 sites, 8 articles): Fußball, Fútbol",
        "船 (2 of 4 sites, 8 articles): лодки",
    ]
    assert common_taxonomy(many_languages[::-1], 2) == found


def test_without_the_lexicon_labels_are_words(many_languages):
    assert len(common_taxonomy(many_languages, 2, Ontominer(lexicon=False))) == 0


def test_labels_of_two_languages_are_one_where_the_rules_of_either_make_them_so():
    def site(source, label, ending):
        key = f"{source}/x/"
        rope = Section(key, key, label, 1, 1, (), "", frozenset((key + "1",)))
        return SiteSections(source, [rope], lambda word: word.removesuffix(ending))

    def shared(one, other):
        return [concept.label for concept in common_taxonomy([site("a", *one), site("b", *other)]).concepts]

    assert shared(("ropes", "s"), ("rope", "x")) == ["rope"]
    assert shared(("rope", "x"), ("ropes", "s")) == ["rope"]
    assert shared(("fundamentos", "os"), ("fundamentalism", "alism")) == []


def test_what_one_site_has_below_a_common_concept_is_told_if_asked_for():
    sites = [sections("https://a.org", TREE), sections("https://b.org", {"sport": "", "news": ""})]

    assert [one.label for one in common_taxonomy(sites).concepts] == ["News", "Sport"]
    assert [(one.depth, one.label) for one in common_taxonomy(sites, own=4).concepts] == [
        (0, "News"), (1, "World"), (0, "Sport"), (1, "Tennis")
    ]  # fmt: skip
    assert len(common_taxonomy(sites, own=5)) == 2


def test_a_concept_whose_articles_mostly_stand_in_a_larger_one_lies_below_it():
    shared = [f"https://a.org/{k}" for k in range(4)]

    def section(name, members):
        key = f"https://a.org/{name}/"
        return Section(key, key, name, 1, len(members), (), "", frozenset(members))

    mine_ = [
        section("boats", [*shared, *map(str, range(8))]),
        section("ferries", shared),
        section("rest", list(map(str, range(9, 40)))),
    ]
    found = common_taxonomy([SiteSections("a", mine_), SiteSections("b", mine_)])

    assert [(one.depth, one.label) for one in found.concepts] == [(0, "boats"), (1, "ferries"), (0, "rest")]


def test_a_page_that_leads_to_no_article_is_not_told():
    form = "<form><input name=q></form>" + "".join(f"<a href=https://elsewhere.org/{k}>Boat {k}</a>" for k in range(9))
    pages = [*made("https://a.org", TREE), Page("https://a.org/find/", f"<h1>Find</h1>{form}")]
    pages[0] = Page(pages[0].url, pages[0].html + "<a href=/find/>Find</a>")

    found = sections_in(pages)

    assert "Find" in {section.label for section in found}
    assert "Find" not in {one.label for one in site_taxonomy("a", found).concepts}


def test_a_page_of_service_is_not_told_although_it_lists_articles():
    names = [f"news-{k}" for k in range(4)]
    pages = [
        *made("https://a.org", TREE),
        listing("https://a.org", "search", [f"../news/{name}" for name in names], "Search"),
    ]
    pages[0] = Page(pages[0].url, pages[0].html + "<a href=/search/>Search</a>")

    assert "Search" not in {one.label for one in site_taxonomy("a", sections_in(pages)).concepts}


def test_other_views_of_a_list_and_an_index_of_letters_are_no_sections():
    pages = made("https://a.org", TREE)
    names = ["sport/?start=20", "sport/?sort=date", *(f"index-{letter}/" for letter in "abcdef")]
    links = "".join(f"<li><a href=/{name}>{name[-2]}</a>" for name in names)
    views = [Page(f"https://a.org/{name}", f"<h1>{name[-2].upper()}</h1><ul>{links}</ul>") for name in names]

    assert {section.label for section in sections_in([*pages, *views])} == {"News", "World", "Sport", "Tennis"}


def test_articles_that_name_a_tag_are_its_articles_although_it_was_not_read():
    pages = made("https://a.org", TREE)
    pages = [
        Page(page.url, page.html.replace("href=/tennis/", "href=/tag/tennis/"))
        for page in pages
        if page.url != "https://a.org/tennis/"
    ]

    found = {section.url: section.articles for section in sections_in(pages)}

    assert found["https://a.org/tag/tennis/"] == 4


def test_tags_are_told_behind_the_sections():
    articles = {
        name: [article("https://a.org", f"{name}-{k}", f"tag/{name}") for k in range(5)]
        for name in ("rope", "mast", "keel")
    }
    pages = [*made("https://a.org", TREE), *(page for of_tag in articles.values() for page in of_tag)]
    pages += [listing("https://a.org", f"tag/{name}", [f"{name}-{k}" for k in range(5)], name) for name in articles]

    labels = [one.label for one in site_taxonomy("a", sections_in(pages)).concepts]

    assert labels[:4] == ["News", "Sport", "Tennis", "World"]
    assert labels[4:] == ["tag", "Tag/Keel", "Tag/Mast", "Tag/Rope"]


def test_a_catalogue_without_articles_is_told_whole():
    pages = made("https://a.org", TREE)
    roles = {identity(page.url): Role.OTHER if page.url.endswith(".html") else Role.TOC for page in pages}

    found = site_taxonomy("a", sections_of(mine(pages).sightings, roles))

    assert {one.label for one in found.concepts} == {"News", "World", "Sport", "Tennis"}


def test_a_link_that_says_nothing_leaves_the_name_to_the_address():
    pages = made("https://a.org", TREE)
    pages = [Page(page.url, page.html.replace(">News<", ">More<").replace("<h1>News</h1>", "")) for page in pages]

    assert "news" in {section.label for section in sections_in(pages)}


def test_an_index_of_sections_is_told_in_order_of_what_lies_below_it():
    def section(key, articles, parent=""):
        members = frozenset(f"{key}{k}" for k in range(articles))
        return Section(key, key, key.split("/")[-2], 1, articles, (), parent, members)

    index, rope, boats = "https://a.org/categories/", "https://a.org/categories/rope/", "https://a.org/boats/"
    found = site_taxonomy("a", [section(boats, 5), section(index, 0), section(rope, 9, index)])

    assert [(one.depth, one.label) for one in found.concepts] == [(0, "categories"), (1, "rope"), (0, "boats")]


def test_a_list_below_a_heading_lies_below_no_link_of_its_own():
    widget = "<ul><li><h4>Categories</h4><ul>" + "".join(f"<li><a href=/{k}/>{k}</a></li>" for k in TREE) + "</ul></ul>"
    pages = made("https://a.org", dict.fromkeys(TREE, ""))
    pages = [Page(pages[0].url, widget), *pages[1:]]

    assert {section.parent for section in sections_in(pages)} == {""}


def test_an_address_with_and_without_a_slash_at_its_end_is_one_section():
    pages = made("https://a.org", TREE)
    pages[0] = Page(pages[0].url, pages[0].html.replace("/sport/", "/sport"))

    assert sorted(section.label for section in sections_in(pages)) == ["News", "Sport", "Tennis", "World"]


def test_a_label_loses_the_number_that_its_address_does_not_have():
    pages = made("https://a.org", {"rope": "", "route66": ""})
    pages = [Page(page.url, page.html.replace(">Rope<", ">Rope<sup>15</sup><")) for page in pages]

    assert {section.label for section in sections_in(pages)} == {"Rope", "Route66"}


def test_what_many_pages_are_called_names_none_of_them():
    pages = made("https://a.org", dict.fromkeys([*TREE, "boats"], ""))
    pages = [
        Page(
            page.url,
            page.html.replace(">News<", ">read more<")
            .replace(">World<", ">read more<")
            .replace(">Sport<", ">read more<")
            .replace(">Tennis<", ">read more<"),
        )
        if "<h1>" not in page.html or ".html" in page.url
        else page
        for page in pages
    ]

    assert {section.label for section in sections_in(pages)} == {"News", "World", "Sport", "Tennis", "Boats"}


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


def test_a_label_of_any_length_takes_no_time():
    start = process_time()

    assert label_of("-" * 200_000 + "a") == ""
    assert label_of("rope " + "- " * 200_000 + "a").startswith("rope")

    assert process_time() - start < 1


def test_labels_of_any_language_become_concepts():
    assert concepts(["野球", "野球", "サッカー", "Новости", "новости"]) == {
        "野球": "野球", "サッカー": "サッカー", "Новости": "Новости", "новости": "Новости"
    }  # fmt: skip
