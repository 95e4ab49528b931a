"""The standings as they were last published: read from the snapshot, never recomputed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.game import Game
from scoring.catalogue import get_tiebreaks
from scoring.method import UNRANKED_BELOW
from scoring.min_max import MinMax
from scoring.tiebreaks import SUM_X
from tournaments.models import Award, Event, Play, Round, Session, Snapshot, Stage
from tournaments.queries.groups import by_group
from tournaments.queries.ranking import Ahead, Ranking, Standing, Standings
from tournaments.queries.silence import hidden_numbers, is_quiet, told


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
    all_open = not any(hidden_numbers(session) for session in stage.sessions.all())
    awards = Award.objects.filter(play__board__session__stage=stage)
    counted = told(awards, stage.event) if is_quiet(stage.event) else awards
    rounds = Round.objects.filter(seatings__plays__awards__in=counted)
    return Standings(
        version=snapshot.number,
        at=snapshot.at,
        results=snapshot.standings["plays"],
        round=rounds.select_related("section__session").order_by("section__session__number", "number").last(),
        rankings=[
            grouped
            for ranking in snapshot.standings["lines"]
            for grouped in by_group(stage, _ranking(stage, ranking, last, all_open))
        ],
        unranked_below=_unranked_below(stage.event),
    )


def _ranking(stage: Stage, told: Mapping[str, Any], last: Mapping[int, Award], all_open: bool) -> Ranking:
    rows = _standings(told["rows"], stage.event.game, last, all_open)
    return Ranking(told["line"], rows, by_total=stage.event.method.by_total)


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
    ).exclude(play__board__number__in=hidden_numbers(session))
    ordered = awards.order_by("play__seating__round__number", "play__board__number")
    # a dictionary keeps the last value of a key
    return dict(ordered.values_list("play__seating__places__contestant__number", "pk"))


def _unranked_below(event: Event) -> str:
    if not event.method.unranked_below:
        return ""
    return UNRANKED_BELOW.labels[event.method.options[UNRANKED_BELOW.key]]
