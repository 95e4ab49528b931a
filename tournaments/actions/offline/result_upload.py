"""The results of an offline section: written where it is played, and stored by its organiser."""

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
from tournaments.actions.audit import record
from tournaments.actions.corrections.substitutes import set_seat_players
from tournaments.actions.event_file.importing import first_told
from tournaments.actions.event_file.schema.columns import moment_in
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
from tournaments.actions.people.near_twins import players_called
from tournaments.actions.results.checks import (
    contradictions,
    decision_contradictions,
    note_contradictions,
    refusal_noted,
)
from tournaments.actions.results.entries import append_entry
from tournaments.actions.results.standings_changed import standings_changed
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
from tournaments.queries.history.undo_steps import changed_seats
from tournaments.queries.offline.result_upload import result_upload_values
from tournaments.queries.rounds.who_sat import stretches
from tournaments.tasks import score_after_commit


class UploadedSeat(NamedTuple):
    """A place of the section here, and who sat there by his row, each with his first board."""

    place: SeatHolder
    sat: Sequence[tuple[int, int]]


def seats_at(inside: Any) -> datetime | None:
    """When who sits where was last changed at the laptop that delivers; None where it never was."""
    return moment_in(inside.get("seats_at"))


def seats_to_update(copy: ExportedSection, inside: Any) -> list[UploadedSeat]:
    """The seats where somebody else sat than is written here.

    None of a file that was written before another that was taken in, and none about which somebody
    here has said something since the copy was sent: that stands.
    """
    if _is_outdated(copy, seats_at(inside)):
        return []
    decided = _decided_here(copy)
    return [
        each
        for each in _told(copy, inside["rounds"])
        if each.place.pk not in decided and _differs(each)
    ]


def update_seats(seats: Sequence[UploadedSeat]) -> None:
    """Write who sat there."""
    for each in seats:
        set_seat_players(each.place, each.sat)


def _is_outdated(copy: ExportedSection, at: datetime | None) -> bool:
    taken = ResultUpload.objects.filter(copy__section=copy.section_id).aggregate(
        last=Max("seats_at")
    )["last"]
    return at is None or (taken is not None and at < taken)


def _decided_here(copy: ExportedSection) -> set[int]:
    event = copy.section.session.stage.event_id
    return {
        place
        for act in UndoStep.objects.filter(event=event, at__gt=copy.at)
        for place in changed_seats(act)
    }


def _told(copy: ExportedSection, rounds: Sequence[Any]) -> Iterator[UploadedSeat]:
    """Every seat of which the file says who sat there; a substitute is known to the club by his
    name."""
    places = _places(copy)
    told = [
        (places[round_["number"], said["table"], said["seat"]], said["sat"])
        for round_ in rounds
        for said in round_.get("seats", ())
        if said["sat"]
    ]
    names = {
        clean_text(each["name"]) for place, sat in told for each in sat if _own(place, each) is None
    }
    called = players_called(copy.section.session.stage.event.club, names)
    for place, sat in told:
        by_row = [
            (each["board"], _own(place, each) or called[clean_text(each["name"])].pk)
            for each in sat
        ]
        yield UploadedSeat(place, by_row)


def _places(copy: ExportedSection) -> dict[tuple[int, int, str], SeatHolder]:
    found = SeatHolder.objects.filter(seating__round__section=copy.section_id).select_related(
        "contestant", "player", "seating__round", "seating__table"
    )
    read = found.prefetch_related("substitutions__player", "contestant__partners")
    return {
        (each.seating.round.number, each.seating.table.number, each.seat): each for each in read
    }


def _own(place: SeatHolder, said: Any) -> int | None:
    """The contestant's own player of that number, by his row; None for anybody else."""
    own = {partner.number: partner.player_id for partner in place.contestant.partners.all()}
    return own.get(said["partner"])


def _differs(seat: UploadedSeat) -> bool:
    return [(each.board, each.player.pk) for each in stretches(seat.place)] != list(seat.sat)


_DIGEST = 16
_CHANGED = Problem(
    "wrong_seal",
    _(
        "This file does not come from a laptop that imported this section, or it was changed "
        "on its way."
    ),
)


