"""The rounds of a scorecard with their boards, and nothing of a board that is still sealed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from games.explanations.explanation import Explanation
from games.text import Text
from scoring.explanations.totals import explain_running_sum
from tournaments.models import Contestant, Entry, Event, Play, Seating
from tournaments.movements.frame.two_tables import match_of, match_round_of
from tournaments.permissions.visibility.results_shown import hidden_numbers
from tournaments.queries.boards.travellers import called_at_table, notation
from tournaments.queries.results.adjusted_awards import (
    AwardGiven,
    GivenAwards,
    basis_words,
    given_to_public,
    given_words,
)
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import who_sits
from tournaments.queries.rounds.who_sat import StandIn, stand_ins_by_seating
from tournaments.queries.shared_related_objects import sharing
from tournaments.queries.standings.explained_awards import Explanations, ReadAwards
from tournaments.queries.standings.scales import Awards, LineAward

MAX_INLINE_RESULT_LENGTH = 40
"""Letters of a result that stand beside its numbers on a phone."""


@dataclass(frozen=True)
class ScorecardBoard:
    """One board of a scorecard. A sealed one has no result, award or total; `total` runs over those
    shown.

    `given` is what was given instead of a result, and `basis` what its percent is of, where it has
    one. `explanation` is how the award came about; None without a result. `x_explanation` is how X
    did. `called` is what was called, where a result counts, and `caller` the line that did, where
    the board tells.
    """

    play: Play
    is_sealed: bool
    result: Text | None
    award: LineAward | None
    total: Fraction | None
    given: AwardGiven | None = None
    basis: Text | None = None
    explanation: Explanation | None = None
    x_explanation: Explanation | None = None
    called: str = ""
    caller: str | None = None

    @property
    def counted_award(self) -> Fraction | None:
        """The award that counts: of the result, or given instead of one; None without any."""
        counts = self.given or self.award
        return counts.award if counts else None

    @property
    def points(self) -> Fraction:
        """What it adds to the sum."""
        return self.counted_award or Fraction(0)

    @property
    def without_award(self) -> "ScorecardBoard":
        """The same with what was played, and nothing that it came to."""
        return ScorecardBoard(
            self.play,
            self.is_sealed,
            self.result,
            None,
            None,
            called=self.called,
            caller=self.caller,
        )

    @property
    def sum_explanation(self) -> Explanation | None:
        """How the sum with it came about; None where there is none."""
        return (
            None
            if self.total is None
            else explain_running_sum(self.total - self.points, self.points)
        )

    @property
    def state(self) -> str | None:
        """The state of its play; None while it is sealed."""
        return None if self.is_sealed else self.play.state

    @property
    def decision(self) -> Entry | None:
        """The director's decision that counts; None without one, and while the board is sealed."""
        entry = None if self.is_sealed else self.play.entry
        return entry if entry and entry.is_decision else None

    @property
    def is_long(self) -> bool:
        """Whether the result has so many letters that it wants a line of its own."""
        return len(str(self.result)) > MAX_INLINE_RESULT_LENGTH

    @property
    def beside(self) -> Text | None:
        """The result where it is short enough to stand beside its numbers."""
        return None if self.is_long else self.result


@dataclass(frozen=True)
class ScorecardRound:
    """A round a contestant has begun: at which table, on which line, with and against whom."""

    seating: Seating
    line: str
    partners: list[Contestant]
    opponents: list[Contestant]
    boards: list[ScorecardBoard]
    substitutes: tuple[Text, ...] = ()

    @property
    def points(self) -> Fraction:
        """The sum of the awards on the boards that are shown."""
        return sum((board.points for board in self.boards), Fraction(0))

    @property
    def counted_points(self) -> Fraction | None:
        """The same; None while no board of the round shows an award."""
        has_awards = any(board.counted_award is not None for board in self.boards)
        return self.points if has_awards else None

    @property
    def without_totals(self) -> "ScorecardRound":
        """The same with no sum, and no award or X, which add up to it."""
        return replace(self, boards=[board.without_award for board in self.boards])

    @property
    def turn(self) -> int:
        """The number of its round of matches, where it is part of a match of teams."""
        return match_round_of(
            self.seating.round.number, self.seating.round.section.session.stage.halves
        )

    @property
    def match(self) -> int:
        """The number of the match there, of which its table is one of two."""
        return match_of(self.seating.table.number)


