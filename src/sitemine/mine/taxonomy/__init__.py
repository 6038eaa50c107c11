"""What is a site about, and what have sites in common? OntoMiner, section 3.

`concepts` are labels that say the same, `sightings` and `sections` what a site says of its own sections, `taxminer` what several
trees share, `subjects` the taxonomy of one site or of many.
"""
