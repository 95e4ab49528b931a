"""Read one board at one table as a phone there sees it, with the next step to take."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from games.fields import Outcome
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.teams.matches import MatchBoard
from tournaments.models import Entry, Event, Play, Seating
from tournaments.permissions.visibility.devices import (
    DeviceAccess,
    Phone,
    devices_at_seating,
    would_be_linked,
)
from tournaments.permissions.visibility.results_of_other_tables import (
    device_may_see_other_results,
    device_may_see_own_result,
    table_may_see_own_result,
)
from tournaments.permissions.visibility.results_shown import is_board_hidden, own_results_only_until
from tournaments.queries.boards.sharing import in_playing_order, tables_sharing
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.phone.table_state import Side, sides_of
from tournaments.queries.results.adjusted_awards import (
    AppliedAward,
    awards_of_contestants,
    public_awards_by_play,
)
from tournaments.queries.results.line_points import VOID_POINTS
from tournaments.queries.results.play_state import (
    DECIDED_STATE,
    active_entries,
    entries_to_review,
    is_decided,
)
from tournaments.queries.results.withdrawals import (
    ConflictResolution,
    RetypableEntry,
    conflict_resolutions,
    entries_to_retype,
)
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import partner_table, with_contestants
from tournaments.queries.standings.scales import LineAward, parse_x_pair, read_awards


class NextBoards(NamedTuple):
    """The next board that a side of the phone must confirm, and the next without a result.

    `other_states` are the states of all other boards of the round. With them a poll notices that
    one has changed, and the phone fetches its copy of the table's page again.
    """

    to_confirm: int | None = None
    due: int | None = None
    other_states: tuple[str, ...] = ()


def next_boards(play: Play, phone_lines: tuple[str, ...]) -> NextBoards:
    """Return the next boards of the play's round for a phone; none once the round has ended."""
    seating = play.seating
    if seating.round.ended_at:
        return NextBoards()
    plays = list(
        seating.plays.order_by("board__number").values_list("board__number", "state", "pk")
    )
    entered_ids = [
        pk for _number, state, pk in plays if state == Play.State.ENTERED and pk != play.pk
    ]
    due_numbers = {
        number for number, state, pk in plays if state == Play.State.DUE and pk != play.pk
    }
    sharing = tables_sharing(seating, play.board.session) if len(due_numbers) > 1 else ()
    ordered_numbers = in_playing_order(
        seating.table, sharing, [number for number, _state, _pk in plays]
    )
    return NextBoards(
        to_confirm=_first_unconfirmed_board(entered_ids, phone_lines) if entered_ids else None,
        due=next((number for number in ordered_numbers if number in due_numbers), None),
        other_states=tuple(state for _number, state, pk in plays if pk != play.pk),
    )


def _first_unconfirmed_board(play_ids: Iterable[int], phone_lines: tuple[str, ...]) -> int | None:
    """Return the first of the entered plays for which a line of the phone has no entry."""
    lines_by_board: dict[int, set[str]] = defaultdict(set)
    entries = Entry.objects.filter(play__in=play_ids, kind=Entry.Kind.TABLE).order_by(
        "play__board__number"
    )
    for number, side in entries.values_list("play__board__number", "side"):
        lines_by_board[number].add(side)
    return next(
        (number for number, lines in lines_by_board.items() if set(phone_lines) - lines), None
    )


# The maximum number of different entries of a board that a phone shows; honest tables never make
# more.
MAX_SHOWN_ENTRIES = 8

# Steps that reveal no result, so that they are also shown to those who did not play here.
_STEPS_WITHOUT_RESULT = ("side", "enter", "late")

_DECISION_TEXTS: Mapping[str, Text] = {
    Play.State.RULED: Text(_("The director has ruled.")),
    Play.State.VOID: Text(_("The director has ruled that this board is not played here.")),
}


_DECIDED_TEXT = Text(_("The director has decided this result."))
_CORRECTED_TEXT = Text(_("The director has corrected this result."))
_CONFIRMED_TEXT = Text(_("The director has decided that this result counts."))


@dataclass(frozen=True)
class TableEntry:
    """The outcome that one line entered."""

    line: str
    outcome: Outcome


@dataclass(frozen=True)
class TableResult:
    """The result of a board at one table; `notation` is None while no entry counts.

    `table` is the number of the table's section and that of the table. `awards` has the award of
    every line once the play is scored, `viewed_award` the award of the line that the phone looks
    at. `adjusted_awards` and `viewed_adjusted_award` are what a ruling gave instead, to the first
    contestant of each line. `match_difference` is what the team on the line looked at won over both
    tables of its match; it is set for this table only, once both results are compared.
    """

    table: tuple[int, int]
    sides: tuple[Side, ...]
    notation: Text | None
    state: str
    awards: tuple[LineAward, ...]
    viewed_award: LineAward | None
    match_difference: X | None
    is_own_table: bool
    is_flagged: bool = False
    adjusted_awards: tuple[tuple[str, Fraction | None], ...] = ()
    viewed_adjusted_award: Fraction | None = None


