"""Writes the example site, an invented newspaper, and its gold; or says whether what is there is what this would write.

python examples/make_site.py                            writes examples/site/ and examples/site-gold.jsonl
python examples/make_site.py --check                    exit code 1 and one line if they differ
python examples/make_site.py --pages 2000 --out DIR     a larger site of the same kind, for load tests
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from newsroom.mirror import make_files

HERE = Path(__file__).parent


def present(folder: Path) -> dict[str, bytes]:
    """The files of a made site that lie in a folder."""
    paths = [path for path in (folder / "site").rglob("*") if path.is_file()]
    gold = folder / "site-gold.jsonl"
    paths += [gold] if gold.is_file() else []
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def difference(files: Mapping[str, str], folder: Path) -> str:
    """In a line, how a folder differs from the files that belong there; nothing if it does not."""
    found = present(folder)
    wanted = {path: text.encode() for path, text in files.items()}
    for word, paths in (("missing", wanted.keys() - found.keys()), ("too many", found.keys() - wanted.keys())):
        if paths:
            return f"{word}: {min(paths)} ({len(paths)} in all)"
    changed = [path for path in wanted if wanted[path] != found[path]]
    return f"changed: {min(changed)} ({len(changed)} in all)" if changed else ""


def write(files: Mapping[str, str], folder: Path) -> None:
    """Writes the files, and takes away what an earlier run left in the site."""
    for path in present(folder).keys() - files.keys():
        (folder / path).unlink()
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    parser.add_argument("--pages", type=int, metavar="N", help="a site of about N pages; needs --out")
    parser.add_argument("--out", type=Path, metavar="DIR", default=HERE, help="where site/ and site-gold.jsonl go")
    options = parser.parse_args(arguments)
    if options.pages is not None and options.out == HERE:
        parser.error("--pages needs --out DIR: the example site itself keeps its size")
    files = make_files(options.pages)
    if not options.check:
        write(files, options.out)
        return 0
    found = difference(files, options.out)
    if found:
        print(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
