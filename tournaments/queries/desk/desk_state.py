"""Read the state of the desk: sections, tables, pending decisions and problems."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import LinkedDevice, Objection, Play, RecountRun, Section, Session
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, sections_of_user
from tournaments.permissions.visibility.playing_members import play_ids_hidden_from
from tournaments.queries.desk.late_results import agreed_late_results
from tournaments.queries.desk.pending_decisions import OBJECTION, PendingDecision, pending_decisions
from tournaments.queries.desk.phones import UnlinkedTable, disputed_phones, unlinked_tables
from tournaments.queries.desk.scoring_status import (
    ScoringProblem,
    is_scoring_active,
    scoring_problem,
)
from tournaments.queries.desk.section_grids import (
    GridRow,
    RoundProgress,
    SectionProgress,
    is_in_play,
    progress_by_round,
    read_progress,
    read_section_grids,
    sort_marks,
)
from tournaments.queries.desk.section_overviews import (
    SETTLED,
    SectionOverview,
    read_section_overviews,
)
from tournaments.queries.desk.unsettled_results import UnsettledGroup, missing_in_ended_rounds
from tournaments.queries.events.event_version import audit_entry_count
from tournaments.queries.guide.rehearsal import RehearsalProgress, rehearsal_progress
from tournaments.queries.results.drafts import draft_count_and_latest
from tournaments.queries.rounds.clock import SectionsWithClockFacts
from tournaments.queries.rounds.line_ups import undeclared_team_count
from tournaments.support.digests import digest


def recount_mismatch_at(event_id: int) -> datetime | None:
    """Return when a recount last found that stored results do not follow from the entries.

    None if the latest recount found nothing. The differences themselves are not returned: they are
    meant for the operator of the site, and name results that may be sealed.
    """
    return (
        RecountRun.objects.filter(event=event_id)
        .exclude(differs=[])
        .values_list("at", flat=True)
        .first()
    )


def hide_undirected_objections(
    session: Session, decisions: list[PendingDecision], reader_id: int
) -> list[PendingDecision]:
    """Remove the text of objections to plays that the reader does not direct.

    A scorer sees that somebody objects, but neither who nor why.
    """
    if not any(decision.objections for decision in decisions):
        return decisions
    directed = sections_of_user(reader_id, session.stage.event, SECTION_DIRECTOR_ROLES)
    directed_plays = Play.objects.filter(
        seating__round__section__in=directed, objections__answered_at=None
    )
    directed_play_ids = set(directed_plays.values_list("pk", flat=True))
    return [
        decision if decision.play in directed_play_ids else replace(decision, objections=())
        for decision in decisions
    ]


def objections_in_other_sessions(session: Session, reader_id: int) -> list[PendingDecision]:
    """Return the pending objections to results of the event's other sessions.

    Players may still object to them while the desk works on the latest session.
    """
    if session.stage.number == session.number == 1:
        return []
    plays_of_event = Play.objects.filter(board__session__stage__event=session.stage.event_id)
    objections = Objection.objects.unanswered().filter(
        play__in=plays_of_event.exclude(board__session=session)
    )
    related = objections.select_related("play__board__session__stage").order_by("pk")
    sitting_by_play = {
        objection.play_id: objection.play.board.session.sitting for objection in related
    }
    if not sitting_by_play:
        return []
    directed = sections_of_user(reader_id, session.stage.event, SECTION_DIRECTOR_ROLES).exclude(
        session=session
    )
    decisions = (
        decision for decision in pending_decisions(directed) if decision.play in sitting_by_play
    )
    return [replace(decision, sitting=sitting_by_play[decision.play]) for decision in decisions]


@dataclass(frozen=True)
class DeskState:
    """What the desk shows of a session, except presence and reports of phones.

    `sections` is empty if there are too many for one page; `progress` has all of them. `missing`
    are the boards without a result in ended rounds, until the standings are published.
    `scoring_problem` is None while results are scored.

    `late_agreed_count` counts the late results on which both sides agree. `entered_in_time` are
    those that were entered before the round ended, by the phones' own clocks; `unlinked_tables` are
    the tables whose results only unlinked phones have confirmed. `other_pending` is everything else
    in `pending`. `is_playing` is whether any section of the session plays a round
    or is still to start, even if the reader does not see this section.
    `mismatch_found_at` is when the last recount found a difference, or None.
    `undeclared_team_count` counts the teams without a line-up for the next round. `rehearsal` is
    None unless the event is one. `disputed_phones` are phones that another phone has removed.
    """

    sections: tuple[SectionOverview, ...]
    progress: tuple[SectionProgress, ...]
    pending: tuple[PendingDecision, ...]
    missing: UnsettledGroup | None
    scoring_problem: ScoringProblem | None
    late_agreed_count: int
    entered_in_time: tuple[PendingDecision, ...]
    unlinked_tables: tuple[UnlinkedTable, ...]
    other_pending: tuple[PendingDecision, ...]
    mismatch_found_at: datetime | None
    is_playing: bool
    undeclared_team_count: int
    rehearsal: RehearsalProgress | None
    disputed_phones: tuple[LinkedDevice, ...]

    @property
    def rows(self) -> list[GridRow]:
        """Return every table of the shown sections."""
        return [row for section in self.sections for row in section.grid.rows]

    @property
    def marks(self) -> list[str]:
        """Return the marks of the boards of all rounds, the most urgent first."""
        return sort_marks(
            play for row in self.rows for _column, cell in row.cells for play in cell.plays
        )

    @property
    def current_marks(self) -> list[str]:
        """Return the marks of the boards of the rounds in progress, the most urgent first."""
        cells = (cell for section in self.sections for _table, cell in section.grid.current_cells)
        return sort_marks(play for cell in cells for play in cell.plays)

    @property
    def settled_count(self) -> int:
        """Return the number of results if every board has a settled one, otherwise 0."""
        plays = [play for row in self.rows for _column, cell in row.cells for play in cell.plays]
        has_results = all(play.mark in SETTLED and play.mark != Play.State.VOID for play in plays)
        return len(plays) if has_results else 0

    @property
    def has_several_sections(self) -> bool:
        """Return whether the session has several sections, so that each is shown with its name."""
        return any(section.name for section in self.progress)

    @property
    def only_section_in_play(self) -> SectionOverview | None:
        """Return the section of a session that has only one, while it plays a round."""
        sections_in_play = [section for section in self.sections if section.grid.current_round]
        return sections_in_play[0] if sections_in_play and not self.has_several_sections else None

    @property
    def rounds_in_progress(self) -> list[RoundProgress]:
        """Return the rounds that some section plays, by number."""
        return progress_by_round(self.progress)

    @cached_property
    def version(self) -> str:
        """Return a digest that changes exactly when something on the page does."""
        return digest(self)

    @property
    def step(self) -> str:
        """Return a text that changes when a section starts another round: the page reloads then."""
        if not self.sections:
            return digest(self.is_playing)
        steps = [section.grid.current_round_text for section in self.sections]
        return digest(steps) if self.has_several_sections else "".join(steps)


class DeskStamp(NamedTuple):
    """A cheap fingerprint: the desk's state may have changed if the stamp has.

    It takes a few short queries. Every action adds a line to the audit in its transaction;
    `audit_entry_count` counts those about the event. Some changes have no such line: `drafts`
    (their number, and when the last one was stored), `disputed_device_ids` (phones that another
    phone has removed), `mismatch_found_at` (when the last recount found a difference) and
    `is_scoring_active`.

    The state also changes with time alone, and when somebody is renamed in the club. An equal stamp
    therefore says nothing about a state that was read more than some seconds ago.
    """

    section_ids: tuple[int, ...]
    audit_entry_count: int
    awards_revision: int
    drafts: tuple[int, datetime | None]
    disputed_device_ids: tuple[int, ...]
    mismatch_found_at: datetime | None
    is_scoring_active: bool


def read_desk_stamp(session: Session, sections: QuerySet[Section]) -> DeskStamp:
    """Return the stamp of these sections. Read it before the state, never after."""
    event = session.stage.event
    return DeskStamp(
        tuple(sections.order_by("pk").values_list("pk", flat=True)),
        audit_entry_count(event.pk),
        session.stage.awards_revision,
        draft_count_and_latest(session) if event.game.has_legs else (0, None),
        tuple(session.devices.disputed().order_by("pk").values_list("pk", flat=True)),
        recount_mismatch_at(event.pk),
        is_scoring_active(),
    )


# Sections whose tables are shown on one page. Above this, each section is a line of a list, and its
# tables are a page of their own.
MAX_SECTIONS_SHOWN = 12


def read_desk_state(
    session: Session,
    sections: QuerySet[Section],
    reader_id: int | None = None,
    stamp: DeskStamp | None = None,
    basis: SectionsWithClockFacts | None = None,
) -> DeskState:
    """Read the state of some sections, in a constant number of queries.

    Boards and objections that the `reader_id` (a user id) may not see are left out; None means no
    restriction. `stamp` and `basis` are passed if they have just been read.
    """
    progress = read_progress(sections.filter(session=session))
    own_sections = Section.objects.filter(pk__in=[section.pk for section in progress])
    stamp = stamp or read_desk_stamp(session, own_sections)
    hidden_plays = _HiddenPlays(session, reader_id)
    pending = tuple(_pending_for_reader(session, own_sections, reader_id, hidden_plays))
    is_playing = any(section.current_round for section in progress) or is_in_play(session)
    shown_sections = own_sections if len(progress) <= MAX_SECTIONS_SHOWN else own_sections.none()
    grids = read_section_grids(
        session,
        shown_sections,
        {decision.play: decision.mark for decision in pending if decision.kind != OBJECTION},
    )
    overviews = read_section_overviews(session, grids, shown_sections, pending, basis)
    if any(result.figures for overview in overviews for result in overview.last_results):
        overviews = tuple(
            overview.with_results_hidden(hidden_plays.plays) for overview in overviews
        )
    late_results = (
        agreed_late_results(session, own_sections)
        if any(decision.kind == "late" for decision in pending)
        else []
    )
    in_time_ids = {result.play.pk for result in late_results if result.entered_in_time}
    tables = unlinked_tables(session, pending, reader_id)
    listed_ids = in_time_ids.union(*(table.play_ids for table in tables))
    return DeskState(
        overviews,
        progress,
        pending,
        _missing_results(session, own_sections, progress, pending),
        scoring_problem(session),
        len(late_results),
        tuple(decision for decision in pending if decision.play in in_time_ids),
        tables,
        tuple(decision for decision in pending if decision.play not in listed_ids),
        stamp.mismatch_found_at,
        is_playing,
        undeclared_team_count(session),
        rehearsal_progress(session.stage.event),
        tuple(disputed_phones(own_sections)) if stamp.disputed_device_ids else (),
    )


def _missing_results(
    session: Session,
    sections: QuerySet[Section],
    progress: tuple[SectionProgress, ...],
    pending: Iterable[PendingDecision],
) -> UnsettledGroup | None:
    """Return the boards without a result or pending decision in ended rounds.

    If no section lacks a result, no query is made.
    """
    if session.stage.event.published_at or not any(section.overdue_count for section in progress):
        return None
    return missing_in_ended_rounds(sections, session, {decision.play for decision in pending})


@dataclass(frozen=True)
class _HiddenPlays:
    """The plays of a session that are hidden from a reader who plays, read on first use."""

    session: Session
    reader_id: int | None

    @cached_property
    def plays(self) -> set[int]:
        if self.reader_id is None:
            return set()
        return play_ids_hidden_from(
            self.reader_id, Play.objects.filter(board__session=self.session)
        )


def _pending_for_reader(
    session: Session, sections: QuerySet[Section], reader_id: int | None, hidden_plays: _HiddenPlays
) -> list[PendingDecision]:
    """Return the pending decisions, without details that are hidden from the reader."""
    decisions = pending_decisions(sections)
    if reader_id is None:
        return decisions
    if any(decision.candidates or decision.objections for decision in decisions):
        decisions = [
            decision.without_details if decision.play in hidden_plays.plays else decision
            for decision in decisions
        ]
    return hide_undirected_objections(session, decisions, reader_id) + objections_in_other_sessions(
        session, reader_id
    )
