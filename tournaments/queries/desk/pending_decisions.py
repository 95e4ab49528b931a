"""Plays that wait for the director, what was entered about each, and the versions to choose
from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
)

from games.deals import DealtBoard
from games.fields import Outcome
from games.game import Game
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import CardContradiction, Entry, Objection, Play, SeatHolder, Section
from tournaments.permissions.visibility.sealed_boards import confirmed_by_unlinked_devices
from tournaments.queries.results.adjusted_awards import awards_text
from tournaments.queries.results.line_points import SCORED_STATES
from tournaments.queries.results.notations import ResultFigures, notation_of, result_figures
from tournaments.queries.results.objections import (
    HAS_OPEN_OBJECTION,
    ObjectionSummary,
    ReviewedObjection,
    objection_summaries,
    open_objections,
    reviewed_objections,
)
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries, entries_to_review

LATE_AGREED_REASON = _("late, but agreed")
LATE_ONE_SIDE_REASON = _("late, from one side only")

# What a director may choose instead of typing. The first is chosen already, so it claims nothing
# that nobody said; for a late result it is the late one.
DECISION_REASONS = (
    _("after looking into it"),
    _("agreed at the table"),
    _("both sheets say so"),
    _("mistyped on the phone"),
    _("sides exchanged"),
    _("heard both sides"),
    LATE_AGREED_REASON,
    LATE_ONE_SIDE_REASON,
)

Names = Mapping[tuple[int, str], str]
"""Who sits on a line of a seating, by the row of the seating and the line."""


class EnteredBy(NamedTuple):
    """Who said something: the names of those who sit on a line, or a member's, of no line."""

    line: str
    names: str


@dataclass(frozen=True)
class CandidateResult:
    """One result in the game's words, and who said it; `entry_id` is the first that said it.

    `entered_by` is empty where nobody knows which side of the table it was.
    """

    entry_id: int
    entered_by: tuple[EnteredBy, ...]
    notation: Text
    figures: ResultFigures


def is_candidate_result(entry: Entry) -> bool:
    """Whether a director can decide for what an entry says as it stands: a result that the cards
    allow."""
    said = entry.kind in (Entry.Kind.TABLE, Entry.Kind.CORRECTION)
    return said and bool(entry.outcome) and not entry.given and not entry.contradicted


def candidate_results(
    play: Play, entries: Collection[Entry], names: Names
) -> tuple[CandidateResult, ...]:
    """Each result that stands, by the line that entered it and then the first said first; none
    where the cards contradict one of them."""
    told = sorted(_standing(entries), key=lambda entry: entry.revision)
    if not all(map(is_candidate_result, told)):
        return ()
    alike: dict[str, list[Entry]] = {}
    for entry in told:
        alike.setdefault(repr(sorted(entry.outcome.items())), []).append(entry)
    outcomes = [same[0].outcome for same in alike.values()]
    lines = [*play.board.session.stage.event.game.lines, ""]
    in_order = sorted(alike.values(), key=lambda same: min(_place(each, lines) for each in same))
    return tuple(_version(play, same, names, outcomes) for same in in_order)


def _place(entry: Entry, lines: Sequence[str]) -> int:
    """Where the version of an entry stands: lines in their order, then what a member typed."""
    line = "" if entry.user else entry.side
    return lines.index(line) if line in lines else len(lines)


def names_by_line(plays: QuerySet[Play]) -> Names:
    """Who sits on the lines of the tables of some plays, in one query; contestants of a line
    side by side."""
    seatings = {play.seating_id: play for play in plays}
    places = SeatHolder.objects.filter(seating__in=seatings)
    found: dict[tuple[int, str], list[str]] = {}
    for seating, seat, name in places.order_by("pk").values_list(
        "seating_id", "seat", "contestant__name"
    ):
        lines = seatings[seating].board.session.stage.event.game.lines
        line = next(line for line, seats in lines.items() if seat in seats)
        found.setdefault((seating, line), []).append(name)
    return {where: " / ".join(dict.fromkeys(there)) for where, there in found.items()}


def _standing(entries: Collection[Entry]) -> list[Entry]:
    """All that nobody took back, but what a decision here has already settled."""
    standing = active_entries(entries)
    decided = [
        each.revision for each in standing if each.kind in DECISION_KINDS and not each.origin
    ]
    return [each for each in standing if each.revision >= max(decided, default=0)]


def _version(
    play: Play, same: Collection[Entry], names: Names, outcomes: Collection[Outcome]
) -> CandidateResult:
    game = play.board.session.stage.event.game
    first, *_others = same
    who = dict.fromkeys(_who(play, entry, names) for entry in same)
    named = tuple(each for each in who if each.names)
    words = notation_of(game, first.outcome, play.board.conditions)
    return CandidateResult(first.pk, named, words, result_figures(game, first.outcome, outcomes))


