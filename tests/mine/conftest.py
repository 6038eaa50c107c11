import sys
from pathlib import Path

from hypothesis import settings

# Made pages and plain twins lie beside the tests of dom, small sites beside those of run.
sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("dom", "run")]

# Machines are slow at times; the tests that have a bound of time say so themselves.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