@dataclass(frozen=True)
class BoardSheet:
    """One board at one table as a phone there sees it.

    `step` is side (nobody has chosen who uses the phone), enter, confirm, wait, late (the entry
    goes to the director), conflict, done, or past: a result of others who sat here, while those who
    sit here now have yet to play the board.

    `next_line` is the line that enters next on this phone, `silent_lines` are those without an
    entry. `hidden_lines` have made entries that this phone may not see. `conflict_resolutions` are
    the ways in which this phone may end a conflict, `retypable_entries` those it may type again,
    and `correctable_line` is the line whose entry it may correct while it is asked to confirm for
    another.

    `own_results_only_until` is what must end before other results are shown (round, session).
    `table_results` is None while they may not be seen; `viewed_line` is the line whose awards they
    show. `decision` and `reason` are set if the director decided the result and this phone may see
    it. `accepted_outcome` is what this phone sent and the director decided to count.
    """

    step: str
    state: str
    next_line: str
    silent_lines: tuple[str, ...]
    sides: tuple[Side, ...]
    entries: tuple[TableEntry, ...]
    hidden_lines: tuple[str, ...]
    conflict_resolutions: tuple[ConflictResolution, ...]
    retypable_entries: tuple[RetypableEntry, ...]
    correctable_line: str
    result: Outcome | None
    has_round_ended: bool
    has_entries_to_review: bool
    viewed_line: str
    table_results: tuple[TableResult, ...] | None
    own_results_only_until: str
    is_board_hidden: bool
    next_boards: NextBoards
    is_phone_linked: bool
    is_decided: bool
    decision: Text
    reason: str
    accepted_outcome: Outcome | None

    @property
    def has_nothing_to_do(self) -> bool:
        """Whether the round is over and this phone can answer or correct nothing any more."""
        return self.has_round_ended and self.step in ("wait", "late", "done", "past")

    @property
    def line_sent_elsewhere(self) -> str:
        """A line whose entry this phone may not see while it enters for the next one, or ""."""
        others = [line for line in self.hidden_lines if line != self.next_line]
        return next(iter(others or self.hidden_lines), "") if self.step == "enter" else ""

    @property
    def lacks_link(self) -> bool:
        """Whether results are hidden only because this phone is not linked."""
        hides_entries = self.step == "conflict" and bool(self.hidden_lines)
        hides_tables = (
            self.step == "done" and self.table_results is None and not self.own_results_only_until
        )
        return not self.is_phone_linked and (hides_entries or hides_tables)

    @property
    def own_result(self) -> TableResult | None:
        """The result of this table, if it is among those that may be seen."""
        return next((result for result in self.table_results or () if result.is_own_table), None)

    @property
    def is_only_scored_result(self) -> bool:
        """Whether only this table has awards yet, so that its result is compared with no other."""
        return self.own_result is not None and [
            result for result in self.table_results or () if result.awards
        ] == [self.own_result]

    @property
    def late_outcome(self) -> Outcome | None:
        """What this phone sent after the round, until the director decides, if it may see it."""
        return self.entries[-1].outcome if self.step == "late" and self.entries else None

    @property
    def decision_text(self) -> Text | None:
        """A sentence that says what the director decided, or None."""
        if not self.is_decided:
            return _DECISION_TEXTS.get(self.state)
        return _DECISION_TEXTS.get(self.state, self.decision)

    @property
    def shown_state(self) -> str:
        """The state that the page shows; it is the same for decided and for confirmed results."""
        is_settled = self.is_decided and self.state == Play.State.CONFIRMED
        return DECIDED_STATE if is_settled else self.state


