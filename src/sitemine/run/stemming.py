"""Stemmers by language, from snowballstemmer where it is installed."""

from functools import cache
from typing import Final

from sitemine.mine.taxonomy.concepts import Stemmer

ALGORITHMS: Final = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "nb": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""The name that Snowball gives to the language of each code (ISO 639-1)."""


@cache
def stemmer_of(language: str) -> Stemmer | None:
    """What stems the words of a language; None where nobody knows how, or `sitemine[stem]` is not installed. One for each language."""
    name = ALGORITHMS.get(language)
    try:
        import snowballstemmer
    except ImportError:
        return None
    if name is None or name not in snowballstemmer.algorithms():
        return None
    stem: Stemmer = snowballstemmer.stemmer(name).stemWord
    return stem
