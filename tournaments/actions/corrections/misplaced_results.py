"""Correct results that were entered for the wrong board, table or side."""

from contextlib import AbstractContextManager

from django.utils import timezone
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.undo_checks import players_could_see_board
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import append_entry
from tournaments.models import AuditAction, Entry, Play
from tournaments.permissions.results import check_own_board_rule
from tournaments.queries.results.line_points import SCORED_STATES
from tournaments.queries.results.play_state import active_entries

_NO_RESULT = _("Board %(board)s at table %(table)s has no result.")
_HAS_RESULT = _("Board %(board)s at table %(table)s already has a result: exchange the two.")
_HAS_DECISION = _(
    "The director has decided on board %(board)s at table %(table)s: correct that decision instead."
)
_NOT_TWO_PLAYS = _("Choose two different results of one session.")
_REASON_EXCHANGED = _("The results of two boards were exchanged.")
_REASON_RESULTS_SEEN = _("This table could already see the results of other tables on the board.")
_RESULT_WITHOUT_SIDE = _("In this game a result belongs to no side: correct the result instead.")
_REASON_SIDES_SWAPPED = _("The result of one side was entered for the other.")
_REASON_MOVED = _("The result was entered for another board or table.")


def exchange_results(first_id: int, second_id: int, correction: CorrectionRequest) -> Answer:
    """Exchange the results of two plays by appending a correction to each.

    Raises what `correcting` and `decide_play` do, and `ValidationFailed` if one of the plays has no
    result.
    """
    body = [AuditAction.EXCHANGE_RESULTS, *sorted((first_id, second_id))]
    return idempotent(
        correction.actor, correction.key, body, lambda: _exchange(first_id, second_id, correction)
    )


def move_result(source_id: int, target_id: int, correction: CorrectionRequest) -> Answer:
    """Withdraw the entries of one play, and enter its result for another play.

    The source becomes due again, or void if its table could see other results on the board. The
    target must be due or void. Raises what `correcting` and `decide_play` do, and
    `ValidationFailed` if the source has no result, if a director has decided about it, or if the
    target has a result.
    """
    body = [AuditAction.MOVE_RESULT, source_id, target_id]
    return idempotent(
        correction.actor, correction.key, body, lambda: _move(source_id, target_id, correction)
    )


def swap_result_sides(play_id: int, correction: CorrectionRequest) -> Answer:
    """Correct a result that was entered for the wrong side.

    Raises what `correcting` and `decide_play` do, and `ValidationFailed` if the play has no result,
    or if results of the game do not belong to a side.
    """
    return idempotent(
        correction.actor,
        correction.key,
        [AuditAction.SWAP_RESULT_SIDES, play_id],
        lambda: _swap(play_id, correction),
    )


def _swap(play_id: int, correction: CorrectionRequest) -> Answer:
    (play,) = _get_plays(play_id)
    check_own_board_rule(play, correction.actor)
    _check_have_results([play])
    swapped = play.board.session.stage.event.game.swap_sides(
        play.entry.outcome if play.entry else {}
    )
    if swapped is None:
        raise ValidationFailed([Problem("no_other_side", _RESULT_WITHOUT_SIDE)])
    subject = {"plays": [play.pk]}
    with correcting(
        [play.seating.round.section], AuditAction.SWAP_RESULT_SIDES, subject, [], correction
    ):
        _append_correction(play, dict(swapped), gettext(_REASON_SIDES_SWAPPED), correction)
    return {"plays": [play.pk]}


def _exchange(first_id: int, second_id: int, correction: CorrectionRequest) -> Answer:
    first, second = _get_plays(first_id, second_id)
    check_own_board_rule(first, correction.actor)
    check_own_board_rule(second, correction.actor)
    _check_have_results([first, second])
    with _correcting_plays(first, second, AuditAction.EXCHANGE_RESULTS, correction):
        outcomes = [play.entry.outcome if play.entry else {} for play in (first, second)]
        _append_correction(first, outcomes[1], gettext(_REASON_EXCHANGED), correction)
        _append_correction(second, outcomes[0], gettext(_REASON_EXCHANGED), correction)
    return {"plays": [first.pk, second.pk]}


