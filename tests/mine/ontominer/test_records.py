"""Repeated records of made-up pages: which there are, and what their columns are called."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import soup

from sitemine import Page, mine
from sitemine.run.attributes import records_of
from sitemine.run.instances import instances_of

NAMES = "tide gull mast keel rope sail oar buoy crab weir dune marsh".split()
PROSE = (
    "The harbour was empty at noon, and nobody who lived there could say why the {} boats had gone so early that day. "
)


def values(*bodies):
    """The values of the records of some pages."""
    pages = [Page(f"https://x.org/{k}", f"<h1>Page {NAMES[k]}</h1>{body}") for k, body in enumerate(bodies)]
    return [one.values for one in records_of(mine(pages))]


def table(head, rows):
    cells = "".join(f"<th>{text}</th>" for text in head)
    lines = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def test_an_empty_cell_moves_no_other_below_its_head():
    found = values(
        table(
            ["", "Boat", "Length", "Crew"],
            [["1", "tide", "", "4"], ["2", "gull", "12 m", ""], ["3", "keel", "9 m", "2"]],
        )
    )

    assert found[0] == {"number": "1", "boat": "tide", "crew": "4"}
    assert found[1] == {"number": "2", "boat": "gull", "length": "12 m"}


def test_heads_over_several_columns_name_none_of_them():
    head = "<tr><th rowspan=2>Boat<th colspan=2>Size</tr><tr><th>Length<th>Width</tr>"
    rows = "".join(f"<tr><td>{name}<td>1{k} m<td>{k} m</tr>" for k, name in enumerate(NAMES[:4]))

    assert not {"length", "width"} & set().union(*values(f"<table>{head}{rows}</table>"))


def test_tables_of_one_page_keep_the_heads_of_their_own():
    boats = table(["Boat", "Crew"], [[name, k] for k, name in enumerate(NAMES[:3])])
    ports = table(["Port", "Depth"], [[name, f"{k} m"] for k, name in enumerate(NAMES[3:6])])

    assert [tuple(one) for one in values(boats + ports)] == [("boat", "crew")] * 3 + [("port", "depth")] * 3


def test_a_table_of_names_and_values_is_one_record():
    lines = "".join(
        f"<tr><th>{head}</th><td>{text}</td></tr>"
        for head, text in (("Price:", "19 kr"), ("Colour", "red"), ("Weight", "2 kg"))
    )

    assert values(f"<table>{lines}</table>", f"<table>{lines.replace('19', '25')}</table>") == [
        {"price": "19 kr", "colour": "red", "weight": "2 kg"},
        {"price": "25 kr", "colour": "red", "weight": "2 kg"},
    ]


def test_cells_and_lines_of_a_record_are_no_records():
    post = "<div class=post><h3>Re: {0}</h3><p class=author>by Ann {0}</p><dl><dt>Posts</dt><dd>{1}</dd><dt>Town</dt><dd>Ost{0}</dd><dt>Since</dt><dd>201{1}</dd></dl></div>"

    found = values("".join(post.format(name, k) for k, name in enumerate(NAMES[:4])))

    assert len(found) == 4
    assert found[1] == {"title": "Re: gull", "author": "Ann gull", "posts": "1", "town": "Ostgull", "since": "2011"}


def test_a_list_of_rich_records_falls_into_them():
    card = "<div class=card><h4><a href=/{0}>{0} card</a></h4><p>{1} May 2024</p><p class=lead>About {0} and others</p></div>"
    groups = [NAMES[:4], NAMES[4:8], NAMES[8:12]]
    body = "".join(
        f"<section>{''.join(card.format(name, NAMES.index(name) + 1) for name in group)}</section>" for group in groups
    )

    assert [one["title"] for one in values(body)] == [f"{name} card" for name in NAMES]


def test_two_records_in_a_row_are_two():
    card = "<div class=span6><h4><a href=/{0}>{0} card</a></h4><p>{1} May 2024</p><p class=lead>About {0} and others</p></div>"
    rows = [NAMES[k : k + 2] for k in range(0, 8, 2)]
    body = "".join(
        f"<div class=row>{''.join(card.format(name, NAMES.index(name) + 1) for name in row)}</div>" for row in rows
    )

    assert [one["date"] for one in values(body)] == [f"{k + 1} May 2024" for k in range(8)]


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"<div><h2>About {name}</h2><p>{PROSE.format(name) * 4}</p></div>" for name in NAMES[:5]),
        "".join(
            f"<div><h4>{name}</h4><ul>{''.join(f'<li><a href=/{name}/{k}>{name} {k}</a>' for k in range(5))}</ul></div>"
            for name in NAMES[:4]
        ),
        "<nav>" + "".join(f"<div><b>{name}</b><a href=/{name}>{name} 4</a></div>" for name in NAMES[:4]) + "</nav>",
        "<p>" + " and ".join(f"<a href=/{name}>{name}</a> of {name}" for name in NAMES[:4]) + "</p>",
    ],
    ids=["prose", "menus", "navigation", "sentence"],
)
def test_what_repeats_but_says_no_data_is_no_record(body):
    assert values(body) == []


def test_what_all_records_say_is_left_out():
    card = "<li><h4><a href=/{0}>{0} card</a></h4><p class=n>1{1}</p><p class=u>views</p><p><a class=more href=/{0}>Read more</a></p></li>"

    found = values("<ul>" + "".join(card.format(name, k) for k, name in enumerate(NAMES[:8])) + "</ul>")

    assert found[0] == {"title": "tide card", "title_url": "https://x.org/tide", "number": "10"}


def test_labels_before_a_colon_name_what_is_behind():
    card = "<li><h4>{0}</h4><p>Cost: ${1}73</p><p>Boat: the {0}</p><p>Note: a {0} at 10:3{1}</p></li>"

    found = values("<ul>" + "".join(card.format(name, k) for k, name in enumerate(NAMES[1:6], 1)) + "</ul>")

    assert found[0] == {"title": "gull", "cost": "$173", "boat": "the gull", "note": "a gull at 10:31"}


def test_columns_are_called_by_what_they_hold():
    card = "<li><h4>{0}</h4><p class=p>{1}9,90 €</p><p class=a><a href=/author/{0}>{0} Lee</a></p><p class=d>{1} May 2024</p><p class=n>{1}</p></li>"

    found = values("<ul>" + "".join(card.format(name, k) for k, name in enumerate(NAMES[1:6], 1)) + "</ul>")

    assert found[0] == {
        "title": "gull",
        "price": "19,90 €",
        "author": "gull Lee",
        "author_url": "https://x.org/author/gull",
        "date": "1 May 2024",
        "number": "1",
    }


def test_the_same_thing_in_an_element_of_another_class_has_the_same_name():
    card = "<li class=c><h4 class='{2}'>{0}</h4><p class='price {2}'>{1}9 kr</p></li>"

    found = values(
        "<ul>"
        + "".join(card.format(name, k, "sold" if k % 2 else "open") for k, name in enumerate(NAMES[:8]))
        + "</ul>"
    )

    assert {tuple(one) for one in found} == {("title", "price")}


def test_a_link_names_no_value():
    months = "".join(
        f"<div><p>{name}</p><a href=/{name}/1>May</a> <i>({k})</i><p>{k} kr</p></div>"
        for k, name in enumerate(NAMES[1:6], 1)
    )

    assert "may" not in set().union(*values(months))


def test_records_do_not_depend_on_the_order_of_the_pages():
    card = "<li><h4><a href=/{0}>{0}</a></h4><p class=p>{1} kr</p></li>"
    lists = [
        "".join(card.format(name, k + shift) for k, name in enumerate(NAMES[shift : shift + 4])) for shift in range(6)
    ]
    pages = [Page(f"https://x.org/{k}", f"<h1>{NAMES[k]}</h1><ul>{body}</ul>") for k, body in enumerate(lists)]

    assert records_of(mine(pages)) == records_of(mine(pages[::-1]))
    assert len(records_of(mine(pages))) == 9


TABLE_SOUP = st.lists(
    st.sampled_from(
        "<table> <thead> <tbody> <tr> <th> <td> <dl> <dt> <dd> <li> <p> <div> <b> </table> </tr> </td> </dl> </div> boat 7 12:30 Price:1 x:y".split()
    ),
    max_size=60,
).map(" ".join)


@settings(max_examples=60)
@given(st.lists(TABLE_SOUP | soup(), min_size=1, max_size=4))
def test_no_page_breaks_records_or_instances(bodies):
    pages = [Page(f"https://x.org/{k}", body * 3) for k, body in enumerate(bodies)]
    site = mine(pages)

    for record in records_of(site):
        assert len(record.values) > 1
        assert all(name and name == name.casefold() for name in record.values)
    assert len(instances_of(site, frozenset(page.url for page in pages))) <= len(pages)


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "1 " * 50_000, "by " * 30_000, "1234567890" * 10_000, "$1" * 30_000, "a: " * 30_000]
)
def test_a_text_of_any_length_takes_no_time(text):
    start = process_time()

    values("".join(f"<div><h3>{name}</h3><p class=date>{text}</p><p>{text}{name}</p></div>" for name in NAMES[:4]))
    site = mine(
        [
            Page(f"https://x.org/{name}", f"<h1>{name}</h1><p class=author>{text}</p><p>{text}{name}</p>")
            for name in NAMES[:4]
        ]
    )
    instances_of(site, frozenset(site.pages))

    assert process_time() - start < 5
