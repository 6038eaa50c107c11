"""What the papers' methods find on real sites, how that depends on their parameters, and what a search index gains by it."""
