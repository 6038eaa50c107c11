from sitemine.mine.site.structure import Sketch, structure_of

HOME = Sketch(
    "https://ex.org/", "toc", "Home", (("https://ex.org/b", "Story B", "2026-01-02"), ("https://ex.org/x", "X", ""))
)
STORY = Sketch("https://ex.org/b", "article", "The story of B")
LONELY = Sketch("https://ex.org/c", "article", "Nobody introduces it")


def test_a_structure_has_the_toc_pages_and_what_they_introduce():
    structure = structure_of([HOME, STORY, LONELY])

    assert [(page.url, page.role, page.title) for page in structure.pages] == [
        ("https://ex.org/", "toc", "Home"),
        ("https://ex.org/b", "article", "The story of B"),
        ("https://ex.org/x", "", "X"),
    ]
    assert [(link.source, link.target, link.text, link.date) for link in structure.links] == [
        (0, 1, "Story B", "2026-01-02"),
        (0, 2, "X", ""),
    ]


def test_the_order_of_the_pages_does_not_matter():
    assert structure_of([HOME, STORY, LONELY]) == structure_of([LONELY, STORY, HOME])


def test_an_entry_that_names_a_page_otherwise_means_the_page():
    other = Sketch("https://ex.org/toc", "toc", "", (("http://ex.org/b#top".removesuffix("#top"), "B", ""),))

    assert [page.url for page in structure_of([other, STORY]).pages] == ["https://ex.org/b", "https://ex.org/toc"]


def test_a_site_without_toc_pages_has_no_structure():
    assert structure_of([STORY, LONELY]).pages == ()
