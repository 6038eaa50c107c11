"""`python -m bench.train DATA SUBJECT ...`: learns a subject from pages with gold and writes the file that ships with the package.

A subject is a module here with a function `run(data, words)`, where the words are those behind its name.
"""

import sys
from importlib import import_module
from pathlib import Path

SUBJECTS = ("blocks", "roles")


def main() -> int:
    """Hands over to the subject's module."""
    if len(sys.argv) < 3 or sys.argv[2] not in SUBJECTS:
        print(__doc__, f"Subjects: {', '.join(SUBJECTS)}", file=sys.stderr)
        return 2
    module = import_module(f"bench.train.{sys.argv[2]}")
    return int(module.run(Path(sys.argv[1]), sys.argv[3:]))


if __name__ == "__main__":
    sys.exit(main())
