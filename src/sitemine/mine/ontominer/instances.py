"""The instances of a site's concepts, its articles: the template that they share, and what each fills into it.

OntoMiner, section 4. The pages are parted into segments (`flatpartition`), the segments of pages of one template aligned (`alignment`); what is similar is
decoration, and the paths of the leaves of the rest are the article template. The paper decides by two pages; a byline then falls on the
threshold, so each page is aligned with several others, and the majority counts.

A *slot* is where a leaf stands: its path and the class names of its element. Of the slots that hold content on most pages

    body     is the element that holds most of the content's prose, at the path where most pages have it
    title    is the slot whose text is what links call the page; else the heading of highest rank whose text is its own on each page
    date     is the slot nearest to the title that holds a year on most pages
    author   is the slot nearest to it that has a name behind a label (`bylines`), or that markup calls so

and of a slot's text the words that all pages say ("By", "Posted on") are its label, the rest is the value.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sitemine.mine.ontominer.alignment import Words, align
from sitemine.mine.ontominer.bylines import DAY, author_in, is_author_label, is_month_first, name_of, written_day
from sitemine.mine.taxonomy.concepts import text_key
from sitemine.options import Ontominer

PARTNERS: Final = 4  # pages that each page is aligned with
MOST_SEGMENTS: Final = 400  # of a page, that are aligned; alignment takes their square
BODY_SHARE: Final = 0.7  # of a page's content prose that its body holds
MOST_OF_PAGES: Final = 0.6  # of a template's pages that a slot must fill
SOME: Final = 0.25  # of a template's pages, that must have most of their prose in an element for it to be the body
NEARLY_ALL: Final = 0.8  # of a template's pages, that must have it at all
LEAST_LEVEL: Final = 7
"""The rank of a title that is no heading, below h6."""

SHORT: Final = 100  # characters of a title's, date's or author's slot
CLOSE: Final = 8  # leaves between the title and a byline that a label names
BESIDE: Final = 2  # leaves between a day and a name beside it
LEAST_CONSTANT: Final = 3  # pages that must say the same for it to be the site's own
MOST, ALL = 0.5, 1.0  # of the pages; days differ between articles, most of which may have one author
NEAR: Final = 30  # leaves between the title and its date or author


@dataclass(slots=True)
class InstancePage:
    """One page as alignment sees it."""

    url: str
    texts: list[str]  # of its leaves
    slots: list[int]
    levels: list[int]  # of headings, else 0
    linked: list[bool]
    authors: list[bool]  # leaves that markup calls the author
    times: list[bool]  # leaves in a `time`
    segments: list[int]  # first leaf of each segment, and the number of leaves
    words: list[Words]  # of each segment
    holders: list[list[tuple[int, int, int]]]  # elements around each leaf, innermost first: path, first and last leaf
    names: frozenset[str]  # what links call the page, as keys
    content: list[bool] = field(default_factory=list)  # in a segment that is content
    own: list[bool] = field(default_factory=list)  # said at this slot on few other pages
    firsts: dict[int, int] = field(default_factory=dict)  # first leaf of each slot

    def __post_init__(self) -> None:
        for leaf, slot in enumerate(self.slots):
            self.firsts.setdefault(slot, leaf)


class Template(NamedTuple):
    """What the articles of a site have in common."""

    bodies: tuple[int, ...]  # paths of the body's element, the most frequent first
    title: tuple[int, ...]  # slots, the best first
    date: tuple[int, ...]
    author: tuple[int, ...]
    said: dict[int, tuple[str, ...]]  # words that a slot's text begins with on all pages
    decoration: frozenset[tuple[int, str]]  # (slot, text) of what most pages say
    month_first: bool  # whether 10/12/2011 is the twelfth of October


@dataclass(frozen=True, slots=True)
class Instance:
    """One article with its attributes; empty where the template has none."""

    url: str
    title: str
    date: str
    author: str
    body: str


def mark_content(pages: Sequence[InstancePage], options: Ontominer | None = None) -> None:
    """Marks the leaves of each page that are content: in segments that most of its partners do not have."""
    options = options or Ontominer()
    n = len(pages)
    for place, page in enumerate(pages):
        partners = [pages[(place + k) % n] for k in range(1, min(PARTNERS, n - 1) + 1)]
        alike = [0] * len(page.words)
        for partner in partners:
            for mine, _ in align(page.words[:MOST_SEGMENTS], partner.words[:MOST_SEGMENTS], options.aligned):
                alike[mine] += 1
        said = Counter(key for partner in partners for key in set(zip(partner.slots, partner.texts, strict=True)))
        page.content, page.own = [], []
        for number, count in enumerate(alike):
            for leaf in range(page.segments[number], page.segments[number + 1]):
                is_said = 2 * said[page.slots[leaf], page.texts[leaf]] > len(partners)
                page.own.append(not is_said)
                page.content.append(2 * count <= len(partners) and not is_said)


def _leave_out_discussion(page: InstancePage, titles: tuple[int, ...]) -> None:
    """Unmarks what others say to an article: the element behind the title that holds several authors at one place."""
    title = _first_of(page, titles)
    places: dict[int, list[int]] = {}
    for leaf, slot in enumerate(page.slots):
        if page.authors[leaf] and title is not None and leaf > title:
            places.setdefault(slot, []).append(leaf)
    for leaves in places.values():
        spans = ((first, last) for _, first, last in page.holders[leaves[0]] if last >= leaves[-1])
        first, last = next(spans, (0, 0))
        if len(leaves) > 1 and title is not None and first > title:
            page.content[first : last + 1] = [False] * (last + 1 - first)


def _body_holder(page: InstancePage) -> int | None:
    """The path of the innermost element that holds most of a page's content prose."""
    sizes = [
        len(text) if is_content and not linked else 0
        for text, is_content, linked in zip(page.texts, page.content, page.linked, strict=True)
    ]
    before = [0]
    for size in sizes:
        before.append(before[-1] + size)
    if not before[-1]:
        return None
    longest = max(range(len(sizes)), key=sizes.__getitem__)
    for path, first, last in page.holders[longest]:
        if last > first and before[last + 1] - before[first] >= BODY_SHARE * before[-1]:
            return path
    return None


