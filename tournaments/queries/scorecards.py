"""The scorecard: all that one contestant did, with nothing of a board that is still sealed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Prefetch, QuerySet

from games.game import Game
from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Contestant, Event, Play, Seating
from tournaments.movements.frame.two_tables import match_of, match_round_of
from tournaments.queries.rounds import contestants_by_line
from tournaments.queries.scales import Awards, LineAward, awards_of
from tournaments.queries.travellers import notation
from tournaments.queries.visibility.quiet import hidden_numbers, is_held_back
from tournaments.queries.who_sits_where import who_sits

LONGEST_RESULT = 40
"""Letters of a result that stand beside its numbers on a phone."""

_EXCEPTIONS: Mapping[str, Words] = {
    "equal": Words(_("MAX = MIN: the formula has no value here, the rules of the event give the award.")),
    "above": Words(_("X lies above MAX, which a result left out of it can: it counts as MAX.")),
    "below": Words(_("X lies below MIN, which a result left out of it can: it counts as MIN.")),
}


@dataclass(frozen=True)
class BoardShown:
    """One board of a scorecard. A sealed one has no result, award or total; `total` runs over those shown."""

    play: Play
    is_sealed: bool
    result: Words | None
    award: LineAward | None
    total: Fraction | None

    @property
    def state(self) -> str | None:
        """The state of its play; None while it is sealed."""
        return None if self.is_sealed else self.play.state

    @property
    def is_long(self) -> bool:
        """Whether the result has so many letters that it wants a line of its own."""
        return len(str(self.result)) > LONGEST_RESULT

    @property
    def beside(self) -> Words | None:
        """The result where it is short enough to stand beside its numbers."""
        return None if self.is_long else self.result

    @property
    def working(self) -> "Working | None":
        """How the award came about; None without one."""
        return working(self.award) if self.award else None


@dataclass(frozen=True)
class RoundPlayed:
    """A round a contestant has begun: at which table, on which line, with and against whom."""

    seating: Seating
    line: str
    partners: list[Contestant]
    opponents: list[Contestant]
    boards: list[BoardShown]

    @property
    def turn(self) -> int:
        """The number of its round of matches, where it is part of a match of teams."""
        return match_round_of(self.seating.round.number, self.seating.round.section.session.stage.halves)

    @property
    def match(self) -> int:
        """The number of the match there, of which its table is one of two."""
        return match_of(self.seating.table.number)


@dataclass(frozen=True)
class Working:
    """How the official scale makes an award of X: `kind` is equal, above, below or between.

    `formula` is 1 + (X − MIN) / (MAX − MIN) with the numbers of the result; it gives the award when between.
    """

    kind: str
    formula: str

    @property
    def exception(self) -> Words | None:
        """What is said in the place of a formula that does not give the award; None where it does."""
        return _EXCEPTIONS.get(self.kind)


def scorecard(contestant: Contestant) -> list[RoundPlayed]:
    """The rounds a contestant has begun, in order of play."""
    seatings = list(_begun(Seating.objects.filter(pk__in=contestant.places.values("seating"))))
    return _played(contestant, seatings, _sealed(seatings), _awards(contestant.event, seatings))


def public_scorecard(contestant: Contestant) -> list[RoundPlayed]:
    """The same for anybody: without totals while the standings are held back, which they would give away."""
    rounds = scorecard(contestant)
    return [_without_totals(each) for each in rounds] if is_held_back(contestant.event) else rounds


def _without_totals(played: RoundPlayed) -> RoundPlayed:
    return replace(played, boards=[replace(board, total=None) for board in played.boards])


def scorecards(event: Event) -> Iterator[tuple[Contestant, list[RoundPlayed]]]:
    """Every contestant by number, with the rounds he has begun; in a fixed number of queries."""
    seatings = list(_begun(Seating.objects.filter(round__section__session__stage__event=event)))
    sealed, awards = _sealed(seatings), _awards(event, seatings)
    own = defaultdict[int, list[Seating]](list)
    for seating in seatings:
        for contestant_id in {place.contestant_id for place in seating.places.all()}:
            own[contestant_id].append(seating)
    for contestant in event.contestants.all():
        yield contestant, _played(contestant, own[contestant.pk], sealed, awards)


def working(award: LineAward) -> Working:
    """The official scale at work on one result."""
    x, low, high = (str(number).replace("-", "−") for number in (award.x, award.low, award.high))
    least = f"({low})" if award.low < 0 else low
    return Working(_kind(award), f"1 + ({x} − {least}) / ({high} − {least})")


Sealed = set[tuple[int, int]]
"""Boards nobody may see yet, by session and number."""


def _begun(seatings: QuerySet[Seating]) -> QuerySet[Seating]:
    seatings = seatings.filter(round__started_at__isnull=False)
    seatings = seatings.select_related("table__section", "round__section__session__stage").order_by(
        "round__section__session__stage__number",
        "round__section__session__number",
        "round__number",
        "table__number",
    )
    return seatings.prefetch_related(
        who_sits(),
        Prefetch("plays", Play.objects.select_related("board", "entry")),
    )


def _sealed(seatings: Iterable[Seating]) -> Sealed:
    sessions = {seating.round.section.session for seating in seatings}
    return {(session.pk, number) for session in sessions for number in hidden_numbers(session)}


def _awards(event: Event, seatings: Iterable[Seating]) -> Awards:
    return awards_of(event, (play for seating in seatings for play in seating.plays.all()))


def _played(
    contestant: Contestant, seatings: Iterable[Seating], sealed: Sealed, awards: Awards
) -> list[RoundPlayed]:
    rounds: list[RoundPlayed] = []
    total = Fraction(0)
    for seating in seatings:
        rounds.append(_round(contestant, seating, sealed, awards, total))
        total += sum(_points(board.award) for board in rounds[-1].boards)
    return rounds


def _round(
    contestant: Contestant, seating: Seating, sealed: Sealed, awards: Awards, before: Fraction
) -> RoundPlayed:
    lines = contestants_by_line(contestant.event.game, seating.places.all())
    own = next(line for line, contestants in lines.items() if contestant in contestants)
    return RoundPlayed(
        seating,
        own,
        partners=[other for other in lines[own] if other != contestant],
        opponents=[other for line, others in lines.items() if line != own for other in others],
        boards=list(_boards(contestant.event.game, seating.plays.all(), own, sealed, awards, before)),
    )


def _boards(
    game: Game, plays: Iterable[Play], line: str, sealed: Sealed, awards: Awards, total: Fraction
) -> Iterator[BoardShown]:
    for play in plays:
        if (play.board.session_id, play.board.number) in sealed:
            yield BoardShown(play, True, None, None, None)
            continue
        award = awards.get(play.pk, {}).get(line)
        total += _points(award)
        yield BoardShown(play, False, notation(game, play), award, total if award else None)


def _points(award: LineAward | None) -> Fraction:
    return (award.award if award else None) or Fraction(0)


def _kind(award: LineAward) -> str:
    if award.low == award.high:
        return "equal"
    if award.x > award.high:
        return "above"
    return "below" if award.x < award.low else "between"
