"""The desk: the room of a session, its sections, and what waits for the director."""

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
from tournaments.queries.desk.phones import disputed_devices
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
from tournaments.queries.rounds.clock import ClockBasis
from tournaments.queries.rounds.line_ups import undeclared_team_count
from tournaments.support.digests import digest


def recount_mismatch_at(event_id: int) -> datetime | None:
    """When it was last found that what is kept does not follow from the entries; None where it
    does.

    Not what it was: the sentences are for whoever looks after the site, and name results that are
    sealed.
    """
    return (
        RecountRun.objects.filter(event=event_id)
        .exclude(differs=[])
        .values_list("at", flat=True)
        .first()
    )


def hide_undirected_objections(
    session: Session, waiting: list[PendingDecision], reader: int
) -> list[PendingDecision]:
    """Who objects, and in which words, is for who directs there; a scorer sees that somebody
    does."""
    if not any(each.objections for each in waiting):
        return waiting
    directed = sections_of_user(reader, session.stage.event, SECTION_DIRECTOR_ROLES)
    his = Play.objects.filter(seating__round__section__in=directed, objections__answered_at=None)
    known = set(his.values_list("pk", flat=True))
    return [each if each.play in known else replace(each, objections=()) for each in waiting]


def objections_in_other_sessions(session: Session, reader: int) -> list[PendingDecision]:
    """What waits because somebody objects to a result of a session before this one.

    Players may still do so while the desk works on the one after it.
    """
    if session.stage.number == session.number == 1:
        return []
    elsewhere = Play.objects.filter(board__session__stage__event=session.stage.event_id)
    waiting = Objection.objects.unanswered().filter(
        play__in=elsewhere.exclude(board__session=session)
    )
    related = waiting.select_related("play__board__session__stage").order_by("pk")
    sittings = {each.play_id: each.play.board.session.sitting for each in related}
    if not sittings:
        return []
    directed = sections_of_user(reader, session.stage.event, SECTION_DIRECTOR_ROLES).exclude(
        session=session
    )
    found = (each for each in pending_decisions(directed) if each.play in sittings)
    return [replace(each, sitting=sittings[each.play]) for each in found]


@dataclass(frozen=True)
class DeskState:
    """The rooms of a session, by section: none where they are too many to be shown on one page.

    `progress` says how far each section is.

    `missing` are the boards without a result in rounds that are over, until the standings are
    published.

    `unscored` says why results are not scored, where they are not. `late_agreed_count` counts those
    that came late and on which both sides agree; `entered_in_time` are those of them that the
    phones' own clocks say were said in time, `other_pending` what waits besides. `is_playing` says
    whether any section of the session plays a round or is still to start, whoever sees it.
    `mismatch_found_at` is when the last recount found something; None where it found nothing.
    `undeclared_team_count` counts the teams that have declared nothing for the next round, where it
    is known. `rehearsal` has the tasks of an event that is one. `disputed_devices` are phones that
    another phone has released.
    """

    sections: tuple[SectionOverview, ...]
    progress: tuple[SectionProgress, ...]
    pending: tuple[PendingDecision, ...]
    missing: UnsettledGroup | None
    scoring_problem: ScoringProblem | None
    late_agreed_count: int
    entered_in_time: tuple[PendingDecision, ...]
    other_pending: tuple[PendingDecision, ...]
    mismatch_found_at: datetime | None
    is_playing: bool
    undeclared_team_count: int
    rehearsal: RehearsalProgress | None
    disputed_devices: tuple[LinkedDevice, ...]

    @property
    def rows(self) -> list[GridRow]:
        """Every table."""
        return [row for section in self.sections for row in section.grid.rows]

    @property
    def marks(self) -> list[str]:
        """The marks that boards of any round have, the most urgent first."""
        return sort_marks(
            play for row in self.rows for _column, cell in row.cells for play in cell.plays
        )

    @property
    def current_marks(self) -> list[str]:
        """The marks that boards of the rounds being played have, the most urgent first."""
        cells = (cell for section in self.sections for _table, cell in section.grid.current_cells)
        return sort_marks(play for cell in cells for play in cell.plays)

    @property
    def settled_count(self) -> int:
        """How many results there are where none is missing or open; 0 where one is."""
        plays = [play for row in self.rows for _column, cell in row.cells for play in cell.plays]
        return len(plays) if all(play.mark in SETTLED for play in plays) else 0

    @property
    def has_several_sections(self) -> bool:
        """Whether there are several sections, so that each is called by its name."""
        return any(section.name for section in self.progress)

    @property
    def only_section_in_play(self) -> SectionOverview | None:
        """The section of a session that has only one, while it plays a round."""
        playing = [section for section in self.sections if section.grid.current_round]
        return playing[0] if playing and not self.has_several_sections else None

    @property
    def rounds_in_progress(self) -> list[RoundProgress]:
        """The rounds that are played in some section, by number."""
        return progress_by_round(self.progress)

    @cached_property
    def version(self) -> str:
        """Changes exactly when something on the page does."""
        return digest(self)

    @property
    def step(self) -> str:
        """Changes when the director's next step does: another round of a section."""
        if not self.sections:
            return digest(self.is_playing)
        steps = [section.grid.step for section in self.sections]
        return digest(steps) if self.has_several_sections else "".join(steps)


