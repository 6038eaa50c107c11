"""The language of a page: what it declares, else what its text is most probably written in.

A script that one language uses tells it by itself. Languages that share a script are told apart by the little words that each
uses all the time; a text that has too few of them is of no language rather than of a wrong one.
"""

import re
from collections import Counter
from functools import cache
from typing import Final

from sitemine.dom.head import Head

LITTLE_WORDS: Final = {
    "en": "the of and to in is that for it with as was on are this be by from have not you which they we can",
    "de": "der die und das ist nicht ein eine zu den mit von auf sich dem des auch wird für im werden bei nach sind wir",
    "fr": "le la les et des est une que dans pour qui pas sur au avec du ce sont par plus il nous cette aux ou mais vous",
    "es": "el la de que los en las una por con para del se no es su lo como más pero este fue al sus sobre esta también",
    "pt": "o a de que e do da em os no uma para com não na por mais dos como foi ao das à seu sua são pelo você também",
    "it": "e il di che la per una non sono con del della gli dei nel alla più anche come questo delle ha da è si ma",
    "nl": "de het een van en dat niet is op te zijn met voor die aan er ook als bij door naar maar om uit wordt wij heeft",
    "sv": "och att det som en är för på av med till den inte har de ett om från kan jag också men vi var så",
    "da": "og det at en er til af på for med der ikke den har som et de kan vi fra blev også efter men jeg var skal",
    "no": "og det på er som en av for til med ikke har de et å fra om kan vi ble også etter men jeg var skal eller hun",
    "fi": "ja on ei että se oli hän mutta ovat joka kun niin myös tai jos mitä sen kuin voi olla ole vain nyt mukaan",
    "pl": "i w na z się nie do to że jest o jak po od za przez przy oraz dla są ale tym jego być może które który",
    "cs": "a v se na je že s z do o k i to jako za pro by ale po při od které který jsou byl bylo nebo také není jen",
    "sk": "a v sa na je že s z do o aj k to ako za pre by ale po pri od ktoré ktorý sú bol bolo alebo tiež nie len",
    "hr": "i u je se na da za su od s kao koji što iz bi ne do ali koje koja nije biti o te će ili",
    "sl": "in v je se na da za so z ki od pa s po ne bi kot tudi pri o ali bo že do iz biti še",
    "hu": "a az és hogy nem is egy ez meg de van volt csak már mint ha még el vagy azt kell lehet több után szerint",
    "ro": "și de în la a cu pe nu care o din că este pentru mai sunt un se au al ce prin fost sau după dar lui",
    "tr": "ve bir bu da de için ile olarak çok daha gibi olan en kadar sonra ne ama var olduğu ise değil o ya mi her",
    "id": "yang dan di dari untuk dengan ini itu pada dalam adalah tidak akan juga ke oleh atau sebagai ada bisa karena kami",
    "vi": "và của là các có trong được cho không một những với người này để đã khi về từ đến ra cũng như nhiều",
    "ca": "de la que el els i les en per amb una del és no al dels més com es va seva són aquest també però",
    "et": "ja on ei see et oli ka mis kui aga ta oma või siis kes ning nii selle pärast kuid olid veel mida",
    "lv": "un ir ka ar no uz par tas kas bet arī pēc vai kā lai nav bija tiek kad šo savu pie viņš līdz",
    "lt": "ir yra kad tai į iš su bet kaip buvo ar apie už jo dar tik nuo jau prie tačiau arba po gali savo",
    "ru": "и в не на что с он как по это но из у за от то для так же был его все она только о или при было",
    "uk": "і в не на що з як за до та це від але для він про у є так його вже або бути при був цього які який",
    "bg": "и на да се за от не е в с че по са като до това при си който ще или но след може тя беше му",
    "sr": "и у је да се на за су од са као који што из не би али које која није бити о или до након",
    "ar": "في من على إلى أن التي عن الذي هذا مع هذه كان لا ما بعد كل قد ذلك بين كما أو لم وقد",
    "fa": "در به از که این را با است برای آن یک تا بر خود هم شد های می کرد بود شده نیز اما یا",
    "ur": "کے میں کی ہے اور سے کا کو پر نے کہ یہ ہیں تھا نہیں اس وہ بھی ایک جو ہو گیا",
    "hi": "के है में की से और का को पर हैं यह कि ने एक था नहीं इस भी हो लिए जो कर",
    "mr": "आहे आणि या च्या ने हे ते होते आहेत की व त्या मध्ये झाले केले नाही तर एक",
}  # fmt: skip
LETTERS: Final = {
    "de": "ß",
    "es": "ñ¿¡",
    "pt": "ãõ",
    "pl": "łąęźż",
    "cs": "řěů",
    "sk": "ľĺŕ",
    "hu": "őű",
    "ro": "șțţ",
    "tr": "ğı",
    "vi": "ơưđạảấầẩậắặẽẹẻếềệịọốồộớờợụủứừự",
    "lv": "āēīņļķģ",
    "lt": "ėųį",
    "ru": "ыэё",
    "uk": "іїєґ",
    "sr": "ђјљњћџ",
    "fa": "پچژگ",
    "ur": "ٹڈڑےں",
}
"""Letters of a script that one of its languages writes far more than the others; each counts as a little word."""

