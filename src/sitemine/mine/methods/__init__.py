"""The methods of the papers that compare the blocks of pages, and by `named` the one door to every method.

`infodiscoverer` (with `trained`, the same for sites that are read in parts), `wisdom` (with `skeleton`), `contentextractor` (with
`blockstore`, each block kept once) and `featureextractor` are one paper's method each.
"""
