import sys
from pathlib import Path

# The tables of the documentation are made beside the tests; a package named tests may be installed by others.
sys.path.insert(0, str(Path(__file__).parent))
