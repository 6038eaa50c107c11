import sys
from pathlib import Path

# What tests share lies beside them; the folder is no package, since a package named tests may be installed by others.
sys.path.insert(0, str(Path(__file__).parent))
