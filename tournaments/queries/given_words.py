"""What a director gave, as everybody reads it."""

from collections.abc import Mapping

from games.game import Game
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
_POINTS = _("award of %(award)s")
_AT_LEAST = _("%(award)s, or the mean of the other boards played if that is more")
_AT_MOST = _("%(award)s, or the mean of the other boards played if that is less")
_WITH_OWN_MEAN: Mapping[Average, str] = {Average.PLUS: _AT_LEAST, Average.MINUS: _AT_MOST}
_OF_BOARD = _("Percent is so much of the top of this board: %(top)s.")
_FROM_1_TO_2 = _("Percent is so much of the way from 1 to 2.")
_OWN_MEAN = Words(_("the mean of the other boards played"))
_NO_AWARD = Words(_("no award: the board gives none"))


def given_words(given: Given) -> Words:
    """The name of what is given."""
    match given:
        case Average():
            return Words(_AVERAGES[given])
        case FixedAward(award):
            return Words(_POINTS, {"award": str(award)})
        case PercentAward(percent):
            return Words(_("award of %(percent)s %%"), {"percent": str(percent)})
        case WeightedAward(parts):
            each = ({"percent": str(100 * part.weight), "x": str(part.x)} for part in parts)
            return listed(Words(_PART, params) for params in each)
        case NotPlayed():
            return Words(_("not played"))


def all_given_words(given: Mapping[str, str], game: Game) -> Words:
    """What each line is given, as it is stored, in the order of the game; each different thing
    once.

    Raises TypeError for none. The database may have the lines in any order.
    """
    in_order = (given[line] for line in game.lines if line in given)
    return listed(given_words(read_given(text)) for text in dict.fromkeys(in_order))


def basis_words(what: AwardGiven, method: Method) -> Words | None:
    """What the percent of a given award is of, or that it is his own mean; None where there is
    neither."""
    if isinstance(what.given, NotPlayed):
        return None
    if what.award is None:
        return _NO_AWARD
    if what.is_own_mean:
        return _OWN_MEAN
    return _of_board(what.given, method, what.top)


def averages_words(method: Method, due: int) -> tuple[tuple[Words, Words], ...]:
    """The averages that a method offers on a board with `due` plays, the best first: the name,
    what it is."""
    if not method.offers_averages:
        return ()
    shown = (Average.PLUS, Average.AVERAGE, Average.MINUS)
    return tuple((given_words(each), _average_words(each, method, due)) for each in shown)


def percent_words(method: Method, due: int) -> Words | None:
    """What percent is of on a board with `due` plays; None where a method has no percent."""
    if not method.offers_percent:
        return None
    top = method.top(due)
    return Words(_FROM_1_TO_2) if top is None else Words(_OF_BOARD, {"top": top})


def _average_words(which: Average, method: Method, due: int) -> Words:
    award = method.average(which, due)
    if award is None:
        return _NO_AWARD
    said = _of_board(which, method, method.top(due)) or Words(_POINTS, {"award": str(award)})
    template = _WITH_OWN_MEAN.get(which)
    return Words(template, {"award": said}) if template else said


def _of_board(given: Given, method: Method, top: int | None) -> Words | None:
    """The percent of what the board can give; None where it is not said in percent."""
    percent = _percent(given) if method.offers_percent else None
    if percent is None:
        return None
    return Words(_OF_WAY if top is None else _OF_TOP, {"percent": percent, "top": top})


def _percent(given: Given) -> str | None:
    if isinstance(given, PercentAward):
        return str(given.percent)
    return str(PERCENTS[given]) if isinstance(given, Average) else None
