"""What is a site about, and what have sites in common? OntoMiner, section 3.

`concepts` are labels that say the same, `lexicon` says which do in many languages, `sightings` and `sections` what a site says of its own
sections, `subjects` the taxonomy of one site; `taxminer` is what several trees share, `shared` the taxonomy of many sites.
"""
