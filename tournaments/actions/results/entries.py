"""Append the entries of tables to plays; those of the director are in `decisions`.

An entry is the outcome of one board at one table (a play), as one actor reports or decides it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from games.fields import Outcome, parse_outcome
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import record_decision
from tournaments.actions.idempotency import Answer, ConcurrentWrite, idempotent
from tournaments.actions.rate_limits import check_entry_rate
from tournaments.actions.results.devices import link_devices
from tournaments.actions.results.drafts import discard_draft
from tournaments.actions.results.entry_checks import (
    card_contradictions,
    record_contradictions,
    recording_questions,
    unlikely_result_problems,
)
from tournaments.models import AuditAction, Entry, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import (
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
    DERIVED_COLUMNS,
    set_derived_columns,
)
from tournaments.queries.results.withdrawals import replaced_revision, withdrawal_problems
from tournaments.tasks import score_after_commit

# The action that the audit records for each kind of entry.
AUDIT_ACTIONS: dict[str, AuditAction] = {
    Entry.Kind.TABLE: AuditAction.POST_TABLE,
    Entry.Kind.CORRECTION: AuditAction.POST_CORRECTION,
    Entry.Kind.RULING: AuditAction.POST_RULING,
    Entry.Kind.VOID: AuditAction.POST_VOID,
    Entry.Kind.AWARDS: AuditAction.POST_AWARDS,
}
_NO_SUCH_ENTRY = _("No table has an entry at revision %(revision)s.")


def is_late(play: Play, actor: Actor) -> bool:
    """Return whether an entry is late, so that it does not count until the director decides.

    Entries from devices are late once the round has ended. Once two sides have agreed, so are those
    of a device that is not linked to anybody at the table. The exception is a device that another
    phone has unlinked: anybody with the table's code could have done that, so its entry still
    counts. A member's entry is never late: a member types what both sides signed in time.
    """
    if actor.table_id is None:
        return False
    if play.seating.round.ended_at is not None:
        return True
    sides_agree = (
        play.state == Play.State.CONFIRMED and play.entry and play.entry.kind == Entry.Kind.TABLE
    )
    if not sides_agree:
        return False
    if read_device_access(actor.device, play.board.session).is_linked_at(play.seating):
        return False
    return not was_released_by_phone(actor.device, play.seating)


def device_entry_time(play: Play, age_seconds: int | None) -> datetime | None:
    """Return when an entry was made by the device's clock, or None if it cannot tell.

    Devices send an age instead of a time: a wrong clock still measures seconds correctly, unless it
    was set in between. The result is None if it would be in the future or before the round, or if
    the server's own clock was set back to before the end of the round.
    """
    round_, now = play.seating.round, timezone.now()
    if (
        age_seconds is None
        or round_.started_at is None
        or (round_.ended_at and now < round_.ended_at)
    ):
        return None
    is_possible = 0 <= age_seconds <= (now - round_.started_at).total_seconds()
    return now - timedelta(seconds=age_seconds) if is_possible else None


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
    """Append the outcome that a table, or a member on its behalf, reports for a play.

    `submitted` maps the game's field names to text or values. `key` is the idempotency key: a
    repeated request gets the first answer, and the same key with another body raises `Conflict`.

    With `accept_unlikely=False` an unlikely outcome raises `ValidationFailed` with an
    `UnlikelyResult`, so that the form can ask for confirmation. `age_seconds` is how long ago the
    entry was made, by the device's own clock. `withdraws` is the revision of an earlier entry of
    the same side that this one replaces; a new entry from the same device replaces that side's only
    one by itself until another side has entered.

    Two kinds of entries are stored but do not count until the director decides: late ones (see
    `is_late`), and those that the cards contradict. The answer reports only the first, as `late`.

    Raises `Play.DoesNotExist`, `NotPermitted` for a device of another table, `RateLimitExceeded`,
    and `ValidationFailed` with every problem: of the outcome, a round that has not started,
    published standings, or an entry that can no longer be withdrawn.
    """
    # The age is not part of the body: a repeated request is older than the first one.
    body = [play_id, actor.side, dict(submitted), withdraws]

    def submit() -> Answer:
        play = _load_play_for_entry(play_id, actor)
        return _submit(play, submitted, actor, accept_unlikely, age_seconds, withdraws)

    with recording_questions(actor, key):
        return idempotent(actor, key, body, submit)


def confirm_entry(
    play_id: int,
    revision: int,
    actor: Actor,
    key: str,
    *,
    age_seconds: int | None = None,
    withdraws: int | None = None,
) -> Answer:
    """Append the outcome of a table's earlier entry once more, for the actor's side.

    `revision` is the revision of that entry; `ValidationFailed` is raised if no table has made one
    at that revision. The other parameters and the exceptions are as in `submit_entry`.
    """
    body = ["confirm", play_id, actor.side, revision, withdraws]

    def confirm() -> Answer:
        play = _load_play_for_entry(play_id, actor)
        outcome = _table_outcome_at(play, revision)
        return _submit(play, outcome, actor, True, age_seconds, withdraws)

    return idempotent(actor, key, body, confirm)


def outcome_problems(play_id: int, submitted: Mapping[str, object]) -> list[Problem]:
    """Return what the game finds wrong with an outcome, without looking at the cards."""
    return parse_play_outcome(load_play(play_id), submitted)[1]


def plausibility_questions(
    play_id: int, submitted: Mapping[str, object], actor: Actor
) -> list[Problem]:
    """Return the question to ask about an unlikely result, if it has no other problems."""
    play = load_play(play_id)
    outcome, problems = parse_play_outcome(play, submitted)
    return [] if problems else unlikely_result_problems(play, outcome, actor)


def _table_outcome_at(play: Play, revision: int) -> Outcome:
    """Return what a table entered at a revision; raise `ValidationFailed` if none did."""
    entry = play.entries.filter(revision=revision, kind=Entry.Kind.TABLE).first()
    if entry is None:
        raise ValidationFailed(
            [Problem("no_such_entry", _NO_SUCH_ENTRY, {"revision": revision}, "revision")]
        )
    outcome: Outcome = entry.outcome
    return outcome


def _submit(
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
    outcome, problems = parse_play_outcome(play, submitted)
    problems += [*published_problems(play), *round_not_started_problems(play)]
    if withdraws is not None:
        access = read_device_access(actor.device, play.board.session)
        problems += withdrawal_problems(play, actor.side, withdraws, access)
    raise_if_any(problems)
    raise_if_any([] if accept_unlikely else unlikely_result_problems(play, outcome, actor))
    # The sender is not told of a contradiction: otherwise anybody could find out about cards by
    # trying outcomes.
    contradictions = card_contradictions(play, outcome)
    record_contradictions(play, contradictions, actor, AuditAction.CONTRADICTED_RESULT)
    if withdraws is None and actor.table_id:
        withdraws = replaced_revision(play, actor.side, actor.device, outcome)
    entry = Entry(
        outcome=outcome,
        late=is_late(play, actor),
        contradicted=bool(contradictions),
        withdraws=withdraws,
    )
    entry.entered_at = device_entry_time(play, age_seconds)
    answer = append_audited_entry(play, entry, actor)
    link_devices(play, actor)
    # After the play's row is locked by the update above: `store_draft` locks in the same order.
    discard_draft(play, actor.side)
    return answer


def parse_play_outcome(
    play: Play, submitted: Mapping[str, object]
) -> tuple[Outcome, list[Problem]]:
    """Parse the submitted fields; return the outcome and every problem with it."""
    game = play.board.session.stage.event.game
    outcome, problems = parse_outcome(game.fields, submitted)
    return outcome, problems or game.problems(outcome, play.board.conditions)


def load_play(play_id: int) -> Play:
    """Load a play with its seating and session; raise `Play.DoesNotExist`."""
    related = "entry", "seating__round__section", "board__session__stage__event"
    return Play.objects.select_related(*related).get(pk=play_id)


def _load_play_for_entry(play_id: int, actor: Actor) -> Play:
    play = load_play(play_id)
    check_may_enter(play, actor)
    return play


def append_audited_entry(play: Play, entry: Entry, actor: Actor) -> Answer:
    """Append the actor's entry, write its audit line, and request scoring on commit."""
    entry.at = timezone.now()
    for column, value in actor.columns().items():
        setattr(entry, column, value)
    append_entry(play, entry)
    event = play.board.session.stage.event
    record_audit(
        actor, AUDIT_ACTIONS[entry.kind], event, play=play.pk, entry=entry.pk, state=play.state
    )
    score_after_commit(play.board.session.stage)
    return {"play": play.pk, "entry": entry.pk, "state": play.state, "late": entry.late}


def append_entry(play: Play, entry: Entry) -> None:
    """Store an entry as the next revision of its play, and update the play's derived columns.

    The caller sets who made the entry and when, requests scoring, and calls this within
    `idempotent`: raises `ConcurrentWrite` if the play has changed since it was read.
    """
    entry.play, entry.revision = play, play.revision + 1
    # Play and revision are unique together, which stops a second writer that read the same
    # revision: `idempotent` tries again after the IntegrityError.
    entry.save()
    record_decision(entry)
    entries = [entry] if not play.revision else play.entries.all()
    set_derived_columns(play, entries, play.board.session.stage.event.game)
    derived = {column: getattr(play, column) for column in DERIVED_COLUMNS}
    # Compare-and-set instead of a lock, so that checking an outcome never blocks other writers.
    unchanged_play = Play.objects.filter(pk=play.pk, revision=play.revision)
    if not unchanged_play.update(revision=entry.revision, **derived):
        raise ConcurrentWrite
    play.revision = entry.revision
