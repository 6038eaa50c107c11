import pytest

from sitemine.dom.head import Head
from sitemine.mine.facts.languages import LITTLE_WORDS, declared, detected, language_of

TEXTS = {
    "en": "The harbour was empty at noon, and nobody on the quay could tell where the water had gone.",
    "de": "Der Hafen war am Mittag leer, und niemand auf dem Kai konnte sagen, wohin das Wasser gegangen ist.",
    "fr": "Le port était vide à midi, et personne sur le quai ne pouvait dire où les eaux sont parties.",
    "es": "El puerto estaba vacío al mediodía, y nadie en los muelles sabía por qué se fue el agua de la bahía.",
    "pt": "O porto estava vazio ao meio-dia e ninguém no cais sabia para onde a água foi com os barcos.",
    "it": "Il porto era vuoto a mezzogiorno e nessuno sulla banchina sapeva dove fosse andata l'acqua della baia.",
    "nl": "De haven was leeg om twaalf uur en niemand op de kade kon zeggen waar het water naar toe is gegaan.",
    "sv": "Hamnen var tom vid middagstid och ingen på kajen kunde säga vart vattnet hade tagit vägen, men det är så.",
    "pl": "Port był pusty w południe i nikt na nabrzeżu nie wiedział, że woda odeszła do morza, ale tak jest.",
    "cs": "Přístav byl v poledne prázdný a nikdo na nábřeží nevěděl, že voda je pryč, ale je to tak.",
    "ru": "В полдень гавань была пуста, и никто на причале не мог сказать, куда ушла вода.",
    "uk": "Опівдні гавань була порожня, і ніхто на причалі не знав, що вода вже пішла до моря.",
    "ja": "正午の港は空っぽで、水がどこへ行ったのか誰にも分からなかった。",
    "zh": "正午的港口空无一人，码头上没有人知道水去了哪里。",
    "ko": "정오의 항구는 비어 있었고 물이 어디로 갔는지 아무도 몰랐다.",
    "th": "ท่าเรือว่างเปล่าตอนเที่ยงและไม่มีใครรู้ว่าน้ำหายไปไหน",
    "km": "កំពង់ផែទទេនៅពេលថ្ងៃត្រង់ ហើយគ្មាននរណាដឹងថាទឹកទៅណា",
    "ar": "كان الميناء فارغا عند الظهر ولم يعرف أحد على الرصيف إلى أين ذهب الماء في هذا اليوم",
    "fa": "بندر در ظهر خالی بود و کسی نمی دانست که این آب به کجا رفته است",
    "he": "הנמל היה ריק בצהריים ואיש לא ידע לאן נעלמו המים",
    "el": "Το λιμάνι ήταν άδειο το μεσημέρι και κανείς δεν ήξερε πού πήγε το νερό.",
    "hi": "दोपहर में बंदरगाह खाली था और किसी को नहीं पता था कि पानी कहाँ गया है",
    "tr": "Liman öğlen boştu ve suyun nereye gittiğini bilen bir kişi bile yoktu, ama bu da olur.",
    "vi": "Bến cảng trống vào buổi trưa và không có người nào biết nước đã đi đâu trong ngày này.",
    "fi": "Satama oli tyhjä keskipäivällä, ja kukaan ei tiennyt mihin vesi on mennyt, mutta se on niin.",
    "hu": "A kikötő délben üres volt, és senki sem tudta, hogy a víz hová tűnt, de nem is kérdezte.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_tells_its_language(language):
    assert detected(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "12345", "xq zzkl brrp", "GmbH & Co. KG", "Tides"])
def test_a_text_without_language_has_none(text):
    assert detected(text) == ""


def test_names_of_another_script_do_not_make_a_text_of_it():
    assert detected(TEXTS["en"] + " (港口)") == "en"


def test_a_word_is_of_each_language_once():
    for language, words in LITTLE_WORDS.items():
        assert len(set(words.split())) == len(words.split()), language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (Head(language="en-GB"), "en-gb"),
        (Head(language="pt_BR"), "pt-br"),
        (Head(meta={"content-language": "de, en"}), "de"),
        (Head(meta={"og:locale": "zh_CN"}), "zh-cn"),
        (Head(language="fr", meta={"og:locale": "en_US"}), "fr"),
        (Head(), ""),
    ],
)
def test_a_page_declares_its_language(head, language):
    assert declared(head) == language


def test_what_is_declared_goes_before_what_the_text_tells():
    assert language_of(Head(language="la"), TEXTS["de"]) == ("la", "declared")
    assert language_of(Head(), TEXTS["de"]) == ("de", "text")
    assert language_of(Head(), "") == ("", "")
