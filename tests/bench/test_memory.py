from bench.speed.memory import in_own_process, peak_megabytes, peak_of

MEGABYTE = 1 << 20


def test_a_process_of_its_own_does_not_count_the_memory_of_its_parent():
    held = b"x" * (300 * MEGABYTE)
    child = in_own_process(peak_megabytes)

    assert peak_megabytes() > 300
    assert child < 250
    assert len(held) == 300 * MEGABYTE


def test_the_peak_of_a_contestant_is_that_of_its_process():
    from bench.data import Source

    page = Source("k", "https://x.example/", b"<p>" + b"x" * (40 * MEGABYTE))

    assert peak_of("turbohtml.parse", [[page]], []) > 40 + peak_of("turbohtml.parse", [[]], [])
