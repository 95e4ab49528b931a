"""Build the result file of an offline section, and store results where it was exported."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.corrections.substitutes import set_seat_players
from tournaments.actions.event_file.importing import first_problems
from tournaments.actions.event_file.schema.columns import parse_time
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.offline.encryption import decrypt, encrypt
from tournaments.actions.offline.result_upload_validation import PlannedSection
from tournaments.actions.offline.schema import (
    FILE_VERSION,
    RESULT_UPLOAD,
    RESULT_UPLOAD_CONTENT,
    RESULT_UPLOAD_FILE,
    wrong_file_problems,
)
from tournaments.actions.people.similar_names import get_or_create_players
from tournaments.actions.results.entries import append_entry
from tournaments.actions.results.entry_checks import (
    card_contradictions,
    decision_contradictions,
    record_contradictions,
    recording_refused_decisions,
)
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import (
    AuditAction,
    Board,
    Entry,
    Event,
    ExportedSection,
    Play,
    ResultUpload,
    Round,
    SeatHolder,
    Section,
    Session,
    Table,
    UndoStep,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.history.undo_steps import changed_seat_holder_ids
from tournaments.queries.offline.result_upload import result_upload_values
from tournaments.queries.rounds.substitutes import seat_periods
from tournaments.tasks import score_after_commit


class UploadedSeat(NamedTuple):
    """A seat holder of the section, and the players who sat there according to the file.

    `player_periods` has a pair for each player: the number of the first board and the player's id.
    """

    seat_holder: SeatHolder
    player_periods: Sequence[tuple[int, int]]


def seating_changed_at(content: Any) -> datetime | None:
    """Return when the seating was last changed on the laptop, None if it never was."""
    return parse_time(content.get("seats_at"))


def seats_to_update(exported_section: ExportedSection, content: Any) -> list[UploadedSeat]:
    """Return the seats whose players in the file differ from those stored here.

    Seats that were changed here since the export are left out, because these changes take
    precedence. The list is empty if the seating in the file is older than that of the last upload.
    """
    if _is_older_than_last_upload(exported_section, seating_changed_at(content)):
        return []
    changed_holder_ids = _ids_of_holders_changed_since_export(exported_section)
    return [
        seat
        for seat in _uploaded_seats(exported_section, content["rounds"])
        if seat.seat_holder.pk not in changed_holder_ids and _is_different(seat)
    ]


def update_seats(seats: Sequence[UploadedSeat]) -> None:
    """Store the players of the uploaded seats."""
    for seat in seats:
        set_seat_players(seat.seat_holder, seat.player_periods)


def _is_older_than_last_upload(
    exported_section: ExportedSection, changed_at: datetime | None
) -> bool:
    last_seating_change = ResultUpload.objects.filter(
        copy__section=exported_section.section_id
    ).aggregate(last=Max("seats_at"))["last"]
    return changed_at is None or (
        last_seating_change is not None and changed_at < last_seating_change
    )


def _ids_of_holders_changed_since_export(exported_section: ExportedSection) -> set[int]:
    event_id = exported_section.section.session.stage.event_id
    return {
        seat_holder_id
        for step in UndoStep.objects.filter(event=event_id, at__gt=exported_section.at)
        for seat_holder_id in changed_seat_holder_ids(step)
    }


def _uploaded_seats(
    exported_section: ExportedSection, rounds: Sequence[Any]
) -> Iterator[UploadedSeat]:
    """Yield every seat of the file that has players.

    Substitutes are found by name among the players of the club; unknown names are created.
    """
    seat_holders_by_location = _seat_holders_by_location(exported_section)
    holders_with_periods = [
        (seat_holders_by_location[round_["number"], seat["table"], seat["seat"]], seat["sat"])
        for round_ in rounds
        for seat in round_.get("seats", ())
        if seat["sat"]
    ]
    names = {
        clean_text(period["name"])
        for seat_holder, periods in holders_with_periods
        for period in periods
        if _id_of_contestants_player(seat_holder, period) is None
    }
    players = get_or_create_players(exported_section.section.session.stage.event.club, names)
    for seat_holder, periods in holders_with_periods:
        player_periods = [
            (
                period["board"],
                _id_of_contestants_player(seat_holder, period)
                or players[clean_text(period["name"])].pk,
            )
            for period in periods
        ]
        yield UploadedSeat(seat_holder, player_periods)


def _seat_holders_by_location(
    exported_section: ExportedSection,
) -> dict[tuple[int, int, str], SeatHolder]:
    seat_holders = SeatHolder.objects.filter(
        seating__round__section=exported_section.section_id
    ).select_related("contestant", "player", "seating__round", "seating__table")
    holders_with_players = seat_holders.prefetch_related(
        "substitutions__player", "contestant__partners"
    )
    return {
        (
            seat_holder.seating.round.number,
            seat_holder.seating.table.number,
            seat_holder.seat,
        ): seat_holder
        for seat_holder in holders_with_players
    }


def _id_of_contestants_player(seat_holder: SeatHolder, period: Any) -> int | None:
    """Return the id of the contestant's player who sat in a period, None for a substitute."""
    player_ids = {
        partner.number: partner.player_id for partner in seat_holder.contestant.partners.all()
    }
    return player_ids.get(period["partner"])


