"""Read the rounds of a scorecard with their boards; sealed boards have only their number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from games.explanations.explanation import Explanation
from games.text import Text
from scoring.explanations.totals import explain_running_sum
from tournaments.models import Contestant, Entry, Event, Play, Seating
from tournaments.movements.base.team_matches import match_number, match_round_number
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.boards.travellers import called_at_table, play_notation
from tournaments.queries.results.adjusted_awards import (
    AppliedAward,
    AwardsByPlay,
    award_basis_text,
    award_text,
    public_awards_by_play,
)
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.rounds.substitutes import Substitute, substitutes_by_seating
from tournaments.queries.shared_related_objects import sharing
from tournaments.queries.standings.explained_awards import Explanations, ReadAwards
from tournaments.queries.standings.scales import LineAward, LineAwardsByPlay

# The number of letters of a result that fit beside its numbers on a phone.
MAX_INLINE_RESULT_LENGTH = 40


@dataclass(frozen=True)
class ScorecardBoard:
    """A board of a scorecard; a sealed one has no result, award or total.

    `total` is the running sum over open boards. `applied_award` is the adjusted award, if any, and
    `award_basis` what its percentage refers to. `explanation` explains the award, `x_explanation`
    X. `call_key` is the call, blank unless a result counts, and `calling_line` the line that made
    it, None if the board does not say.
    """

    play: Play
    is_sealed: bool
    result: Text | None
    award: LineAward | None
    total: Fraction | None
    applied_award: AppliedAward | None = None
    award_basis: Text | None = None
    explanation: Explanation | None = None
    x_explanation: Explanation | None = None
    call_key: str = ""
    calling_line: str | None = None

    @property
    def counted_award(self) -> Fraction | None:
        """The award that counts, adjusted or of the result; None without one."""
        counts = self.applied_award or self.award
        return counts.award if counts else None

    @property
    def points(self) -> Fraction:
        """What the board adds to the running sum."""
        return self.counted_award or Fraction(0)

    @property
    def without_award(self) -> "ScorecardBoard":
        """The board with its result, but without award and total."""
        return ScorecardBoard(
            self.play,
            self.is_sealed,
            self.result,
            None,
            None,
            call_key=self.call_key,
            calling_line=self.calling_line,
        )

    @property
    def sum_explanation(self) -> Explanation | None:
        """The explanation of the running sum; None if there is no sum."""
        return (
            None
            if self.total is None
            else explain_running_sum(self.total - self.points, self.points)
        )

    @property
    def state(self) -> str | None:
        """The public state of the play; None while the board is sealed."""
        return None if self.is_sealed else self.play.public_state

    @property
    def decision(self) -> Entry | None:
        """The director's decision that counts; None without one or while sealed."""
        entry = None if self.is_sealed else self.play.entry
        return entry if entry and entry.is_decision else None

    @property
    def is_long(self) -> bool:
        """Whether the result is too long to be shown beside its numbers."""
        return len(str(self.result)) > MAX_INLINE_RESULT_LENGTH


@dataclass(frozen=True)
class ScorecardRound:
    """A started round of a contestant, with table, line, partners and opponents."""

    seating: Seating
    line: str
    partners: list[Contestant]
    opponents: list[Contestant]
    boards: list[ScorecardBoard]
    substitutes: tuple[Text, ...] = ()

    @property
    def points(self) -> Fraction:
        """The sum of the awards on open boards."""
        return sum((board.points for board in self.boards), Fraction(0))

    @property
    def sealed_boards(self) -> list[ScorecardBoard]:
        """The boards that are not open yet."""
        return [board for board in self.boards if board.is_sealed]

    @property
    def is_sealed(self) -> bool:
        """Whether the round has boards and none of them is open yet."""
        return bool(self.boards) and len(self.sealed_boards) == len(self.boards)

    @property
    def is_unplayed_at_finish(self) -> bool:
        """Whether the evening was ended before any of its boards was played."""
        return all(board.play.is_unplayed_at_finish for board in self.boards)

    @property
    def counted_points(self) -> Fraction | None:
        """The sum of the awards; None if no board has one, or a board of the round is sealed."""
        has_awards = any(board.counted_award is not None for board in self.boards)
        return self.points if has_awards and not self.sealed_boards else None

    @property
    def without_totals(self) -> "ScorecardRound":
        """The round without sums, and without the awards and X that add up to them."""
        return replace(self, boards=[board.without_award for board in self.boards])

    @property
    def match_round(self) -> int:
        """The number of the round of matches, if the round is part of one."""
        return match_round_number(
            self.seating.round.number, self.seating.round.section.session.stage.halves
        )

    @property
    def match(self) -> int:
        """The number of the match, whose two tables include this one."""
        return match_number(self.seating.table.number)


