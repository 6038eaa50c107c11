import pytest
from articles import markdown

MATH = "<p>so <math>{}</math> holds"


@pytest.mark.parametrize(
    ("mathml", "latex"),
    [
        ("<mi>x</mi><mo>=</mo><mn>1</mn>", "x=1"),
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<msqrt><mi>x</mi></msqrt>", r"\sqrt{x}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum _{i}^{n}i"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar{x}"),
        ("<mi>α</mi><mo>≤</mo><mi>β</mi>", r"\alpha \le \beta"),
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        ("<mi>speed</mi>", r"\mathrm{speed}"),
        ("<mtext>if so</mtext>", r"\text{if so}"),
        ("<mo>{</mo><mn>1</mn><mo>%</mo>", r"\{1\%"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>",
            r"\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}",
        ),
        (
            '<semantics><mi>x</mi><annotation encoding="application/x-tex">x_{source}</annotation></semantics>',
            "x_{source}",
        ),
    ],
)
def test_mathml_is_latex(mathml, latex):
    assert markdown(MATH.format(mathml)) == f"so ${latex}$ holds"


def test_a_formula_on_a_line_of_its_own_is_set_apart():
    assert markdown("<p><math display=block><mi>x</mi></math>") == "$$x$$"


KATEX = (
    '<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1'
    "</annotation></semantics></math></span><span class=katex-html aria-hidden=true><span>x</span><span>1</span></span></span>"
)
MATHJAX_2 = "<span class=MathJax_Preview>x?</span><span class=MathJax><span>x1</span></span><script type='math/tex'>x_1</script>"
MATHJAX_3 = (
    "<mjx-container class=MathJax><mjx-math aria-hidden=true><mjx-mi>x1</mjx-mi></mjx-math><mjx-assistive-mml><math><msub><mi>x"
    "</mi><mn>1</mn></msub></math></mjx-assistive-mml></mjx-container>"
)
MEDIAWIKI = (
    "<span class=mwe-math-element><span><math alttext='{\\displaystyle x_1}'><semantics><mi>x</mi><annotation "
    "encoding=application/x-tex>{\\displaystyle x_1}</annotation></semantics></math></span><img src=/math/render/svg/x alt=x></span>"
)


@pytest.mark.parametrize("drawn", [KATEX, MATHJAX_2, "<script type='math/tex'>x_1</script>", MEDIAWIKI])
def test_a_formula_is_said_once_however_it_is_drawn(drawn):
    assert markdown(f"<p>so {drawn} holds") == "so $x_1$ holds"


def test_mathjax_3_is_read_from_its_mathml():
    assert markdown(f"<p>so {MATHJAX_3} holds") == "so $x_{1}$ holds"


def test_dollars_of_a_text_with_formulas_are_no_formulas():
    assert markdown(MATH.format("<mi>x</mi>") + " at $3") == r"so $x$ holds at \$3"


def test_dollars_of_a_text_without_formulas_are_left_alone():
    assert markdown("<p>at $3") == "at $3"