SCRIPTS: Final = (
    ("ja", r"[\u3041-\u30ff]"),
    ("ko", r"[\uac00-\ud7a3]"),
    ("zh", r"[\u4e00-\u9fff]"),
    ("th", r"[\u0e01-\u0e5b]"),
    ("lo", r"[\u0e81-\u0edf]"),
    ("km", r"[\u1780-\u17f9]"),
    ("my", r"[\u1000-\u109f]"),
    ("el", r"[\u0370-\u03ff]"),
    ("he", r"[\u0590-\u05ff]"),
    ("ka", r"[\u10a0-\u10ff]"),
    ("hy", r"[\u0530-\u058f]"),
    ("bn", r"[\u0980-\u09ff]"),
    ("ta", r"[\u0b80-\u0bff]"),
    ("te", r"[\u0c00-\u0c7f]"),
    ("kn", r"[\u0c80-\u0cff]"),
    ("ml", r"[\u0d00-\u0d7f]"),
    ("gu", r"[\u0a80-\u0aff]"),
    ("pa", r"[\u0a00-\u0a7f]"),
    ("si", r"[\u0d80-\u0dff]"),
    ("am", r"[\u1200-\u137f]"),
)
"""Scripts of one language each; Japanese before Chinese, whose letters it uses too."""

_SCRIPTS: Final = tuple((language, re.compile(letters)) for language, letters in SCRIPTS)
_WORD: Final = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0903\u093a-\u094f][^\W\d_]*)*")
_ASCII_ONLY: Final = re.compile(r"[\x00-\u02ff]*$")
SAMPLE: Final = 4_000
"""Characters that are looked at: more change no answer on the development pages."""

OF_SCRIPT: Final = 0.15
"""Share of its letters from which on a script is a text's own, and not that of names in it."""

OF_WORDS: Final = 0.08
"""Share of little words from which on a text is of a language; texts of other languages stay below a third of it."""

FEWEST: Final = 3
"""Little words that are needed."""


@cache
def _languages() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for language, words in LITTLE_WORDS.items():
        for word in words.split():
            found.setdefault(word, []).append(language)
    return found


def _by_script(text: str) -> str:
    n_letters = sum(map(str.isalpha, text))
    for language, letters in _SCRIPTS:
        if len(letters.findall(text)) > OF_SCRIPT * n_letters:
            return language
    return ""


def detected(text: str) -> str:
    """The language that a text is most probably written in, empty where it does not tell."""
    text = text[:SAMPLE]
    if not _ASCII_ONLY.match(text) and (language := _by_script(text)):
        return language
    words, languages = _WORD.findall(text.lower()), _languages()
    counts: Counter[str] = Counter()
    for word in words:
        for language in languages.get(word, ()):
            counts[language] += 1
    for language, letters in LETTERS.items():
        counts[language] += sum(map(text.lower().count, letters))
    language, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return language if count >= max(FEWEST, OF_WORDS * len(words)) else ""


def declared(head: Head) -> str:
    """The language that a page declares, as in BCP 47."""
    said = head.language or head.meta.get("content-language", "") or head.meta.get("og:locale", "")
    return said.split(",")[0].strip().replace("_", "-").lower()


def language_of(head: Head, text: str) -> tuple[str, str]:
    """The language of a page and what tells it."""
    if language := declared(head):
        return language, "declared"
    language = detected(text)
    return language, "text" if language else ""
