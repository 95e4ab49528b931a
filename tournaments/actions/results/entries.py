"""Append entries of tables to plays; entries of the director are in `decisions`.

A play is one board at one table. An entry is its outcome as one actor reports or decides it.
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
    was_unlinked_by_phone,
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

    An entry from a device is late if the round has ended. It is also late if both sides have agreed
    on a result and the device is not linked to anybody at the table. This does not apply to a
    device that another phone has unlinked, because anybody with the table's code could have done
    that. A member's entry is never late: a member types what both sides signed in time.
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
    return not was_unlinked_by_phone(actor.device, play.seating)


def device_entry_time(play: Play, age_seconds: int | None) -> datetime | None:
    """Return when an entry was made according to its device, or None if that is not known.

    Devices send the age of an entry instead of a time: a clock that is wrong still measures seconds
    correctly, unless somebody sets it in between. None is returned for a time in the future or
    before the start of the round, and if the server's clock shows a time before the round's end.
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

    `submitted` has texts or values by names of the game's fields. `key` is the idempotency key: a
    repeated request gets the first answer, and the same key with another body raises `Conflict`.

    With `accept_unlikely=False` an unlikely outcome raises `ValidationFailed` with an
    `UnlikelyResult`, so that the form can ask for confirmation. `age_seconds` is how many seconds
    ago the entry was made, according to the device's clock. `withdraws` is the revision of an
    earlier entry of the same side that this entry replaces. Without it, an entry replaces the only
    entry of its side if the same device made that one and no other side has entered.

    Two kinds of entries are stored but do not count until the director decides: late entries (see
    `is_late`), and entries that the cards contradict. The answer has `late` for the first kind; it
    does not reveal the second.

    Raises `Play.DoesNotExist`, `NotPermitted` for a device of another table, `RateLimitExceeded`,
    and `ValidationFailed` with every problem: a wrong outcome, a round that has not started,
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
    """Append an entry of the actor's side with the outcome of an earlier entry of the table.

    `revision` is the revision of the earlier entry; raises `ValidationFailed` if there is none. The
    other parameters and exceptions are as in `submit_entry`.
    """
    body = ["confirm", play_id, actor.side, revision, withdraws]

    def confirm() -> Answer:
        play = _load_play_for_entry(play_id, actor)
        outcome = _table_outcome_at(play, revision)
        return _submit(play, outcome, actor, True, age_seconds, withdraws)

    return idempotent(actor, key, body, confirm)


def outcome_problems(play_id: int, submitted: Mapping[str, object]) -> list[Problem]:
    """Return the problems of an outcome according to the game's rules; cards are not checked."""
    return parse_play_outcome(load_play(play_id), submitted)[1]


def plausibility_questions(
    play_id: int, submitted: Mapping[str, object], actor: Actor
) -> list[Problem]:
    """Return the question to ask about an unlikely outcome; none if the outcome has problems."""
    play = load_play(play_id)
    outcome, problems = parse_play_outcome(play, submitted)
    return [] if problems else unlikely_result_problems(play, outcome, actor)


def _table_outcome_at(play: Play, revision: int) -> Outcome:
    """Return the outcome of a table's entry; raise `ValidationFailed` if there is none."""
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
    # The sender does not learn of a contradiction, because otherwise anybody could find out about
    # the cards by trying outcomes.
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
    # The update above has locked the play's row, so the rows are locked as in `store_draft`.
    discard_draft(play, actor.side)
    return answer


def parse_play_outcome(
    play: Play, submitted: Mapping[str, object]
) -> tuple[Outcome, list[Problem]]:
    """Parse the submitted fields; return the outcome and its problems by the game's rules."""
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
    """Append the actor's entry, write an audit entry, and request scoring after the commit."""
    entry.at = timezone.now()
    for column, value in actor.audit_columns().items():
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

    The caller sets actor and time of the entry, and requests scoring. Call inside `idempotent`,
    because `ConcurrentWrite` is raised if the play has changed since it was read.
    """
    entry.play, entry.revision = play, play.revision + 1
    # Play and revision are unique together. A second writer that has read the same revision gets
    # an IntegrityError, after which `idempotent` tries again.
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
