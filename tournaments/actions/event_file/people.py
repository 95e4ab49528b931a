"""The people of an event file as rows: the players whom a club comes to know, and who is ranked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from games.typed_text import clean_text
from tournaments.actions.event_file.list_checks import Value
from tournaments.actions.event_file.schema.columns import parse_time
from tournaments.models import Club, Contestant, ContestantPlayer, Event, Player


def normalize_names(values: Any) -> Any:
    """The file with the event, its people and categories in the one spelling that all names here
    have."""
    event = values["event"]
    return {
        **values,
        "event": {**event, "name": clean_text(event["name"]), "place": clean_text(event["place"])},
        **{
            key: [{**each, "name": clean_text(each["name"])} for each in values[key]]
            for key in ("players", "contestants", "categories")
        },
    }


def store_players(club: Club, values: Sequence[Value]) -> dict[int, Player]:
    """Whoever the club knows by that name, by number; the second of a name in the file is
    another person."""
    same_name: dict[str, list[Player]] = defaultdict(list)
    for player in club.players.filter(name__in=[each["name"] for each in values]).order_by("-pk"):
        same_name[player.name].append(player)
    return {
        each["number"]: same_name[each["name"]].pop()
        if same_name[each["name"]]
        else Player.objects.create(club=club, name=each["name"])
        for each in values
    }


def store_contestants(
    event: Event, values: Sequence[Value], players: Mapping[int, Player]
) -> dict[int, Contestant]:
    """The contestants of the event with their partners, by number."""
    contestants = Contestant.objects.bulk_create(
        Contestant(
            event=event,
            number=each["number"],
            name=each["name"],
            paid_at=parse_time(each["paid_at"]),
            withdrawn_at=parse_time(each["withdrawn_at"]),
            unranked_reason=each["no_place"],
        )
        for each in values
    )
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=contestant, player=players[player], number=number)
        for contestant, each in zip(contestants, values, strict=True)
        for number, player in enumerate(each["players"], 1)
    )
    return {contestant.number: contestant for contestant in contestants}
