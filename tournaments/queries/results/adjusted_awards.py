"""Adjusted awards instead of results: their values, and how pages describe them."""

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
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.award_text import parse_adjusted_award
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults
from scoring.method import Method
from tournaments.models import Contestant, Event, Play, ResultScale, SeatHolder, Seating, Stage
from tournaments.permissions.visibility.public_standings import visible_plays
from tournaments.queries.results.counted_plays import ContestantsOfLines, CountedPlay, counted_plays
from tournaments.queries.results.line_points import AWARD_PREFIX, parse_given_awards
from tournaments.queries.standings.scales import field_results_of, line_awards, scales_of


class AppliedAward(NamedTuple):
    """An adjusted award as it applies to a contestant on a board.

    `award` is its value, None if it gives none. `top` is the board's top, None if the method has
    none. `own_mean_made_difference` says whether the award would be another one without the
    contestant's mean on other boards.
    """

    adjusted_award: AdjustedAward
    award: Fraction | None
    top: int | None
    own_mean_made_difference: bool
    explanation: Explanation


class GivenAward(NamedTuple):
    """The adjusted award of a contestant, by id, for a line of a counted play."""

    result: CountedPlay
    line: str
    contestant: int
    applied: AppliedAward


# The adjusted award of each contestant by their id, for each play by its id. Plays without adjusted
# awards are left out.
AwardsByPlay = Mapping[int, Mapping[int, AppliedAward]]

# Takes a contestant's id, and returns the sum of the boards on which they have a result.
OwnBoardsLookup = Callable[[int], AwardSums]


def given_awards(
    event: Event,
    results: Iterable[CountedPlay],
    contestant_ids_of_lines: ContestantsOfLines,
    own_boards: OwnBoardsLookup,
) -> Iterator[GivenAward]:
    """Yield the adjusted award of each contestant, using one query for the scales.

    The awards of the contestants of one line may differ, because an average may depend on their
    other boards.
    """
    results_with_awards = [
        (result, awards)
        for result in results
        if (awards := parse_given_awards(result.counted_line_points))
    ]
    if not results_with_awards:
        return
    field_results_by_key = field_results_of(
        ResultScale.objects.filter(
            board__in={result.board_id for result, _awards in results_with_awards}
        )
    )
    for result, awards in results_with_awards:
        for line, adjusted_award in zip(event.game.lines, awards, strict=True):
            field = field_results_by_key.get(
                (result.board_id, result.compared_field, result.group, line)
            )
            # A reader that has not locked the stage may have read a play that was rescored since.
            if field is None:
                continue
            top = event.method.top(field.due)
            for contestant in contestant_ids_of_lines[result.seating_id, line]:
                boards_of_contestant = (
                    own_boards(contestant) if isinstance(adjusted_award, Average) else NO_BOARDS
                )
                award = _award_value(event.method, adjusted_award, field, boards_of_contestant)
                plain_award = _award_value(event.method, adjusted_award, field, NO_BOARDS)
                explanation = explain_adjusted_award(
                    event.method, adjusted_award, field, boards_of_contestant
                )
                own_mean_made_difference = award != plain_award
                applied = AppliedAward(
                    adjusted_award, award, top, own_mean_made_difference, explanation
                )
                yield GivenAward(result, line, contestant, applied)


def _award_value(
    method: Method, adjusted_award: AdjustedAward, field: FieldResults, own_boards: AwardSums
) -> Fraction | None:
    """Return the value of an award, None if the method has none of this kind.

    That happens if the event's method was changed after the award was given, or if an event file
    has such an award.
    """
    if not is_supported(method, adjusted_award):
        return None
    return adjusted_award_value(method, adjusted_award, field, own_boards)


def compared_play_count(play: Play) -> int:
    """Return how many plays of the board are compared with this one, itself included.

    Void plays do not count, except this one.
    """
    others = (
        play.board.plays.filter(field=play.field).exclude(state=Play.State.VOID).exclude(pk=play.pk)
    )
    return others.count() + 1


