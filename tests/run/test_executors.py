import os

import pytest
from sites import dying, failing, process, slow_if_even, squared

from sitemine.errors import SitemineError
from sitemine.run.executors import AHEAD, Pool, Serial, executor


@pytest.fixture(scope="module")
def pool():
    with Pool(2) as workers:
        yield workers


def counted(taken, n):
    """Tasks that tell when they are taken."""
    for number in range(n):
        taken.append(number)
        yield (number,)


def test_one_worker_is_this_process():
    with executor(1) as workers:
        assert isinstance(workers, Serial)
        assert not workers.is_apart
        assert list(workers.map(process, [(1,)])) == [os.getpid()]


def test_several_workers_are_others(pool):
    assert isinstance(executor(3), Pool)
    assert pool.is_apart
    assert os.getpid() not in set(pool.map(process, [(k,) for k in range(4)]))


def test_the_pool_answers_as_the_serial_one_does(pool):
    tasks = [(k,) for k in range(20)]

    assert list(pool.map(squared, tasks)) == list(Serial().map(squared, tasks)) == [k * k for k in range(20)]


def test_results_come_in_the_order_of_the_tasks_however_long_they_take(pool):
    assert list(pool.map(slow_if_even, [(k,) for k in range(9)])) == list(range(9))


def test_no_tasks_have_no_results(pool):
    assert list(pool.map(squared, [])) == list(Serial().map(squared, [])) == []


def test_an_exception_in_a_task_reaches_the_caller_after_the_results_before_it(pool):
    for workers in (pool, Serial()):
        results = workers.map(failing, [(k,) for k in range(8)])

        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(ValueError, match="number two"):
            next(results)


def test_the_pool_works_on_after_an_exception(pool):
    with pytest.raises(ValueError, match="number two"):
        list(pool.map(failing, [(2,)]))

    assert list(pool.map(squared, [(3,)])) == [9]


def test_the_pool_takes_tasks_only_a_few_ahead(pool):
    taken = []

    results = pool.map(squared, counted(taken, 50))
    next(results)

    assert len(taken) == AHEAD * 2
    assert list(results)[-1] == 49 * 49


def test_the_serial_one_takes_a_task_when_its_result_is_wanted():
    taken = []

    results = Serial().map(squared, counted(taken, 50))
    next(results)

    assert taken == [0]


def test_an_exception_of_the_source_of_tasks_reaches_the_caller(pool):
    def tasks():
        yield (1,)
        raise OSError("the source broke")

    for workers in (pool, Serial()):
        with pytest.raises(OSError, match="the source broke"):
            list(workers.map(squared, tasks()))


def test_a_worker_that_dies_is_told_with_what_may_help():
    with Pool(1) as workers, pytest.raises(SitemineError, match="if __name__ == '__main__'"):
        list(workers.map(dying, [(1,)]))
