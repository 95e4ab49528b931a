"""Find plays that need a decision of the director, and the results to choose from."""

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

from games.deals import BoardSetup
from games.fields import Outcome
from games.game import Game
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import CardContradiction, Entry, Objection, Play, SeatHolder, Section
from tournaments.permissions.visibility.sealed_boards import confirmed_by_unlinked_devices
from tournaments.queries.results.adjusted_awards import stored_awards_text
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

# Reasons that a director may choose instead of typing one. In the list of pending decisions the
# first is preselected, so it claims nothing that nobody said; for a late result, the late one that
# applies comes before them.
DECISION_REASONS = (
    _("after looking into it"),
    _("agreed at the table"),
    _("both sheets say so"),
    _("mistyped on the phone"),
    _("sides exchanged"),
    _("heard both sides"),
)

# The names of the contestants on a line of a table, by seating id and line.
NamesByLine = Mapping[tuple[int, str], str]


class EnteredBy(NamedTuple):
    """Who made an entry: the contestants of a line, or a member, whose `line` is ""."""

    line: str
    names: str


@dataclass(frozen=True)
class CandidateResult:
    """One result in the game's notation, and who entered it.

    `entry_id` is the first entry with this result. `entered_by` is empty if nobody knows which side
    of the table entered it.
    """

    entry_id: int
    entered_by: tuple[EnteredBy, ...]
    notation: Text
    figures: ResultFigures


def is_candidate_result(entry: Entry) -> bool:
    """Return whether the director can choose an entry's outcome; the cards must allow it."""
    is_result = entry.kind in (Entry.Kind.TABLE, Entry.Kind.CORRECTION)
    return is_result and bool(entry.outcome) and not entry.given and not entry.contradicted


def candidate_results(
    play: Play, entries: Collection[Entry], names: NamesByLine
) -> tuple[CandidateResult, ...]:
    """Return the different results entered, by line and then by time.

    Empty if the cards contradict one of them.
    """
    open_entries = sorted(_open_entries(entries), key=lambda entry: entry.revision)
    if not all(map(is_candidate_result, open_entries)):
        return ()
    entries_by_outcome: dict[str, list[Entry]] = {}
    for entry in open_entries:
        entries_by_outcome.setdefault(repr(sorted(entry.outcome.items())), []).append(entry)
    outcomes = [equal_entries[0].outcome for equal_entries in entries_by_outcome.values()]
    lines = [*play.board.session.stage.event.game.lines, ""]
    ordered = sorted(
        entries_by_outcome.values(),
        key=lambda equal_entries: min(_line_order(entry, lines) for entry in equal_entries),
    )
    return tuple(
        _candidate_result(play, equal_entries, names, outcomes) for equal_entries in ordered
    )


def _line_order(entry: Entry, lines: Sequence[str]) -> int:
    """Return where a candidate is listed: lines come in their order, then entries of members."""
    line = "" if entry.user else entry.side
    return lines.index(line) if line in lines else len(lines)


def names_by_line(plays: QuerySet[Play]) -> NamesByLine:
    """Return the names on each line of the seatings of some plays, in one query."""
    seatings = {play.seating_id: play for play in plays}
    holders = SeatHolder.objects.filter(seating__in=seatings)
    names: dict[tuple[int, str], list[str]] = {}
    for seating_id, seat, name in holders.order_by("pk").values_list(
        "seating_id", "seat", "contestant__name"
    ):
        lines = seatings[seating_id].board.session.stage.event.game.lines
        line = next(line for line, seats in lines.items() if seat in seats)
        names.setdefault((seating_id, line), []).append(name)
    return {key: " / ".join(dict.fromkeys(line_names)) for key, line_names in names.items()}


def _open_entries(entries: Collection[Entry]) -> list[Entry]:
    """Return the active entries from the latest decision made here on."""
    active = active_entries(entries)
    decision_revisions = [
        entry.revision for entry in active if entry.kind in DECISION_KINDS and not entry.origin
    ]
    return [entry for entry in active if entry.revision >= max(decision_revisions, default=0)]


