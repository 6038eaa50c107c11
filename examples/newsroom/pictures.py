"""Small drawings for the articles: a sky, the sea, and something in between."""

SKIES = ("#f6d9b0", "#bcd8e6", "#e9c6c0", "#cfd6c4", "#9db7cf", "#f3e3a8", "#c9c2da", "#dfe6ea")
THINGS = (
    '<path d="M330 300l14-170h32l14 170z" fill="#fff"/><rect x="340" y="104" width="40" height="28" fill="#a3472a"/>',
    '<path d="M180 290h300l-40 50H220z" fill="#5b2f24"/><path d="M320 290V120l120 160z" fill="#fff"/>',
    '<path d="M250 300V90h14v210zm-60-210h260v12H190z" fill="#c9752b"/><rect x="420" y="102" width="40" height="50" fill="#5b2f24"/>',
    '<path d="M120 300v-90l50-50 50 50v90zm110 0v-120l60-50 60 50v120zm130 0v-80l50-50 50 50v80z" fill="#8c4a3a"/>',
    '<rect x="170" y="200" width="380" height="110" rx="14" fill="#0b5563"/><path d="M200 220h320v40H200z" fill="#f4efe6"/>',
    '<path d="M220 230c90-70 210-70 280 0-70 70-190 70-280 0l-70-50v100z" fill="#6f8796"/><circle cx="450" cy="215" r="9"/>',
    '<path d="M100 310c60-140 180-160 230-40 40-110 180-110 260 40z" fill="#2f6f80"/><path d="M240 205c30-12 60-6 80 20-30-14-56-18-80-20zm230-8c30-10 60 0 76 24-24-16-50-22-76-24z" fill="#fff"/>',
    '<path d="M140 90h440v40H140z" fill="#7d2230"/><path d="M140 130c60 60 60 120 0 180zm440 0c-60 60-60 120 0 180z" fill="#a83245"/>',
)


def scene(n: int) -> str:
    """Picture number `n`, from 0."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 405" width="720" height="405">'
        f'<rect width="720" height="405" fill="{SKIES[n]}"/><circle cx="{90 + 70 * n}" cy="80" r="34" fill="#fff" opacity=".7"/>'
        f'<rect y="300" width="720" height="105" fill="#2b5d6b"/>{THINGS[n]}</svg>\n'
    )
