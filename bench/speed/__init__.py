"""How many pages a second, and in how much memory: Sitemine stage by stage, bare parsing, and the peers.

`contestants` is the registry, `rounds` the stop watch, `memory` and `growth` measure in processes of their own.
"""