def _candidate_result(
    play: Play, equal_entries: Collection[Entry], names: NamesByLine, outcomes: Collection[Outcome]
) -> CandidateResult:
    game = play.board.session.stage.event.game
    first_entry, *_others = equal_entries
    entered_by = dict.fromkeys(_entered_by(play, entry, names) for entry in equal_entries)
    named_sources = tuple(source for source in entered_by if source.names)
    notation = notation_of(game, first_entry.outcome, play.board.conditions)
    return CandidateResult(
        first_entry.pk, named_sources, notation, result_figures(game, first_entry.outcome, outcomes)
    )


def _entered_by(play: Play, entry: Entry, names: NamesByLine) -> EnteredBy:
    if entry.user:
        return EnteredBy("", str(entry.user.get_username()))
    return EnteredBy(entry.side, names.get((play.seating_id, entry.side), ""))


CONTRADICTED, UNSCORABLE, OBJECTION = "cards", "unscored", "objection"
UNLINKED, UNLINKED_DIFFERS = "unlinked", "unlinked_differs"
# Kinds of pending decisions, the most urgent first.
KINDS_BY_URGENCY = (
    CONTRADICTED,
    "conflict",
    UNSCORABLE,
    "late",
    "decided",
    UNLINKED_DIFFERS,
    UNLINKED,
    OBJECTION,
)
# The maximum number of entries that the page of a play shows, the latest ones.
MAX_ENTRIES_SHOWN = 100

# Kinds of pending decisions that the director may settle in the list, without opening the play.
_KINDS_WITH_CANDIDATES = ("conflict", "late", "decided", UNLINKED_DIFFERS, UNLINKED)


@dataclass(frozen=True)
class PendingDecision:
    """A play that needs a decision of the director.

    `kind` is one of: "cards" (the cards contradict the result), "unscored" (the game cannot score
    the result), "conflict", "late" (entered after the round), "decided" (entered after a decision),
    "unlinked_differs" (a device that is not linked entered another result after both sides had
    agreed), "unlinked" (confirmed only by devices that are not linked, at a table that has a linked
    one) and "objection", which is only used if nothing else is pending.

    `candidates` are the results to choose from, of the play at `revision`. `current_decision` is
    the director's earlier decision, which later entries do not change. `objections` are the open
    ones. `sitting` is the number of the session, 0 if it is the one being shown.
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
        """Return whether two results differ, or the cards contradict one."""
        return self.kind in (CONTRADICTED, "conflict")

    @property
    def mark(self) -> str:
        """Return the mark that the board has in grids unless its results differ."""
        if self.kind in (UNLINKED, UNLINKED_DIFFERS):
            return UNLINKED
        return "late" if self.kind == "late" else "undecided"

    @property
    def suggested_reason(self) -> str:
        """Return the reason that is preselected for a late result; "" for all other kinds."""
        if self.kind != "late" or len(self.candidates) != 1:
            return ""
        sources = self.candidates[0].entered_by
        return LATE_ONE_SIDE_REASON if len(sources) == 1 and sources[0].line else LATE_AGREED_REASON

    @property
    def without_details(self) -> "PendingDecision":
        """Return a copy without the results and objections, for a reader who may not see them."""
        return replace(self, candidates=(), objections=(), current_decision=None)


@dataclass(frozen=True)
class CurrentDecision:
    """The decision that counts for a play; `notation` is None if it is marked as not played."""

    entry_id: int
    notation: Text | None


@dataclass(frozen=True)
class ReviewedEntry:
    """One entry as the director sees it.

    `mark` says why the director should look at the entry, "" if they need not.
    `is_for_several_sides` says that the same device also entered for another side, `is_withdrawn`
    that the entry was taken back, so that the state of the play does not depend on it.
    """

    entry: Entry
    notation: Text | None
    figures: ResultFigures | None
    is_counted: bool
    mark: str
    is_for_several_sides: bool
    is_withdrawn: bool


@dataclass(frozen=True)
class PlayReview:
    """A play with everything that was entered about it, the oldest entry first.

    `suggested_reason` is the usual reason that suits late entries, "" without any. `dealer` is ""
    if the game has none. `names` are the contestants by line, `contradictions` the
    entries that the cards contradict. `plays_of_seating` are the plays of the same table and round.
    """

    play: Play
    dealer: str
    names: tuple[tuple[str, str], ...]
    entries: tuple[ReviewedEntry, ...]
    contradictions: tuple[CardContradiction, ...]
    objections: tuple[ReviewedObjection, ...]
    plays_of_seating: tuple[Play, ...]
    suggested_reason: str


def pending_decisions(sections: QuerySet[Section]) -> list[PendingDecision]:
    """Return the plays that need a decision: contradicted ones first, then by time."""
    confirmed_by_unlinked = _suspected_plays(sections)
    if not confirmed_by_unlinked:
        return []
    related = Play.objects.filter(pk__in=confirmed_by_unlinked).select_related(
        "board__session__stage__event", "entry", "seating__table__section", "seating__round"
    )
    plays = related.prefetch_related(
        Prefetch("entries", Entry.objects.select_related("user"))
    ).order_by("pk")
    names, objections = names_by_line(plays), open_objections(confirmed_by_unlinked)
    decisions = []
    for play in plays:
        is_unlinked = confirmed_by_unlinked[play.pk]
        decision = _pending_decision(play, names, objections.get(play.pk, []), is_unlinked)
        if decision:
            decisions.append(decision)
    return sorted(decisions, key=lambda decision: (decision.kind != CONTRADICTED, decision.since))


def _suspected_plays(sections: QuerySet[Section]) -> dict[int, bool]:
    """Return the ids of plays that may need a decision.

    The value is true if only unlinked devices confirmed the play. There are nearly always few such
    plays, so their rows are read in a second query.
    """
    noteworthy_entries = Entry.objects.filter(
        Q(late=True) | Q(kind__in=DECISION_KINDS), play=OuterRef("pk")
    )
    needs_decision = (
        Q(state=Play.State.CONFLICT)
        | Q(state__in=SCORED_STATES, line_points="")
        | Q(entry__contradicted=True)
        | Q(Exists(noteworthy_entries))
        | Q(unlinked=True)
        | Q(HAS_OPEN_OBJECTION)
    )
    unlinked = ExpressionWrapper(confirmed_by_unlinked_devices(), output_field=BooleanField())
    plays = Play.objects.annotate(unlinked=unlinked)
    plays = plays.filter(needs_decision, seating__round__section__in=sections, revision__gt=0)
    return dict(plays.order_by().values_list("pk", "unlinked"))


def current_result_text(play: Play) -> Text | None:
    """Return what counts for a play now, in the game's notation; None without a result."""
    play.refresh_from_db(fields=["state", "entry"])
    game, board = play.board.session.stage.event.game, play.board.conditions
    return _notation(game, play.entry, board) if play.entry else None


