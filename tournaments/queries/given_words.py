"""What a director gave, as everybody reads it."""

from collections.abc import Iterable, Mapping

from games.text import Words, listed
from games.text import gettext_noop as _
from scoring.given.averages import PERCENTS, Average
from scoring.given.kinds import FixedAward, Given, NotPlayed, PercentAward, WeightedAward
from scoring.given.written import read_given
from scoring.method import Method
from tournaments.queries.given_awards import AwardGiven

_AVERAGES: Mapping[Average, str] = {
    Average.AVERAGE: _("average"),
    Average.PLUS: _("average plus"),
    Average.MINUS: _("average minus"),
}
_PART = _("%(percent)s %% of what X %(x)s would have had")
_OF_TOP = _("%(percent)s %% of the top, %(top)s")
_OF_WAY = _("%(percent)s %% of the way from 1 to 2")
_OWN_MEAN = Words(_("the mean of the other boards played"))
_NO_AWARD = Words(_("no award: the board gives none"))


def given_words(given: Given) -> Words:
    """The name of what is given."""
    match given:
        case Average():
            return Words(_AVERAGES[given])
        case FixedAward(award):
            return Words(_("award of %(award)s"), {"award": str(award)})
        case PercentAward(percent):
            return Words(_("award of %(percent)s %%"), {"percent": str(percent)})
        case WeightedAward(parts):
            each = ({"percent": str(100 * part.weight), "x": str(part.x)} for part in parts)
            return listed(Words(_PART, params) for params in each)
        case NotPlayed():
            return Words(_("not played"))


def all_given_words(given: Iterable[str]) -> Words:
    """What several lines are given, as it is stored; each different thing once. Raises TypeError for none."""
    return listed(given_words(read_given(text)) for text in dict.fromkeys(given))


def basis_words(what: AwardGiven, method: Method) -> Words | None:
    """What the percent of a given award is of, or that it is his own mean; None where there is neither."""
    if isinstance(what.given, NotPlayed):
        return None
    if what.award is None:
        return _NO_AWARD
    if what.is_own_mean:
        return _OWN_MEAN
    percent = _percent(what.given) if method.offers_percent else None
    if percent is None:
        return None
    template = _OF_WAY if what.top is None else _OF_TOP
    return Words(template, {"percent": percent, "top": what.top})


def _percent(given: Given) -> str | None:
    if isinstance(given, PercentAward):
        return str(given.percent)
    return str(PERCENTS[given]) if isinstance(given, Average) else None