def awards_by_play(
    stage: Stage, plays: Iterable[Play], counted_plays_of_stage: QuerySet[Play]
) -> AwardsByPlay:
    """Return the adjusted awards of plays of a stage, of those that have been scored.

    A contestant's mean is that of `counted_plays_of_stage`. They are the plays that the standings
    shown to the reader count, so that a scorecard adds up to the total in the standings.
    """
    play_ids = {
        (play.seating_id, play.board_id): play.pk
        for play in plays
        if (play.counted_line_points or "")[:1] == AWARD_PREFIX
    }
    if not play_ids:
        return {}
    adjusted_plays = Play.objects.filter(pk__in=play_ids.values())
    contestant_ids_of_lines = _contestants_of_lines(
        stage.event, Seating.objects.filter(plays__in=adjusted_plays)
    )
    awards: defaultdict[int, dict[int, AppliedAward]] = defaultdict(dict)
    own_boards = cache(
        lambda contestant: _own_boards(stage.event, contestant, counted_plays_of_stage)
    )
    for award in given_awards(
        stage.event, counted_plays(adjusted_plays), contestant_ids_of_lines, own_boards
    ):
        play_id = play_ids[award.result.seating_id, award.result.board_id]
        awards[play_id][award.contestant] = award.applied
    return awards


def public_awards_by_play(plays: Iterable[Play]) -> AwardsByPlay:
    """Return the adjusted awards of plays of an event, as the public standings count them."""
    by_stage: defaultdict[Stage, list[Play]] = defaultdict(list)
    for play in plays:
        if (play.counted_line_points or "")[:1] == AWARD_PREFIX:
            by_stage[play.board.session.stage].append(play)
    awards: dict[int, Mapping[int, AppliedAward]] = {}
    for stage, stage_plays in by_stage.items():
        awards |= awards_by_play(stage, stage_plays, visible_plays(stage))
    return awards


def awards_of_contestants(
    awards: Mapping[int, AppliedAward], contestants: Iterable[Contestant]
) -> tuple[AppliedAward, ...]:
    """Return the awards of the given contestants; `awards` are a play's, by contestant id."""
    return tuple(awards[contestant.pk] for contestant in contestants if contestant.pk in awards)


def _own_boards(
    event: Event, contestant_id: int, counted_plays_of_stage: QuerySet[Play]
) -> AwardSums:
    """Return the sum of the boards on which a contestant has a result, among some plays."""
    seatings = Seating.objects.filter(places__contestant=contestant_id)
    results = counted_plays(counted_plays_of_stage.filter(seating__in=seatings.values("pk")))
    scale_rows = list(ResultScale.objects.filter(board__in={result.board_id for result in results}))
    scales, field_results_by_key = scales_of(event, scale_rows), field_results_of(scale_rows)
    contestant_ids_of_lines, total = _contestants_of_lines(event, seatings), NO_BOARDS
    for result in results:
        key = result.board_id, result.compared_field, result.group
        for line_award in line_awards(
            event, result.counted_line_points, result.line_scores, key, scales
        ):
            if line_award.award is None:
                continue
            if contestant_id in contestant_ids_of_lines[result.seating_id, line_award.line]:
                top = event.method.top(field_results_by_key[*key, line_award.line].due) or 0
                total = total.plus(AwardSums(line_award.award, Fraction(1), Fraction(top)))
    return total


def _contestants_of_lines(event: Event, seatings: QuerySet[Seating]) -> ContestantsOfLines:
    line_of_seat = {seat: line for line, seats in event.game.lines.items() for seat in seats}
    contestant_ids_of_lines: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    seat_holders = SeatHolder.objects.filter(seating__in=seatings.values("pk")).order_by("seat")
    for seating, seat, contestant in seat_holders.values_list("seating", "seat", "contestant"):
        line_owners = contestant_ids_of_lines[seating, line_of_seat[seat]]
        if contestant not in line_owners:
            line_owners.append(contestant)
    return contestant_ids_of_lines


