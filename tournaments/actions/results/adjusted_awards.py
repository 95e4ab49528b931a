"""Give adjusted awards to the lines of a play that has no result to score."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from scoring.adjusted.award_text import parse_adjusted_award
from scoring.adjusted.awards import is_supported
from scoring.adjusted.kinds import FixedAward, NotPlayed
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.decisions import (
    REASON_MISSING,
    append_decision,
    load_play_for_decision,
)
from tournaments.models import Entry, Event, Play
from tournaments.models.results import MAX_LINE_POINTS_LENGTH
from tournaments.permissions.actor import Actor
from tournaments.queries.results.adjusted_awards import compared_play_count
from tournaments.queries.results.line_points import format_given_awards

_NOT_EVERY_LINE = _("Give an award to each line, and to no other.")
_UNREADABLE_AWARD = _(
    "Give an average, an award such as 3/2, or up to three X whose weights add up to 100 percent."
)
_AWARD_NOT_OFFERED = _(
    "The method of this event has no such award: it has no top to measure one by."
)
_NO_TEAMS = _("A match of teams has no awards. Rule on the result instead.")
_OUT_OF_RANGE = _("On this board an award is from %(least)s to %(most)s.")
_NO_LINE_COUNTS = _("If the board counts for no line, decide that it was not played.")
_AWARDS_TOO_LONG = _("These numbers are too long to save. Use shorter ones.")


def give_awards(
    play_id: int,
    award_by_line: Mapping[str, str],
    *,
    replaces: int,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    """Append the director's award for each line of a play, instead of a result.

    `award_by_line` has an award for each line, in the form of `scoring.adjusted.award_text`.
    `replaces` is the revision of the play that the director has seen. Raises `ValidationFailed`
    with every problem, also if the event's method does not know such an award, and `Conflict` if
    the play has another revision by now.
    """
    body = ["awards", play_id, dict(award_by_line), replaces, reason]
    return idempotent(
        actor, key, body, lambda: _give_awards(play_id, award_by_line, replaces, reason, actor)
    )


def _give_awards(
    play_id: int, award_by_line: Mapping[str, str], replaces: int, reason: str, actor: Actor
) -> Answer:
    play = load_play_for_decision(play_id, replaces, actor, Entry.Kind.AWARDS)
    reason = reason.strip()
    raise_if_any([*_award_problems(play, award_by_line), *reason_problems(reason, REASON_MISSING)])
    return append_decision(
        play, Entry(kind=Entry.Kind.AWARDS, given=dict(award_by_line), reason=reason), actor
    )


def _award_problems(play: Play, award_by_line: Mapping[str, str]) -> Iterator[Problem]:
    event = play.board.session.stage.event
    if event.method.for_teams:
        yield Problem("no_awards_for_teams", _NO_TEAMS)
    elif set(award_by_line) != set(event.game.lines):
        yield Problem("not_every_line", _NOT_EVERY_LINE)
    else:
        line_problems = [
            problem
            for line in award_by_line
            for problem in _line_problems(play, line, award_by_line[line])
        ]
        yield from line_problems or _combined_problems(event, award_by_line)


def _combined_problems(event: Event, award_by_line: Mapping[str, str]) -> Iterator[Problem]:
    """Yield problems of awards that are valid for each line, but not together."""
    if all(parse_adjusted_award(text) == NotPlayed() for text in award_by_line.values()):
        yield Problem("nobody_played", _NO_LINE_COUNTS)
    if len(format_given_awards(award_by_line, event.game)) > MAX_LINE_POINTS_LENGTH:
        yield Problem("awards_too_long", _AWARDS_TOO_LONG)


def _line_problems(play: Play, line: str, text: str) -> Iterator[Problem]:
    try:
        award = parse_adjusted_award(text)
    except ValueError:
        yield Problem("unreadable_award", _UNREADABLE_AWARD, field=line)
        return
    if not is_supported(play.board.session.stage.event.method, award):
        yield Problem("award_not_offered", _AWARD_NOT_OFFERED, field=line)
    elif isinstance(award, FixedAward):
        yield from _range_problems(play, line, award)


def _range_problems(play: Play, line: str, fixed_award: FixedAward) -> Iterator[Problem]:
    """Yield a problem for an award outside the range of awards that are possible on the board.

    The range is from 0 to 100 percent; methods without percentages have no range.
    """
    method = play.board.session.stage.event.method
    if not method.supports_percent:
        return
    due_count = compared_play_count(play)
    lowest, highest = (method.percent_award(Fraction(percent), due_count) for percent in (0, 100))
    if lowest is not None and highest is not None and not lowest <= fixed_award.award <= highest:
        yield Problem(
            "award_beyond", _OUT_OF_RANGE, {"least": str(lowest), "most": str(highest)}, line
        )
