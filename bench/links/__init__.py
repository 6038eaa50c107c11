"""How long the link analyses take on a large site, and in how much memory."""
