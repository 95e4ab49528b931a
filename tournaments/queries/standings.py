"""The standings as they were last published: read from the snapshot, never recomputed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import count
from typing import Any

from games.game import Game
from scoring.catalogue import get_tiebreaks
from scoring.method import UNRANKED_BELOW
from scoring.min_max import MinMax
from scoring.tiebreaks import SUM_X
from tournaments.models import Award, Event, Play, Round, Session, Snapshot, Stage
from tournaments.queries.hands import sealed_numbers


@dataclass(frozen=True)
class Ahead:
    """The tie-break that put a contestant ahead of the next: its name, his value and the other's.

    `tells` is whether the values may be seen: a sum of X would give away the X of sealed boards.
    """

    name: str
    own: Fraction
    other: Fraction
    tells: bool

    @property
    def decimals(self) -> int:
        """How many both are shown with: 0 for whole numbers, else two, or as many as tell them apart."""
        if self.own.denominator == self.other.denominator == 1:
            return 0
        return next(number for number in count(2) if (self.own - self.other) * 10**number >= 1)


@dataclass(frozen=True)
class Standing:
    """One contestant. `place` is None for who is listed without one; total and mean are exact.

    `percent` is None where the method has no tops; it ranks where there is one. `penalty` is in `total`
    already; `reasons` says why, in the order given. `ahead` is None unless a tie-break parted him from the
    next. `last` is the award on the last board he played that is no longer sealed; None where there is none,
    or where awards do not lie between 1 and 2.
    """

    place: int | None
    number: int
    names: str
    total: Fraction
    boards: int
    mean: Fraction
    last: Award | None
    percent: Fraction | None
    penalty: Fraction
    reasons: str
    ahead: Ahead | None

    @property
    def bonus(self) -> Fraction:
        """A penalty below 0 turned round."""
        return -self.penalty

    @property
    def award(self) -> Fraction | None:
        """The last award."""
        return self.last.award if self.last else None

    @property
    def low(self) -> Fraction | None:
        """MIN of that board on his line."""
        return self.last.low if self.last else None

    @property
    def high(self) -> Fraction | None:
        """MAX of that board on his line."""
        return self.last.high if self.last else None


@dataclass(frozen=True)
class Ranking:
    """The contestants of a line, or of `all`, best first; who has no place comes last."""

    line: str
    rows: list[Standing]
    by_total: bool = False
    """Whether the total itself ranks."""

    @property
    def by_mean(self) -> bool:
        """Whether those with a place have played different numbers of boards, so that the mean ranks."""
        return not self.by_total and len({row.boards for row in self.rows if row.place}) > 1

    @property
    def by_percent(self) -> bool:
        """Whether the part of what was possible ranks, in percent."""
        return any(row.percent is not None for row in self.rows)

    @property
    def has_unranked(self) -> bool:
        """Whether somebody is listed without a place."""
        return any(row.place is None for row in self.rows)


@dataclass(frozen=True)
class Standings:
    """A snapshot as pages show it: `version` is its number, `round` the last one with a result in it."""

    version: int
    at: datetime
    results: int
    round: Round | None
    rankings: list[Ranking]
    unranked_below: str
    """The part of the most boards under which there is no place, in words; blank where any result will do."""

    @property
    def shows_last(self) -> bool:
        """Whether anybody has a last award to be shown."""
        return any(row.last for ranking in self.rankings for row in ranking.rows)


def is_official(event: Event) -> bool:
    """Whether awards lie between 1 at MIN and 2 at MAX."""
    return event.method_key == MinMax.key


def last_snapshot(stage: Stage) -> Snapshot | None:
    """The latest standings; None before the first result."""
    return stage.snapshots.order_by("number").last()


def is_behind(stage: Stage, snapshot: Snapshot | None) -> bool:
    """Whether something was said that the snapshot does not know of."""
    known = snapshot.awards_revision if snapshot else 0
    unscored = Play.objects.behind().filter(board__session__stage=stage)
    return stage.awards_revision > known or unscored.exists()


def standings(stage: Stage, snapshot: Snapshot) -> Standings:
    """What a snapshot says, with each contestant's last award and the last round that has a result."""
    last = _last_awards(stage) if is_official(stage.event) else {}
    all_open = not any(sealed_numbers(session) for session in stage.sessions.all())
    rounds = Round.objects.filter(section__session__stage=stage, seatings__plays__awards__isnull=False)
    return Standings(
        version=snapshot.number,
        at=snapshot.at,
        results=snapshot.standings["plays"],
        round=rounds.select_related("section__session").order_by("section__session__number", "number").last(),
        rankings=[
            Ranking(
                ranking["line"],
                _standings(ranking["rows"], stage.event.game, last, all_open),
                stage.event.method.by_total,
            )
            for ranking in snapshot.standings["lines"]
        ],
        unranked_below=_unranked_below(stage.event),
    )