def _is_different(seat: UploadedSeat) -> bool:
    return [
        (period.from_board, period.player.pk) for period in seat_periods(seat.seat_holder)
    ] != list(seat.player_periods)


_DIGEST_LENGTH = 16
_NOT_AUTHENTIC = Problem(
    "wrong_seal",
    _(
        "This file does not come from a laptop that imported this section, or it was changed "
        "on its way."
    ),
)


def build_result_upload(event: Event) -> dict[str, Any]:
    """Return the encrypted file with all results so far of an imported section.

    Raises `ValidationFailed` if the event is not an imported section, or if another installation
    imported it.
    """
    if not event.is_offline_section:
        raise ValidationFailed(
            [Problem("not_travelled", _("This event was not imported as a section of another."))]
        )
    imported_section = event.imported_section
    if not imported_section.key:
        template = _("Only the laptop that imported the section can deliver its results.")
        raise ValidationFailed([Problem("opened_elsewhere", template)])
    encrypted = encrypt(result_upload_values(imported_section), imported_section.key)
    return {
        "format": RESULT_UPLOAD_FILE,
        "version": FILE_VERSION,
        "copy": imported_section.copy,
        "sealed": encrypted,
    }


def receive_result_upload(event: Event, file: Any, actor: Actor, key: str) -> Answer:
    """Store the results of an offline section from a file; entries stored before are skipped.

    `file` has JSON values. The answer has the name of the `section`, the number of `plays` in the
    file and the number of new `entries`. Entries made here remain, and the director decides about
    differences. Rounds that have ended on the laptop end here too. The same `key` gets the same
    answer again. Raises `ValidationFailed` with every problem, and then stores nothing.
    """
    raise_if_any(wrong_file_problems(file, RESULT_UPLOAD_FILE))
    raise_if_any(first_problems(RESULT_UPLOAD.problems(file, "")))
    exported_section = _get_exported_section(event, file["copy"])
    content = decrypt(file["sealed"], [exported_section.key], _NOT_AUTHENTIC)
    raise_if_any(first_problems(RESULT_UPLOAD_CONTENT.problems(content, "")))
    with recording_refused_decisions(actor):
        return idempotent(
            actor,
            key,
            ["delivery", exported_section.pk, content],
            lambda: _store_upload(exported_section, content, actor),
        )


def _get_exported_section(event: Event, identifier: str) -> ExportedSection:
    exported_sections = ExportedSection.objects.filter(
        section__session__stage__event=event, identifier=identifier
    )
    exported_section = (
        exported_sections.exclude(key="")
        .select_related("section__session__stage__event__club")
        .first()
    )
    if exported_section is None:
        template = _(
            "No section of this event was exported as this copy. Check whether it belongs to "
            "another event."
        )
        raise ValidationFailed([Problem("no_such_copy", template, field="copy")])
    return exported_section


def _store_upload(exported_section: ExportedSection, content: Any, actor: Actor) -> Answer:
    section, event = exported_section.section, exported_section.section.session.stage.event
    require_editable(event, AuditAction.STORE_RESULT_UPLOAD)
    planned_section = PlannedSection(_lock_section(section))
    raise_if_any(first_problems(planned_section.problems(content["rounds"])))
    known_revisions = _known_revisions(planned_section)
    new_entries = list(
        _new_entries(
            planned_section,
            known_revisions,
            f"{exported_section.identifier}:{content['laptop']}",
            content["rounds"],
        )
    )
    seats = seats_to_update(exported_section, content)
    raise_if_any(_state_problems(exported_section, section.session, bool(new_entries or seats)))
    raise_if_any(list(_check_contradictions(new_entries, actor)))
    for new_entry in new_entries:
        _append_new_entry(new_entry, known_revisions)
    update_seats(seats)
    score_after_commit(section.session.stage)
    if _fill_missing_round_times(planned_section, content["rounds"]) or seats:
        rebuild_standings(section.session.stage_id)
    counts = {
        "plays": sum(len(round_["plays"]) for round_ in content["rounds"]),
        "entries": len(new_entries),
    }
    times = {"at": timezone.now(), "seats_at": seating_changed_at(content)}
    exported_section.deliveries.create(
        laptop=content["laptop"], **times, **counts, **actor.audit_columns()
    )
    play_ids = list(dict.fromkeys(new_entry.play.pk for new_entry in new_entries))
    record_audit(
        actor, AuditAction.STORE_RESULT_UPLOAD, event, section=section.name, plays=play_ids
    )
    return {"section": section.name, **counts}


def _lock_section(section: Section) -> Section:
    """Lock the session and then its boards, the order in which scoring locks them."""
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    section.session = sessions.get(pk=section.session_id)
    boards = Board.objects.select_for_update(of=("self",)).filter(session=section.session)
    list(boards.order_by("session_id", "number"))
    return section


