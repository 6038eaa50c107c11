"""What does a page say of itself: what it is called, by whom and when it was written, who says what on it?

`metadata` joins `jsonld` (structured data), `hints` (marked elements, lines near the title), `dates`, `datelines` (where a site has
its dates) and `products`; `languages` and `posts` (who said what) stand by themselves.
"""
