"""What sections of news sites are called the world over: the same concept in many languages.

OntoMiner compares labels as words, which finds nothing in common between "Politik", "политика" and "政治". This table says which names
are one concept, and a smaller one under which others a concept is mostly found; neither gives a concept that no site has. They were written for this project. Languages stand in this order where they have a word:
English, German, Dutch, Swedish, Danish, Norwegian, French, Spanish, Portuguese, Italian, Catalan, Romanian, Russian, Ukrainian, Bulgarian, Serbian, Croatian,
Polish, Czech, Hungarian, Finnish, Greek, Turkish, Arabic, Persian, Hebrew, Hindi, Indonesian, Vietnamese, Thai, Chinese (simplified, traditional),
Japanese, Korean. `Ontominer.lexicon` switches it off.
"""

import re
from typing import Final

CONCEPTS: Final = {
    "News": (
        "news, latest, latest news, breaking news, headlines, nachrichten, neuigkeiten, aktuelles, aktuell, meldungen, nieuws, nyheter, nyheder, actualité, actualités, actu, noticias, "
        "actualidad, notícias, atualidades, notizie, attualità, notícies, actualitat, știri, actualitate, новости, новини, вести, vijesti, vesti, wiadomości, aktualności, zprávy, aktuality, "
        "hírek, uutiset, ειδήσεις, νέα, haberler, haber, gündem, أخبار, الأخبار, اخبار, חדשות, समाचार, berita, tin tức, ข่าว, 新闻, 新聞, 资讯, 資訊, ニュース, 뉴스, 소식"
    ),
    "World": (
        "world, international, foreign, global, world news, welt, ausland, wereld, buitenland, världen, utrikes, udland, verden, utenriks, monde, mundo, internacional, mondo, esteri, món, "
        "lume, externe, в мире, мир, за рубежом, світ, свят, свет, svijet, svet, świat, zagranica, svět, zahraničí, külföld, maailma, ulkomaat, κόσμος, διεθνή, dünya, عالم, العالم, دولي, "
        "جهان, עולם, दुनिया, विश्व, dunia, internasional, thế giới, ต่างประเทศ, 国际, 國際, 世界, 国際, 海外, 국제, 세계, 해외"
    ),
    "Nation": (
        "nation, national, domestic, inland, binnenland, inrikes, indland, innenriks, nacional, nazionale, interno, в стране, krajina, kraj, domácí, belföld, kotimaa, yurt, محليات, ארץ, "
        "देश, nasional, trong nước, 国内, 國內, 국내"
    ),
    "Local": (
        "local, local news, region, regional, regio, lokales, lokal, lokalt, régions, régional, régionales, locale, regioni, cronaca locale, регионы, місцеве, regiony, místní, helyi, "
        "paikallinen, τοπικά, yerel, محلي, מקומי, स्थानीय, daerah, địa phương, ท้องถิ่น, 地方, 本地, 地域, 지역"
    ),
    "City": (
        "city, metro, stadt, stad, kommun, ville, ciudad, cidade, città, ciutat, oraș, город, місто, град, grad, miasto, město, város, kaupunki, πόλη, şehir, مدينة, עיר, शहर, kota, thành "
        "phố, 城市, 都市, 도시"
    ),
    "Politics": (
        "politics, political, politik, politiek, politique, política, politica, политика, політика, politika, polityka, politiikka, πολιτική, siyaset, سياسة, السياسة, سیاست, פוליטיקה, "
        "राजनीति, chính trị, การเมือง, 政治, 时政, 정치"
    ),
    "Government": (
        "government, regierung, overheid, regering, gouvernement, gobierno, governo, govern, guvern, правительство, уряд, правителство, влада, rząd, vláda, kormány, hallitus, κυβέρνηση, "
        "hükümet, حكومة, ממשלה, सरकार, pemerintah, chính phủ, 政府, 정부"
    ),
    "Elections": (
        "elections, election, wahlen, wahl, verkiezingen, valet, valg, élections, elecciones, eleições, elezioni, eleccions, alegeri, выборы, вибори, избори, izbori, wybory, volby, "
        "választás, vaalit, εκλογές, seçim, انتخابات, בחירות, चुनाव, pemilu, bầu cử, 选举, 選舉, 選挙, 선거"
    ),
    "Economy": (
        "economy, economics, wirtschaft, economie, ekonomi, økonomi, économie, economía, economia, экономика, економіка, икономика, економија, ekonomija, privreda, gospodarka, ekonomika, "
        "gazdaság, talous, οικονομία, اقتصاد, الاقتصاد, כלכלה, अर्थव्यवस्था, kinh tế, เศรษฐกิจ, 经济, 經濟, 財經, 财经, 経済, 경제"
    ),
    "Business": (
        "business, companies, company, enterprise, unternehmen, firmen, bedrijven, zakelijk, företag, näringsliv, erhverv, næringsliv, entreprise, entreprises, affaires, empresas, empresa, "
        "negocios, negócios, aziende, imprese, afaceri, бизнес, бізнес, biznis, biznes, byznys, podnikání, üzlet, yritykset, επιχειρήσεις, iş dünyası, أعمال, עסקים, व्यापार, व्यवसाय, "
        "bisnis, kinh doanh, ธุรกิจ, 商业, 商業, 企业, 企業, 产业, 産業, ビジネス, 経営, 기업, 비즈니스, 산업, 경영"
    ),
    "Entrepreneurship": (
        "entrepreneurship, startups, startup, start-up, start-ups, gründer, existenzgründung, ondernemen, entrepreneuriat, entreprenariat, emprendimiento, emprendedores, empreendedorismo, "
        "imprenditoria, стартапы, girişimcilik, ريادة الأعمال, 创业, 創業, スタートアップ, 起業, 창업, 스타트업"
    ),
    "Marketing": "marketing, werbung, publicité, publicidad, pubblicità, маркетинг, reklama, تسويق, שיווק, tiếp thị, 营销, 行銷, マーケティング, 마케팅",
    "Finance": (
        "finance, finances, money, markets, financial, finanzen, geld, börse, financiën, beurs, finans, börsen, bourse, finanzas, dinero, finanças, finanza, soldi, финансы, деньги, фінанси, "
        "финанси, financije, finanse, pieniądze, pénzügy, οικονομικά, finansman, مال, أسواق, פיננסים, वित्त, keuangan, tài chính, การเงิน, 金融, 理财, 股市, 投資, 금융, 투자, 증권"
    ),
    "Cryptocurrency": (
        "cryptocurrency, cryptocurrencies, crypto, bitcoin, kryptowährungen, cryptomonnaie, criptomonedas, criptomoedas, criptovalute, криптовалюта, kryptowaluty, kripto para, العملات "
        "المشفرة, 加密货币, 仮想通貨, 暗号資産, 암호화폐"
    ),
    "Work": (
        "work, jobs, career, careers, arbeit, karriere, beruf, werk, vacatures, arbete, jobb, emploi, carrière, travail, empleo, trabajo, carrera, emprego, carreira, trabalho, lavoro, "
        "carriera, feina, работа, карьера, робота, posao, karijera, praca, práce, állás, munka, työ, εργασία, kariyer, وظائف, עבודה, नौकरी, करियर, karier, việc làm, 职场, 就业, 求职, 労働, 仕事, "
        "キャリア, 커리어, 취업, 일자리"
    ),
    "Science": (
        "science, sciences, wissenschaft, wetenschap, vetenskap, videnskab, vitenskap, ciencia, ciência, scienza, scienze, ciència, știință, наука, nauka, znanost, věda, tudomány, tiede, "
        "επιστήμη, bilim, علوم, العلوم, מדע, विज्ञान, sains, ilmu pengetahuan, khoa học, วิทยาศาสตร์, 科学, 科學, 과학"
    ),
    "Research": (
        "research, forschung, onderzoek, forskning, investigación, investigação, ricerca, recerca, cercetare, исследования, дослідження, badania, výzkum, kutatás, tutkimus, έρευνα, "
        "araştırma, أبحاث, מחקר, शोध, penelitian, nghiên cứu, 研究, 연구"
    ),
    "Technology": (
        "technology, tech, technologies, technik, technologie, teknik, teknologi, tecnología, tecnologia, tehnologie, технологии, технологія, технології, tehnologija, technologia, technika, "
        "technológia, teknologia, tekniikka, τεχνολογία, teknoloji, تقنية, تكنولوجيا, فناوری, טכנולוגיה, प्रौद्योगिकी, टेक, công nghệ, เทคโนโลยี, 科技, 技术, 技術, テクノロジー, 기술, it"
    ),
    "Internet": "internet, web, netz, the web, интернет, інтернет, إنترنت, الإنترنت, διαδίκτυο, 互联网, 網路, 网络, インターネット, 인터넷",
    "Security": (
        "security, cybersecurity, it security, information security, sicherheit, beveiliging, säkerhet, sécurité, seguridad, segurança, sicurezza, безопасность, безпека, сигурност, "
        "bezpieczeństwo, bezpečnost, biztonság, ασφάλεια, güvenlik, أمن, أمان, אבטחה, keamanan, bảo mật, 安全, 信息安全, 网络安全, セキュリティ, 보안"
    ),
    "Encryption": "encryption, cryptography, verschlüsselung, chiffrement, cifrado, criptografia, шифрование, szyfrowanie, تشفير, 加密, 暗号, 암호화",
    "Artificial intelligence": (
        "artificial intelligence, ai, künstliche intelligenz, ki, kunstmatige intelligentie, intelligence artificielle, ia, inteligencia artificial, inteligência artificial, intelligenza "
        "artificiale, искусственный интеллект, ии, sztuczna inteligencja, umělá inteligence, τεχνητή νοημοσύνη, yapay zeka, ذكاء اصطناعي, الذكاء الاصطناعي, בינה מלאכותית, kecerdasan buatan, "
        "trí tuệ nhân tạo, 人工智能, 人工智慧, 人工知能, 인공지능"
    ),
    "Machine learning": "machine learning, deep learning, maschinelles lernen, apprentissage automatique, aprendizaje automático, машинное обучение, 机器学习, 深度学习, 機械学習, 深層学習, 머신러닝, 딥러닝, 기계학습",
    "Programming": (
        "programming, coding, code, software development, development, dev, programmierung, programmieren, entwicklung, programmeren, programmering, programmation, développement, "
        "programación, desarrollo, programação, programmazione, sviluppo, programare, программирование, програмування, programiranje, programowanie, programování, programozás, ohjelmointi, "
        "προγραμματισμός, programlama, برمجة, תכנות, pemrograman, lập trình, 编程, 程式設計, 软件开发, プログラミング, 프로그래밍, 개발"
    ),
    "Software": "software, apps, applications, programme, programas, logiciels, logiciel, aplicaciones, программы, софт, oprogramowanie, szoftver, yazılım, برامج, برمجيات, 软件, 软体, 軟體, ソフトウェア, 소프트웨어",
    "Free software": (
        "free software, open source, opensource, foss, open-source, freie software, logiciel libre, logiciels libres, software libre, software livre, software libero, свободное программное "
        "обеспечение, wolne oprogramowanie, özgür yazılım, برمجيات حرة, 开源, 開源, 自由软件, オープンソース, 오픈소스"
    ),
    "Health": (
        "health, wellness, medicine, gesundheit, medizin, gezondheid, hälsa, sundhed, helse, santé, salud, saúde, salute, salut, sănătate, здоровье, медицина, здоров'я, здраве, zdravlje, "
        "zdrowie, zdraví, egészség, terveys, υγεία, sağlık, صحة, الصحة, سلامت, בריאות, स्वास्थ्य, kesehatan, sức khỏe, สุขภาพ, 健康, 医疗, 医療, 건강, 의료"
    ),
    "Environment": (
        "environment, climate, nature, umwelt, klima, natur, milieu, klimaat, miljö, klimat, miljø, environnement, climat, medio ambiente, medioambiente, clima, meio ambiente, ambiente, "
        "medi ambient, mediu, экология, природа, довкілля, околна среда, okoliš, środowisko, životní prostředí, környezet, ympäristö, περιβάλλον, çevre, بيئة, סביבה, पर्यावरण, lingkungan, "
        "môi trường, สิ่งแวดล้อม, 环境, 環境, 환경"
    ),
    "Weather": (
        "weather, wetter, weer, väder, vejr, vær, météo, el tiempo, previsão do tempo, meteo, vremea, погода, времето, време, vrijeme, pogoda, počasí, időjárás, sää, καιρός, hava durumu, "
        "طقس, الطقس, מזג האוויר, मौसम, cuaca, thời tiết, สภาพอากาศ, 天气, 天氣, 天気, 날씨"
    ),
    "Education": (
        "education, schools, school, bildung, schule, onderwijs, utbildning, uddannelse, utdanning, éducation, educación, enseñanza, educação, ensino, istruzione, scuola, educació, "
        "educație, образование, освіта, obrazovanje, edukacja, szkoła, vzdělávání, školství, oktatás, koulutus, εκπαίδευση, eğitim, تعليم, التعليم, חינוך, शिक्षा, pendidikan, giáo dục, "
        "การศึกษา, 教育, 교육"
    ),
    "Universities": "university, universities, higher education, hochschule, universität, studium, université, universidad, universidade, università, университет, uniwersytet, üniversite, جامعة, 大学, 대학",
    "Society": (
        "society, social, gesellschaft, soziales, menschen, samenleving, maatschappij, samhälle, samfund, samfunn, société, sociedad, sociedade, società, societat, societate, общество, "
        "суспільство, društvo, społeczeństwo, společnost, társadalom, yhteiskunta, κοινωνία, toplum, yaşam, مجتمع, المجتمع, חברה, समाज, masyarakat, xã hội, สังคม, 社会, 社會, 사회"
    ),
    "Human rights": (
        "human rights, civil rights, menschenrechte, mensenrechten, mänskliga rättigheter, droits de l'homme, droits humains, derechos humanos, direitos humanos, diritti umani, drets "
        "humans, права человека, права людини, ljudska prava, prawa człowieka, lidská práva, ihmisoikeudet, insan hakları, حقوق الإنسان, זכויות אדם, 人权, 人權, 人権, 인권"
    ),
    "Women": (
        "women, feminism, gender, equality, frauen, feminismus, vrouwen, feminisme, kvinnor, kvinder, femmes, féminisme, mujeres, mujer, feminismo, mulheres, mulher, donne, donna, "
        "femminismo, женщины, феминизм, kobiety, feminizm, ženy, nők, naiset, γυναίκα, kadın, المرأة, נשים, महिला, perempuan, phụ nữ, 女性, 女权, ジェンダー, 여성"
    ),
    "Law": (
        "law, justice, legal, courts, recht, justiz, rechtspraak, rätt, droit, justicia, derecho, justiça, direito, giustizia, diritto, justícia, justiție, право, закон, pravo, prawo, "
        "právo, jog, oikeus, δικαιοσύνη, hukuk, قانون, משפט, कानून, hukum, pháp luật, 法律, 法治, 法, 법률"
    ),
    "Crime": (
        "crime, crimes, police, crimen, kriminalität, polizei, blaulicht, misdaad, politie, brott, krim, krimi, faits divers, sucesos, polícia, cronaca, cronaca nera, криминал, происшествия, кримінал, crna "
        "hronika, crna kronika, kryminalne, krimi zprávy, bűnügy, rikos, έγκλημα, asayiş, جرائم, פלילים, अपराध, kriminal, an ninh, อาชญากรรม, 犯罪, 事件, 사건사고"
    ),
    "Military": (
        "military, defence, defense, war, militär, verteidigung, defensie, försvar, défense, defensa, defesa, difesa, армия, військо, војска, vojska, wojsko, armáda, hadsereg, puolustus, "
        "άμυνα, savunma, عسكري, صבא, pertahanan, quân sự, 军事, 軍事, 국방"
    ),
    "Culture": (
        "culture, cultures, cultural, kultur, feuilleton, cultuur, cultura, cultură, культура, култура, kultura, kultúra, kulttuuri, πολιτισμός, kültür, kültür sanat, ثقافة, الثقافة, فرهنگ, "
        "תרבות, संस्कृति, budaya, văn hóa, วัฒนธรรม, 文化, 문화, カルチャー"
    ),
    "Arts": (
        "art, arts, the arts, fine arts, visual arts, kunst, konst, arte, artes, arti, beaux-arts, artă, искусство, мистецтво, изкуство, уметност, umjetnost, sztuka, umění, művészet, taide, "
        "τέχνη, τέχνες, sanat, فن, فنون, אמנות, कला, seni, nghệ thuật, ศิลปะ, 艺术, 藝術, 芸術, アート, 예술, 미술"
    ),
    "Books": (
        "books, book reviews, book review, literature, bücher, buch, literatur, buchbesprechung, buchbesprechungen, boeken, literatuur, böcker, litteratur, bøger, bøker, livres, "
        "littérature, libros, literatura, livros, libri, letteratura, llibres, cărți, книги, литература, література, књиге, knjige, književnost, książki, knihy, könyv, könyvek, irodalom, "
        "kirjat, kirjallisuus, βιβλίο, βιβλία, kitap, edebiyat, كتب, كتاب, أدب, ספרים, ספרות, किताबें, साहित्य, buku, sastra, sách, văn học, หนังสือ, 书评, 读书, 读后感, 文学, 文學, 書評, 本, 読書, 책, 독서, "
        "서평, 문학"
    ),
    "Poetry": (
        "poetry, poems, gedichte, lyrik, poëzie, poesi, dikt, poésie, poesía, poesia, poezie, поэзия, стихи, поезія, поезија, poezija, poezja, runous, ποίηση, şiir, شعر, שירה, कविता, puisi, "
        "thơ, 诗歌, 詩, 시"
    ),
    "Film": (
        "film, films, movies, cinema, movie, kino, filme, cine, películas, cinéma, filmes, pel·lícules, кино, кіно, филми, филмови, filmovi, filmy, elokuvat, σινεμά, κινηματογράφος, sinema, "
        "أفلام, سينما, קולנוע, फिल्म, सिनेमा, phim, điện ảnh, ภาพยนตร์, 电影, 電影, 映画, 영화"
    ),
    "Music": (
        "music, musik, muziek, musique, música, musica, muzică, музыка, музика, muzika, glazba, muzyka, hudba, zene, musiikki, μουσική, müzik, موسيقى, מוזיקה, संगीत, âm nhạc, ดนตรี, 音乐, 音樂, "
        "音楽, 음악"
    ),
    "Theatre": (
        "theatre, theater, bühne, toneel, teater, théâtre, teatro, teatre, teatru, театр, театър, позориште, kazalište, pozorište, teatr, divadlo, színház, teatteri, θέατρο, tiyatro, مسرح, "
        "תיאטרון, रंगमंच, kịch, 戏剧, 戲劇, 演劇, 舞台, 연극"
    ),
    "Television": (
        "television, tv, fernsehen, televisie, télévision, télé, televisión, televisão, televisione, televisió, televiziune, телевидение, телебачення, телевизия, televizija, telewizja, "
        "televize, televízió, televisio, τηλεόραση, televizyon, تلفزيون, טלוויזיה, टीवी, televisi, truyền hình, 电视, 電視, テレビ, 방송"
    ),
    "Media": (
        "media, journalism, press, medien, journalismus, presse, journalistiek, medier, médias, medios, periodismo, mídia, comunicação, jornalismo, giornalismo, mitjans, presă, сми, медиа, "
        "журналистика, медіа, медии, медији, mediji, dziennikarstwo, média, újságírás, μέσα, medya, إعلام, صحافة, תקשורת, मीडिया, truyền thông, 媒体, 媒體, メディア, 미디어, 언론"
    ),
    "Photography": (
        "photography, photo, photos, photoblog, fotografie, fotos, fotografi, foto, bilder, photographie, fotografía, fotografia, фотография, фото, фотографія, fotografija, fotók, "
        "valokuvaus, φωτογραφία, fotoğraf, تصوير, صور, צילום, फोटो, nhiếp ảnh, ภาพถ่าย, 摄影, 攝影, 写真, 사진"
    ),
    "Video": "video, videos, vidéo, vidéos, vídeos, vídeo, видео, відео, wideo, videók, videot, βίντεο, فيديو, וידאו, वीडियो, วิดีโอ, 视频, 影片, 動画, 동영상, 영상, vlog",
    "Podcast": "podcast, podcasts, подкаст, подкасты, بودكاست, פודקאסט, 播客, ポッドキャスト, 팟캐스트",
    "History": (
        "history, geschichte, geschiedenis, historia, historie, histoire, história, storia, història, istorie, история, історія, историја, povijest, istorija, dějiny, történelem, ιστορία, "
        "tarih, تاريخ, היסטוריה, इतिहास, sejarah, lịch sử, ประวัติศาสตร์, 历史, 歷史, 歴史, 역사"
    ),
    "Philosophy": (
        "philosophy, philosophie, filosofie, filosofi, filosofía, filosofia, философия, філософія, филозофија, filozofija, filozofia, filozófia, φιλοσοφία, felsefe, فلسفة, פילוסופיה, दर्शन, "
        "filsafat, triết học, 哲学, 哲學, 철학"
    ),
    "Religion": (
        "religion, faith, religionen, glaube, kirche, religie, geloof, kirkko, religión, religião, religione, religió, религия, релігія, религија, religija, religia, wiara, náboženství, "
        "vallás, uskonto, θρησκεία, din, دين, דת, धर्म, agama, tôn giáo, ศาสนา, 宗教, 종교"
    ),
    "Psychology": (
        "psychology, psychologie, psykologi, psicología, psicologia, психология, психологія, psihologija, psychologia, pszichológia, psykologia, ψυχολογία, psikoloji, علم النفس, פסיכולוגיה, "
        "मनोविज्ञान, psikologi, tâm lý, จิตวิทยา, 心理学, 心理學, 심리학"
    ),
    "Language": (
        "language, languages, linguistics, sprache, sprachen, taal, språk, sprog, langue, langues, idiomas, lengua, língua, línguas, lingua, lingue, llengua, limbă, язык, языки, мова, език, "
        "језик, jezik, język, jazyk, nyelv, kieli, γλώσσα, dil, لغة, لغة عربية, שפה, भाषा, bahasa, ngôn ngữ, ภาษา, 语言, 語言, 言語, 英語, 언어"
    ),
    "Mathematics": (
        "mathematics, math, maths, mathematik, wiskunde, matematik, mathématiques, matemáticas, matemática, matematica, matemàtiques, математика, matematika, matematyka, matematiikka, "
        "μαθηματικά, رياضيات, מתמטיקה, गणित, toán học, 数学, 數學, 수학"
    ),
    "Statistics": (
        "statistics, data analysis, data science, statistik, statistiek, statistique, statistiques, estadística, estatística, statistica, статистика, statystyka, statisztika, tilastot, "
        "στατιστική, istatistik, إحصاء, סטטיסטיקה, सांख्यिकी, statistika, thống kê, 统计学, 統計, 数据分析, 통계"
    ),
    "Sport": (
        "sport, sports, idrett, deportes, deporte, desporto, esporte, esportes, спорт, sportske vijesti, sporty, urheilu, αθλητικά, αθλητισμός, spor, رياضة, الرياضة, ورزش, ספורט, खेल, "
        "olahraga, thể thao, กีฬา, 体育, 體育, 運動, 运动, スポーツ, 스포츠"
    ),
    "Football": (
        "football, soccer, fußball, voetbal, fotboll, fodbold, fotball, fútbol, futebol, calcio, futbol, fotbal, футбол, фудбал, nogomet, fudbal, piłka nożna, labdarúgás, foci, "
        "jalkapallo, ποδόσφαιρο, كرة القدم, فوتبال, כדורגל, फुटबॉल, sepak bola, bóng đá, ฟุตบอล, 足球, サッカー, 축구"
    ),
    "Baseball": "baseball, honkbal, béisbol, beisebol, бейсбол, 棒球, 野球, プロ野球, 야구",
    "Games": (
        "games, game, gaming, video games, spiele, videospiele, spellen, spel, spil, jeux, jeux vidéo, juegos, videojuegos, jogos, giochi, videogiochi, jocs, jocuri, игры, ігри, игри, игре, "
        "igre, gry, hry, játékok, pelit, παιχνίδια, oyun, ألعاب, משחקים, permainan, trò chơi, เกม, 游戏, 遊戲, ゲーム, 게임"
    ),
    "Entertainment": (
        "entertainment, showbiz, celebrity, celebrities, unterhaltung, promis, leute, nöje, underholdning, divertissement, entretenimiento, espectáculos, entretenimento, famosos, "
        "spettacolo, spettacoli, divertisment, развлечения, шоу-бизнес, розваги, развлечение, забава, zabava, rozrywka, zábava, szórakozás, viihde, ψυχαγωγία, magazin, eğlence, ترفيه, فن "
        "ومشاهير, בידור, मनोरंजन, hiburan, giải trí, บันเทิง, 娱乐, 娛樂, 芸能, エンタメ, 연예, 엔터테인먼트"
    ),
    "Travel": (
        "travel, tourism, trips, reise, reisen, tourismus, urlaub, reizen, toerisme, resor, rejser, reiser, voyage, voyages, tourisme, viajes, turismo, viagem, viagens, viaggi, viatges, "
        "călătorii, путешествия, туризм, подорожі, пътуване, путовања, putovanja, podróże, cestování, utazás, matkailu, ταξίδια, seyahat, سفر, سياحة, טיולים, यात्रा, wisata, du lịch, "
        "ท่องเที่ยว, 旅游, 旅遊, 旅行, 여행"
    ),
    "Food": (
        "food, cooking, recipes, food & drink, essen, essen & trinken, kochen, rezepte, koken, recepten, eten, recept, cuisine, recettes, gastronomie, cocina, recetas, gastronomía, "
        "culinária, receitas, gastronomia, cucina, ricette, cuina, rețete, еда, кулинария, рецепты, кулінарія, храна, кухиња, hrana, kuhinja, recepti, kuchnia, przepisy, vaření, recepty, "
        "gasztronómia, ruoka, κουζίνα, yemek, طبخ, مطبخ, אוכל, भोजन, kuliner, ẩm thực, อาหาร, 美食, 料理, グルメ, 음식, 맛집"
    ),
    "Fashion": "fashion, style, beauty, mode, stil, skönhet, moda, belleza, beleza, bellezza, мода, красота, divat, muoti, μόδα, أزياء, موضة, אופנה, फैशन, thời trang, แฟชั่น, 时尚, 時尚, ファッション, 패션",
    "Life": (
        "life, lifestyle, living, everyday life, leben, alltag, leven, liv, livsstil, vie, vie quotidienne, vida, estilo de vida, vita, stile di vita, estil de vida, viață, жизнь, стиль "
        "жизни, життя, живот, život, życie, styl życia, életmód, elämä, ζωή, hayat, حياة, منوعات, לייפסטייל, जीवन, gaya hidup, đời sống, ไลฟ์สไตล์, 生活, 暮らし, 日常, ライフスタイル, 일상, 생활, 라이프"
    ),
    "Family": (
        "family, parenting, children, familie, kinder, gezin, familj, famille, enfants, familia, niños, família, famiglia, bambini, семья, дети, сім'я, семейство, породица, obitelj, "
        "porodica, rodzina, dzieci, rodina, család, perhe, οικογένεια, aile, أسرة, עائلة, משפחה, परिवार, keluarga, gia đình, ครอบครัว, 家庭, 亲子, 家族, 子育て, 가족, 육아"
    ),
    "Cars": (
        "cars, car, motoring, automotive, auto, autos, auto & motor, bil, biler, automobile, voitures, coches, motor, carros, automóveis, motori, cotxes, авто, автомобили, автомобілі, "
        "automobili, motoryzacja, autot, αυτοκίνητο, otomobil, سيارات, רכב, ऑटो, otomotif, ô tô, xe, รถยนต์, 汽车, 汽車, 自動車, クルマ, 자동차"
    ),
    "Property": (
        "property, real estate, housing, immobilien, wohnen, vastgoed, wonen, bostad, fastigheter, bolig, immobilier, inmobiliaria, vivienda, imóveis, immobiliare, imobiliare, недвижимость, "
        "нерухомість, имоти, nekretnine, nieruchomości, reality, ingatlan, asuminen, ακίνητα, emlak, عقارات, נדלן, properti, bất động sản, อสังหาริมทรัพย์, 房产, 房地產, 不動産, 부동산"
    ),
    "Transport": (
        "transport, traffic, transportation, mobility, verkehr, mobilität, verkeer, trafik, transports, mobilité, transporte, tráfico, trasporti, транспорт, saobraćaj, promet, doprava, "
        "közlekedés, liikenne, μεταφορές, ulaşım, مواصلات, תחבורה, परिवहन, transportasi, giao thông, คมนาคม, 交通, 교통"
    ),
    "Energy": "energy, energie, energi, énergie, energía, energia, энергетика, енергетика, energetyka, energetika, ενέργεια, enerji, طاقة, אנרגיה, ऊर्जा, năng lượng, พลังงาน, 能源, エネルギー, 에너지",
    "Opinion": (
        "opinion, opinions, comment, commentary, column, columns, views, op-ed, meinung, meinungen, kommentar, kommentare, kolumne, mening, opinie, åsikt, ledare, debatt, holdning, "
        "meninger, débats, tribune, tribunes, idées, opinión, opinião, opinione, opinioni, commenti, opinió, opinii, мнение, мнения, думка, погляди, мишљење, mišljenje, publicystyka, "
        "názory, komentáře, vélemény, mielipide, απόψεις, görüş, yazarlar, köşe yazıları, رأي, آراء, מאמרי דעה, דעות, विचार, राय, opini, ý kiến, góc nhìn, ความคิดเห็น, 观点, 評論, 评论, 意見, "
        "オピニオン, コラム, 칼럼, 오피니언, 의견"
    ),
    "Editorial": (
        "editorial, editorials, leader, leitartikel, hoofdredactioneel, éditorial, éditoriaux, édito, editoriale, editoriali, передовица, úvodník, başyazı, افتتاحية, מאמר מערכת, संपादकीय, "
        "tajuk rencana, xã luận, 社论, 社論, 社説, 사설"
    ),
    "Analysis": (
        "analysis, news analysis, in depth, in-depth, background, hintergrund, analyse, analysen, achtergrond, analys, baggrund, bakgrunn, décryptage, análisis, análise, analisi, "
        "approfondimenti, anàlisi, analiză, анализ, аналитика, аналітика, анализи, анализа, analiza, analize, analizy, analýza, elemzés, analyysi, ανάλυση, analiz, تحليل, تحليلات, ניתוח, "
        "विश्लेषण, analisis, phân tích, วิเคราะห์, 分析, 深度, 解説, 심층 분석, 심층분석, 분석"
    ),
    "Interviews": (
        "interview, interviews, gespräch, vraaggesprek, intervju, intervjuer, entretien, entretiens, entrevista, entrevistas, intervista, interviste, entrevistes, interviu, interviuri, "
        "интервью, інтерв'ю, интервю, интервју, intervjui, wywiad, wywiady, rozhovory, rozhovor, interjú, interjúk, haastattelu, haastattelut, συνεντεύξεις, röportaj, söyleşi, مقابلات, "
        "حوار, ראיון, साक्षात्कार, wawancara, phỏng vấn, สัมภาษณ์, 访谈, 專訪, 采访, インタビュー, 인터뷰"
    ),
    "Reviews": (
        "reviews, review, rezensionen, rezension, tests, testberichte, recensies, recensioner, anmeldelser, critiques, critique, reseñas, críticas, crítica, resenhas, recensioni, ressenyes, "
        "recenzii, обзоры, рецензии, огляди, ревюта, recenzije, recenzje, recenze, kritikák, arvostelut, κριτική, κριτικές, inceleme, مراجعات, ביקורות, समीक्षा, ulasan, đánh giá, รีวิว, 评测, "
        "評測, レビュー, 리뷰"
    ),
    "Essays": (
        "essays, essay, longread, longreads, long reads, essais, ensayo, ensayos, ensaios, saggi, assaig, эссе, eseje, esszé, esseet, δοκίμια, deneme, مقالات, מסות, निबंध, esai, tiểu luận, "
        "随笔, エッセイ, 에세이"
    ),
    "Features": (
        "features, feature, reportage, reportagen, reportages, achtergrondverhalen, reportajes, reportagens, reportagem, репортажи, репортаж, репортажі, reportaže, reportaż, reportáže, "
        "riport, reportaasit, ρεπορτάζ, تقارير, תחקירים, फीचर, fitur, phóng sự, รายงานพิเศษ, 特写, 专题, 專題, 特集, 기획, 특집"
    ),
    "Announcements": (
        "announcements, press releases, ankündigungen, mitteilungen, pressemitteilungen, aankondigingen, persberichten, annonces, communiqués, anuncios, comunicados, anúncios, annunci, "
        "comunicati stampa, объявления, анонсы, оголошення, съобщения, obavijesti, obaveštenja, ogłoszenia, oznámení, közlemények, ανακοινώσεις, duyurular, إعلانات, הודעות, सूचना, "
        "pengumuman, thông báo, ประกาศ, 公告, 通知, お知らせ, 공지사항, 공지"
    ),
    "Events": (
        "events, calendar, agenda, veranstaltungen, termine, evenementen, evenemang, arrangementer, événements, évènements, eventos, eventi, esdeveniments, evenimente, события, мероприятия, "
        "афиша, події, събития, događaji, wydarzenia, kalendarium, akce, események, tapahtumat, εκδηλώσεις, etkinlikler, فعاليات, אירועים, कार्यक्रम, acara, sự kiện, กิจกรรม, 活动, 活動, イベント, "
        "행사, 이벤트"
    ),
}
"""Names of each concept; one stands below no other."""

