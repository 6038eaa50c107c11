import sys
from pathlib import Path

from hypothesis import settings

# Made pages lie beside the tests of dom; a package named tests may be installed by others.
sys.path.insert(0, str(Path(__file__).parents[1] / "dom"))

# Machines are slow at times; the tests that have a bound of time say so themselves.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
