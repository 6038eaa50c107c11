"""What was seen of each block of a page, as lines to read in a terminal."""

from sitemine.records import Article, Block

TEXT = 60


def _line(block: Block) -> str:
    seen = block.evidence
    shared = f"{seen.pages}/{seen.n_pages} pages" if seen.n_pages > 1 else "alone"
    text = " ".join(block.text.split())
    text = text if len(text) <= TEXT else text[: TEXT - 1] + "\u2026"
    return (
        f"{'+' if block.kept else '-'} {block.score:.2f}  {shared:>12}  entropy {seen.entropy:.2f}"
        f"  links {seen.link_share:4.0%}  {block.kind:8} {text}  ({block.reason})"
    )


def explained(article: Article) -> str:
    """The blocks of an article's page, kept (+) or dropped (-), with score, evidence and reason."""
    lines = [f"{article.title or article.url or 'no title'}  ({article.role}, confidence {article.confidence:.2f})"]
    lines += map(_line, article.blocks)
    # What a page says must not steer the terminal that shows it.
    return "".join(f"{''.join(c for c in line if c.isprintable())}\n" for line in lines)
