import sys
from pathlib import Path

# What tests share lies beside them, and so do functions that other processes have to find.
sys.path.insert(0, str(Path(__file__).parent))