def _who(play: Play, entry: Entry, names: Names) -> EnteredBy:
    if entry.user:
        return EnteredBy("", str(entry.user.get_username()))
    return EnteredBy(entry.side, names.get((play.seating_id, entry.side), ""))


CONTRADICTED, UNSCORABLE, OBJECTION = "cards", "unscored", "objection"
UNLINKED = "unlinked"
# The last entries of a play that its page shows.
MAX_ENTRIES_SHOWN = 100

_AT_ONCE = ("conflict", "late", "decided", UNLINKED)
"""Why a play waits that a director may settle without opening it."""


@dataclass(frozen=True)
class PendingDecision:
    """A play to look at.

    `kind` is cards (they contradict what was said), unscored, conflict, late, decided, unlinked or
    objection. Of what is unscored the game can make nothing. Late was said after its round, decided
    after his decision; unlinked was confirmed only by devices that are not linked, at a table that
    has a linked one. An objection is told alone where nothing else waits.

    `candidates` are what he may decide for at once, of the play as it is at `revision`;
    `current_decision` is the director's own, which an entry that came after it does not change.
    `objections` are those that are open. `sitting` is its session, 0 where that is the one that is
    looked at.
    """

    play: int
    board: int
    table: str
    round: int
    kind: str
    since: datetime
    revision: int
    candidates: tuple[CandidateResult, ...]
    objections: tuple[ObjectionSummary, ...] = ()
    sitting: int = 0
    current_decision: "CurrentDecision | None" = None

    @property
    def is_conflict(self) -> bool:
        """Whether two results differ, or the cards contradict one."""
        return self.kind in (CONTRADICTED, "conflict")

    @property
    def suggested_reason(self) -> str:
        """The reason that is true of a late result and so chosen already; empty for all else."""
        if self.kind != "late" or len(self.candidates) != 1:
            return ""
        who = self.candidates[0].entered_by
        return LATE_ONE_SIDE_REASON if len(who) == 1 and who[0].line else LATE_AGREED_REASON

    @property
    def without_details(self) -> "PendingDecision":
        """The same for who may not read what was said."""
        return replace(self, candidates=(), objections=(), current_decision=None)


@dataclass(frozen=True)
class CurrentDecision:
    """The decision that counts of a play, by the row of its entry; `notation` is None where it is
    not played."""

    entry_id: int
    notation: Text | None


@dataclass(frozen=True)
class ReviewedEntry:
    """One entry as the director reads it; `is_for_several_sides` where its device also spoke for
    the other side.

    `is_withdrawn`: it was taken back, so it is no part of what the play is settled by.
    """

    entry: Entry
    notation: Text | None
    figures: ResultFigures | None
    is_counted: bool
    needs_review: bool
    is_for_several_sides: bool
    is_withdrawn: bool


@dataclass(frozen=True)
class PlayReview:
    """A play: who sat there, what was said, oldest first; `plays_of_seating`: the boards of that
    table and round.

    `dealer` is empty where no seat deals or starts; `contradictions` is what was said of it against
    its cards, `objections` what a side said of its result.
    """

    play: Play
    dealer: str
    names: tuple[tuple[str, str], ...]
    entries: tuple[ReviewedEntry, ...]
    contradictions: tuple[CardContradiction, ...]
    objections: tuple[ReviewedObjection, ...]
    plays_of_seating: tuple[Play, ...]


def pending_decisions(sections: QuerySet[Section]) -> list[PendingDecision]:
    """In some sections what the cards contradict; then all else that waits for the director.

    Of each the oldest first.
    """
    suspects = _may_wait(sections)
    if not suspects:
        return []
    related = Play.objects.filter(pk__in=suspects).select_related(
        "board__session__stage__event", "entry", "seating__table__section", "seating__round"
    )
    plays = related.prefetch_related(
        Prefetch("entries", Entry.objects.select_related("user"))
    ).order_by("pk")
    names, objected = names_by_line(plays), open_objections(suspects)
    found = [
        each
        for play in plays
        if (each := _waiting(play, names, objected.get(play.pk, []), suspects[play.pk]))
    ]
    return sorted(found, key=lambda each: (each.kind != CONTRADICTED, each.since))


def _may_wait(sections: QuerySet[Section]) -> dict[int, bool]:
    """Return the plays among which those are that wait, and whether only unlinked devices have
    confirmed each; nearly always few of many, so rows are read later."""
    spoken = Entry.objects.filter(Q(late=True) | Q(kind__in=DECISION_KINDS), play=OuterRef("pk"))
    suspect = (
        Q(state=Play.State.CONFLICT)
        | Q(state__in=SCORED_STATES, line_points="")
        | Q(entry__contradicted=True)
        | Q(Exists(spoken))
        | Q(unlinked=True)
        | Q(HAS_OPEN_OBJECTION)
    )
    unlinked = ExpressionWrapper(confirmed_by_unlinked_devices(), output_field=BooleanField())
    plays = Play.objects.annotate(unlinked=unlinked)
    plays = plays.filter(suspect, seating__round__section__in=sections, revision__gt=0)
    return dict(plays.order_by().values_list("pk", "unlinked"))