def build_result_upload(event: Event) -> dict[str, Any]:
    """All results so far of a section that travelled here, sealed so that only its organiser reads
    them.

    Raises `ValidationFailed` for an event that is none, and on another installation than opened its
    file.
    """
    if not event.is_offline_section:
        raise ValidationFailed(
            [Problem("not_travelled", _("This event was not imported as a section of another."))]
        )
    arrival = event.imported_section
    if not arrival.key:
        template = _("Only the laptop that imported the section can deliver its results.")
        raise ValidationFailed([Problem("opened_elsewhere", template)])
    sealed = encrypt(result_upload_values(arrival), arrival.key)
    return {
        "format": RESULT_UPLOAD_FILE,
        "version": FILE_VERSION,
        "copy": arrival.copy,
        "sealed": sealed,
    }


def receive_result_upload(event: Event, sent: Any, actor: Actor, key: str) -> Answer:
    """Store what a section of the event delivers (JSON values), of which each entry is stored once.

    Answers the `section`, how many `plays` were in it and how many `entries` were new. What was
    said here stays, and what differs is the director's to decide. Rounds that ended there end here.
    The same `key` again gets the earlier answer. Raises `ValidationFailed` with everything that is
    wrong, and nothing is stored.
    """
    raise_if_any(wrong_file_problems(sent, RESULT_UPLOAD_FILE))
    raise_if_any(first_told(RESULT_UPLOAD.problems(sent, "")))
    copy = _copy_named(event, sent["copy"])
    inside = decrypt(sent["sealed"], [copy.key], _CHANGED)
    raise_if_any(first_told(RESULT_UPLOAD_CONTENT.problems(inside, "")))
    with refusal_noted(actor):
        return idempotent(
            actor, key, ["delivery", copy.pk, inside], lambda: _take(copy, inside, actor)
        )


def _copy_named(event: Event, identifier: str) -> ExportedSection:
    copies = ExportedSection.objects.filter(
        section__session__stage__event=event, identifier=identifier
    )
    copy = copies.exclude(key="").select_related("section__session__stage__event__club").first()
    if copy is None:
        template = _(
            "No section of this event was exported as this copy. Check whether it belongs to "
            "another event."
        )
        raise ValidationFailed([Problem("no_such_copy", template, field="copy")])
    return copy


def _take(copy: ExportedSection, inside: Any, actor: Actor) -> Answer:
    section, event = copy.section, copy.section.session.stage.event
    require_editable(event, AuditAction.TAKE_DELIVERY)
    planned = PlannedSection(_locked_section(section))
    raise_if_any(first_told(planned.problems(inside["rounds"])))
    here = _delivered_before(planned)
    new = list(
        _new_entries(planned, here, f"{copy.identifier}:{inside['laptop']}", inside["rounds"])
    )
    seats = seats_to_update(copy, inside)
    raise_if_any(_untimely(copy, section.session, bool(new or seats)))
    raise_if_any(list(_judged(new, actor)))
    for each in new:
        _append(each, here)
    update_seats(seats)
    score_after_commit(section.session.stage)
    if _pass_rounds(planned, inside["rounds"]) or seats:
        standings_changed(section.session.stage_id)
    numbers = {"plays": sum(len(each["plays"]) for each in inside["rounds"]), "entries": len(new)}
    moments = {"at": timezone.now(), "seats_at": seats_at(inside)}
    copy.deliveries.create(laptop=inside["laptop"], **moments, **numbers, **actor.columns())
    plays = list(dict.fromkeys(each.play.pk for each in new))
    record(actor, AuditAction.TAKE_DELIVERY, event, section=section.name, plays=plays)
    return {"section": section.name, **numbers}


def _locked_section(section: Section) -> Section:
    """The section, whose session is locked, then its boards: as counting does, before their
    plays."""
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    section.session = sessions.get(pk=section.session_id)
    boards = Board.objects.select_for_update(of=("self",)).filter(session=section.session)
    list(boards.order_by("session_id", "number"))
    return section


