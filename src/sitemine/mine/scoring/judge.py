"""How likely each block of text informs: two linear scores, what is seen of the block, and trees that were trained on both.

`python -m bench.train DATA blocks` trains what is read here from `blocks.bin`: the weights of names and terms, a forest for
a page alone, and a second one that corrects its answer by what the site repeats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.batch import Batch
from sitemine.measure.structure import Floats
from sitemine.measure.terms import Terms
from sitemine.mine.forest import Forest, forest_of
from sitemine.mine.learned import part, shipped
from sitemine.mine.scoring.alike import Columns, groups_of, said_once
from sitemine.mine.scoring.declared import declared
from sitemine.mine.scoring.features import features
from sitemine.mine.scoring.linear import Learned, scores_of
from sitemine.mine.scoring.names import names_of
from sitemine.mine.scoring.repeats import Compared, site_features
from sitemine.mine.scoring.units import Places, Units, units_of

SUBJECT: Final = "blocks"


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What was learned of blocks."""

    learned: Learned
    alone: Forest
    alone_features: tuple[str, ...]
    site: Forest
    site_features: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The blocks of a table, and how likely each informs."""

    units: Units
    group: Places  # blocks of one page with the same path and classes
    columns: Columns
    alone: Floats  # log odds by the page itself
    probability: Floats


def probability_of(log_odds: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))


def model_of(columns: Mapping[str, npt.NDArray[Any]]) -> Model:
    """The model that a file's columns describe."""
    names = {kind: tuple(columns[f"{kind}.features"].tobytes().decode().split()) for kind in ("alone", "site")}
    return Model(
        Learned.of(part(columns, "linear")),
        forest_of(part(columns, "alone")),
        names["alone"],
        forest_of(part(columns, "site")),
        names["site"],
    )


@cache
def shipped_model() -> Model:
    """What ships with the package."""
    return model_of(shipped(SUBJECT))


def seen_of(batch: Batch, terms: Terms, learned: Learned) -> tuple[Units, Places, Columns]:
    """The blocks of a batch and all that their pages show of them."""
    table = batch.table
    units, names = units_of(table, terms), names_of(table)
    scores = scores_of(table, terms, units, names, learned)
    group = groups_of(table, units, names)
    said = declared(batch.heads, [batch.urls[place] for place in batch.mined])
    return units, group, features(table, units, scores, group, said)


def judged_alone(batch: Batch, terms: Terms) -> tuple[Units, Floats]:
    """The blocks of a batch and their log odds, each page judged by itself."""
    model = shipped_model()
    units, _, columns = seen_of(batch, terms, model.learned)
    if len(units) == 0:
        return units, np.zeros(0)
    return units, model.alone.log_odds([columns[name] for name in model.alone_features])


def judge(batch: Batch, terms: Terms, compared: Compared | None = None) -> Judged:
    """How likely each block of a batch informs; `compared` is what the site knows of them, if there is one."""
    model = shipped_model()
    units, group, columns = seen_of(batch, terms, model.learned)
    if len(units) == 0:
        return Judged(units, group, columns, np.zeros(0), np.zeros(0))
    odds = alone = model.alone.log_odds([columns[name] for name in model.alone_features])
    if compared is not None:
        columns = {**columns, **site_features(batch.table, units, group, alone, compared)}
        together = model.site.log_odds([columns[name] for name in model.site_features])
        odds = np.where(compared.lists[units.page], alone, together)
    return Judged(units, group, columns, alone, said_once(batch.table, units, columns["repeats"], probability_of(odds)))
