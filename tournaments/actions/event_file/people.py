"""Players and contestants of an event file: normalizing names, and storing rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from games.typed_text import clean_text
from tournaments.actions.event_file.list_checks import JsonObject
from tournaments.actions.event_file.schema.columns import parse_time
from tournaments.models import Club, Contestant, ContestantPlayer, Event, Player


def normalize_names(values: Any) -> Any:
    """Return the file's values with normalized names of event, place, people and categories."""
    event = values["event"]
    return {
        **values,
        "event": {**event, "name": clean_text(event["name"]), "place": clean_text(event["place"])},
        **{
            key: [{**item, "name": clean_text(item["name"])} for item in values[key]]
            for key in ("players", "contestants", "categories")
        },
    }


def store_players(club: Club, player_values: Sequence[JsonObject]) -> dict[int, Player]:
    """Return the club's players by their number in the file; create those that are missing.

    Players of the club are found by name. Each is used once, the oldest first, so a name that the
    file has twice belongs to two players.
    """
    unmatched_by_name: dict[str, list[Player]] = defaultdict(list)
    names = [player["name"] for player in player_values]
    for player in club.players.filter(name__in=names).order_by("-pk"):
        unmatched_by_name[player.name].append(player)
    return {
        player_row["number"]: unmatched_by_name[player_row["name"]].pop()
        if unmatched_by_name[player_row["name"]]
        else Player.objects.create(club=club, name=player_row["name"])
        for player_row in player_values
    }


def store_contestants(
    event: Event, contestant_values: Sequence[JsonObject], players: Mapping[int, Player]
) -> dict[int, Contestant]:
    """Store the contestants of the event with their players; return them by number."""
    contestants = Contestant.objects.bulk_create(
        Contestant(
            event=event,
            number=value["number"],
            name=value["name"],
            paid_at=parse_time(value["paid_at"]),
            withdrawn_at=parse_time(value["withdrawn_at"]),
            unranked_reason=value["no_place"],
        )
        for value in contestant_values
    )
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=contestant, player=players[player_number], number=number)
        for contestant, value in zip(contestants, contestant_values, strict=True)
        for number, player_number in enumerate(value["players"], 1)
    )
    return {contestant.number: contestant for contestant in contestants}