def _untimely(copy: ExportedSection, session: Session, is_new: bool) -> Iterator[Problem]:
    copy.refresh_from_db(fields=["void_at"])  # the session is locked now
    if copy.void_at:
        template = _("The organiser cancelled this copy: its results are not imported.")
        yield Problem("void_copy", template)
    if session.state in (Session.State.CREATED, Session.State.DEALT):
        yield Problem("not_begun", _("Start the session first: its sections start with it."))
    if is_new and session.stage.event.published_at:
        template = _("The standings are published: only the director changes a result now.")
        yield Problem("published", template)


class _New(NamedTuple):
    """An entry that is not stored yet, and the digest of the one that it takes back; blank for
    none."""

    play: Play
    entry: Entry
    takes_back: str


_Here = dict[tuple[int, str], int]
"""At which revision of its play an entry is stored here, by the digest by which it is known
again."""


def _delivered_before(planned: PlannedSection) -> _Here:
    stored = Entry.objects.filter(play__seating__round__section=planned.section).exclude(origin="")
    rows = stored.values_list("play", "origin", "revision")
    return {(play, origin.rpartition(":")[2]): revision for play, origin, revision in rows}


def _append(new: _New, here: _Here) -> None:
    """Store it, by the revision here of what it takes back: others may have spoken of the play
    meanwhile."""
    play, entry, takes_back = new
    entry.withdraws = here.get((play.pk, takes_back))
    append_entry(play, entry)
    here[play.pk, entry.origin.rpartition(":")[2]] = entry.revision


def _new_entries(
    planned: PlannedSection, here: _Here, source: str, rounds: list[Any]
) -> Iterator[_New]:
    """Entries that are not stored yet, of each play in the order in which they were said."""
    for round_ in rounds:
        for values in round_["plays"]:
            play = planned.plays[round_["number"], values["table"], values["board"]]
            digests = {said["revision"]: _digest(said) for said in values["entries"]}
            for said in values["entries"]:
                digest = digests[said["revision"]]
                if (play.pk, digest) not in here:
                    entry = _entry(said, f"{source}:{digest}", planned.tables)
                    yield _New(play, entry, digests.get(said.get("withdraws"), ""))


def _digest(said: Any) -> str:
    """What tells an entry from every other one of its play, also where its laptop was put back in
    time.

    One that was brought back from a backup calls itself otherwise, and what it had delivered before
    is known.
    """
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:_DIGEST]


def _entry(said: Any, origin: str, tables: Mapping[int, Table]) -> Entry:
    return Entry(
        origin=origin,
        table=tables[said["table"]] if said["table"] else None,
        at=datetime.fromisoformat(said["at"]),
        entered_at=moment_in(said["said_at"]),
        given=said.get("given", {}),
        **{key: said[key] for key in ("kind", "outcome", "late", "reason", "side", "device")},
    )


def _judged(new: Iterable[_New], actor: Actor) -> Iterator[Problem]:
    """What the cards contradict: of a table it is noted and kept unscored, a decision is
    refused."""
    for play, entry, _takes_back in new:
        if not entry.outcome:
            continue
        if entry.kind == Entry.Kind.TABLE:
            found = contradictions(play, entry.outcome)
            note_contradictions(play, found, _who_said(entry), AuditAction.CONTRADICTED_RESULT)
            entry.contradicted = bool(found)
        else:
            yield from decision_contradictions(play, entry.outcome, actor)


def _who_said(entry: Entry) -> Actor:
    """The table there, which whoever brings the file is not."""
    return Actor("delivered", table_id=entry.table_id, device=entry.device, side=entry.side)


def _pass_rounds(planned: PlannedSection, rounds: list[Any]) -> bool:
    """Begin and end rounds that began and ended there; whether one did that had not here."""
    passed = [moved for each in rounds if (moved := _moved(planned.rounds[each["number"]], each))]
    Round.objects.bulk_update(passed, ["started_at", "ended_at"])
    return bool(passed)


def _moved(round_: Round, said: Any) -> Round | None:
    """The round with moments that it lacked; None where it lacked none."""
    before = (round_.started_at, round_.ended_at)
    round_.started_at = round_.started_at or moment_in(said["started_at"])
    round_.ended_at = round_.ended_at or moment_in(said["ended_at"])
    return round_ if before != (round_.started_at, round_.ended_at) else None
