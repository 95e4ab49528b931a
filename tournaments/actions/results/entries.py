"""Entries about a play: a table enters a result, a director corrects, rules or calls the board
off."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from games.fields import Outcome, parse_outcome
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import record_decision, recording_undo_step
from tournaments.actions.idempotency import Answer, ConcurrentWrite, Conflict, idempotent
from tournaments.actions.rate_limits import check_entry_rate
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.devices import link_devices
from tournaments.actions.results.drafts import discard_draft
from tournaments.actions.results.entry_checks import (
    card_contradictions,
    decision_contradictions,
    record_contradictions,
    record_questions,
    record_refused_decisions,
    unlikely_result_problems,
)
from tournaments.actions.results.objections import answer_objections_as_corrected
from tournaments.models import AuditAction, Entry, Objection, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import (
    check_may_decide,
    check_may_enter,
    check_side,
    published_problems,
    round_not_started_problems,
)
from tournaments.permissions.visibility.devices import (
    read_device_access,
    was_released_by_phone,
)
from tournaments.queries.results.play_state import (
    DECISION_KINDS,
    DERIVED_COLUMNS,
    set_derived_columns,
)
from tournaments.queries.results.withdrawals import replaced_revision, withdrawal_problems
from tournaments.tasks import score_after_commit


def is_late(play: Play, actor: Actor) -> bool:
    """Return whether an entry waits for the director: from a device after its round, or after both
    agreed.

    Once two sides have said the same, a device that is bound to nobody at the table changes nothing
    any more; one that a phone has released still does, since anybody with the code can say that it
    is not theirs. A member types what both sides signed while the board was played.
    """
    if actor.table_id is None:
        return False
    if play.seating.round.ended_at is not None:
        return True
    has_agreed = (
        play.state == Play.State.CONFIRMED and play.entry and play.entry.kind == Entry.Kind.TABLE
    )
    if not has_agreed:
        return False
    if read_device_access(actor.device, play.board.session).is_linked_at(play.seating):
        return False
    return not was_released_by_phone(actor.device, play.seating)


def device_entry_time(play: Play, age_seconds: int | None) -> datetime | None:
    """The moment so many seconds ago; None where it is yet to come, or the round had not begun.

    Nor is there one where our own clock was set back: the round has not ended yet, by it.

    A phone's clock that is wrong counts seconds as any other; one that was set meanwhile does not.
    """
    round_, now = play.seating.round, timezone.now()
    if (
        age_seconds is None
        or round_.started_at is None
        or (round_.ended_at and now < round_.ended_at)
    ):
        return None
    is_within = 0 <= age_seconds <= (now - round_.started_at).total_seconds()
    return now - timedelta(seconds=age_seconds) if is_within else None


_POSTED: dict[str, AuditAction] = {
    Entry.Kind.TABLE: AuditAction.POST_TABLE,
    Entry.Kind.CORRECTION: AuditAction.POST_CORRECTION,
    Entry.Kind.RULING: AuditAction.POST_RULING,
    Entry.Kind.VOID: AuditAction.POST_VOID,
    Entry.Kind.AWARDS: AuditAction.POST_AWARDS,
}
_STALE = _("This result has changed since you opened it. Look at it again.")
_NO_SUCH_ENTRY = _("No table has an entry at revision %(revision)s.")
_NO_DECISION = _("None of your decisions counts here any more. Look at it again.")
REASON_MISSING = _("Enter the reason. It is saved with the result.")


def submit_entry(
    play_id: int,
    submitted: Mapping[str, object],
    actor: Actor,
    key: str,
    *,
    accept_unlikely: bool = True,
    age_seconds: int | None = None,
    withdraws: int | None = None,
) -> Answer:
    """Append what a table says about a play; from a device after the round it is kept for the
    director.

    Once the standings are published nothing more is taken: then only a decision changes a result. A
    later entry from the same phone replaces the side's first one while no other side has answered.

    `submitted` maps field names to text or values. The same `key` again gets the earlier answer.
    Raises `Play.DoesNotExist`, `NotPermitted` to another table, `ValidationFailed` with every
    problem of the outcome, `Conflict` when the key came with something else. What only the cards
    contradict gets the answer of any other result, and the director decides.

    Without `accept_unlikely` an unlikely result is asked about first: `ValidationFailed` with an `UnlikelyResult`.
    `age_seconds`, the seconds since it was entered by the phone's own clock, is no part of what the key
    stands for: a phone that sends again has waited longer. `withdraws` is the revision of an
    earlier entry of the same side, taken back with this one; `ValidationFailed` where it no longer
    can be.
    """
    body = [play_id, actor.side, dict(submitted), withdraws]

    def post() -> Answer:
        return _post(
            _read_own(play_id, actor), submitted, actor, accept_unlikely, age_seconds, withdraws
        )

    with record_questions(actor, key):
        return idempotent(actor, key, body, post)


def confirm_entry(
    play_id: int,
    revision: int,
    actor: Actor,
    key: str,
    *,
    age_seconds: int | None = None,
    withdraws: int | None = None,
) -> Answer:
    """Append the outcome that a table said at a revision of the play, for the side of the actor.

    `age_seconds` and `withdraws` as in `submit_entry`. The same `key` again gets the earlier answer. Raises
    as `submit_entry` does, and `ValidationFailed` where no table has said anything at that revision.
    """
    body = ["confirm", play_id, actor.side, revision, withdraws]

    def confirm() -> Answer:
        play = _read_own(play_id, actor)
        return _post(play, _outcome_at(play, revision), actor, True, age_seconds, withdraws)

    return idempotent(actor, key, body, confirm)


def decide_play(
    play_id: int,
    kind: Entry.Kind,
    submitted: Mapping[str, object],
    *,
    replaces: int,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    """Append the director's decision: a correction, a ruling (flagged), or that the board was not
    played.

    `replaces` is the revision of the play that he was looking at. Raises `ValidationFailed` for a
    wrong outcome or a missing reason, `Conflict` when something was said since.
    """
    body = [play_id, kind, dict(submitted), replaces, reason]
    with record_refused_decisions(actor):
        return idempotent(
            actor, key, body, lambda: _decide(play_id, kind, submitted, replaces, reason, actor)
        )


def reappend_decision(play_id: int, *, replaces: int, actor: Actor, key: str) -> Answer:
    """Append the decision that counts of a play once more, so that it comes after what was entered
    since.

    `replaces` as in `decide_play`. Raises `ValidationFailed` where no decision counts, `Conflict`
    when something was entered since.
    """
    body = ["repeat", play_id, replaces]
    return idempotent(actor, key, body, lambda: _repeat(play_id, replaces, actor))


def _repeat(play_id: int, replaces: int, actor: Actor) -> Answer:
    decision = _read(play_id).entry
    if decision is None or decision.kind not in DECISION_KINDS:
        raise ValidationFailed([Problem("no_decision", _NO_DECISION)])
    kind = Entry.Kind(decision.kind)
    play = load_play_for_decision(play_id, replaces, actor, kind)
    again = Entry(kind=kind, outcome=decision.outcome, given=decision.given, reason=decision.reason)
    return append_decision(play, again, actor)


def outcome_problems(play_id: int, submitted: Mapping[str, object]) -> list[Problem]:
    """What would be wrong with saying this about a play, as far as no cards tell it; nothing is
    stored."""
    return _read_result(_read(play_id), submitted)[1]


def plausibility_questions(
    play_id: int, submitted: Mapping[str, object], actor: Actor
) -> list[Problem]:
    """Return the question about an unlikely result of a play, or none; none about one with
    problems."""
    play = _read(play_id)
    outcome, problems = _read_result(play, submitted)
    return [] if problems else unlikely_result_problems(play, outcome, actor)


def _outcome_at(play: Play, revision: int) -> Outcome:
    """Return what a table entered at a revision of the play; raise `ValidationFailed` where none
    did."""
    said = play.entries.filter(revision=revision, kind=Entry.Kind.TABLE).first()
    if said is None:
        raise ValidationFailed(
            [Problem("no_such_entry", _NO_SUCH_ENTRY, {"revision": revision}, "revision")]
        )
    outcome: Outcome = said.outcome
    return outcome


def _post(
    play: Play,
    submitted: Mapping[str, object],
    actor: Actor,
    accept_unlikely: bool,
    age_seconds: int | None,
    withdraws: int | None,
) -> Answer:
    require_editable(play.board.session.stage.event, AuditAction.POST_TABLE)
    check_side(play, actor)
    check_entry_rate(play, actor)
    outcome, problems = _read_result(play, submitted)
    problems += [*published_problems(play), *round_not_started_problems(play)]
    if withdraws is not None:
        access = read_device_access(actor.device, play.board.session)
        problems += withdrawal_problems(play, actor.side, withdraws, access)
    raise_if_any(problems)
    raise_if_any([] if accept_unlikely else unlikely_result_problems(play, outcome, actor))
    found = card_contradictions(play, outcome)
    record_contradictions(play, found, actor, AuditAction.CONTRADICTED_RESULT)
    if withdraws is None and actor.table_id:
        withdraws = replaced_revision(play, actor.side, actor.device, outcome)
    entry = Entry(
        outcome=outcome, late=is_late(play, actor), contradicted=bool(found), withdraws=withdraws
    )
    entry.entered_at = device_entry_time(play, age_seconds)
    answer = _append(play, entry, actor)
    link_devices(play, actor)
    discard_draft(play, actor.side)
    return answer


def _decide(
    play_id: int,
    kind: Entry.Kind,
    submitted: Mapping[str, object],
    replaces: int,
    reason: str,
    actor: Actor,
) -> Answer:
    play = load_play_for_decision(play_id, replaces, actor, kind)
    outcome, problems = ({}, []) if kind == Entry.Kind.VOID else _read_result(play, submitted)
    raise_if_any([*problems, *reason_problems(reason.strip(), REASON_MISSING)])
    raise_if_any(decision_contradictions(play, outcome, actor) if outcome else [])
    return append_decision(play, Entry(kind=kind, outcome=outcome, reason=reason.strip()), actor)


def load_play_for_decision(play_id: int, replaces: int, actor: Actor, kind: Entry.Kind) -> Play:
    """The play that a director decides about, who has seen it as it is at revision `replaces`.

    Raises `ValidationFailed` as `check_may_decide` does, `Conflict` when something was said since.
    """
    play = _read(play_id)
    require_editable(play.board.session.stage.event, _POSTED[kind])
    check_may_decide(play, kind, actor)
    if play.revision != replaces:
        raise Conflict([Problem("stale", _STALE)])
    return play


def append_decision(play: Play, entry: Entry, actor: Actor) -> Answer:
    """Append what a director decides, as an act of his. To be used within `idempotent`.

    Who reported the result as wrong reads that it is corrected, if the decision changes it.
    """
    session, verb, about = play.board.session, _POSTED[entry.kind], {"play": play.pk}
    before = _counting(play)
    is_reported = Objection.objects.unanswered().filter(play=play).exists()
    reported = [Objection.objects.filter(play=play)] if is_reported else []
    with recording_undo_step(
        actor, verb, session.stage.event, about, reported, session=session, reason=entry.reason
    ):
        answer = _append(play, entry, actor)
        if is_reported and _counting(play) != before:
            answer_objections_as_corrected(play, actor)
    return answer


def _counting(play: Play) -> tuple[object, ...]:
    """Return what counts of a play, apart from who said it."""
    entry = play.entry
    return (play.state == Play.State.VOID, *((entry.outcome, entry.given) if entry else ()))


def _read_result(play: Play, submitted: Mapping[str, object]) -> tuple[Outcome, list[Problem]]:
    """The outcome that `submitted` describes, and everything wrong about it."""
    game = play.board.session.stage.event.game
    outcome, problems = parse_outcome(game.fields, submitted)
    return outcome, problems or game.problems(outcome, play.board.conditions)


def _read(play_id: int) -> Play:
    related = "entry", "seating__round__section", "board__session__stage__event"
    return Play.objects.select_related(*related).get(pk=play_id)


def _read_own(play_id: int, actor: Actor) -> Play:
    """The play, for whoever may say something about it: its own table, or a member who need not
    play it."""
    play = _read(play_id)
    check_may_enter(play, actor)
    return play


def _append(play: Play, entry: Entry, actor: Actor) -> Answer:
    """What the actor says now."""
    entry.at = timezone.now()
    for column, value in actor.columns().items():
        setattr(entry, column, value)
    append_entry(play, entry)
    event = play.board.session.stage.event
    record_audit(actor, _POSTED[entry.kind], event, play=play.pk, entry=entry.pk, state=play.state)
    score_after_commit(play.board.session.stage)
    return {"play": play.pk, "entry": entry.pk, "state": play.state, "late": entry.late}


def append_entry(play: Play, entry: Entry) -> None:
    """Store an entry that says when and who, as the next revision; the play's state follows from
    all of them.

    Having it counted is left to the act. To be used within `idempotent`: raises `ConcurrentWrite`
    where somebody was quicker.
    """
    entry.play, entry.revision = play, play.revision + 1
    entry.save()
    record_decision(entry)
    _settle(play, entry)
    play.revision = entry.revision


def _settle(play: Play, entry: Entry) -> None:
    """Compare-and-set on the revision; raises `ConcurrentWrite` when somebody else was quicker.

    No two entries have one revision of a play, which also keeps out a writer whose read was older;
    either way `idempotent` does it again on what is there now. No lock is held while the result is
    judged.
    """
    said = [entry] if not play.revision else play.entries.all()
    set_derived_columns(play, said, play.board.session.stage.event.game)
    columns = {column: getattr(play, column) for column in DERIVED_COLUMNS}
    if not Play.objects.filter(pk=play.pk, revision=play.revision).update(
        revision=entry.revision, **columns
    ):
        raise ConcurrentWrite