def current_result_text(play: Play) -> Text | None:
    """What counts of a play by now, in the game's words; None where it has no result."""
    play.refresh_from_db(fields=["state", "entry"])
    game, board = play.board.session.stage.event.game, play.board.conditions
    return _words(game, play.entry, board) if play.entry else None


def review_play(play: Play) -> PlayReview:
    """Everything the director needs to decide about a play."""
    entries = list(play.entries.select_related("user"))
    return PlayReview(
        play,
        play.board.conditions.dealer if play.board.session.stage.event.game.dealer_role else "",
        tuple(_names(play)),
        tuple(_entries_shown(play, entries))[-MAX_ENTRIES_SHOWN:],
        tuple(play.contradictions.select_related("user")),
        tuple(reviewed_objections(play, entries)),
        tuple(play.seating.plays.select_related("board", "entry")),
    )


def _waiting(
    play: Play, names: Names, objected: Sequence[Objection], unlinked: bool
) -> PendingDecision | None:
    entries, seating = list(play.entries.all()), play.seating
    found = _contradicted(play) or _unscored(play) or _conflict(play, entries) or _unread(entries)
    if not found and unlinked and play.entry:
        found = UNLINKED, play.entry
    why, first = found or (OBJECTION, objected[0] if objected else None)
    if first is None:
        return None
    versions = candidate_results(play, entries, names) if why in _AT_ONCE else ()
    decision = _decision(play) if why == "decided" else None
    if decision:
        versions = tuple(each for each in versions if each.entry_id != decision.entry_id)
    where = play.pk, play.board.number, seating.table.label, seating.round.number
    told = objection_summaries(objected)
    return PendingDecision(
        *where, why, first.at, play.revision, versions, told, current_decision=decision
    )


def _decision(play: Play) -> CurrentDecision | None:
    if play.entry is None or play.entry.kind not in DECISION_KINDS:
        return None
    words = _words(play.board.session.stage.event.game, play.entry, play.board.conditions)
    return CurrentDecision(play.entry.pk, words)


def _contradicted(play: Play) -> tuple[str, Entry] | None:
    return (CONTRADICTED, play.entry) if play.entry and play.entry.contradicted else None


def _unscored(play: Play) -> tuple[str, Entry] | None:
    return (
        (UNSCORABLE, play.entry)
        if play.entry and play.state in SCORED_STATES and not play.line_points
        else None
    )


def _conflict(play: Play, entries: Collection[Entry]) -> tuple[str, Entry] | None:
    """The entry that first differed from the one before it."""
    if play.state != Play.State.CONFLICT:
        return None
    timely = [entry for entry in active_entries(entries) if not entry.late]
    differing = (entry for entry in timely if entry.outcome != timely[0].outcome)
    return "conflict", next(differing, timely[-1])  # two decisions may differ in their kind alone


def _unread(entries: Collection[Entry]) -> tuple[str, Entry] | None:
    unread = entries_to_review(entries)
    decided = any(entry.kind in DECISION_KINDS for entry in active_entries(entries))
    return ("decided" if decided else "late", unread[0]) if unread else None


def _names(play: Play) -> Iterable[tuple[str, str]]:
    lines = play.board.session.stage.event.game.lines
    at_seat = dict(
        SeatHolder.objects.filter(seating=play.seating_id).values_list("seat", "contestant__name")
    )
    for line, seats in lines.items():
        sitting = dict.fromkeys(at_seat[seat] for seat in seats if seat in at_seat)
        yield line, " / ".join(sitting)


def _words(game: Game, entry: Entry, board: DealtBoard) -> Text | None:
    if entry.given:
        return awards_text(entry.given, game)
    return notation_of(game, entry.outcome, board) if entry.outcome else None


def _has_figures(entry: Entry) -> bool:
    return bool(entry.outcome) and not entry.given


def _entries_shown(play: Play, entries: Collection[Entry]) -> Iterable[ReviewedEntry]:
    game, board = play.board.session.stage.event.game, play.board.conditions
    unread, standing = entries_to_review(entries), active_entries(entries)
    others = [each.outcome for each in standing if _has_figures(each)]
    for entry in entries:
        sides = {other.side for other in entries if other.device == entry.device}
        yield ReviewedEntry(
            entry,
            _words(game, entry, board),
            result_figures(game, entry.outcome, others) if _has_figures(entry) else None,
            is_counted=entry.pk == play.entry_id,
            needs_review=entry in unread,
            is_for_several_sides=bool(entry.device) and len(sides) > 1,
            is_withdrawn=entry.kind != Entry.Kind.WITHDRAWAL and entry not in standing,
        )
