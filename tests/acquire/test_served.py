import pytest

from sitemine.acquire.served import served


@pytest.fixture(name="root")
def _root(tmp_path):
    (tmp_path / "www" / "css").mkdir(parents=True)
    (tmp_path / "www" / "index.html").write_text("home", encoding="utf-8")
    (tmp_path / "www" / "css" / "a b.css").write_text("p {}", encoding="utf-8")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "www" / "link").symlink_to(tmp_path / "secret")
    return tmp_path / "www"


def test_files_below_the_root_are_answers_of_the_host(root):
    fetch = served(root, "http://example.org/x/y")

    assert fetch("http://example.org/css/a%20b.css?v=1").content_type == "text/css"
    assert fetch("https://example.org/").content == b"home"


@pytest.mark.parametrize("path", ["../secret", "%2e%2e/secret", "css/..%2f..%2fsecret", "link", "none", "css/%00"])
def test_nothing_outside_of_the_root_is_read(path, root):
    assert served(root, "http://example.org/")(f"http://example.org/{path}") is None


def test_other_hosts_have_no_answers(root):
    assert served(root, "http://example.org/")("http://example.net/index.html") is None


@pytest.fixture(name="mirror")
def _mirror(tmp_path):
    for name in (
        "example.org/style.css",
        "cdn.example.net/a.js@v=1",
        "example.org+8080/b.js",
        "style.css",
        "home/c.js",
    ):
        (tmp_path / "mirror" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / name).write_text(name, encoding="utf-8")
    (tmp_path / "mirror" / "example.com").symlink_to(tmp_path)
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")
    return tmp_path / "mirror"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://example.org/style.css?x=1", "example.org/style.css"),
        ("http://cdn.example.net/a.js?v=1", "cdn.example.net/a.js@v=1"),
        ("http://example.org:8080/b.js", "example.org+8080/b.js"),
        ("http://other.example/style.css", "style.css"),
    ],
)
def test_a_host_that_has_a_folder_is_answered_from_it(mirror, url, name):
    assert served(mirror)(url).content == name.encode()


def test_hosts_beside_the_pages_own_are_answered_where_they_have_a_folder(mirror):
    fetch = served(mirror, "https://example.org/a.html")

    assert fetch("https://cdn.example.net/a.js?v=1").content_type == "text/javascript"
    assert fetch("https://cdn.example.net/style.css") is None


@pytest.mark.parametrize("url", ["http://example.com/secret.js", "http://../secret.js", "http://home/../../secret.js"])
def test_no_name_of_a_host_leads_out_of_the_root(mirror, url):
    assert served(mirror)(url) is None
