"""Results that were said of the wrong board, at the wrong table or for the wrong side: put
right."""

from contextlib import AbstractContextManager

from django.utils import timezone
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.undo_checks import players_could_see_board
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.entries import append_entry, decide_play
from tournaments.models import AuditAction, Entry, Play
from tournaments.permissions.results import check_own_board_rule
from tournaments.queries.results.line_points import SCORED
from tournaments.queries.results.settlement import not_withdrawn

_NO_RESULT = _("Board %(board)s at table %(table)s has no result.")
_HAS_RESULT = _("Board %(board)s at table %(table)s already has a result: exchange the two.")
_DECIDED = _(
    "The director has decided on board %(board)s at table %(table)s: correct that decision instead."
)
_SAME = _("Choose two different results of one session.")
_EXCHANGED = _("The results of two boards were exchanged.")
_SEEN = _("This table could already see the results of other tables on the board.")
_NO_SIDE = _("In this game a result belongs to no side: correct the result instead.")
_TURNED = _("The result of one side was entered for the other.")
_MOVED = _("The result was entered for another board or table.")


def exchange_results(one_id: int, other_id: int, correction: CorrectionRequest) -> Answer:
    """Let two results have been said of each other's play, at one table or two.

    Each is corrected to what was said of the other. Raises as `correcting` and `decide_play` do,
    and `ValidationFailed` where one of the two has no result.
    """
    body = [AuditAction.EXCHANGE_RESULTS, *sorted((one_id, other_id))]
    return idempotent(
        correction.actor, correction.key, body, lambda: _exchange(one_id, other_id, correction)
    )


def move_result(said_id: int, meant_id: int, correction: CorrectionRequest) -> Answer:
    """Take what tables have said of one play to another one that has no result.

    The first is due again; where its table could see what others made of it, it is not played. The
    other may have been called off. Raises as `correcting` and `decide_play` do, and
    `ValidationFailed` where there is nothing to move, a director has decided there, or the other
    play has a result already.
    """
    body = [AuditAction.MOVE_RESULT, said_id, meant_id]
    return idempotent(
        correction.actor, correction.key, body, lambda: _move(said_id, meant_id, correction)
    )


def swap_result_sides(play_id: int, correction: CorrectionRequest) -> Answer:
    """Let what was written down for one side have been made by the other; it is corrected to that.

    Raises as `correcting` and `decide_play` do, and `ValidationFailed` where there is no result, or
    none that has another side in this game.
    """
    return idempotent(
        correction.actor,
        correction.key,
        [AuditAction.TURN_RESULT, play_id],
        lambda: _turn(play_id, correction),
    )


def _turn(play_id: int, correction: CorrectionRequest) -> Answer:
    (play,) = _read(play_id)
    check_own_board_rule(play, correction.actor)
    _refuse_without_result([play])
    turned = play.board.session.stage.event.game.swap_sides(
        play.entry.outcome if play.entry else {}
    )
    if turned is None:
        raise ValidationFailed([Problem("no_other_side", _NO_SIDE)])
    about = {"plays": [play.pk]}
    with correcting([play.seating.round.section], AuditAction.TURN_RESULT, about, [], correction):
        _correct(play, dict(turned), gettext(_TURNED), correction)
    return {"plays": [play.pk]}


def _exchange(one_id: int, other_id: int, correction: CorrectionRequest) -> Answer:
    one, other = _read(one_id, other_id)
    check_own_board_rule(one, correction.actor)
    check_own_board_rule(other, correction.actor)
    _refuse_without_result([one, other])
    with _repairing(one, other, AuditAction.EXCHANGE_RESULTS, correction):
        said = [each.entry.outcome if each.entry else {} for each in (one, other)]
        _correct(one, said[1], gettext(_EXCHANGED), correction)
        _correct(other, said[0], gettext(_EXCHANGED), correction)
    return {"plays": [one.pk, other.pk]}


def _move(said_id: int, meant_id: int, correction: CorrectionRequest) -> Answer:
    said, meant = _read(said_id, meant_id)
    check_own_board_rule(said, correction.actor)
    check_own_board_rule(meant, correction.actor)
    _refuse_without_result([said])
    if meant.state not in (Play.State.DUE, Play.State.VOID):
        raise ValidationFailed([_about(meant, "has_result", _HAS_RESULT)])
    standing = not_withdrawn(said.entries.all())
    if any(entry.kind != Entry.Kind.TABLE for entry in standing):
        raise ValidationFailed([_about(said, "decided", _DECIDED)])
    outcome = said.entry.outcome if said.entry else {}
    seen = players_could_see_board(said)
    with _repairing(said, meant, AuditAction.MOVE_RESULT, correction):
        for entry in standing:
            _take_away(said, entry, correction)
        if seen:
            _call_off(said, correction)
        _correct(meant, outcome, gettext(_MOVED), correction)
    return {"plays": [said.pk, meant.pk]}


def _refuse_without_result(plays: list[Play]) -> None:
    """Awards that were given instead of a result are none."""
    missing = [
        play
        for play in plays
        if play.state not in SCORED or play.entry is None or not play.entry.outcome
    ]
    if missing:
        raise ValidationFailed([_about(play, "no_result", _NO_RESULT) for play in missing])


def _read(*ids: int) -> list[Play]:
    """The plays, in this order; raises `Play.DoesNotExist`, `ValidationFailed` where they are not
    two of a session."""
    related = Play.objects.select_related(
        "seating__table__section", "board__session__stage__event__club"
    )
    related = related.select_related("seating__round__section__session__stage__event", "entry")
    found = [related.get(pk=each) for each in ids]
    if len(set(ids)) != len(ids) or len({play.board.session_id for play in found}) != 1:
        raise ValidationFailed([Problem("same_play", _SAME)])
    return found


def _repairing(
    one: Play, other: Play, verb: AuditAction, correction: CorrectionRequest
) -> AbstractContextManager[None]:
    sections = {play.seating.round.section_id: play.seating.round.section for play in (one, other)}
    return correcting(list(sections.values()), verb, {"plays": [one.pk, other.pk]}, [], correction)


def _correct(
    play: Play, outcome: dict[str, object], why: str, correction: CorrectionRequest
) -> None:
    """Of the play as it was read, with what was said of the other; raises `Conflict` where more
    was said."""
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        outcome,
        replaces=play.revision,
        reason=correction.reason or why,
        actor=correction.actor,
        key=f"{correction.key} {play.pk}",
    )


def _take_away(play: Play, entry: Entry, correction: CorrectionRequest) -> None:
    taking = Entry(
        kind=Entry.Kind.WITHDRAWAL,
        withdraws=entry.revision,
        at=timezone.now(),
        **correction.actor.columns(),
    )
    append_entry(play, taking)


def _call_off(play: Play, correction: CorrectionRequest) -> None:
    """Whoever saw what others made of a board plays it no more."""
    kind, key = Entry.Kind.VOID, f"{correction.key} {play.pk}"
    decide_play(
        play.pk,
        kind,
        {},
        replaces=play.revision,
        reason=gettext(_SEEN),
        actor=correction.actor,
        key=key,
    )


def _about(play: Play, code: str, template: str) -> Problem:
    return Problem(code, template, {"board": play.board.number, "table": play.seating.table.label})