def review_play(play: Play) -> PlayReview:
    """Read everything that the director needs to decide about a play."""
    entries = list(play.entries.select_related("user"))
    return PlayReview(
        play,
        play.board.conditions.dealer if play.board.session.stage.event.game.dealer_role else "",
        tuple(_names_of_lines(play)),
        tuple(_reviewed_entries(play, entries))[-MAX_ENTRIES_SHOWN:],
        tuple(play.contradictions.select_related("user")),
        tuple(reviewed_objections(play, entries)),
        tuple(play.seating.plays.select_related("board__session", "entry")),
        _late_reason(entry for entry in entries_to_review(entries) if _is_after_round(play, entry)),
    )


def _is_after_round(play: Play, entry: Entry) -> bool:
    """Return whether a late entry came after its round.

    Otherwise it came from an unlinked device after both sides had agreed.
    """
    ended_at = play.seating.round.ended_at
    return play.state != Play.State.CONFIRMED or bool(ended_at and entry.at >= ended_at)


def _entry_mark(play: Play, entry: Entry) -> str:
    """Return the mark of an entry to review: late, from an unlinked device, or after a decision."""
    if not entry.late:
        return "undecided"
    return "late" if _is_after_round(play, entry) else UNLINKED


def _late_reason(to_review: Iterable[Entry]) -> str:
    """Return the usual reason that fits the late entries; "" if there is none that fits all."""
    late = [entry for entry in to_review if entry.late]
    if not late or any(entry.outcome != late[0].outcome for entry in late):
        return ""
    is_agreed = len({entry.side for entry in late}) > 1 or any(entry.user for entry in late)
    return LATE_AGREED_REASON if is_agreed else LATE_ONE_SIDE_REASON


