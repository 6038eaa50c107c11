import gc
import stat

import numpy as np
import pytest
from sites import pages, written

import sitemine
from sitemine.dom import read_batch
from sitemine.mine import Repeated
from sitemine.options import Limits
from sitemine.run.store import Known, Store, lay_down, opened, opened_known


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Where temporary folders are made."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def batch(k):
    return read_batch(pages(k + 1)[k:], Limits())


def test_a_few_batches_stay_in_memory(temporary):
    store = Store(1 << 20)

    numbers = [store.put(batch(k)) for k in range(3)]

    assert numbers == [0, 1, 2]
    assert len(store) == 3
    assert store.place(1).urls == ("https://example.org/1",)
    assert list(temporary.iterdir()) == []


def test_beyond_its_memory_batches_are_laid_down_and_read_back_as_they_were(temporary):
    first, second = batch(0), batch(1)
    store = Store(first.nbytes())

    for one in (first, second):
        store.put(one)

    assert store.place(0) is first
    assert store.place(1).parent == store.folder
    again = opened(store.place(1))
    assert again.urls == second.urls
    assert again.table.text == second.table.text
    assert np.array_equal(again.table.parent, second.table.parent)


def test_what_a_worker_has_laid_down_is_only_remembered(temporary):
    store = Store(0)
    path = lay_down(batch(0), store.folder, "7.batch")

    assert store.place(store.put(path)) is path


def test_a_model_is_read_back_as_it_was(temporary):
    model = sitemine.learn(pages(3)).repeated
    known = Known(model).laid_down(Store(0).folder.parent)

    assert opened_known(known)[0].to_bytes() == model.to_bytes()
    assert opened_known(Known(model))[0] is model
    assert isinstance(opened_known(known)[0], Repeated)


def test_only_its_user_can_enter_the_folder(temporary):
    store = Store(0)

    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_a_store_that_is_forgotten_leaves_nothing(temporary):
    store = Store(0)
    store.put(batch(0))
    assert len(list(temporary.rglob("*.batch"))) == 1

    del store
    gc.collect()

    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_site_that_is_forgotten_leaves_nothing(temporary, workers):
    site = sitemine.mine(pages(4), memory=0, chunk_pages=2, workers=workers)
    assert len(list(temporary.rglob("*.batch"))) == 2
    assert site.pages["https://example.org/3"].article.title == "Story 3"

    del site
    gc.collect()

    assert list(temporary.iterdir()) == []


def test_a_site_that_breaks_off_leaves_nothing(temporary):
    def breaking():
        yield from pages(4)
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        sitemine.mine(breaking(), memory=0, chunk_pages=1)
    gc.collect()

    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("memory", [0, 10_000])
def test_memory_never_changes_the_result(tmp_path, memory):
    in_memory, laid_down = (
        written(sitemine.mine(pages(9), chunk_pages=2, memory=most), tmp_path / str(most)) for most in (1 << 29, memory)
    )

    assert in_memory == laid_down
