"""Whether the kernel is compiled is told, can be chosen, and changes nothing that is written."""

import os
import subprocess
import sys

import numpy as np
import pytest

from sitemine import doctor, kernel

PAGE = (
    "<title>Tides</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><article class=entry-content><h1>Tides</h1>"
    "<p>The harbour was empty at noon, and full again by the evening.</p><p>日本語の本文がここにあります。</p></article>"
)
SAYING = "import sys, sitemine; print(sitemine.extract(sys.argv[1], url='https://example.org/tides'))"


def said(chosen):
    """What a process of its own says of the page."""
    environment = {**os.environ, "SITEMINE_KERNEL": chosen, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([sys.executable, "-c", SAYING, PAGE], env=environment, capture_output=True, check=True).stdout


@pytest.mark.skipif(kernel.compiled is None, reason="the kernel was not compiled here")
def test_an_article_is_the_same_whoever_makes_its_columns():
    assert said("") == said("python")


@pytest.mark.parametrize(("compiled", "word"), [(kernel, "ok"), (None, "absent")])
def test_the_doctor_says_whether_the_kernel_is_compiled(compiled, word, monkeypatch):
    monkeypatch.setattr(kernel, "compiled", compiled)
    monkeypatch.setattr(doctor, "extract", lambda _page, **_: type("Article", (), {"text": doctor.EXPECTED}))

    _, report = doctor.examined()

    assert [line.split()[0] for line in report.splitlines() if "compiled kernel" in line] == [word]


def test_the_python_twins_are_chosen_by_the_environment(monkeypatch):
    monkeypatch.setenv("SITEMINE_KERNEL", "python")

    assert kernel._found() is None


def test_a_column_is_an_array_that_its_holder_may_write():
    found = kernel.column(bytearray(8), np.int32)
    found[0] = 3

    assert found.tolist() == [3, 0]
