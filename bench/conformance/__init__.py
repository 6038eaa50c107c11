"""Does Sitemine read what the public conformance corpora hold as their authors say it must be read?

Each suite is a module with one verb, `verdicts(folder)`, which yields a `Verdict` for every case of its corpus. Run all
with `python -m bench.conformance FOLDER`, where FOLDER holds the corpora: `tree-construction`, `charset`, `encoding`,
`url`, `mime`, `warc` (web-platform-tests, html5lib-tests, warcio, resiliparse).
"""
