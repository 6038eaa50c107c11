"""The laws of the project's form: who imports whom, how long things are, what they are called."""

import ast
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sitemine"
FILES = {str(path.relative_to(SOURCE)): path for path in sorted(SOURCE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}

STAGES = ("acquire", "dom", "measure", "mine", "publish", "run")
DOORS = {"cli", "contrib"}
WORDS = {"records", "options", "errors"}
BELOW = {
    "kernel",
    "later",
}  # what knows bytes and numbers only, or fields of any record, and so stands below all stages
PURE = ("dom", "measure", "mine")
WORLD = {"os", "time", "logging", "socket", "random", "pathlib", "subprocess"}
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "core", "base", "manager"}

MOST_LINES = 400
HABIT = 35
MOST_LINES_OF_A_FUNCTION = 60

LONG_FILES = {}
"""Files that may be longer, each with the reason."""

LONG_FUNCTIONS = {
    "cli/compare.py:compare": "one parameter is one option of the command line, with its help",
    "cli/extract.py:extract": "one parameter is one option of the command line, with its help",
    "cli/toc.py:toc": "one parameter is one option of the command line, with its help",
    "cli/mine.py:mine": "one parameter is one option of the command line, with its help",
    "cli/render.py:render": "one parameter is one option of the command line, with its help",
    "cli/segment.py:segment": "one parameter is one option of the command line, with its help",
    "mine/visual/divisible.py:divisible": "the columns, listed once in the order of the record",
    "mine/visual/vips.py:_grow": "one level of all pools: parts, in the order of the page, as rows of the trees",
    "mine/article/excerpt.py:excerpt_of": "the columns, listed once in the order of the record",
    "mine/article/articles.py:_told": "the fields of the record, listed once in its order",
    "cli/taxonomy.py:taxonomy": "one parameter is one option of the command line, with its help",
    "dom/elements.py:elements_of": "one algorithm in one order: pair starts with ends, then derive all columns from the pairs",
    "dom/table.py:flatten_plainly": "the table's columns, listed once in the order of the record",
}
"""Functions of more than 35 lines, each with the reason."""

NEVER = {
    "region", "proposal", "boilerplate", "noise", "junk", "graph", "sitemap", "result", "rank", "importance", "document",
    "doc", "domain", "chunk", "segment", "score", "weight", "host", "element", "output",
}  # fmt: skip
"""Words that the papers say differently: block, redundant, skeleton, entropy, page, site, node."""

ALLOWED = {
    "segment": "a line of text between two block boundaries, a thing that the papers do not have; no informative block",
    "weight": "WISDOM's own word for W = 1 - EN; log odds of a piece of evidence",
    "chunk": "pages that share one node table, or bytes that are read at once: a matter of memory",
    "score": "of a block as a field of the files written, between redundant and informative",
    "element": "what the parser tells before anything is a node",
    "rank": "LAMIS's own word for what pages are ordered by: the hub, or the hub less the authority",
    "sitemaps": "the files of sitemaps.org, as the option of the command line that speaks of them",
    "text_rank": "a place in an order, as in rank and select; nothing is judged",
    "host": "the DNS name of a URL",
    "domain": "the DNS name of a URL",
}
"""Words, or single names, that are meant otherwise than the word that is banned."""


def folder(name):
    return name.split("/")[0] if "/" in name else ""


