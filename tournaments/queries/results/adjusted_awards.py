"""Awards that a director gave instead of a result: each contestant's, and in words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from django.db.models import QuerySet

from games.explanations.explanation import Explanation
from games.game import Game
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.award_text import parse_adjusted_award
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults
from scoring.method import Method
from tournaments.models import Contestant, Event, Play, ResultScale, SeatHolder, Seating, Stage
from tournaments.permissions.visibility.public_standings import visible_plays
from tournaments.queries.results.counted_plays import CountedPlay, Owners, counted_plays
from tournaments.queries.results.line_points import AWARD_PREFIX, parse_given_awards
from tournaments.queries.standings.scales import field_results_of, line_awards, scales_of


class AppliedAward(NamedTuple):
    """What a contestant was given on a board: `award` is None where that is none.

    `top` is that of the board, None where the method has none. `is_own_mean`: it came to his own
    mean. `explanation` is how it came about.
    """

    given: AdjustedAward
    award: Fraction | None
    top: int | None
    is_own_mean: bool
    explanation: Explanation


class GivenAward(NamedTuple):
    """To whom it was given, and by which of the counted plays."""

    result: CountedPlay
    line: str
    contestant: int
    applied: AppliedAward


AwardsByPlay = Mapping[int, Mapping[int, AppliedAward]]
"""By the row of a play what each contestant was given, by his row; a play without any is not
there."""

OwnBoardsLookup = Callable[[int], OwnBoards]
"""The boards of his own of a contestant."""


def given_awards(
    event: Event, results: Iterable[CountedPlay], owners: Owners, own: OwnBoardsLookup
) -> Iterator[GivenAward]:
    """What is given to each contestant by himself, since everybody has his own mean; in one
    query."""
    ruled = [(result, given) for result in results if (given := parse_given_awards(result.counted))]
    if not ruled:
        return
    others = field_results_of(
        ResultScale.objects.filter(board__in={result.board for result, _given in ruled})
    )
    for result, given in ruled:
        for line, what in zip(event.game.lines, given, strict=True):
            among = others.get((result.board, result.field, result.group, line))
            # Who has not locked the stage may have read a play that was counted anew.
            if among is None:
                continue
            top = event.method.top(among.due)
            for contestant in owners[result.seating, line]:
                boards = own(contestant) if isinstance(what, Average) else NO_BOARDS
                award = _award(event.method, what, among, boards)
                plain = _award(event.method, what, among, NO_BOARDS)
                why = explain_adjusted_award(event.method, what, among, boards)
                yield GivenAward(
                    result, line, contestant, AppliedAward(what, award, top, award != plain, why)
                )


def _award(
    method: Method, what: AdjustedAward, among: FieldResults, own: OwnBoards
) -> Fraction | None:
    """None also where an event has come to another method since, or by a file, that has no such
    award."""
    return adjusted_award_value(method, what, among, own) if is_supported(method, what) else None


def plays_due(play: Play) -> int:
    """How many plays the board was to have where a play is compared, this one among them."""
    others = (
        play.board.plays.filter(field=play.field).exclude(state=Play.State.VOID).exclude(pk=play.pk)
    )
    return others.count() + 1


def awards_by_play(stage: Stage, plays: Iterable[Play], counting: QuerySet[Play]) -> AwardsByPlay:
    """What was given by plays of a stage, as far as it is counted.

    `counting` are the plays of the stage whose results make one's own mean: those that the reader's
    standings count, so that a scorecard comes to the total which they show.
    """
    ruled = {
        (each.seating_id, each.board_id): each.pk
        for each in plays
        if (each.counted_line_points or "")[:1] == AWARD_PREFIX
    }
    if not ruled:
        return {}
    of_these = Play.objects.filter(pk__in=ruled.values())
    owners = _owners(stage.event, Seating.objects.filter(plays__in=of_these))
    found: defaultdict[int, dict[int, AppliedAward]] = defaultdict(dict)
    own = cache(lambda contestant: _own_boards(stage.event, contestant, counting))
    for each in given_awards(stage.event, counted_plays(of_these), owners, own):
        found[ruled[each.result.seating, each.result.board]][each.contestant] = each.applied
    return found


def public_awards_by_play(plays: Iterable[Play]) -> AwardsByPlay:
    """What was given by plays of an event, as the standings that anybody sees count it."""
    ruled = [each for each in plays if (each.counted_line_points or "")[:1] == AWARD_PREFIX]
    of_stage: defaultdict[Stage, list[Play]] = defaultdict(list)
    for each in ruled:
        of_stage[each.board.session.stage].append(each)
    found: dict[int, Mapping[int, AppliedAward]] = {}
    for stage, together in of_stage.items():
        found |= awards_by_play(stage, together, visible_plays(stage))
    return found


def awards_of_contestants(
    given: Mapping[int, AppliedAward], contestants: Iterable[Contestant]
) -> tuple[AppliedAward, ...]:
    """What some contestants were given; nothing where they were not."""
    return tuple(given[each.pk] for each in contestants if each.pk in given)


def _own_boards(event: Event, contestant: int, counting: QuerySet[Play]) -> OwnBoards:
    """What a contestant made on the boards on which he has a result, by some plays of a stage."""
    own = Seating.objects.filter(places__contestant=contestant)
    results = counted_plays(counting.filter(seating__in=own.values("pk")))
    rows = list(ResultScale.objects.filter(board__in={result.board for result in results}))
    scales, due = scales_of(event, rows), field_results_of(rows)
    owners, total = _owners(event, own), NO_BOARDS
    for result in results:
        where = result.board, result.field, result.group
        for each in line_awards(event, result.counted, result.points, where, scales):
            if each.award is not None and contestant in owners[result.seating, each.line]:
                top = event.method.top(due[*where, each.line].due) or 0
                total = total.plus(OwnBoards(each.award, Fraction(1), Fraction(top)))
    return total


def _owners(event: Event, seatings: QuerySet[Seating]) -> Owners:
    line_of = {seat: line for line, seats in event.game.lines.items() for seat in seats}
    owners: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    places = SeatHolder.objects.filter(seating__in=seatings.values("pk")).order_by("seat")
    for seating, seat, contestant in places.values_list("seating", "seat", "contestant"):
        whose = owners[seating, line_of[seat]]
        if contestant not in whose:
            whose.append(contestant)
    return owners


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
_OF_BOARD = _("Percent means percent of the top of this board: %(top)s.")
_FROM_1_TO_2 = _("Percent means percent of the way from 1 to 2.")
_OWN_MEAN = Text(_("the mean of the other boards played"))
_NO_AWARD = Text(_("no award: the board gives none"))


def award_text(given: AdjustedAward) -> Text:
    """The name of what is given."""
    match given:
        case Average():
            return Text(_AVERAGES[given])
        case FixedAward(award):
            return Text(_POINTS, {"award": str(award)})
        case PercentAward(percent):
            return Text(_("award of %(percent)s %%"), {"percent": str(percent)})
        case WeightedAward(parts):
            each = ({"percent": str(100 * part.weight), "x": str(part.x)} for part in parts)
            return join_with_commas(Text(_PART, params) for params in each)
        case NotPlayed():
            return Text(_("not played"))


def awards_text(given: Mapping[str, str], game: Game) -> Text:
    """What each line is given, as it is stored, in the order of the game; each different thing
    once.

    Raises TypeError for none. The database may have the lines in any order.
    """
    in_order = (given[line] for line in game.lines if line in given)
    return join_with_commas(
        award_text(parse_adjusted_award(text)) for text in dict.fromkeys(in_order)
    )


def award_basis_text(what: AppliedAward, method: Method) -> Text | None:
    """What the percent of a given award is of, or that it is his own mean; None where there is
    neither."""
    if isinstance(what.given, NotPlayed):
        return None
    if what.award is None:
        return _NO_AWARD
    if what.is_own_mean:
        return _OWN_MEAN
    return _of_board(what.given, method, what.top)


def average_texts(method: Method, due: int) -> tuple[tuple[Text, Text], ...]:
    """The averages that a method offers on a board with `due` plays, the best first: the name,
    what it is."""
    if not method.supports_averages:
        return ()
    shown = (Average.PLUS, Average.AVERAGE, Average.MINUS)
    return tuple((award_text(each), _average_words(each, method, due)) for each in shown)


def percent_text(method: Method, due: int) -> Text | None:
    """What percent is of on a board with `due` plays; None where a method has no percent."""
    if not method.supports_percent:
        return None
    top = method.top(due)
    return Text(_FROM_1_TO_2) if top is None else Text(_OF_BOARD, {"top": top})


def _average_words(which: Average, method: Method, due: int) -> Text:
    award = method.average(which, due)
    if award is None:
        return _NO_AWARD
    said = _of_board(which, method, method.top(due)) or Text(_POINTS, {"award": str(award)})
    template = _WITH_OWN_MEAN.get(which)
    return Text(template, {"award": said}) if template else said


def _of_board(given: AdjustedAward, method: Method, top: int | None) -> Text | None:
    """The percent of what the board can give; None where it is not said in percent."""
    percent = _percent(given) if method.supports_percent else None
    if percent is None:
        return None
    return Text(_OF_WAY if top is None else _OF_TOP, {"percent": percent, "top": top})


def _percent(given: AdjustedAward) -> str | None:
    if isinstance(given, PercentAward):
        return str(given.percent)
    return str(PERCENTS[given]) if isinstance(given, Average) else None