def _pending_decision(
    play: Play, names: NamesByLine, objections: Sequence[Objection], is_unlinked: bool
) -> PendingDecision | None:
    entries, seating = list(play.entries.all()), play.seating
    kind_and_entry = (
        _contradicted_entry(play)
        or _unscorable_entry(play)
        or _conflicting_entry(play, entries)
        or _entry_to_review(play, entries)
    )
    if not kind_and_entry and is_unlinked and play.entry:
        kind_and_entry = UNLINKED, play.entry
    kind, cause = kind_and_entry or (OBJECTION, objections[0] if objections else None)
    if cause is None:
        return None
    candidates = candidate_results(play, entries, names) if kind in _KINDS_WITH_CANDIDATES else ()
    decision = _current_decision(play) if kind == "decided" else None
    if decision:
        candidates = tuple(
            candidate for candidate in candidates if candidate.entry_id != decision.entry_id
        )
    location = play.pk, play.board.number, seating.table.label, seating.round.number
    summaries = objection_summaries(objections)
    return PendingDecision(
        *location, kind, cause.at, play.revision, candidates, summaries, current_decision=decision
    )


def _current_decision(play: Play) -> CurrentDecision | None:
    if play.entry is None or play.entry.kind not in DECISION_KINDS:
        return None
    notation = _notation(play.board.session.stage.event.game, play.entry, play.board.conditions)
    return CurrentDecision(play.entry.pk, notation)


def _contradicted_entry(play: Play) -> tuple[str, Entry] | None:
    return (CONTRADICTED, play.entry) if play.entry and play.entry.contradicted else None


def _unscorable_entry(play: Play) -> tuple[str, Entry] | None:
    return (
        (UNSCORABLE, play.entry)
        if play.entry and play.state in SCORED_STATES and not play.line_points
        else None
    )


def _conflicting_entry(play: Play, entries: Collection[Entry]) -> tuple[str, Entry] | None:
    """Return "conflict" and the entry that caused it; None if the play is not in conflict."""
    if play.state != Play.State.CONFLICT:
        return None
    entries_in_time = [entry for entry in active_entries(entries) if not entry.late]
    differing = (entry for entry in entries_in_time if entry.outcome != entries_in_time[0].outcome)
    # Two decisions may have the same outcome and differ in their kind alone.
    return "conflict", next(differing, entries_in_time[-1])


def _entry_to_review(play: Play, entries: Collection[Entry]) -> tuple[str, Entry] | None:
    to_review = entries_to_review(entries)
    if not to_review:
        return None
    if any(entry.kind in DECISION_KINDS for entry in active_entries(entries)):
        return "decided", to_review[0]
    return "late" if _is_after_round(play, to_review[0]) else UNLINKED_DIFFERS, to_review[0]


def _names_of_lines(play: Play) -> Iterable[tuple[str, str]]:
    lines = play.board.session.stage.event.game.lines
    name_by_seat = dict(
        SeatHolder.objects.filter(seating=play.seating_id).values_list("seat", "contestant__name")
    )
    for line, seats in lines.items():
        names = dict.fromkeys(name_by_seat[seat] for seat in seats if seat in name_by_seat)
        yield line, " / ".join(names)


def _notation(game: Game, entry: Entry, board: BoardSetup) -> Text | None:
    if entry.given:
        return stored_awards_text(entry.given, game)
    return notation_of(game, entry.outcome, board) if entry.outcome else None


def _has_figures(entry: Entry) -> bool:
    return bool(entry.outcome) and not entry.given


def _reviewed_entries(play: Play, entries: Collection[Entry]) -> Iterable[ReviewedEntry]:
    game, board = play.board.session.stage.event.game, play.board.conditions
    to_review, active = entries_to_review(entries), active_entries(entries)
    compared_outcomes = [entry.outcome for entry in active if _has_figures(entry)]
    for entry in entries:
        sides = {
            same_device_entry.side
            for same_device_entry in entries
            if same_device_entry.device == entry.device
        }
        yield ReviewedEntry(
            entry,
            _notation(game, entry, board),
            result_figures(game, entry.outcome, compared_outcomes) if _has_figures(entry) else None,
            is_counted=entry.pk == play.entry_id,
            mark=_entry_mark(play, entry) if entry in to_review else "",
            is_for_several_sides=bool(entry.device) and len(sides) > 1,
            is_withdrawn=entry.kind != Entry.Kind.WITHDRAWAL and entry not in active,
        )
