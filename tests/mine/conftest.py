import sys
from pathlib import Path

# Made pages lie beside the tests of dom; a package named tests may be installed by others.
sys.path.insert(0, str(Path(__file__).parents[1] / "dom"))
