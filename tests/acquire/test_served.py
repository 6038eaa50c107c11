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