def read_board_sheet(play: Play, phone: Phone, seating: Seating | None) -> BoardSheet:
    """Return the sheet of a play for a phone; `seating` is who sits at the table now.

    A phone that is not linked at the table sees its own entries and what everybody may see. The
    first phone of a contestant also sees what it is asked to confirm.
    """
    access, phone_lines = phone.access, phone.lines
    prefetch_related_objects([play], "entry", "entries")
    all_entries = [
        entry for entry in active_entries(play.entries.all()) if entry.kind == Entry.Kind.TABLE
    ]
    lines = play.board.session.stage.event.game.lines
    may_see_table_result = table_may_see_own_result(seating, play)
    may_see_all = may_see_table_result and (
        device_may_see_own_result(access, seating, play) or _may_confirm_first(play, phone)
    )
    entries = (
        all_entries
        if may_see_all
        else [entry for entry in all_entries if access.device and entry.device == access.device]
    )
    silent_lines = tuple(line for line in lines if line not in {entry.side for entry in entries})
    hidden_lines = tuple(dict.fromkeys(entry.side for entry in all_entries if entry not in entries))
    result = play.entry.outcome if play.entry else None
    may_see_result = may_see_all or (
        may_see_table_result and result in [entry.outcome for entry in entries]
    )
    # Entries that this phone has just sent for its contestant, though others sit here now.
    is_personal = bool(access.device) and bool(phone_lines) and not phone.is_shared
    own_entries = [
        entry
        for entry in all_entries
        if is_personal and entry.device == access.device and entry.side in phone_lines
    ]
    step = _step(play, entries, phone_lines, may_see_result=may_see_result)
    if step == "late":  # a corrected entry follows the one before it, which the director sees too
        entries = list({entry.side: entry for entry in entries}.values())
        own_entries = list({entry.side: entry for entry in own_entries}.values())
    viewed_line = next(iter(phone_lines or lines))
    return BoardSheet(
        step=step if may_see_table_result or step in _STEPS_WITHOUT_RESULT else "past",
        state=play.state,
        next_line=_next_line(phone_lines, silent_lines, hidden_lines),
        silent_lines=silent_lines,
        sides=sides_of(play.seating, lines),
        entries=_distinct_entries(
            entries if may_see_table_result else own_entries if step == "late" else (), lines
        ),
        hidden_lines=hidden_lines,
        # A phone that is not linked may have sent every entry itself.
        conflict_resolutions=conflict_resolutions(play, phone_lines, access)
        if may_see_all or (may_see_table_result and entries == all_entries)
        else (),
        retypable_entries=entries_to_retype(play, phone_lines, access)
        if may_see_table_result and phone_lines
        else (),
        correctable_line=_correctable_line(play, phone_lines, access) if step == "confirm" else "",
        result=result if may_see_result else None,
        has_round_ended=play.seating.round.ended_at is not None,
        has_entries_to_review=bool(entries_to_review(list(play.entries.all()))),
        viewed_line=viewed_line,
        table_results=_table_results(play, viewed_line)
        if step == "done" and device_may_see_other_results(access, seating, play)
        else None,
        is_phone_linked=access.is_linked_at(seating) or access.is_linked_at(play.seating),
        is_decided=may_see_table_result and is_decided(play),
        decision=_decision_text(play, all_entries) if may_see_result else _DECIDED_TEXT,
        reason=play.entry.reason if play.entry and may_see_result and is_decided(play) else "",
        accepted_outcome=result
        if is_decided(play) and result in [entry.outcome for entry in own_entries]
        else None,
        own_results_only_until=own_results_only_until(play),
        is_board_hidden=is_board_hidden(play.board),
        next_boards=next_boards(play, phone_lines),
    )


def _next_line(
    phone_lines: Iterable[str], silent_lines: Collection[str], hidden_lines: Collection[str]
) -> str:
    """Return the line that enters next on a phone; "" if the phone has no lines.

    Lines without any entry come first, then those with an entry that the phone may not see.
    """
    ordered = sorted(phone_lines, key=lambda line: (line not in silent_lines, line in hidden_lines))
    return next(iter(ordered), "")


def _decision_text(play: Play, entries: Iterable[Entry]) -> Text:
    """Return a text that says whether the decision confirms all entries, one of them, or none."""
    outcomes = [entry.outcome for entry in entries]
    if not outcomes or play.entry is None:
        return _DECIDED_TEXT
    if play.entry.outcome not in outcomes:
        return _CORRECTED_TEXT
    confirms_all = all(outcome == play.entry.outcome for outcome in outcomes)
    return _CONFIRMED_TEXT if confirms_all else _DECIDED_TEXT


def _may_confirm_first(play: Play, phone: Phone) -> bool:
    """Return whether this phone would become the first linked one of a side.

    It is then asked to confirm.
    """
    if play.state != Play.State.ENTERED or not phone.lines:
        return False
    contestant_ids = [
        seat_holder.contestant_id
        for seat_holder in play.seating.places.all()
        if phone.is_shared or seat_holder.contestant.number == phone.contestant_number
    ]
    devices = devices_at_seating(play.seating)
    return would_be_linked(
        phone.access.device, play.seating, devices, contestant_ids, shared=phone.is_shared
    )


def _step(
    play: Play, entries: Iterable[Entry], phone_lines: tuple[str, ...], *, may_see_result: bool
) -> str:
    """Return the step of the sheet for a contestant at the table."""
    if play.state not in Play.STATES_AWAITING_ENTRY:
        return "conflict" if play.state == Play.State.CONFLICT else "done"
    if not phone_lines:
        return "side"
    if silent_lines := set(phone_lines) - {entry.side for entry in entries}:
        return _step_with_silent_lines(
            play, silent_lines, phone_lines, may_see_result=may_see_result
        )
    return "late" if any(entry.late for entry in entries) else "wait"


