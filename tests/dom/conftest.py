import sys
from pathlib import Path

from hypothesis import settings

# What tests share lies beside them; the folder is no package, since a package named tests may be installed by others.
sys.path.insert(0, str(Path(__file__).parent))

# Machines are slow at times; the tests that have a bound of time say so themselves.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
