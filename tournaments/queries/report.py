"""A stage as the `score` command would print it: every result with X and award, and the standings."""

from collections import defaultdict
from typing import Any

from games.game import Game
from scoring.written import plain_x
from tournaments.models import Play, Stage
from tournaments.queries.standings import tiebreak_name


def report(stage: Stage) -> dict[str, Any]:
    """Boards and standings, awards and totals as exact text; `x` is a number, a half is text."""
    last = stage.snapshots.order_by("number").last()
    lines = last.standings["lines"] if last else []
    return {
        "boards": [{"number": number, "results": results} for number, results in _boards(stage).items()],
        "standings": [
            {"line": each["line"], "rows": [_row(row, stage.event.game) for row in each["rows"]]}
            for each in lines
        ],
    }


def _boards(stage: Stage) -> dict[int, list[dict[str, Any]]]:
    plays = Play.objects.filter(board__session__stage=stage).prefetch_related(
        "awards", "seating__places__contestant"
    )
    boards: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for play in plays.order_by("board__number", "seating__table__number").select_related("board"):
        boards[play.board.number].append(_result(play, stage.event.game.lines))
    return boards


def _result(play: Play, lines: Any) -> dict[str, Any]:
    awards = {award.line: award for award in play.awards.all()}
    names = {place.seat: place.contestant.name for place in play.seating.places.all()}
    return {
        **{line: " / ".join(dict.fromkeys(names[seat] for seat in seats)) for line, seats in lines.items()},
        "x": {line: plain_x(awards[line].x) for line in lines} if awards else None,
        "award": {line: awards[line].award_text or None for line in lines} if awards else None,
    }


def _row(row: dict[str, Any], game: Game) -> dict[str, Any]:
    """`tiebreak` says what put him behind the row above; None where awards did, or nothing."""
    told = {key: row[key] for key in ("rank", "contestant", "total", "boards", "mean")}
    return {**told, "tiebreak": row["tiebreak"] and _behind(row["tiebreak"], game)}


def _behind(parted: dict[str, str], game: Game) -> str:
    return f"{tiebreak_name(parted['key'], game)}: {parted['own']} to {parted['above']}"