def imports(tree):
    """The modules that a file imports, by their full names."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            found |= {node.module} | (
                {f"{node.module}.{a.name}" for a in node.names} if node.module == "sitemine" else set()
            )
    return found


def functions(tree):
    """Each function of a file with its class, as (name, node)."""
    stack = [("", tree)]
    while stack:
        prefix, node = stack.pop()
        for child in ast.iter_child_nodes(node):
            name = f"{prefix}{child.name}" if hasattr(child, "name") and not isinstance(child, ast.alias) else prefix
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield name, child
            is_scope = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            stack.append((f"{name}." if is_scope else prefix, child))


def comments(path):
    with path.open("rb") as source:
        return [token for token in tokenize.tokenize(source.readline) if token.type == tokenize.COMMENT]


def test_all_stages_that_exist_are_known():
    folders = {folder(name) for name in FILES} - DOORS - {""}

    assert folders <= set(STAGES)
    assert list(STAGES) == sorted(STAGES)


@pytest.mark.parametrize("name", [name for name in FILES if folder(name) in STAGES])
def test_a_stage_imports_only_from_the_stages_before_it(name):
    before = set(STAGES[: STAGES.index(folder(name)) + 1]) | WORDS

    own = {module.split(".")[1] for module in imports(TREES[name]) if module.startswith("sitemine.")}

    assert own - {"version", *BELOW} <= before


@pytest.mark.parametrize("name", sorted(f"{word}.py" for word in WORDS))
def test_the_shared_words_import_nothing_but_each_other(name):
    own = {module for module in imports(TREES[name]) if module.startswith("sitemine")}

    assert own <= {f"sitemine.{word}" for word in WORDS | BELOW}


@pytest.mark.parametrize("name", [name for name in FILES if folder(name) in PURE])
def test_the_pure_stages_touch_nothing_of_the_world(name):
    assert not {module.split(".")[0] for module in imports(TREES[name])} & WORLD
    calls = {
        node.func.id for node in ast.walk(TREES[name]) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "exec", "eval"}


def test_only_one_file_knows_the_url_parser():
    assert [name for name, tree in TREES.items() if "ada_url" in imports(tree)] == ["acquire/urls.py"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_has_one_subject(name):
    lines = len(FILES[name].read_text(encoding="utf-8").splitlines())

    assert (lines > MOST_LINES) == (name in LONG_FILES), f"{lines} lines"
    assert Path(name).stem not in BANNED_NAMES


@pytest.mark.parametrize("path", sorted((ROOT / "src" / "kernel").glob("*.[ch]")), ids=lambda path: path.name)
def test_a_file_of_the_kernel_has_one_subject(path):
    text = path.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= MOST_LINES
    assert not re.search(r"TODO|FIXME|XXX|HACK", text)


def test_functions_are_short_or_say_why_not():
    lengths = {
        f"{name}:{function}": node.end_lineno - node.lineno + 1
        for name, tree in TREES.items()
        for function, node in functions(tree)
    }

    assert {function for function, length in lengths.items() if length > HABIT} == LONG_FUNCTIONS.keys()
    assert max(lengths.values()) <= MOST_LINES_OF_A_FUNCTION
    assert sorted(lengths.values())[len(lengths) // 2] <= 10


def identifiers(tree):
    """The names that a file gives; names that others gave are theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name


def words(name):
    """The words of an identifier in lower case and the singular."""
    found = (word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name))
    return {word.removesuffix("s") for word in found}


@pytest.mark.parametrize("name", FILES)
def test_a_thing_has_the_name_that_the_papers_give_it(name):
    wrong = {i: words(i) & NEVER - ALLOWED.keys() for i in identifiers(TREES[name]) if i not in ALLOWED}

    assert {i: found for i, found in wrong.items() if found} == {}


def test_every_word_that_is_allowed_is_used():
    used = {i for tree in TREES.values() for i in identifiers(tree)}

    assert [word for word in ALLOWED if word not in used and not any(word in words(i) for i in used)] == []


@pytest.mark.parametrize("name", FILES)
def test_comments_say_why_and_nothing_is_left_to_do(name):
    for comment in comments(FILES[name]):
        assert not re.search(r"TODO|FIXME|XXX|HACK", comment.string), comment.line
        assert not re.search(r"[-=#*~_]{4,}", comment.string), comment.line


def options():
    """Each field of the options: class, name, its comment, its class's docstring."""
    path = SOURCE / "options.py"
    said = {token.start[0]: token.string for token in comments(path)}
    for class_ in ast.walk(TREES["options.py"]):
        if isinstance(class_, ast.ClassDef):
            for field in class_.body:
                if isinstance(field, ast.AnnAssign):
                    yield class_.name, field.target.id, said.get(field.lineno, ""), ast.get_docstring(class_) or ""


RECORDS = {"limits", "alone", "site", "wisdom", "content_extractor", "feature_extractor", "infodiscoverer"}
"""Fields whose own fields say what they are."""


@pytest.mark.parametrize(
    ("class_", "field", "comment", "docstring"), [pytest.param(*o, id=f"{o[0]}.{o[1]}") for o in options()]
)
def test_every_option_says_what_it_is_or_where_it_comes_from(class_, field, comment, docstring):
    is_record = field in RECORDS

    assert is_record or len(comment) > len("# bytes") or "bench" in docstring


PAPERS = ROOT / "docs" / "papers.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (PAPERS.read_text(encoding="utf-8").splitlines() if PAPERS.exists() else ())
    if line.startswith("| ") and "`" in line
]


def defined(tree):
    return {name for name, _ in functions(tree)} | {
        f"{c.name}.{f.target.id}"
        for c in tree.body
        if isinstance(c, ast.ClassDef)
        for f in c.body
        if isinstance(f, ast.AnnAssign)
    }


def test_the_table_of_the_papers_has_rows():
    assert len(ROWS) > 8


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_equation_of_the_papers_has_its_function_and_its_test(row):
    _, _, function, test = row

    for module, name in re.findall(r"`([\w/]+):([\w.]+)`", function):
        assert name in defined(TREES[f"{module}.py"]), name
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", test):
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {function for function, _ in functions(tree)}, name
    assert re.search(r"`[\w/]+:[\w.]+`", function)
    assert re.search(r"`tests/[\w/]+\.py::\w+`", test)
