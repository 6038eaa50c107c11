"""What are the pages of a site to each other?

`portrait` and `counted` are what one page shows of itself, `standing` how it stands among the others, `roles` decides what pages are
for, all at once. `entries` and `listing` tell what TOC pages introduce, `structure` what that makes of the site, `places` where in a
template a node stands, `reduced` the site's links without those that say little.
"""