class DeskStamp(NamedTuple):
    """Another one whenever the room of a desk may have changed, read in a few short queries.

    Every act adds a line to the audit in its transaction: `audit_entry_count` counts those about
    the event. Without a line change `drafts` (their number, and when the last one was stored),
    `disputed_device_ids` (the rows of phones that another phone has released), `mismatch_found_at`
    (when the last recount found something) and `is_scoring_active` (whether anybody counts
    results). Time alone changes a room as well, and so does renaming a person in the club: a stamp
    says nothing about a room that was read more than some seconds ago.
    """

    section_ids: tuple[int, ...]
    audit_entry_count: int
    awards_revision: int
    drafts: tuple[int, datetime | None]
    disputed_device_ids: tuple[int, ...]
    mismatch_found_at: datetime | None
    is_scoring_active: bool


def read_desk_stamp(session: Session, sections: QuerySet[Section]) -> DeskStamp:
    """Return the stamp of the room of these sections; read it before the room, and not after."""
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


MAX_SECTIONS_SHOWN = 12
"""On one page: where sections are more, each has a line, and its room is a page of its own."""


def read_desk_state(
    session: Session,
    sections: QuerySet[Section],
    reader: int | None = None,
    stamp: DeskStamp | None = None,
    basis: ClockBasis | None = None,
) -> DeskState:
    """These sections of a session as they stand, in a fixed number of queries however large they
    are.

    Nothing is in it that the `reader`, a user, may not know of boards and of objections. `stamp` is
    the one that was read just before, where there is one, and `basis` that of the clocks.
    """
    progress = read_progress(sections.filter(session=session))
    here = Section.objects.filter(pk__in=[section.pk for section in progress])
    stamp = stamp or read_desk_stamp(session, here)
    hidden = _Hidden(session, reader)
    waiting = tuple(_waiting_for(session, here, reader, hidden))
    is_playing = any(each.current_round for each in progress) or is_in_play(session)
    few = here if len(progress) <= MAX_SECTIONS_SHOWN else here.none()
    rooms = read_section_grids(
        session, few, {each.play for each in waiting if each.kind != OBJECTION}
    )
    tiles = read_section_overviews(session, rooms, few, waiting, basis)
    if any(each.figures for section in tiles for each in section.last_results):
        tiles = tuple(section.with_results_hidden(hidden.plays) for section in tiles)
    late = (
        agreed_late_results(session, here) if any(each.kind == "late" for each in waiting) else []
    )
    in_time = {each.play.pk for each in late if each.entered_in_time}
    return DeskState(
        tiles,
        progress,
        waiting,
        _missing(session, here, progress, waiting),
        scoring_problem(session),
        len(late),
        tuple(each for each in waiting if each.play in in_time),
        tuple(each for each in waiting if each.play not in in_time),
        stamp.mismatch_found_at,
        is_playing,
        undeclared_team_count(session),
        rehearsal_progress(session.stage.event),
        tuple(disputed_devices(here)) if stamp.disputed_device_ids else (),
    )


def _missing(
    session: Session,
    here: QuerySet[Section],
    progress: tuple[SectionProgress, ...],
    waiting: Iterable[PendingDecision],
) -> UnsettledGroup | None:
    """Return the boards without a result in rounds that are over, except those that wait for a
    decision.

    Nothing is asked of the database without any.
    """
    if session.stage.event.published_at or not any(section.overdue_count for section in progress):
        return None
    return missing_in_ended_rounds(here, session, {each.play for each in waiting})


@dataclass(frozen=True)
class _Hidden:
    """The plays of a session that the own-board rule hides from the reader, read when asked for."""

    session: Session
    reader: int | None

    @cached_property
    def plays(self) -> set[int]:
        if self.reader is None:
            return set()
        return play_ids_hidden_from(self.reader, Play.objects.filter(board__session=self.session))


def _waiting_for(
    session: Session, here: QuerySet[Section], reader: int | None, hidden: _Hidden
) -> list[PendingDecision]:
    """All that waits, without the words of what is kept from the reader; nobody looks where none
    are."""
    waiting = pending_decisions(here)
    if reader is None:
        return waiting
    if any(each.candidates or each.objections for each in waiting):
        waiting = [each.without_details if each.play in hidden.plays else each for each in waiting]
    return hide_undirected_objections(session, waiting, reader) + objections_in_other_sessions(
        session, reader
    )