def _bodies(pages: Sequence[InstancePage]) -> tuple[int, ...]:
    """The paths of the body's element, the best first.

    On pages with many comments these hold most of the prose, and the element around both comes out. So of the paths that hold it on some
    pages and stand on nearly all of them the smallest element is the body.
    """
    votes = Counter(path for page in pages if (path := _body_holder(page)) is not None)
    sizes: dict[int, list[int]] = {}
    for page in pages:
        for path, size in {path: last - first + 1 for around in page.holders for path, first, last in around}.items():
            if path in votes:
                sizes.setdefault(path, []).append(size)
    known = {
        path: sum(found) / len(found)
        for path, found in sizes.items()
        if len(found) >= NEARLY_ALL * len(pages) and votes[path] >= SOME * len(pages)
    }
    best = sorted(known, key=lambda path: (known[path], path))
    return (*best, *(path for path in _ranked(votes, 1) if path not in known))


def _ranked(counts: Counter[int], least: float) -> tuple[int, ...]:
    """The slots that were found often enough, the most frequent first."""
    return tuple(slot for slot, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= least)


def _titles(pages: Sequence[InstancePage]) -> tuple[int, ...]:
    """The slots of titles: what links call the page, or headings whose text is the page's own.

    Of the frequent ones what links call it, then the heading of highest rank, then the first on the page. A day is no title, although links may be called so.
    """
    counts: Counter[int] = Counter()
    places: dict[int, list[tuple[int, int, int]]] = {}
    texts: dict[int, set[str]] = {}
    for page in pages:
        for slot, leaf in page.firsts.items():
            text = page.texts[leaf]
            is_named = text_key(text) in page.names
            if (
                (is_named or page.levels[leaf])
                and page.own[leaf]
                and len(text) <= 2 * SHORT
                and not DAY.fullmatch(text)
            ):
                counts[slot] += 1 + is_named
                places.setdefault(slot, []).append((not is_named, page.levels[leaf] or LEAST_LEVEL, leaf))
                texts.setdefault(slot, set()).add(text)
    most = max(counts.values(), default=0)
    often = [slot for slot in counts if 2 * counts[slot] >= most and 2 * len(texts[slot]) >= len(places[slot])]

    def rank(slot: int) -> tuple[float, ...]:
        unnamed, level, place = (sum(column) / len(places[slot]) for column in zip(*places[slot], strict=True))
        return (2 * unnamed > 1, level, place, slot)

    return tuple(sorted(often, key=rank))