# Sealed boards by session id and number.
SealedBoards = set[tuple[int, int]]


def started_seatings(seatings: QuerySet[Seating]) -> QuerySet[Seating]:
    """Return the seatings of started rounds in order of play, prefetched for scorecards."""
    seatings = seatings.filter(round__started_at__isnull=False)
    seatings = seatings.select_related("table__section", "round__section__session__stage").order_by(
        "round__section__session__stage__number",
        "round__section__session__number",
        "round__number",
        "table__number",
    )
    return seatings.prefetch_related(
        with_contestants(),
        Prefetch("plays", sharing(Play.objects.all(), "board", "entry")),
    )


def _sealed_boards(seatings: Iterable[Seating]) -> SealedBoards:
    sessions = {seating.round.section.session for seating in seatings}
    return {
        (session.pk, number) for session in sessions for number in hidden_board_numbers(session)
    }


class ScorecardData(NamedTuple):
    """What is needed to show rounds: sealed boards, awards, substitutes and seats.

    `seated` and `plays` are by seating id, because several contestants share a table.
    """

    sealed: SealedBoards
    awards: LineAwardsByPlay
    explanations: Explanations
    xs: Explanations
    adjusted_awards: AwardsByPlay
    substitutes_in: Mapping[int, Sequence[Substitute]]
    seated: Mapping[int, Mapping[str, list[Contestant]]]
    plays: Mapping[int, Sequence[Play]]


def scorecard_data(
    event: Event, seatings: Sequence[Seating], read_awards: ReadAwards
) -> ScorecardData:
    """Read what is needed to show the rounds of some seatings, as far as it is public."""
    plays = {seating.pk: list(seating.plays.all()) for seating in seatings}
    all_plays = [play for seating_plays in plays.values() for play in seating_plays]
    seated_ids = {
        seating.pk: contestants_by_line(event.game, seating.places.all()) for seating in seatings
    }
    return ScorecardData(
        _sealed_boards(seatings),
        *read_awards(event, all_plays),
        public_awards_by_play(all_plays),
        substitutes_by_seating(seatings),
        seated_ids,
        plays,
    )


def scorecard_round(
    contestant: Contestant, seating: Seating, data: ScorecardData, sum_before: Fraction
) -> ScorecardRound:
    """Return a contestant's round; its running sums start from `sum_before`."""
    lines = data.seated[seating.pk]
    own_line = next(line for line, contestants in lines.items() if contestant in contestants)
    substitutions = [
        stand_in
        for stand_in in data.substitutes_in.get(seating.pk, ())
        if stand_in.place.contestant_id == contestant.pk
    ]
    return ScorecardRound(
        seating,
        own_line,
        partners=[partner for partner in lines[own_line] if partner != contestant],
        opponents=[
            opponent
            for line, contestants in lines.items()
            if line != own_line
            for opponent in contestants
        ],
        boards=list(
            _scorecard_boards(contestant, data.plays[seating.pk], own_line, data, sum_before)
        ),
        substitutes=tuple(stand_in.text for stand_in in substitutions),
    )


def _scorecard_boards(
    contestant: Contestant,
    plays: Iterable[Play],
    line: str,
    data: ScorecardData,
    total: Fraction,
) -> Iterator[ScorecardBoard]:
    for play in plays:
        if (play.board.session_id, play.board.number) in data.sealed:
            yield ScorecardBoard(play, True, None, None, None)
            continue
        board = _scorecard_board(contestant, play, line, data)
        total += board.points
        yield replace(board, total=total if board.award or board.applied_award else None)


def _scorecard_board(
    contestant: Contestant, play: Play, line: str, data: ScorecardData
) -> ScorecardBoard:
    event, applied = contestant.event, data.adjusted_awards.get(play.pk, {}).get(contestant.pk)
    if applied:
        award_basis = award_basis_text(applied, event.method)
        award_name = award_text(applied.adjusted_award)
        return ScorecardBoard(
            play, False, award_name, None, None, applied, award_basis, applied.explanation
        )
    award = data.awards.get(play.pk, {}).get(line)
    return ScorecardBoard(
        play,
        False,
        play_notation(event.game, play),
        award,
        None,
        explanation=data.explanations.get(play.pk, {}).get(line),
        x_explanation=data.xs.get(play.pk, {}).get(line),
        call_key=called_at_table(event.game, play),
        calling_line=event.game.calling_line(event.game.board(play.board.number)),
    )