def _move(source_id: int, target_id: int, correction: CorrectionRequest) -> Answer:
    source, target = _get_plays(source_id, target_id)
    check_own_board_rule(source, correction.actor)
    check_own_board_rule(target, correction.actor)
    _check_have_results([source])
    if target.state not in (Play.State.DUE, Play.State.VOID):
        raise ValidationFailed([_play_problem(target, "has_result", _HAS_RESULT)])
    entries = active_entries(source.entries.all())
    if any(entry.kind != Entry.Kind.TABLE for entry in entries):
        raise ValidationFailed([_play_problem(source, "decided", _HAS_DECISION)])
    outcome = source.entry.outcome if source.entry else {}
    could_see = players_could_see_board(source)
    with _correcting_plays(source, target, AuditAction.MOVE_RESULT, correction):
        for entry in entries:
            _withdraw(source, entry, correction)
        if could_see:
            _void_play(source, correction)
        _append_correction(target, outcome, gettext(_REASON_MOVED), correction)
    return {"plays": [source.pk, target.pk]}


def _check_have_results(plays: list[Play]) -> None:
    """Raise `ValidationFailed` if a play has no result; an adjusted award is not a result."""
    plays_without_result = [
        play
        for play in plays
        if play.state not in SCORED_STATES or play.entry is None or not play.entry.outcome
    ]
    if plays_without_result:
        raise ValidationFailed(
            [_play_problem(play, "no_result", _NO_RESULT) for play in plays_without_result]
        )


def _get_plays(*ids: int) -> list[Play]:
    """Return the plays with these primary keys, in the same order.

    Raises `Play.DoesNotExist`, and `ValidationFailed` unless they are different plays of one
    session.
    """
    related = Play.objects.select_related(
        "seating__table__section", "board__session__stage__event__club"
    )
    related = related.select_related("seating__round__section__session__stage__event", "entry")
    plays = [related.get(pk=play_id) for play_id in ids]
    if len(set(ids)) != len(ids) or len({play.board.session_id for play in plays}) != 1:
        raise ValidationFailed([Problem("same_play", _NOT_TWO_PLAYS)])
    return plays


def _correcting_plays(
    first_play: Play, second_play: Play, action: AuditAction, correction: CorrectionRequest
) -> AbstractContextManager[None]:
    sections = {
        play.seating.round.section_id: play.seating.round.section
        for play in (first_play, second_play)
    }
    return correcting(
        list(sections.values()), action, {"plays": [first_play.pk, second_play.pk]}, [], correction
    )


def _append_correction(
    play: Play, outcome: dict[str, object], default_reason: str, correction: CorrectionRequest
) -> None:
    """Append a correction with this outcome; raise `Conflict` if the play has changed since."""
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        outcome,
        replaces=play.revision,
        reason=correction.reason or default_reason,
        actor=correction.actor,
        key=f"{correction.key} {play.pk}",
    )


def _withdraw(play: Play, entry: Entry, correction: CorrectionRequest) -> None:
    withdrawal = Entry(
        kind=Entry.Kind.WITHDRAWAL,
        withdraws=entry.revision,
        at=timezone.now(),
        **correction.actor.audit_columns(),
    )
    append_entry(play, withdrawal)


def _void_play(play: Play, correction: CorrectionRequest) -> None:
    """Append a decision that the play is void, because its table could see other results."""
    kind, key = Entry.Kind.VOID, f"{correction.key} {play.pk}"
    decide_play(
        play.pk,
        kind,
        {},
        replaces=play.revision,
        reason=gettext(_REASON_RESULTS_SEEN),
        actor=correction.actor,
        key=key,
    )


def _play_problem(play: Play, code: str, template: str) -> Problem:
    return Problem(code, template, {"board": play.board.number, "table": play.seating.table.label})