def _state_problems(
    exported_section: ExportedSection, session: Session, has_changes: bool
) -> Iterator[Problem]:
    exported_section.refresh_from_db(fields=["void_at"])  # the session is locked now
    if exported_section.void_at:
        template = _("The organiser cancelled this copy: its results are not imported.")
        yield Problem("void_copy", template)
    if session.state in (Session.State.CREATED, Session.State.DEALT):
        yield Problem("not_begun", _("Start the session first: its sections start with it."))
    if has_changes and session.stage.event.published_at:
        template = _("The standings are published: only the director changes a result now.")
        yield Problem("published", template)


class _NewEntry(NamedTuple):
    """An entry to be stored, and the digest of the entry that it withdraws, empty for none."""

    play: Play
    entry: Entry
    withdrawn_digest: str


# The revision of each uploaded entry that is stored here, by play id and digest.
_KnownRevisions = dict[tuple[int, str], int]


def _known_revisions(planned_section: PlannedSection) -> _KnownRevisions:
    uploaded_entries = Entry.objects.filter(
        play__seating__round__section=planned_section.section
    ).exclude(origin="")
    rows = uploaded_entries.values_list("play", "origin", "revision")
    return {(play_id, origin.rpartition(":")[2]): revision for play_id, origin, revision in rows}


def _append_new_entry(new_entry: _NewEntry, known_revisions: _KnownRevisions) -> None:
    """Append an entry; if it withdraws another one, set the revision that this one has here."""
    play, entry, withdrawn_digest = new_entry
    entry.withdraws = known_revisions.get((play.pk, withdrawn_digest))
    append_entry(play, entry)
    known_revisions[play.pk, entry.origin.rpartition(":")[2]] = entry.revision


def _new_entries(
    planned_section: PlannedSection,
    known_revisions: _KnownRevisions,
    source: str,
    rounds: list[Any],
) -> Iterator[_NewEntry]:
    """Yield the entries of the file that are not stored yet, in the order of each play."""
    for round_ in rounds:
        for values in round_["plays"]:
            play = planned_section.plays[round_["number"], values["table"], values["board"]]
            digests = {
                entry_values["revision"]: _digest(entry_values)
                for entry_values in values["entries"]
            }
            for entry_values in values["entries"]:
                digest = digests[entry_values["revision"]]
                if (play.pk, digest) not in known_revisions:
                    entry = _build_entry(entry_values, f"{source}:{digest}", planned_section.tables)
                    yield _NewEntry(play, entry, digests.get(entry_values.get("withdraws"), ""))


def _digest(values: Any) -> str:
    """Return a digest that identifies an entry within its play.

    The identifier of the laptop is not part of it. So entries are recognised even if their laptop
    was restored from a backup and has another identifier since then.
    """
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:_DIGEST_LENGTH]


def _build_entry(values: Any, origin: str, tables: Mapping[int, Table]) -> Entry:
    return Entry(
        origin=origin,
        table=tables[values["table"]] if values["table"] else None,
        at=datetime.fromisoformat(values["at"]),
        entered_at=parse_time(values["said_at"]),
        given=values.get("given", {}),
        **{key: values[key] for key in ("kind", "outcome", "late", "reason", "side", "device")},
    )


def _check_contradictions(new_entries: Iterable[_NewEntry], actor: Actor) -> Iterator[Problem]:
    """Compare the new entries with the cards.

    An entry of a table that the cards contradict is flagged, and the contradiction is recorded. For
    a contradicted decision a problem is yielded.
    """
    for play, entry, _withdrawn_digest in new_entries:
        if not entry.outcome:
            continue
        if entry.kind == Entry.Kind.TABLE:
            contradictions = card_contradictions(play, entry.outcome)
            record_contradictions(
                play, contradictions, _entry_actor(entry), AuditAction.CONTRADICTED_RESULT
            )
            entry.contradicted = bool(contradictions)
        else:
            yield from decision_contradictions(play, entry.outcome, actor)


def _entry_actor(entry: Entry) -> Actor:
    """Return the table that made the entry as actor, not the user who uploads the file."""
    return Actor("delivered", table_id=entry.table_id, device=entry.device, side=entry.side)


def _fill_missing_round_times(planned_section: PlannedSection, rounds: list[Any]) -> bool:
    """Store start and end times of rounds that are missing here; return whether any were."""
    changed_rounds = [
        round_
        for values in rounds
        if (round_ := _fill_missing_times(planned_section.rounds[values["number"]], values))
    ]
    Round.objects.bulk_update(changed_rounds, ["started_at", "ended_at"])
    return bool(changed_rounds)


def _fill_missing_times(round_: Round, values: Any) -> Round | None:
    """Set the round's missing times from the file; return the round if it has changed.

    Returns None if no time was missing, or if the file lacks it too.
    """
    times_before = (round_.started_at, round_.ended_at)
    round_.started_at = round_.started_at or parse_time(values["started_at"])
    round_.ended_at = round_.ended_at or parse_time(values["ended_at"])
    return round_ if times_before != (round_.started_at, round_.ended_at) else None
