"""The one thing that pyproject.toml cannot say: the kernel, compiled where there is a compiler and left out where not.

Without it the Python twins do the same work, to the last bit, in several times the time; `sitemine doctor` says which runs.
"""

import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCES = Path("src/kernel")
QUICK = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]  # quotients as the twins have them

KERNEL = Extension(
    "sitemine._kernel",
    sources=sorted(path.as_posix() for path in SOURCES.glob("*.c")),
    depends=sorted(path.as_posix() for path in SOURCES.glob("*.h")),
    extra_compile_args=QUICK,
    optional=True,
    py_limited_api=True,
)

setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp311"}})