_WITHIN: Final = {
    "News": "World, Nation, Local, City, Weather",
    "Politics": "Government, Elections, Law, Military, Human rights",
    "Economy": "Business, Finance, Work, Property, Energy, Transport",
    "Business": "Entrepreneurship, Marketing",
    "Finance": "Cryptocurrency",
    "Technology": "Internet, Security, Artificial intelligence, Programming, Software",
    "Security": "Encryption",
    "Artificial intelligence": "Machine learning",
    "Software": "Free software",
    "Science": "Research, Mathematics, Statistics, Psychology",
    "Education": "Universities",
    "Society": "Women, Family, Religion, Crime",
    "Culture": "Arts, Books, Film, Music, Theatre, Photography, History, Philosophy, Language",
    "Books": "Poetry",
    "Media": "Television, Podcast, Video",
    "Sport": "Football, Baseball",
    "Entertainment": "Games",
    "Life": "Food, Fashion, Travel, Cars, Health",
    "Opinion": "Editorial, Analysis, Essays",
}
BROADER: Final = {name: above for above, names in _WITHIN.items() for name in names.split(", ")}
"""What a concept is mostly found under; where sites do not say it themselves."""

_NUMBERED: Final = re.compile(r"^\d+(?:\.\d+)*\.?\s+(?=\D)")
_EDGES: Final = re.compile(r"^[^\w¿]+|[\s:;,.…#|»›>→·•/–—-]+$")


def name_key(label: str) -> str:
    """A label without case, numbering, doubled spaces and signs around it, as the table has it."""
    return _EDGES.sub("", _NUMBERED.sub("", " ".join(label.split()).casefold()))


_CONCEPT_OF: Final = {name_key(name): concept for concept, names in CONCEPTS.items() for name in names.split(", ")}


def concept_named(label: str) -> str:
    """The concept that a label is a name of; empty where the table has none."""
    return _CONCEPT_OF.get(name_key(label), "")
