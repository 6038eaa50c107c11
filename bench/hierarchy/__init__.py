"""Hierarchies, taxonomies and instances of real pages against gold that their own markup gives."""
