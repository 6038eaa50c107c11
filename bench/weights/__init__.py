"""Where the weights of `sitemine.options` come from: what tells the segments of the gold from all others.

A segment is content if its letters and digits stand in the gold of its page. `segments` reads the sites and labels their
segments, `regression` finds the weights that make the labels likeliest, `bodies` scores the articles that weights lead
to, and `__main__` compares the weights that are shipped with those found on all sites and on all but those scored.
"""
