"""What sites everywhere call pages that stand for no topic, and links that name nothing, in many languages; as `lexicon` has the topics."""

from typing import Final

from sitemine.mine.taxonomy.lexicon import name_key

NO_TOPIC: Final = frozenset(
    "search, login, log in, sign in, sign up, register, subscribe, unsubscribe, rss, rss feed, feed, feeds, atom, contact, contact us, about, "
    "about us, imprint, privacy, privacy policy, terms, terms of use, terms of service, cookies, cookie policy, sitemap, home, homepage, help, faq, "
    "donate, newsletter, advertise, print, share, menu, archive, archives, all, all posts, "
    "tags, tag, categories, category, topics, labels, sections, posts, articles, blog, blogs, uncategorized, uncategorised, other, others, misc, miscellaneous, general, "
    "featured, default, test, untitled, suche, anmelden, abmelden, registrieren, abonnieren, kontakt, über uns, über mich, impressum, datenschutz, "
    "datenschutzerklärung, agb, startseite, archiv, alle, schlagwörter, kategorien, allgemein, allgemeines, sonstiges, verschiedenes, zoeken, inloggen, "
    "contacteer ons, over ons, over mij, algemeen, overig, sök, logga in, om oss, allmänt, søg, søk, log ind, logg inn, om os, recherche, rechercher, "
    "connexion, se connecter, s'inscrire, s'abonner, contactez-nous, à propos, qui sommes-nous, mentions légales, confidentialité, plan du site, accueil, "
    "non classé, divers, autres, buscar, búsqueda, iniciar sesión, registrarse, suscribirse, contacto, acerca de, quiénes somos, ¿quiénes somos?, "
    "aviso legal, privacidad, mapa del sitio, inicio, portada, archivo, sin categoría, otros, etiquetas, categorías, pesquisa, pesquisar, entrar, contato, "
    "sobre, sobre nós, política de privacidade, página inicial, início, arquivo, sem categoria, outros, cerca, accedi, "
    "contatti, chi siamo, note legali, mappa del sito, archivio, senza categoria, altro, varie, căutare, despre noi, necategorizat, fără categorie, поиск, войти, "
    "вход, регистрация, контакты, о нас, о сайте, о проекте, обо мне, карта сайта, главная, архив, без рубрики, разное, другое, метки, рубрики, пошук, увійти, контакти, "
    "про нас, головна, архів, без категорії, різне, търсене, за нас, начало, претрага, о нама, почетна, архива, остало, pretraga, o nama, početna, ostalo, "
    "szukaj, wyszukiwarka, zaloguj, rejestracja, o nas, strona główna, archiwum, bez kategorii, inne, hledat, přihlásit, o nás, úvod, "
    "nezařazené, ostatní, keresés, bejelentkezés, kapcsolat, rólunk, kezdőlap, egyéb, haku, kirjaudu, yhteystiedot, tietoa, etusivu, arkisto, "
    "yleinen, muut, αναζήτηση, σύνδεση, επικοινωνία, αρχική, αρχείο, γενικά, διάφορα, ara, arama, giriş, üye ol, iletişim, hakkımızda, ana sayfa, "
    "anasayfa, arşiv, genel, diğer, بحث, تسجيل الدخول, اتصل بنا, من نحن, الرئيسية, أرشيف, غير مصنف, وسوم, أخرى, جستجو, ورود, تماس با ما, درباره ما, "
    "חיפוש, התחברות, צור קשר, אודות, ראשי, ארכיון, כללי, खोज, संपर्क, हमारे बारे में, cari, masuk, hubungi kami, kontak, tentang kami, beranda, arsip, "
    "tak berkategori, lainnya, tìm kiếm, đăng nhập, liên hệ, giới thiệu, trang chủ, lưu trữ, khác, ค้นหา, เข้าสู่ระบบ, ติดต่อเรา, เกี่ยวกับเรา, หน้าแรก, "
    "搜索, 搜尋, 登录, 登入, 登錄, 注册, 註冊, 订阅, 訂閱, 联系我们, 聯絡我們, 关于, 关于我们, 關於, 關於我們, 首页, 首頁, 归档, 歸檔, 标签, 標籤, 分类, 分類, 未分类, 未分類, 其他, 其它, "
    "打赏, 友链, 友情链接, 留言板, 検索, ログイン, 登録, お問い合わせ, 会社概要, プライバシーポリシー, ホーム, アーカイブ, タグ, カテゴリ, カテゴリー, 未分類, その他, について, "
    "검색, 로그인, 회원가입, 구독, 문의, 소개, 개인정보처리방침, 홈, 아카이브, 태그, 카테고리, 미분류, 기타".split(", ")
)
"""Pages that sites everywhere have and that stand for no topic."""

LEADS_ON: Final = frozenset(
    "more, read more, see more, see all, view all, next, previous, back, top, here, click here, continue, mehr, weiterlesen, weiter, zurück, lees meer, "
    "läs mer, les mer, læs mere, lire la suite, voir plus, suite, suivant, précédent, leer más, ver más, más, siguiente, anterior, leia mais, ver mais, "
    "leggi tutto, continua, avanti, indietro, citește mai mult, читать далее, подробнее, далее, ещё, назад, детальніше, więcej, czytaj dalej, více, tovább, "
    "lue lisää, περισσότερα, devamı, devamını oku, المزيد, اقرأ المزيد, ادامه, עוד, קרא עוד, और पढ़ें, selengkapnya, xem thêm, อ่านต่อ, 更多, 阅读更多, 查看更多, "
    "閱讀更多, もっと見る, 続きを読む, 더보기, 더 보기".split(", ")
)
"""What links say that lead on and name nothing."""

_NO_TOPIC: Final = frozenset(map(name_key, NO_TOPIC))
_LEADS_ON: Final = frozenset(map(name_key, LEADS_ON))


def is_of_no_topic(label: str) -> bool:
    """Whether a label is what sites call a page that stands for no topic."""
    return name_key(label) in _NO_TOPIC


def leads_on(label: str) -> bool:
    """Whether a label names nothing, as "read more" does."""
    return name_key(label) in _LEADS_ON
