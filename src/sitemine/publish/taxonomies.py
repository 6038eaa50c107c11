"""A taxonomy as indented text, JSON, SKOS (Turtle) and GraphML; the picture is in `taxonomy_picture`.

All say the same: the tree, what each concept is called, its page, how often it is linked to (or how many sites have it), how many articles it leads
to, and some of them.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Final
from xml.sax.saxutils import escape

from sitemine.mine.taxonomy.subjects import Concept, Taxonomy
from sitemine.publish.outlines import NO_CONTROLS
from sitemine.publish.taxonomy_picture import taxonomy_svg

INDENT: Final = "  "
MOST_NAMES: Final = 4
NAMESPACE: Final = "urn:sitemine:concept:"
GRAPHML_KEYS: Final = (("label", "string"), ("url", "string"), ("support", "int"), ("articles", "int"))


def parents(concepts: tuple[Concept, ...]) -> list[int]:
    """The place of each concept's parent, -1 at the top."""
    way: list[int] = []
    found = []
    for place, concept in enumerate(concepts):
        del way[concept.depth :]
        found.append(way[-1] if way else -1)
        way.append(place)
    return found


def counted(concept: Concept, n_sources: int) -> str:
    """How much speaks for a concept, in words."""
    support = f"{concept.support} of {n_sources} sites" if n_sources > 1 else ""
    articles = f"{concept.articles} article{'' if concept.articles == 1 else 's'}" if concept.articles else ""
    return ", ".join(filter(None, (support, articles)))


def _also(concept: Concept) -> str:
    """Some of the other names that sites have for a concept."""
    other = {
        label.casefold(): label for label in reversed(concept.labels) if label.casefold() != concept.label.casefold()
    }
    names = sorted(other.values())
    return f": {', '.join(names[:MOST_NAMES])}{', ...' if len(names) > MOST_NAMES else ''}" if names else ""


def taxonomy_text(taxonomy: Taxonomy) -> str:
    """One line a concept."""
    lines = []
    for concept in taxonomy.concepts:
        said = counted(concept, len(taxonomy.sources))
        url = f"  <{concept.url}>" if concept.url else ""
        name = f"{concept.label}{f' ({said})' if said else ''}{_also(concept)}"
        lines.append(f"{INDENT * concept.depth}{name}{url}")
    return "\n".join(lines) + "\n"


def _fields(concept: Concept) -> dict[str, object]:
    return {
        "label": concept.label,
        "url": concept.url,
        "support": concept.support,
        "articles": concept.articles,
        "labels": concept.labels,
        "examples": concept.examples,
    }


def taxonomy_json(taxonomy: Taxonomy) -> str:
    """One object: sources and concepts, each with its concepts in it."""
    pieces = [f'{{"sources": {json.dumps(taxonomy.sources, ensure_ascii=False)}, "concepts": [']
    starts = True
    depths = [concept.depth for concept in taxonomy.concepts[1:]] + [0]
    for concept, depth in zip(taxonomy.concepts, depths, strict=True):
        fields = json.dumps(_fields(concept), ensure_ascii=False)
        pieces.append(("" if starts else ",") + f"\n{INDENT * (concept.depth + 1)}{fields[:-1]}" + ', "concepts": [')
        starts = depth > concept.depth
        pieces.append("" if starts else "]}" * (concept.depth - depth + 1))
    return "".join(pieces) + "\n]}\n"


def _identifiers(taxonomy: Taxonomy) -> list[str]:
    """A name for each concept that stays the same from run to run: a hash of the labels on the way to it and its page."""
    way: list[str] = []
    found = []
    for concept in taxonomy.concepts:
        del way[concept.depth :]
        way.append(f"{concept.label}\t{concept.url}")
        found.append(blake2b("\n".join(way).encode("utf-8", "replace"), digest_size=8).hexdigest())
    return found


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # Turtle's escapes are those of JSON


def _iri(url: str) -> str:
    return "<" + "".join(f"%{ord(c):02X}" if c in '<>"{}|^`\\' or c <= " " else c for c in url) + ">"


def taxonomy_turtle(taxonomy: Taxonomy) -> str:
    """The tree in SKOS: a concept scheme, its concepts with preferred and other labels, broader concepts and pages."""
    names = [f"<{NAMESPACE}{name}>" for name in _identifiers(taxonomy)]
    above = parents(taxonomy.concepts)
    scheme = f"<{NAMESPACE}scheme>"
    title = _literal(", ".join(taxonomy.sources))
    lines = [
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .",
        "@prefix dcterms: <http://purl.org/dc/terms/> .",
        "@prefix foaf: <http://xmlns.com/foaf/0.1/> .",
        "",
        f"{scheme} a skos:ConceptScheme ;\n    dcterms:title {title} .",
    ]
    for concept, name, parent in zip(taxonomy.concepts, names, above, strict=True):
        said = [f"skos:prefLabel {_literal(concept.label)}"]
        said += [f"skos:altLabel {_literal(label)}" for label in concept.labels if label != concept.label]
        said.append(f"skos:broader {names[parent]}" if parent >= 0 else f"skos:topConceptOf {scheme}")
        said += [f"foaf:page {_iri(url)}"] if (url := concept.url) else []
        said += [f"skos:example {_literal(example)}" for example in concept.examples]
        said += [f"skos:note {_literal(note)}"] if (note := counted(concept, len(taxonomy.sources))) else []
        lines.append(f"\n{name} a skos:Concept ;\n    skos:inScheme {scheme} ;\n    " + " ;\n    ".join(said) + " .")
    return "\n".join(lines) + "\n"


def _graphml(taxonomy: Taxonomy) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name, kind in GRAPHML_KEYS:
        yield f'  <key id="{name}" for="node" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph id="taxonomy" edgedefault="directed">'
    for place, concept in enumerate(taxonomy.concepts):
        fields = _fields(concept)
        data = "".join(
            f'<data key="{name}">{escape(str(fields[name]).translate(NO_CONTROLS))}</data>' for name, _ in GRAPHML_KEYS
        )
        yield f'    <node id="n{place}">{data}</node>'
    for place, parent in enumerate(parents(taxonomy.concepts)):
        if parent >= 0:
            yield f'    <edge source="n{parent}" target="n{place}"/>'
    yield "  </graph>\n</graphml>"


def taxonomy_graphml(taxonomy: Taxonomy) -> str:
    """The tree for Gephi, yEd, Cytoscape and the like."""
    return "\n".join(_graphml(taxonomy)) + "\n"


WRITERS: Final[dict[str, Callable[[Taxonomy], str]]] = {
    "text": taxonomy_text,
    "json": taxonomy_json,
    "turtle": taxonomy_turtle,
    "graphml": taxonomy_graphml,
    "svg": taxonomy_svg,
}
