import sys
from pathlib import Path

# Made pages and plain twins lie beside the tests of dom, small sites beside those of run.
sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("dom", "run")]
