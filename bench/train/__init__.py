"""Where what ships in `sitemine/mine/*.bin` comes from: models that are trained on pages with gold.

`examples` reads the pages, `labels` finds which of their blocks the gold holds, `linear` and `trees` are the two kinds of
model, and `blocks` joins them into the model that judges blocks, and into the figures of cross-validation;
`roles` trains what tells roles and entries.
"""