_AVERAGES: Mapping[Average, str] = {
    Average.AVERAGE: _("average"),
    Average.PLUS: _("average plus"),
    Average.MINUS: _("average minus"),
}
_WEIGHTED_PART = _("%(percent)s %% of what X %(x)s would have had")
_OF_TOP = _("%(percent)s %% of the top, %(top)s")
_OF_WAY = _("%(percent)s %% of the way from 1 to 2")
_AWARD_OF = _("award of %(award)s")
_AT_LEAST = _("%(award)s, or the mean of the other boards played if that is more")
_AT_MOST = _("%(award)s, or the mean of the other boards played if that is less")
_WITH_OWN_MEAN: Mapping[Average, str] = {Average.PLUS: _AT_LEAST, Average.MINUS: _AT_MOST}
_OF_BOARD = _("Percent means percent of the top of this board: %(top)s.")
_FROM_1_TO_2 = _("Percent means percent of the way from 1 to 2.")
_OWN_MEAN = Text(_("the mean of the other boards played"))
_NO_AWARD = Text(_("no award: the board gives none"))


def award_text(adjusted_award: AdjustedAward) -> Text:
    """Return the name of an adjusted award."""
    match adjusted_award:
        case Average():
            return Text(_AVERAGES[adjusted_award])
        case FixedAward(award):
            return Text(_AWARD_OF, {"award": str(award)})
        case PercentAward(percent):
            return Text(_("award of %(percent)s %%"), {"percent": str(percent)})
        case WeightedAward(parts):
            params = ({"percent": str(100 * part.weight), "x": str(part.x)} for part in parts)
            return join_with_commas(Text(_WEIGHTED_PART, part_params) for part_params in params)
        case NotPlayed():
            return Text(_("not played"))


def stored_awards_text(award_by_line: Mapping[str, str], game: Game) -> Text:
    """Return the names of the stored awards of all lines; equal awards are named once.

    `award_by_line` has the text of each award. The names are in the game's order of lines, because
    the database may return the lines in another. Raises TypeError if there are none.
    """
    texts = (award_by_line[line] for line in game.lines if line in award_by_line)
    return join_with_commas(award_text(parse_adjusted_award(text)) for text in dict.fromkeys(texts))


def award_basis_text(applied: AppliedAward, method: Method) -> Text | None:
    """Return a text that explains the value of an award, or None if it needs none.

    The text says that the board gives no award, that the award is the contestant's mean, or what it
    is a percentage of.
    """
    if isinstance(applied.adjusted_award, NotPlayed):
        return None
    if applied.award is None:
        return _NO_AWARD
    if applied.own_mean_made_difference:
        return _OWN_MEAN
    return _percent_of_board_text(applied.adjusted_award, method, applied.top)


def average_texts(method: Method, due_count: int) -> tuple[tuple[Text, Text], ...]:
    """Return the name and the value of each average of a method, the best first.

    `due_count` is the number of plays of the board. Empty if the method has no averages.
    """
    if not method.supports_averages:
        return ()
    averages = (Average.PLUS, Average.AVERAGE, Average.MINUS)
    return tuple(
        (award_text(average), _average_value_text(average, method, due_count))
        for average in averages
    )


def percent_text(method: Method, due_count: int) -> Text | None:
    """Return what a percentage of a board refers to; None if the method has no percentages.

    `due_count` is the number of plays of the board.
    """
    if not method.supports_percent:
        return None
    top = method.top(due_count)
    return Text(_FROM_1_TO_2) if top is None else Text(_OF_BOARD, {"top": top})


def _average_value_text(average: Average, method: Method, due_count: int) -> Text:
    award = method.average(average, due_count)
    if award is None:
        return _NO_AWARD
    percent_of_board = _percent_of_board_text(average, method, method.top(due_count))
    value = percent_of_board or Text(_AWARD_OF, {"award": str(award)})
    template = _WITH_OWN_MEAN.get(average)
    return Text(template, {"award": value}) if template else value


def _percent_of_board_text(
    adjusted_award: AdjustedAward, method: Method, top: int | None
) -> Text | None:
    """Return the award as a percentage of what the board can give; None if it is not one."""
    percent = _percent(adjusted_award) if method.supports_percent else None
    if percent is None:
        return None
    return Text(_OF_WAY if top is None else _OF_TOP, {"percent": percent, "top": top})


def _percent(adjusted_award: AdjustedAward) -> str | None:
    if isinstance(adjusted_award, PercentAward):
        return str(adjusted_award.percent)
    return str(PERCENTS[adjusted_award]) if isinstance(adjusted_award, Average) else None