def _step_with_silent_lines(
    play: Play, silent_lines: set[str], phone_lines: tuple[str, ...], *, may_see_result: bool
) -> str:
    """Return the step while some lines of the phone have no entry.

    One late result is enough for several lines. A phone that may not see the result enters its own
    without having seen the other.
    """
    if play.state == Play.State.ENTERED:
        return "confirm" if may_see_result else "enter"
    return "enter" if len(silent_lines) == len(phone_lines) else "late"


def _correctable_line(play: Play, phone_lines: tuple[str, ...], access: DeviceAccess) -> str:
    """Return the line that entered the board last on this phone and may still correct it."""
    entry = play.entry
    is_own = entry is not None and bool(access.device) and entry.device == access.device
    return entry.side if entry and is_own and entry.side in phone_lines else ""


def _distinct_entries(entries: Iterable[Entry], lines: Iterable[str]) -> tuple[TableEntry, ...]:
    """Return the last different entries, in the order of the lines."""
    distinct_entries: list[TableEntry] = []
    for entry in entries:
        table_entry = TableEntry(entry.side, entry.outcome)
        if table_entry not in distinct_entries:
            distinct_entries.append(table_entry)
    line_order = {line: index for index, line in enumerate(lines)}
    return tuple(
        sorted(
            distinct_entries[-MAX_SHOWN_ENTRIES:], key=lambda entry: line_order.get(entry.line, 0)
        )
    )


def _table_results(play: Play, viewed_line: str) -> tuple[TableResult, ...]:
    """Return every result of the board, this table's too, the best for the viewed line first."""
    plays = play.board.plays.exclude(state=Play.State.DUE).select_related(
        "entry", "seating__table__section"
    )
    event = play.board.session.stage.event
    plays = plays.prefetch_related(with_contestants("seating__places"))
    awards, adjusted_awards = read_awards(event, plays), public_awards_by_play(plays)
    results = (
        _with_adjusted_awards(
            _table_result(other_play, play, awards.get(other_play.pk, {}), viewed_line),
            event,
            other_play,
            adjusted_awards.get(other_play.pk, {}),
            viewed_line,
        )
        for other_play in plays
    )
    return tuple(sorted(results, key=_sort_key))


def _with_adjusted_awards(
    result: TableResult,
    event: Event,
    play: Play,
    adjusted_awards: Mapping[int, AppliedAward],
    viewed_line: str,
) -> TableResult:
    """Return the result with its adjusted awards, if there are any."""
    if not adjusted_awards:
        return result
    line_contestants = contestants_by_line(event.game, play.seating.places.all())
    awards_by_line = (
        (line, awards_of_contestants(adjusted_awards, contestants))
        for line, contestants in line_contestants.items()
    )
    awards = {line: line_awards[0].award for line, line_awards in awards_by_line if line_awards}
    return replace(
        result, adjusted_awards=tuple(awards.items()), viewed_adjusted_award=awards.get(viewed_line)
    )


def _match_difference(play: Play, viewed_line: str) -> X | None:
    """Return X over both tables of a match, as the team on the line `viewed_line` sees it."""
    event = play.board.session.stage.event
    if not event.at_two_tables:
        return None
    partner_play = play.board.plays.filter(
        seating__table=partner_table(play.seating), seating__round=play.seating.round_id
    ).first()
    if partner_play is None:
        return None
    is_void = (
        VOID_POINTS in (play.counted_line_points, partner_play.counted_line_points)
        or play.group != partner_play.group
    )
    difference = MatchBoard(
        parse_x_pair(play.counted_line_points),
        parse_x_pair(partner_play.counted_line_points),
        is_void,
    ).difference
    first_line = next(iter(event.game.lines))
    return difference if difference is None or viewed_line == first_line else -difference


def _sort_key(result: TableResult) -> tuple[bool, Fraction, tuple[int, int]]:
    """Return the sort key of a result: results with an award come first, the highest X before."""
    award = result.viewed_award
    return award is None, -award.x if award else Fraction(0), result.table


def _table_result(
    play: Play, own_play: Play, awards: Mapping[str, LineAward], viewed_line: str
) -> TableResult:
    """Return the result of a play; `own_play` is this table's play, with its event loaded."""
    game = own_play.board.session.stage.event.game
    return TableResult(
        table=(play.seating.table.section.number, play.seating.table.number),
        sides=sides_of(play.seating, game.lines),
        notation=play_notation(game, play),
        state=play.state,
        awards=tuple(awards[line] for line in game.lines if line in awards),
        viewed_award=awards.get(viewed_line),
        match_difference=_match_difference(own_play, viewed_line)
        if play.pk == own_play.pk
        else None,
        is_own_table=play.pk == own_play.pk,
        is_flagged=play.flagged,
    )
