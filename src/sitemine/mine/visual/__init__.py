"""What does a reader see? VIPS on the boxes of a browser, or on the page's tree alone.

`divisible` and `division` extract the blocks, `separators` part them, `vips` builds the tree, `shown` says what its blocks hold.
"""