def _bylines(pages: Sequence[InstancePage], titles: tuple[int, ...]) -> frozenset[int]:
    """The slots near the title that name an author behind a label, as "By Ann Lee" does, on most of the pages that have them there."""
    held: Counter[int] = Counter()
    named: Counter[int] = Counter()
    for page in pages:
        if (title := _first_of(page, titles)) is None:
            continue
        for slot, leaf in page.firsts.items():
            if 0 < abs(leaf - title) <= CLOSE:
                held[slot] += 1
                named[slot] += bool(_labelled_name(page, leaf))
    return frozenset(slot for slot, count in named.items() if count >= MOST_OF_PAGES * held[slot] > 0)


def _labelled_name(page: InstancePage, leaf: int) -> str:
    """The author that a leaf names, behind a label of its own or one that is all the leaf before says."""
    text = page.texts[leaf]
    if leaf and is_author_label(page.texts[leaf - 1]) and len(text) <= SHORT:
        return name_of(text)
    return author_in(text)


def _authors(pages: Sequence[InstancePage], titles: tuple[int, ...], dates: tuple[int, ...]) -> tuple[int, ...]:
    """The slots of authors: what a label introduces, or what markup calls so.

    Of the latter those that say the same on all pages must stand right behind the title or beside the day, as a byline does; others are menus.
    """
    labelled = _bylines(pages, titles)
    own = _changing(pages, lambda text: text, ALL)

    def names(page: InstancePage, slot: int, leaf: int) -> bool:
        text = page.texts[leaf]
        is_name = page.authors[leaf] and len(text) <= SHORT and not is_author_label(text) and bool(name_of(text))
        title, day = _first_of(page, titles), _first_of(page, dates)
        is_byline = title is not None and 0 < leaf - title <= CLOSE
        is_byline |= day is not None and abs(leaf - day) <= BESIDE
        return slot in labelled or (is_name and (slot in own or is_byline))

    return _near_title(pages, titles, names)


def _changing(pages: Sequence[InstancePage], said: Callable[[str], str], most: float) -> frozenset[int]:
    """The slots of which less than a share of the pages say the same; what `said` makes of their texts counts, if anything."""
    texts: dict[int, Counter[str]] = {}
    for page in pages:
        for slot, leaf in page.firsts.items():
            if text := said(page.texts[leaf]):
                texts.setdefault(slot, Counter())[text] += 1
    return frozenset(
        slot
        for slot, found in texts.items()
        if found.total() < LEAST_CONSTANT or max(found.values()) < most * found.total()
    )


def _day_in(text: str) -> str:
    found = DAY.search(text[:SHORT])
    return found[0] if found else ""


def _dates(pages: Sequence[InstancePage], titles: tuple[int, ...]) -> tuple[int, ...]:
    """The slots of days; one that most pages say is that of the site, or of its latest article."""
    own = _changing(pages, _day_in, MOST)
    return _near_title(pages, titles, lambda page, slot, leaf: slot in own and bool(_day_in(page.texts[leaf])))


