"""A director gives awards where a board could not be played as it should: each line its own."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from scoring.adjusted.award_text import parse_adjusted_award
from scoring.adjusted.awards import is_supported
from scoring.adjusted.kinds import FixedAward, NotPlayed
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.entries import (
    REASON_MISSING,
    append_decision,
    load_play_for_decision,
)
from tournaments.models import Entry, Event, Play
from tournaments.models.results import LONGEST_MADE
from tournaments.permissions.actor import Actor
from tournaments.queries.results.adjusted_awards import plays_due
from tournaments.queries.results.line_points import format_given_awards

_EVERY_LINE = _("Give an award to each line, and to no other.")
_UNREADABLE = _(
    "Give an average, an award such as 3/2, or up to three X whose weights add up to 100 percent."
)
_NOT_OFFERED = _("The method of this event has no such award: it has no top to measure one by.")
_NO_TEAMS = _("A match of teams has no awards. Rule on the result instead.")
_BEYOND = _("On this board an award is from %(least)s to %(most)s.")
_NOBODY = _("If the board counts for no line, decide that it was not played.")
_TOO_LONG = _("These numbers are too long to save. Use shorter ones.")


def give_awards(
    play_id: int, given: Mapping[str, str], *, replaces: int, reason: str, actor: Actor, key: str
) -> Answer:
    """Append what each line of a play is given instead of a result, as
    `scoring.adjusted.award_text` writes it.

    `replaces` is the revision of the play that the director was looking at. Raises
    `ValidationFailed` with every problem, also for what the method of the event does not offer, and
    `Conflict` when something was said since.
    """
    body = ["awards", play_id, dict(given), replaces, reason]
    return idempotent(actor, key, body, lambda: _give(play_id, given, replaces, reason, actor))


def _give(
    play_id: int, given: Mapping[str, str], replaces: int, reason: str, actor: Actor
) -> Answer:
    play, reason = (
        load_play_for_decision(play_id, replaces, actor, Entry.Kind.AWARDS),
        reason.strip(),
    )
    raise_if_any([*_problems(play, given), *reason_problems(reason, REASON_MISSING)])
    return append_decision(
        play, Entry(kind=Entry.Kind.AWARDS, given=dict(given), reason=reason), actor
    )


def _problems(play: Play, given: Mapping[str, str]) -> Iterator[Problem]:
    event = play.board.session.stage.event
    if event.method.for_teams:
        yield Problem("no_awards_for_teams", _NO_TEAMS)
    elif set(given) != set(event.game.lines):
        yield Problem("not_every_line", _EVERY_LINE)
    else:
        found = [problem for line in given for problem in _line_problems(play, line, given[line])]
        yield from found or _problems_together(event, given)


def _problems_together(event: Event, given: Mapping[str, str]) -> Iterator[Problem]:
    if all(parse_adjusted_award(text) == NotPlayed() for text in given.values()):
        yield Problem("nobody_played", _NOBODY)
    if len(format_given_awards(given, event.game)) > LONGEST_MADE:
        yield Problem("awards_too_long", _TOO_LONG)


def _line_problems(play: Play, line: str, text: str) -> Iterator[Problem]:
    try:
        given = parse_adjusted_award(text)
    except ValueError:
        yield Problem("unreadable_award", _UNREADABLE, field=line)
        return
    if not is_supported(play.board.session.stage.event.method, given):
        yield Problem("award_not_offered", _NOT_OFFERED, field=line)
    elif isinstance(given, FixedAward):
        yield from _beyond(play, line, given)


def _beyond(play: Play, line: str, given: FixedAward) -> Iterator[Problem]:
    """Whether an award lies beyond the worst or the best that the board can give, where there
    are such."""
    method = play.board.session.stage.event.method
    if not method.supports_percent:
        return
    due = plays_due(play)
    least, most = (method.percent_award(Fraction(percent), due) for percent in (0, 100))
    if least is not None and most is not None and not least <= given.award <= most:
        yield Problem("award_beyond", _BEYOND, {"least": str(least), "most": str(most)}, line)
