"""What is below what on a page, and what do the pages of a site say in the same place? OntoMiner, sections 2 and 4.

`leaves`, `flatpartition` and `leaftree` are what is partitioned, `costs` and `hierarchy` partition it, `grouping` and `promotion` find
instances and labels, `partition` is the door to them and `outline` the tree that comes of it. `alignment`, `instancepages` and
`instances` lay pages of one template against each other, `bylines` reads names and days off a line; `attributes`
finds repeated records, `columns` names what stands in them.
"""