def _near_title(
    pages: Sequence[InstancePage], titles: tuple[int, ...], holds: Callable[[InstancePage, int, int], bool]
) -> tuple[int, ...]:
    """The slots near the title that hold something on most pages that have it, those nearest to the title first."""
    distances: dict[int, list[int]] = {}
    for page in pages:
        title = _first_of(page, titles) or 0
        for slot, leaf in page.firsts.items():
            is_near = abs(leaf - title) <= NEAR or page.times[leaf]
            if is_near and slot not in titles[:1] and holds(page, slot, leaf):
                distances.setdefault(slot, []).append(abs(leaf - title) + (leaf < title))
    most = max(map(len, distances.values()), default=0)
    often = {slot: sum(found) / len(found) for slot, found in distances.items() if len(found) >= MOST_OF_PAGES * most}
    return tuple(sorted(often, key=lambda slot: (often[slot], slot)))


def _first_of(page: InstancePage, slots: tuple[int, ...]) -> int | None:
    """The leaf that fills the best of some slots."""
    firsts = page.firsts
    return next((firsts[slot] for slot in slots if slot in firsts), None)


def _common_words(pages: Sequence[InstancePage], slots: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    """The words that the texts of a slot begin with on all pages, but for those that are all they say."""
    found = {}
    for slot in slots:
        texts = [page.texts[leaf].split() for page in pages if (leaf := page.firsts.get(slot)) is not None]
        common = list(texts[0]) if len(texts) > 1 else []
        for text in texts:
            same = 0
            while same < min(len(common), len(text)) and common[same] == text[same]:
                same += 1
            common = common[:same]
        if common and all(len(text) > len(common) for text in texts) and len(set(map(tuple, texts))) > 1:
            found[slot] = tuple(common)
    return found


def learn_template(pages: Sequence[InstancePage], options: Ontominer | None = None) -> Template:
    """The article template of some pages; their order decides who is aligned with whom."""
    mark_content(pages, options)
    titles = _titles(pages)
    for page in pages:
        _leave_out_discussion(page, titles)
    dates = _dates(pages, titles)
    authors = _authors(pages, titles, dates)
    said = Counter(key for page in pages for key in set(zip(page.slots, page.texts, strict=True)))
    common = _common_words(pages, authors)
    return Template(
        bodies=_bodies(pages),
        title=titles,
        date=dates,
        author=authors,
        month_first=is_month_first(page.texts[leaf] for page in pages if (leaf := _first_of(page, dates)) is not None),
        said=common,
        decoration=frozenset(key for key, count in said.items() if len(pages) > 2 and 2 * count > len(pages)),
    )


def _body_range(page: InstancePage, template: Template) -> tuple[int, int] | None:
    """The leaves of the body: the element at the best path that the page has, the longest of several."""
    spans: dict[int, set[tuple[int, int]]] = {}
    for around in page.holders:
        for path, first, last in around:
            spans.setdefault(path, set()).add((first, last))
    best = next((path for path in template.bodies if path in spans), None)
    if best is None:
        return None
    return max(spans[best], key=lambda span: (sum(map(len, page.texts[span[0] : span[1] + 1])), -span[0]))


def _author(page: InstancePage, template: Template) -> str:
    """The name in the best slot of authors: what its label introduces, else what the slot says beyond the words that it says on all pages."""
    leaf = _first_of(page, template.author)
    if leaf is None:
        return ""
    words = page.texts[leaf].split()
    common = template.said.get(page.slots[leaf], ())
    own = words[len(common) :] if tuple(words[: len(common)]) == common else words
    return _labelled_name(page, leaf) or (name_of(" ".join(own)) if page.authors[leaf] else "")


def instance_of(page: InstancePage, template: Template) -> Instance:
    """What a page fills into the template."""
    span, title = _body_range(page, template), _first_of(page, template.title)
    leaves = list(range(span[0], span[1] + 1)) if span else []
    if title is not None and title not in leaves:
        leaves = [title, *leaves]
    body = [page.texts[leaf] for leaf in leaves if (page.slots[leaf], page.texts[leaf]) not in template.decoration]
    day = _first_of(page, template.date)
    return Instance(
        url=page.url,
        title=page.texts[title] if title is not None else "",
        date=written_day(page.texts[day], month_first=template.month_first) if day is not None else "",
        author=_author(page, template),
        body="\n".join(body),
    )
