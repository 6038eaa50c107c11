import sys
from pathlib import Path

# The bench is no part of the installed package: it is imported from the root of the project.
sys.path.insert(0, str(Path(__file__).parents[2]))
