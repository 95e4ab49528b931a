"""The rows of an event file that makes sense."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.categories import store_categories
from tournaments.actions.event_file.clocks import store_breaks, store_pauses, store_time_extensions
from tournaments.actions.event_file.line_ups import store_line_ups, store_substitutes
from tournaments.actions.event_file.list_checks import Value
from tournaments.actions.event_file.offline_sections import (
    store_exported_sections,
    store_imported_section,
)
from tournaments.actions.event_file.people import store_contestants, store_players
from tournaments.actions.event_file.schema.columns import parse_time
from tournaments.models import (
    AuditAction,
    Board,
    Club,
    Entry,
    Event,
    Penalty,
    Play,
    Qualifier,
    Round,
    SeatHolder,
    Seating,
    Section,
    SectionAssignment,
    Seed,
    Session,
    SitOut,
    Stage,
    Table,
    Venue,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.results.play_state import DERIVED_COLUMNS, set_derived_columns
from tournaments.support.progress import with_progress


def store_event(club: Club, values: Value, read_only: bool) -> Event:
    """The event and everything below it, not yet scored."""
    event = Event.objects.create(club=club, read_only=read_only, **_event_columns(values["event"]))
    store_imported_section(event, values["event"]["arrival"])
    rows = _Rows(event, values)
    store_categories(event, {each["name"]: each["contestants"] for each in values["categories"]})
    for stage in with_progress(values["stages"], _("Saving the event")):
        rows.stage(stage)
    return event


def _event_columns(values: Value) -> dict[str, Any]:
    about = (
        "name",
        "slug",
        "note",
        "place",
        "fee_cents",
        "results_shown",
        "missed",
        "objection_minutes",
    )
    moments = ("starts_at", "standings_from", "created_at", "published_at")
    rules = ("options", "rules_version", "players_each", "method_options", "tiebreaks")
    return {
        **{key: values[key] for key in (*about, *rules)},
        **{key: parse_time(values[key]) for key in moments},
        "is_offline_section": values["arrival"] is not None,
        "game_key": values["game"],
        "method_key": values["method"],
    }


class _Rows:
    """A file on its way into rows; `players` and `contestants` by their numbers in the file."""

    def __init__(self, event: Event, values: Value) -> None:
        self.event = event
        self.players = store_players(event.club, values["players"])
        self.contestants = store_contestants(event, values["contestants"], self.players)

    def stage(self, values: Value) -> None:
        """A stage with who came into it, its penalties and its sessions."""
        stage = Stage.objects.create(
            event=self.event,
            number=values["number"],
            movement_key=values["movement"],
            movement_options=values["movement_options"],
            halves=values["halves"],
            ranks_sections_separately=values["sections_apart"],
            carry_over_text=values["carried"],
            awards_revision=_apart_from_awards(values),
        )
        Qualifier.objects.bulk_create(
            Qualifier(
                stage=stage,
                contestant=self.contestants[each["contestant"]],
                seed=each["seed"],
                group=each["group"],
                reason=each["why"],
            )
            for each in values["qualifiers"]
        )
        self._penalties(stage, values["penalties"])
        for session in with_progress(values["sessions"], _("Saving the event")):
            self._session(stage, session)

    def _penalties(self, stage: Stage, values: Sequence[Value]) -> None:
        Penalty.objects.bulk_create(
            Penalty(
                stage=stage,
                contestant=self.contestants[each["contestant"]],
                amount_text=each["amount"],
                reason=each["reason"],
                kind=each["kind"],
                at=datetime.fromisoformat(each["at"]),
            )
            for each in values
        )

    def _session(self, stage: Stage, values: Value) -> None:
        planned = ("rounds_planned", "boards_per_round", "minutes_per_round")
        same = ("number", "state", *planned, "commitment", "salt")
        moments = ("created_at", "started_at", "finished_at")
        session = Session.objects.create(
            stage=stage,
            **{key: values[key] for key in same},
            **{key: parse_time(values[key]) for key in moments},
        )
        store_breaks(session, values["breaks"])
        if values["seed"]:
            Seed.objects.create(session=session, hex=values["seed"])
        boards = Board.objects.bulk_create(
            Board(session=session, number=number, sealed_to_end=number in values["kept_sealed"])
            for number in values["boards"]
        )
        for section in with_progress(values["sections"], _("Saving the event")):
            self._section(session, section, {board.number: board for board in boards})

    def _section(self, session: Session, values: Value, boards: dict[int, Board]) -> None:
        planned = ("rounds_planned", "rounds_left_out", "boards_left_out")
        section = Section.objects.create(
            session=session,
            venue=self._venue(values["venue"]),
            movement_key=values["movement"],
            **{key: values[key] for key in ("number", "name", "movement_options", *planned)},
        )
        SectionAssignment.objects.bulk_create(
            SectionAssignment(
                section=section,
                number=each["number"],
                contestant=self.contestants[each["contestant"]],
            )
            for each in values["allotments"]
        )
        store_exported_sections(section, values["copies"])
        store_pauses(section, values["pauses"])
        self._rounds(section, values, boards)

    def _venue(self, name: str | None) -> Venue | None:
        """The club's venue of that name; one that it does not have yet is nobody's to look
        after."""
        if name is None:
            return None
        venue, is_new = Venue.objects.get_or_create(club=self.event.club, name=name)
        if is_new:
            record_audit(SYSTEM, AuditAction.ADD_VENUE, self.event.club, at_venue=name)
        return venue

    def _rounds(self, section: Section, values: Value, boards: dict[int, Board]) -> None:
        stored = Table.objects.bulk_create(
            Table(section=section, **each) for each in values["tables"]
        )
        tables = {table.number: table for table in stored}
        rounds = Round.objects.bulk_create(
            Round(
                section=section,
                number=each["number"],
                started_at=parse_time(each["started_at"]),
                ended_at=parse_time(each["ended_at"]),
            )
            for each in values["rounds"]
        )
        played = list(zip(rounds, values["rounds"], strict=True))
        SitOut.objects.bulk_create(
            SitOut(
                round=round_,
                contestant=self.contestants[sit_out["contestant"]],
                draw_reason=sit_out["why"],
            )
            for round_, each in played
            for sit_out in each["sit_outs"]
        )
        store_line_ups(played, self.contestants, self.players)
        store_time_extensions(played, tables)
        self._seatings(played, tables, boards)

    def _seatings(
        self,
        rounds: Iterable[tuple[Round, Value]],
        tables: Mapping[int, Table],
        boards: Mapping[int, Board],
    ) -> None:
        """Who sits where in each round, what is played there, and what was said about it."""
        seatings = [
            (
                Seating(round=round_, table=tables[seating["table"]], draw_reason=seating["why"]),
                seating,
            )
            for round_, each in rounds
            for seating in each["seatings"]
        ]
        Seating.objects.bulk_create(seating for seating, _plays in seatings)
        self._places(seatings)
        plays = [
            (_play(seating, boards[play["board"]], play), play)
            for seating, each in seatings
            for play in each["plays"]
        ]
        Play.objects.bulk_create(play for play, _entries in plays)
        self._entries(plays, tables)

    def _places(self, seatings: Sequence[tuple[Seating, Value]]) -> None:
        places = [
            (self._place(seating, each), each)
            for seating, values in seatings
            for each in values["places"]
        ]
        SeatHolder.objects.bulk_create(place for place, _values in places)
        store_substitutes(places, self.players)

    def _place(self, seating: Seating, values: Value) -> SeatHolder:
        return SeatHolder(
            seating=seating,
            seat=values["seat"],
            contestant=self.contestants[values["contestant"]],
            player=self.players[values["player"]] if values["player"] else None,
        )

    def _entries(self, plays: Sequence[tuple[Play, Value]], tables: Mapping[int, Table]) -> None:
        """What was said about each play, and what it amounts to."""
        entries = {
            play: [_entry(play, each, tables) for each in values["entries"]]
            for play, values in plays
        }
        Entry.objects.bulk_create(entry for each in entries.values() for entry in each)
        for play, each in entries.items():
            set_derived_columns(play, each, self.event.game)
        Play.objects.bulk_update(entries, DERIVED_COLUMNS, batch_size=100)


def _play(seating: Seating, board: Board, values: Value) -> Play:
    said, field = len(values["entries"]), seating.round.section.field
    return Play(seating=seating, board=board, revision=said, field=field, group=values["group"])


def _apart_from_awards(stage: Value) -> int:
    """How much there is that makes standings even if nothing was played."""
    sections = [section for session in stage["sessions"] for section in session["sections"]]
    begun = [round_ for section in sections for round_ in section["rounds"] if round_["started_at"]]
    return len(stage["penalties"]) + sum(len(round_["sit_outs"]) for round_ in begun)


def _entry(play: Play, values: Value, tables: Mapping[int, Table]) -> Entry:
    same = values.keys() - {"table", "device", "at"}
    return Entry(
        play=play,
        table=tables[values["table"]] if values["table"] else None,
        device=str(values["device"] or ""),
        at=datetime.fromisoformat(values["at"]),
        **{key: values[key] for key in same},
    )
