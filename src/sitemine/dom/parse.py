"""What the HTML parser says of one page, as flat lists: the only file that knows the parser (turbohtml).

The parser builds the WHATWG tree in C and then tells it as events in document order: an element starts, text, an element
ends. Python is entered once for each, and does nothing there but append to lists; all thinking is done on columns in
`table.py`, for many pages at once.

An event is one number in `Markup.codes`: END, TEXT, or the code of the tag that starts. Text k of the page belongs to the
k-th TEXT event. An attribute that anything later may want is one row of (event, name, value).
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from turbohtml.saxparse import SaxHandler, sax_parse

from sitemine.options import Limits

END: Final = 0
TEXT: Final = 1
FIRST_TAG: Final = 2

TAGS: Final = (
    *("html head body title base link meta style script noscript template slot").split(),
    *("header footer nav main section article aside address hgroup search h1 h2 h3 h4 h5 h6").split(),
    *("p div pre blockquote ol ul menu li dl dt dd figure figcaption hr center dir listing plaintext xmp").split(),
    *(
        "a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s"
    ).split(),
    *("samp small span strike strong sub sup time tt u var wbr blink marquee").split(),
    *("img picture source map area svg math canvas audio video track embed object param iframe frame frameset").split(),
    *("noembed noframes applet portal image").split(),
    *("table caption colgroup col tbody thead tfoot tr td th").split(),
    *("form fieldset legend label input button select datalist optgroup option textarea output progress meter").split(),
    *("details summary dialog keygen isindex").split(),
    "unknown",
)
"""The tags with a fixed code; others get the next free code of their page, up to `MOST_INVENTED`, then "unknown"."""

TAG_CODE: Final = {tag: FIRST_TAG + i for i, tag in enumerate(TAGS)}
FIRST_INVENTED: Final = FIRST_TAG + len(TAGS)
MOST_INVENTED: Final = 1_000

ATTRIBUTES: Final = (
    *("class id role itemprop itemtype lang dir hidden aria-hidden style").split(),
    *("href rel src srcset data-src data-srcset alt title aria-label datetime cite download").split(),
    *("colspan rowspan start reversed value type name property content http-equiv charset open").split(),
    *("data-lang data-language encoding").split(),
)
"""The attributes that are kept; a row names one by its place here."""

ATTRIBUTE_CODE: Final = {name: i for i, name in enumerate(ATTRIBUTES)}


class ParseLimitError(Exception):
    """A page has more nodes or attributes than `Limits` allows."""


@dataclass(slots=True)
class Markup:
    """One page as the parser tells it."""

    codes: "array[int]"
    texts: list[str]
    attribute_events: "array[int]"
    attribute_names: bytearray
    attribute_values: list[str]
    more_tags: list[str]  # names of the codes from FIRST_INVENTED on


class _Recorder(SaxHandler):
    """Appends what the parser says to a `Markup`.

    The handlers are closures over bound `append` methods: of all forms tried (methods, a pull loop over events, a walk
    over node objects) this one spends the least time in Python, about 0.5 ms of the 1.5 ms for a page of 280 kB.
    """

    # The parser looks handlers up on the object, so instance attributes may stand in for methods.
    start_element: Callable[[str, tuple[tuple[str, str | None], ...]], None]  # type: ignore[assignment]
    end_element: Callable[[str], None]  # type: ignore[assignment]
    characters: Callable[[str], None]  # type: ignore[assignment]

    def __init__(self, markup: Markup, limits: Limits) -> None:
        codes, code_of, more_tags = markup.codes, dict(TAG_CODE), markup.more_tags
        put, put_text = codes.append, markup.texts.append
        put_event, put_name = markup.attribute_events.append, markup.attribute_names.append
        put_value, attribute_code = markup.attribute_values.append, ATTRIBUTE_CODE
        most_events, most_attributes = 2 * limits.nodes, limits.attributes

        def invent(tag: str) -> int:
            if len(more_tags) == MOST_INVENTED:
                return TAG_CODE["unknown"]
            more_tags.append(tag)
            return code_of.setdefault(tag, FIRST_INVENTED + len(more_tags) - 1)

        def start_element(tag: str, attributes: tuple[tuple[str, str | None], ...]) -> None:
            try:
                put(code_of[tag])
            except KeyError:
                put(invent(tag))
            if attributes:
                if len(attributes) > most_attributes:
                    raise ParseLimitError(
                        f"{len(attributes)} attributes on one <{tag[:20]}>, more than {most_attributes}"
                    )
                event = len(codes) - 1
                for name, value in attributes:
                    if name in attribute_code:
                        put_event(event)
                        put_name(attribute_code[name])
                        put_value(value or "")

        def end_element(_tag: str) -> None:
            put(END)
            if len(codes) > most_events:
                raise ParseLimitError(f"more than {limits.nodes} nodes")

        def characters(data: str) -> None:
            put(TEXT)
            put_text(data)

        self.start_element, self.end_element, self.characters = start_element, end_element, characters


def parse(text: str, limits: Limits) -> Markup:
    """The events of a page; raises `ParseLimitError` where it has more of something than `limits` allows."""
    if len(text) > limits.bytes:
        raise ParseLimitError(f"{len(text)} characters, more than {limits.bytes}")
    markup = Markup(array("h"), [], array("i"), bytearray(), [], [])
    sax_parse(text, _Recorder(markup, limits))
    return markup
