"""Doors for other programs: each speaks their language and calls the same verbs."""
