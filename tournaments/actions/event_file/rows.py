"""Store the rows of an event from a validated event file."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.categories import store_categories
from tournaments.actions.event_file.clocks import store_breaks, store_pauses, store_time_extensions
from tournaments.actions.event_file.line_ups import store_line_ups, store_substitutes
from tournaments.actions.event_file.list_checks import JsonObject
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


def store_event(club: Club, values: JsonObject, read_only: bool) -> Event:
    """Store the event and everything that belongs to it; the results are not scored yet."""
    event = Event.objects.create(club=club, read_only=read_only, **_event_columns(values["event"]))
    store_imported_section(event, values["event"]["arrival"])
    writer = _RowWriter(event, values)
    store_categories(
        event, {category["name"]: category["contestants"] for category in values["categories"]}
    )
    for stage in with_progress(values["stages"], _("Saving the event")):
        writer.store_stage(stage)
    return event


def _event_columns(values: JsonObject) -> dict[str, Any]:
    texts = (
        "name",
        "slug",
        "note",
        "place",
        "fee_cents",
        "results_shown",
        "missed",
        "objection_minutes",
    )
    times = ("starts_at", "standings_from", "created_at", "published_at")
    rules = ("options", "rules_version", "players_each", "method_options", "tiebreaks")
    return {
        **{key: values[key] for key in (*texts, *rules)},
        **{key: parse_time(values[key]) for key in times},
        "is_offline_section": values["arrival"] is not None,
        "game_key": values["game"],
        "method_key": values["method"],
    }


class _RowWriter:
    """Store the rows of an event; `players` and `contestants` are keyed by number."""

    def __init__(self, event: Event, values: JsonObject) -> None:
        self.event = event
        self.players = store_players(event.club, values["players"])
        self.contestants = store_contestants(event, values["contestants"], self.players)

    def store_stage(self, values: JsonObject) -> None:
        """Store a stage with its qualifiers, penalties and sessions."""
        stage = Stage.objects.create(
            event=self.event,
            number=values["number"],
            movement_key=values["movement"],
            movement_options=values["movement_options"],
            halves=values["halves"],
            ranks_sections_separately=values["sections_apart"],
            carry_over_text=values["carried"],
            awards_revision=_initial_revision(values),
        )
        Qualifier.objects.bulk_create(
            Qualifier(
                stage=stage,
                contestant=self.contestants[qualifier["contestant"]],
                seed=qualifier["seed"],
                group=qualifier["group"],
                reason=qualifier["why"],
            )
            for qualifier in values["qualifiers"]
        )
        self._store_penalties(stage, values["penalties"])
        for session in with_progress(values["sessions"], _("Saving the event")):
            self._store_session(stage, session)

    def _store_penalties(self, stage: Stage, values: Sequence[JsonObject]) -> None:
        Penalty.objects.bulk_create(
            Penalty(
                stage=stage,
                contestant=self.contestants[penalty["contestant"]],
                amount_text=penalty["amount"],
                reason=penalty["reason"],
                kind=penalty["kind"],
                at=datetime.fromisoformat(penalty["at"]),
            )
            for penalty in values
        )

    def _store_session(self, stage: Stage, values: JsonObject) -> None:
        planned_columns = ("rounds_planned", "boards_per_round", "minutes_per_round")
        same_columns = ("number", "state", *planned_columns, "commitment", "salt")
        times = ("created_at", "started_at", "finished_at")
        session = Session.objects.create(
            stage=stage,
            **{key: values[key] for key in same_columns},
            **{key: parse_time(values[key]) for key in times},
        )
        store_breaks(session, values["breaks"])
        if values["seed"]:
            Seed.objects.create(session=session, hex=values["seed"])
        boards = Board.objects.bulk_create(
            Board(session=session, number=number, sealed_to_end=number in values["kept_sealed"])
            for number in values["boards"]
        )
        for section in with_progress(values["sections"], _("Saving the event")):
            self._store_section(session, section, {board.number: board for board in boards})

    def _store_section(
        self, session: Session, values: JsonObject, boards: dict[int, Board]
    ) -> None:
        planned_columns = ("rounds_planned", "rounds_left_out", "boards_left_out")
        section = Section.objects.create(
            session=session,
            venue=self._get_or_create_venue(values["venue"]),
            movement_key=values["movement"],
            **{
                key: values[key] for key in ("number", "name", "movement_options", *planned_columns)
            },
        )
        SectionAssignment.objects.bulk_create(
            SectionAssignment(
                section=section,
                number=assignment["number"],
                contestant=self.contestants[assignment["contestant"]],
            )
            for assignment in values["allotments"]
        )
        store_exported_sections(section, values["copies"])
        store_pauses(section, values["pauses"])
        self._store_rounds(section, values, boards)

    def _get_or_create_venue(self, name: str | None) -> Venue | None:
        """Return the club's venue with this name, or create one without staff."""
        if name is None:
            return None
        venue, is_new = Venue.objects.get_or_create(club=self.event.club, name=name)
        if is_new:
            record_audit(SYSTEM, AuditAction.ADD_VENUE, self.event.club, at_venue=name)
        return venue

    def _store_rounds(self, section: Section, values: JsonObject, boards: dict[int, Board]) -> None:
        table_rows = Table.objects.bulk_create(
            Table(section=section, **columns) for columns in values["tables"]
        )
        tables = {table.number: table for table in table_rows}
        rounds = Round.objects.bulk_create(
            Round(
                section=section,
                number=round_values["number"],
                started_at=parse_time(round_values["started_at"]),
                ended_at=parse_time(round_values["ended_at"]),
            )
            for round_values in values["rounds"]
        )
        stored_rounds = list(zip(rounds, values["rounds"], strict=True))
        SitOut.objects.bulk_create(
            SitOut(
                round=round_,
                contestant=self.contestants[sit_out["contestant"]],
                draw_reason=sit_out["why"],
            )
            for round_, round_values in stored_rounds
            for sit_out in round_values["sit_outs"]
        )
        store_line_ups(stored_rounds, self.contestants, self.players)
        store_time_extensions(stored_rounds, tables)
        self._store_seatings(stored_rounds, tables, boards)

    def _store_seatings(
        self,
        rounds: Iterable[tuple[Round, JsonObject]],
        tables: Mapping[int, Table],
        boards: Mapping[int, Board],
    ) -> None:
        """Store the seatings of rounds with their seat holders, plays and entries."""
        seatings = [
            (
                Seating(round=round_, table=tables[seating["table"]], draw_reason=seating["why"]),
                seating,
            )
            for round_, round_values in rounds
            for seating in round_values["seatings"]
        ]
        Seating.objects.bulk_create(seating for seating, _plays in seatings)
        self._store_seat_holders(seatings)
        plays = [
            (_build_play(seating, boards[play["board"]], play), play)
            for seating, seating_values in seatings
            for play in seating_values["plays"]
        ]
        Play.objects.bulk_create(play for play, _values in plays)
        self._store_entries(plays, tables)

    def _store_seat_holders(self, seatings: Sequence[tuple[Seating, JsonObject]]) -> None:
        seat_holders = [
            (self._seat_holder(seating, seat_holder), seat_holder)
            for seating, values in seatings
            for seat_holder in values["places"]
        ]
        SeatHolder.objects.bulk_create(seat_holder for seat_holder, _values in seat_holders)
        store_substitutes(seat_holders, self.players)

    def _seat_holder(self, seating: Seating, values: JsonObject) -> SeatHolder:
        return SeatHolder(
            seating=seating,
            seat=values["seat"],
            contestant=self.contestants[values["contestant"]],
            player=self.players[values["player"]] if values["player"] else None,
        )

    def _store_entries(
        self, plays: Sequence[tuple[Play, JsonObject]], tables: Mapping[int, Table]
    ) -> None:
        """Store the entries of each play, and set the columns that are derived from them."""
        entries = {
            play: [_build_entry(play, entry, tables) for entry in values["entries"]]
            for play, values in plays
        }
        Entry.objects.bulk_create(
            entry for entries_of_play in entries.values() for entry in entries_of_play
        )
        for play, entries_of_play in entries.items():
            set_derived_columns(play, entries_of_play, self.event.game)
        Play.objects.bulk_update(entries, DERIVED_COLUMNS, batch_size=100)


def _build_play(seating: Seating, board: Board, values: JsonObject) -> Play:
    return Play(
        seating=seating,
        board=board,
        revision=len(values["entries"]),
        field=seating.round.section.field,
        group=values["group"],
    )


def _initial_revision(stage: JsonObject) -> int:
    """Return the number of penalties and started sit-outs, which count without any result.

    A stage whose `awards_revision` is above 0 has standings.
    """
    sections = [section for session in stage["sessions"] for section in session["sections"]]
    started_rounds = [
        round_ for section in sections for round_ in section["rounds"] if round_["started_at"]
    ]
    return len(stage["penalties"]) + sum(len(round_["sit_outs"]) for round_ in started_rounds)


def _build_entry(play: Play, values: JsonObject, tables: Mapping[int, Table]) -> Entry:
    same_columns = values.keys() - {"table", "device", "at"}
    return Entry(
        play=play,
        table=tables[values["table"]] if values["table"] else None,
        device=str(values["device"] or ""),
        at=datetime.fromisoformat(values["at"]),
        **{key: values[key] for key in same_columns},
    )