SealedBoards = set[tuple[int, int]]
"""Boards nobody may see yet, by session and number."""


def started_seatings(seatings: QuerySet[Seating]) -> QuerySet[Seating]:
    """Those of rounds that have begun, in order of play, with all that a card has of them."""
    seatings = seatings.filter(round__started_at__isnull=False)
    seatings = seatings.select_related("table__section", "round__section__session__stage").order_by(
        "round__section__session__stage__number",
        "round__section__session__number",
        "round__number",
        "table__number",
    )
    return seatings.prefetch_related(
        who_sits(),
        Prefetch("plays", sharing(Play.objects.all(), "board", "entry")),
    )


def _sealed(seatings: Iterable[Seating]) -> SealedBoards:
    sessions = {seating.round.section.session for seating in seatings}
    return {(session.pk, number) for session in sessions for number in hidden_numbers(session)}


class ScorecardData(NamedTuple):
    """What some rounds are shown by: which boards are sealed, what results came to or was given,
    who sat.

    `seated` and `plays` are those of each seating by its row: several contestants sit at one table.
    """

    sealed: SealedBoards
    awards: Awards
    explanations: Explanations
    xs: Explanations
    given: GivenAwards
    stand_ins: Mapping[int, Sequence[StandIn]]
    seated: Mapping[int, Mapping[str, list[Contestant]]]
    plays: Mapping[int, Sequence[Play]]


def scorecard_data(
    event: Event, seatings: Sequence[Seating], read_awards: ReadAwards
) -> ScorecardData:
    """What the rounds of these seatings are shown by, as anybody may see them."""
    plays = {seating.pk: list(seating.plays.all()) for seating in seatings}
    all_plays = [play for there in plays.values() for play in there]
    seated = {
        seating.pk: contestants_by_line(event.game, seating.places.all()) for seating in seatings
    }
    return ScorecardData(
        _sealed(seatings),
        *read_awards(event, all_plays),
        given_to_public(all_plays),
        stand_ins_by_seating(seatings),
        seated,
        plays,
    )


def scorecard_round(
    contestant: Contestant, seating: Seating, shown: ScorecardData, before: Fraction
) -> ScorecardRound:
    """A round of a contestant; its totals run on from `before`."""
    lines = shown.seated[seating.pk]
    own = next(line for line, contestants in lines.items() if contestant in contestants)
    came = [
        each
        for each in shown.stand_ins.get(seating.pk, ())
        if each.place.contestant_id == contestant.pk
    ]
    return ScorecardRound(
        seating,
        own,
        partners=[other for other in lines[own] if other != contestant],
        opponents=[other for line, others in lines.items() if line != own for other in others],
        boards=list(_boards(contestant, shown.plays[seating.pk], own, shown, before)),
        substitutes=tuple(each.words for each in came),
    )


def _boards(
    contestant: Contestant,
    plays: Iterable[Play],
    line: str,
    shown: ScorecardData,
    total: Fraction,
) -> Iterator[ScorecardBoard]:
    for play in plays:
        if (play.board.session_id, play.board.number) in shown.sealed:
            yield ScorecardBoard(play, True, None, None, None)
            continue
        board = _board(contestant, play, line, shown)
        total += board.points
        yield replace(board, total=total if board.award or board.given else None)


def _board(contestant: Contestant, play: Play, line: str, shown: ScorecardData) -> ScorecardBoard:
    event, given = contestant.event, shown.given.get(play.pk, {}).get(contestant.pk)
    if given:
        basis = basis_words(given, event.method)
        said = given_words(given.given)
        return ScorecardBoard(play, False, said, None, None, given, basis, given.explanation)
    award = shown.awards.get(play.pk, {}).get(line)
    return ScorecardBoard(
        play,
        False,
        notation(event.game, play),
        award,
        None,
        explanation=shown.explanations.get(play.pk, {}).get(line),
        x_explanation=shown.xs.get(play.pk, {}).get(line),
        called=called_at_table(event.game, play),
        caller=event.game.calling_line(event.game.board(play.board.number)),
    )
