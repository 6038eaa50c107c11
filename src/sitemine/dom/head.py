"""What a page says of itself: title, language, base, canonical URL, meta data, JSON-LD; nothing is interpreted here."""

from dataclasses import dataclass, field

from sitemine.dom.parse import Markup


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself."""

    title: str = ""
    language: str = ""
    base: str = ""
    canonical: str = ""
    meta: dict[str, str] = field(default_factory=dict)  # by name, property or itemprop in lower case; the first counts
    json_ld: tuple[str, ...] = ()
    more: tuple[tuple[str, str], ...] = ()  # of names that have been said before: authors and tags come one by one


def read_head(markup: Markup) -> Head:
    """What a page says of itself."""
    language = base = canonical = title = ""
    meta: dict[str, str] = {}
    json_ld: list[str] = []
    more: list[tuple[str, str]] = []
    for tag, text, attributes in markup.said:
        if tag == "meta":
            name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop")
            name, said = (
                (name or attributes.get("http-equiv", "")).strip().lower(),
                attributes.get("content", "").strip(),
            )
            if meta.setdefault(name, said) is not said and name:
                more.append((name, said))
        elif tag == "html":
            language = attributes.get("lang", "")
        elif tag == "base":
            base = base or attributes.get("href", "")
        elif tag == "link":
            canonical = canonical or attributes.get("href", "").strip()
        elif tag == "title":
            title = title or " ".join(text.split())
        else:
            json_ld.append(text)
    meta.pop("", None)
    return Head(title, language.strip(), base.strip(), canonical, meta, tuple(json_ld), tuple(more))
