"""What ships with the package as learned, made again from pages with gold.

For `blocks`: `examples` reads the pages, `labels` finds which of their blocks the gold holds, `linear` and `trees` are the two kinds of
model, `trainer` fits them so that nothing is judged by what saw its domain (`folds`), `figures` says what they are worth.
For `roles`: `pages` reads the sites and their variants, `boosted` grows trees, `regression` weighs the terms of the second decision.
"""
