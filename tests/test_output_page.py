"""What docs/output.md shows is what one gets: `python tests/test_output_page.py` writes its output anew."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "output.md"


def printed(text):
    """What the example of the page prints."""
    example = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    done = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


def written(text):
    """The page with its output as it is."""
    return re.sub(
        r"(<!-- output -->\n)(?s:.*?)(<!-- /output -->)",
        lambda found: f"{found[1]}````\n{printed(text)}\n````\n{found[2]}",
        text,
        count=1,
    )


def test_the_example_prints_what_it_says():
    text = PAGE.read_text("utf-8")

    assert written(text) == text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
