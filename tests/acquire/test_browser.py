"""Pages that a browser suffers from: each ends in an outcome that names it, and the next page works."""

import os
import socket
import threading

import numpy as np
import pytest

from sitemine import Outcome, Page
from sitemine.acquire.boxes import NAME, NUMBER, unpacked
from sitemine.acquire.browser import Browser
from sitemine.acquire.tabs import Resource
from sitemine.dom import read_batch
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.options import Limits, Rendering

pytestmark = pytest.mark.browser

TEXT = "<p>The harbour was empty at noon.</p>"


def render(browser, html, url="http://example.org/a"):
    return browser.render(Page(url, html))


def texts(page):
    return read_batch([page], Limits()).table.text.split("\n")


@pytest.fixture(scope="module", name="strict")
def _strict(chromium):
    with Browser(Rendering(tabs=1, seconds=1, grace=1, memory=300 << 20)) as browser:
        yield browser


HOSTILE = {
    "a script that never ends": ("<script>setTimeout(() => { while (true); })</script>", Outcome.TRUNCATED),
    "a script that reloads the page": ("<script>location.reload()</script>", Outcome.OK),
    "dialogs": ("<script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay'</script>", Outcome.OK),
    "a window": ("<script>open('http://example.org/b')</script>", Outcome.OK),
    "a download": ("<a id=a download=x href='data:,x'>x</a><script>a.click()</script>", Outcome.OK),
    "a script that leads elsewhere": ("<script>location = 'http://169.254.169.254/'</script>", Outcome.OK),
    "a refresh": ("<meta http-equiv=refresh content='0;url=http://127.0.0.1/'>", Outcome.OK),
    "all of the memory": (
        "<script>let a = []; for (;;) a.push(new Uint8Array(1 << 26).fill(1))</script>",
        Outcome.RENDER_MEMORY,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_ends_in_an_outcome_and_the_next_page_works(name, strict):
    script, outcome = HOSTILE[name]

    page = render(strict, TEXT + script)
    after = render(strict, TEXT)

    assert page.outcome is outcome
    assert after.outcome is Outcome.OK
    assert texts(after) == ["The harbour was empty at noon."]
    if outcome is not Outcome.RENDER_MEMORY:
        assert texts(page)[0] == "The harbour was empty at noon."


def test_what_was_done_to_a_page_is_told(strict):
    assert render(strict, TEXT + "<script>alert(1)</script>").detail == "1 dialogs dismissed"
    assert (
        "leads to http://example.net/b"
        in render(strict, TEXT + "<script>location='http://example.net/b'</script>").detail
    )


def test_a_page_that_only_leads_elsewhere_is_redirected(strict):
    page = render(strict, "<script>location = 'http://example.net/b'</script>")

    assert (page.outcome, page.detail, page.html) == (Outcome.REDIRECTED, "to http://example.net/b", b"")


def test_a_renderer_that_is_killed_is_a_crash_and_the_next_page_works(chromium):
    browser = Browser(Rendering(tabs=1))

    def kill(_url):
        for pid in browser._process.heavy(0):
            os.kill(pid, 9)

    with browser:
        browser.fetch = kill
        page = render(browser, TEXT + "<img src=/boom.png>")
        browser.fetch = lambda _url: None
        after = render(browser, TEXT)

    assert page.outcome is Outcome.RENDER_CRASH
    assert after.outcome is Outcome.OK


def test_a_browser_that_is_killed_is_started_again(chromium):
    with Browser(Rendering(tabs=1)) as browser:
        render(browser, TEXT)
        os.kill(browser._process.pid, 9)
        page = render(browser, TEXT)
        after = render(browser, TEXT)

    assert page.outcome is Outcome.RENDER_CRASH
    assert after.outcome is Outcome.OK


WAYS_OUT = """
<link rel=preconnect href="{0}"><link rel=prefetch href="{0}/1"><link rel=stylesheet href="{0}/2"><img src="{0}/3">
<iframe src="{0}/4"></iframe><script src="{0}/5"></script><object data="{0}/6"></object><video src="{0}/7"></video>
<script>
fetch("{0}/8").catch(() => 0); navigator.sendBeacon("{0}/9", "x"); new EventSource("{0}/10"); new Image().src = "{0}/11";
try {{ new WebSocket("{0}".replace("http", "ws")) }} catch (e) {{}}
try {{ new Worker(URL.createObjectURL(new Blob(["fetch('{0}/12');new WebSocket('{0}'.replace('http','ws'))"]))) }} catch (e) {{}}
try {{ const c = new RTCPeerConnection({{iceServers: [{{urls: "stun:{1}"}}]}}); c.createDataChannel("x"); c.createOffer().then(o => c.setLocalDescription(o)) }} catch (e) {{}}
const f = document.createElement("form"); f.action = "{0}/13"; f.method = "post"; f.target = "x"; document.body.append(f); f.submit();
</script>"""


def test_no_page_reaches_an_address_by_itself(chromium):
    reached = []
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(type=socket.SOCK_DGRAM) as datagrams:
        server.settimeout(0.2)
        datagrams.bind(("127.0.0.1", server.getsockname()[1]))
        datagrams.settimeout(0.2)
        place = f"127.0.0.1:{server.getsockname()[1]}"
        stop = threading.Event()

        def accept():
            while not stop.is_set():
                try:
                    reached.append(server.accept()[1])
                except TimeoutError:
                    continue

        thread = threading.Thread(target=accept)
        thread.start()
        with Browser(Rendering(tabs=1, quiet=0.5)) as browser:
            page = render(browser, TEXT + WAYS_OUT.format(f"http://{place}", place))
        stop.set()
        thread.join()
        with pytest.raises(TimeoutError):
            datagrams.recv(1)

    assert page.outcome is Outcome.OK
    assert reached == []


def test_what_a_page_loads_is_asked_of_the_function_given(chromium):
    asked = []

    def fetch(url):
        asked.append(url)
        return Resource(b"p { font-size: 40px }", "text/css") if url.endswith(".css") else None

    with Browser(Rendering(tabs=1), fetch) as browser:
        page = render(browser, "<link rel=stylesheet href=a.css>" + TEXT, "http://example.org/x/")
    head = read_batch([page], Limits()).heads[0]

    assert asked == ["http://example.org/x/a.css"]
    assert (unpacked(head.meta[NAME])["font_size"] == 40 * 64).any()


def test_a_redirect_of_a_server_is_asked_of_the_function_too(chromium):
    asked = []
    answers = {
        "http://example.org/": Resource(b"", "", 302, "http://example.net/b"),
        "http://example.net/b": Resource(TEXT.encode(), "text/html"),
    }

    def fetch(url):
        asked.append(url)
        return answers.get(url)

    with Browser(Rendering(tabs=1), fetch) as browser:
        shown = browser.open("http://example.org/")

    assert asked == list(answers)
    assert shown.page.url == "http://example.net/b"
    assert texts(shown.page) == ["The harbour was empty at noon."]
    assert shown.png.startswith(b"\x89PNG")


def test_what_scripts_write_is_on_the_page(chromium):
    page = render(chromium, "<div id=a></div><script>a.innerHTML = '<p>written later</p>'</script>")

    assert texts(page) == ["written later"]


def test_no_page_can_tell_what_was_shown_before(chromium):
    html = "<p id=a></p><script>a.textContent = localStorage.x || document.cookie || 'none'; localStorage.x = 1; document.cookie = 'y=2'</script>"

    assert [texts(render(chromium, html)) for _ in range(2)] == [["none"], ["none"]]


def test_the_same_page_gives_the_same_bytes_again_and_when_it_was_rendered_before(chromium):
    first = render(chromium, TEXT)
    second = render(chromium, TEXT)
    again = render(chromium, first.html)

    assert first.html == second.html == again.html


def test_a_page_asks_for_no_more_than_allowed(chromium):
    asked = []
    images = "".join(f"<img src=/{k}.png>" for k in range(20))

    with Browser(Rendering(tabs=1, requests=5), asked.append) as browser:
        page = render(browser, TEXT + images)

    assert len(asked) < 5
    assert page.outcome is Outcome.OK


def test_a_page_whose_scripts_write_too_many_nodes_is_refused(chromium):
    script = "<script>for (let k = 0; k < 3000; k++) document.body.append(document.createElement('i'))</script>"

    with Browser(Rendering(tabs=1, nodes=2000)) as browser:
        page = render(browser, TEXT + script)

    assert (page.outcome, page.html) == (Outcome.PARSE_LIMIT, b"")


def test_pages_are_shown_in_several_tabs_and_come_back_in_order(chromium):
    pages = [Page(f"http://example.org/{k}", f"<p>page {k}") for k in range(7)]

    with Browser(Rendering(tabs=2)) as browser:
        found = list(browser.render_all(pages))

    assert [texts(page) for page in found] == [[f"page {k}"] for k in range(7)]


ODD = (
    "<!doctype html><title>&lt;T&gt;</title><meta charset=gbk><body><pre>\n\nkept</pre><textarea>\na</textarea>"
    "<p title='a\"b&amp;c'>one<!-- c -->two &amp; <b>three</b><br>four</p><svg><text>drawn</text></svg>"
    "<noscript>unread</noscript><template>unread</template><details><summary>s</summary>folded</details>"
    "<x-a></x-a><script>document.querySelector('x-a').attachShadow({mode: 'open'}).innerHTML = '<p>shadow</p>'</script>"
    '<script type=\'application/ld+json\'>{"a": "</p>"}</script><table><tr><td>cell</table>'
)


def test_every_element_that_is_parsed_from_a_rendered_page_has_the_number_of_its_box(chromium):
    page = render(chromium, ODD)
    batch = read_batch([page], Limits())
    table, head = batch.table, batch.heads[0]
    rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE[NUMBER])
    numbers = [int(table.attribute_values[row]) for row in rows.tolist()]

    assert table.text.split("\n", 2)[2] == "onetwo & three\nfour\ns\nfolded\nshadow\ncell"
    assert (head.title, len(head.json_ld)) == ("<T>", 1)
    assert table.attribute_node[rows].tolist() == list(range(len(table)))
    assert numbers == sorted(set(numbers))
    assert max(numbers) < len(unpacked(head.meta[NAME])["parent"])
