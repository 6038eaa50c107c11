"""How much of what people call the content of a page an extractor returns, and how little else.

`words`, `fields`, `roles` and `links` hold the definitions of the scores and nothing else; `answers` asks the
contestants, `wcxb` and `sites` are the two data sets.
"""