def place_of(number: int, snapshot: Snapshot | None) -> Standing | None:
    """A contestant's row of the standings, without his last award; None while he has none."""
    if snapshot is None:
        return None
    game = snapshot.stage.event.game
    rankings = (_standings(ranking["rows"], game, {}, False) for ranking in snapshot.standings["lines"])
    return next((row for rows in rankings for row in rows if row.number == number), None)


Rows = Sequence[Mapping[str, Any]]


def _standings(rows: Rows, game: Game, last: Mapping[int, Award], all_open: bool) -> list[Standing]:
    """The rows, each with what put it ahead of the next; `all_open`: no board of the stage is sealed."""
    following = [row.get("tiebreak") for row in rows[1:]]
    ahead = [_ahead(tiebreak, game, all_open) if tiebreak else None for tiebreak in (*following, None)]
    return [_standing(row, each, last) for row, each in zip(rows, ahead, strict=True)]


def _standing(row: Mapping[str, Any], ahead: Ahead | None, last: Mapping[int, Award]) -> Standing:
    """One row. Snapshots of earlier versions know of no percent, penalties or tie-breaks."""
    percent = row.get("percent")
    return Standing(
        place=row["rank"],
        number=row["number"],
        names=row["contestant"],
        total=Fraction(row["total"]),
        boards=row["boards"],
        mean=Fraction(row["mean"]),
        last=last.get(row["number"]),
        percent=Fraction(percent) if percent else None,
        penalty=Fraction(row.get("penalty", 0)),
        reasons="; ".join(row.get("penalty_reasons", [])),
        ahead=ahead,
    )


def tiebreak_name(key: str, game: Game) -> str:
    """What a tie-break is called among those who play the game."""
    (known,) = get_tiebreaks([key])
    return game.tiebreak_names.get(key, known.name)


def _ahead(tiebreak: Mapping[str, str], game: Game, all_open: bool) -> Ahead:
    tells = all_open or tiebreak["key"] != SUM_X.key
    return Ahead(
        tiebreak_name(tiebreak["key"], game), Fraction(tiebreak["above"]), Fraction(tiebreak["own"]), tells
    )


def _last_awards(stage: Stage) -> dict[int, Award]:
    """Each contestant's award on the last board he played that is unsealed, by his number."""
    last: dict[int, int] = {}
    for session in stage.sessions.all():
        for line, seats in stage.event.game.lines.items():
            last |= _awards_in_order(session, line, seats)
    awards = Award.objects.in_bulk(last.values())
    return {number: awards[award] for number, award in last.items()}


def _awards_in_order(session: Session, line: str, seats: tuple[str, ...]) -> dict[int, int]:
    """Contestants' numbers, each with his last award on a line."""
    awards = Award.objects.filter(
        play__board__session=session, line=line, play__seating__places__seat__in=seats
    ).exclude(play__board__number__in=sealed_numbers(session))
    ordered = awards.order_by("play__seating__round__number", "play__board__number")
    # a dictionary keeps the last value of a key
    return dict(ordered.values_list("play__seating__places__contestant__number", "pk"))


def _unranked_below(event: Event) -> str:
    if not event.method.unranked_below:
        return ""
    return UNRANKED_BELOW.labels[event.method.options[UNRANKED_BELOW.key]]
