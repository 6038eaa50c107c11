"""How likely does each block inform, and which are kept?

`units` are the blocks of text that are judged, `names`, `linear`, `features`, `alike`, `declared` and `repeats` (with `placed`) say
what is seen of them, `judge` how likely each informs, `choice` which are kept.
"""
