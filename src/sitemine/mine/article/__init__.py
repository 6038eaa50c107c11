"""What is made of the blocks that inform: a record, and its text in every form.

`articles` makes the records. `excerpt` is what stays of the page's table, with `pictures` its images, `parts` the tree grown from it,
`shape` that tree in order, `permalinks` what is taken out of it, `latex` its formulas, `tables` its grids, `addresses` where its links
lead; `plain`, `markdown`, `html` and `tei` write it, `content` is the door to them. `surroundings` says of each segment what it is, for the evidence, and `confidence` how good a text will be.
"""
