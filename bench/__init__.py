"""How good and how quick Sitemine is, beside its peers, on pages that the caller brings. See README.md here."""
