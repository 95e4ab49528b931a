"""Whether the values of an event file, each of the right shape, make an event together."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise

from games.catalogue import get_game
from games.game import Game
from games.options import InvalidOption, UnknownName
from games.problems import Problem
from games.text import gettext_noop as _
from scoring.catalogue import (
    get_method,
    get_method_class,
    get_tiebreaks,
    is_at_two_tables,
    is_suitable,
    tiebreaks_for,
)
from tournaments.actions.event_file.catalogue_checks import catalogue_problems
from tournaments.actions.event_file.draws import (
    carry_over_problems,
    first_stage_problems,
    qualifier_problems,
)
from tournaments.actions.event_file.list_checks import (
    Value,
    item_numbers,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.actions.event_file.session_validation import SessionValidator
from tournaments.movements.catalogue import get_movement


def consistency_problems(values: Value) -> Iterator[Problem]:
    """Everything wrong with a file of the right shape; outcomes are judged only where the game
    is known."""
    event, players = values["event"], item_numbers(values["players"])
    game_of_then = partial(get_game, rules_version=event["rules_version"])
    yield from catalogue_problems(game_of_then, event["game"], event["options"], "event.game")
    yield from catalogue_problems(
        get_method, event["method"], event["method_options"], "event.method"
    )
    yield from _tiebreaks(event)
    yield from order_problems(values["players"], "number", "players")
    yield from order_problems(values["contestants"], "number", "contestants")
    yield from _unseen_names(values)
    yield from _repeated_names(values["contestants"])
    yield from _categories(values["categories"], item_numbers(values["contestants"]))
    yield from _players_known(values["contestants"], players)
    game = _game(event)
    if game:
        yield from _newer_rules(event, game)
        yield from _for_teams(values, game)
    if game and event["players_each"] not in game.contestant_sizes:
        path = "event.players_each"
        template = _("%(path)s: a contestant of this game cannot have %(said)s players.")
        yield Problem(
            "wrong_players_each", template, {"path": path, "said": event["players_each"]}, path
        )
    yield from _stages(values, game)


def _newer_rules(event: Value, game: Game) -> Iterator[Problem]:
    if event["rules_version"] > game.rules_version:
        path = "event.rules_version"
        params = {"path": path, "said": event["rules_version"], "known": game.rules_version}
        template = _(
            "%(path)s: version %(said)s of the rules is newer than version %(known)s of this "
            "installation."
        )
        yield Problem("newer_rules", template, params, path)


def _players_known(contestants: Sequence[Value], players: Collection[int]) -> Iterator[Problem]:
    for contestant, path in items_with_paths(contestants, "contestants"):
        for number, at in items_with_paths(contestant["players"], f"{path}.players"):
            yield from reference_problems(number, players, at)


def _categories(values: Sequence[Value], contestants: Collection[int]) -> Iterator[Problem]:
    """Two of one name, and numbers that are nobody's, or out of order."""
    seen = set[str]()
    for category, path in items_with_paths(values, "categories"):
        if category["name"].casefold() in seen:
            params = {"path": f"{path}.name", "name": category["name"]}
            template = _("%(path)s: there is already a category %(name)s.")
            yield Problem("category_twice", template, params, f"{path}.name")
        seen.add(category["name"].casefold())
        yield from _in_category(category["contestants"], contestants, f"{path}.contestants")


def _in_category(
    item_numbers: Sequence[int], contestants: Collection[int], path: str
) -> Iterator[Problem]:
    for number, at in items_with_paths(item_numbers, path):
        yield from reference_problems(number, contestants, at)
    for (before, _path), (number, at) in pairwise(items_with_paths(item_numbers, path)):
        if number <= before:
            params = {"path": at, "said": number, "before": before}
            template = _(
                "%(path)s: %(said)s does not follow %(before)s: write each once, in "
                "ascending order."
            )
            yield Problem("out_of_order", template, params, at)


def _for_teams(values: Value, game: Game) -> Iterator[Problem]:
    """What is for teams at two tables where others are ranked, or the contrary."""
    yield from _method_for_teams(values["event"], game)
    yield from _halves(values, game)
    if is_at_two_tables(game, values["event"]["players_each"]):
        for stage, path in items_with_paths(values["stages"], "stages"):
            yield from _stage_of_teams(stage, path)


def _stage_of_teams(stage: Value, path: str) -> Iterator[Problem]:
    """A movement that seats no teams, and sections, which teams have none of."""
    with suppress(UnknownName, InvalidOption):
        if (
            stage["movement"]
            and not get_movement(stage["movement"], stage["movement_options"]).supports_teams
        ):
            template = _("%(path)s: this movement does not seat teams at two tables.")
            yield Problem(
                "not_for_teams", template, {"path": f"{path}.movement"}, f"{path}.movement"
            )
    for session, at in items_with_paths(stage["sessions"], f"{path}.sessions"):
        if len(session["sections"]) != 1:
            template = _("%(path)s: teams cannot be divided into sections.")
            yield Problem("teams_divided", template, {"path": f"{at}.sections"}, f"{at}.sections")


def _method_for_teams(event: Value, game: Game) -> Iterator[Problem]:
    """A method for teams where others are ranked, or the contrary; an unknown one is told
    elsewhere."""
    with suppress(UnknownName):
        if not is_suitable(get_method_class(event["method"]), game, event["players_each"]):
            path = "event.method"
            template = _(
                "%(path)s: this method does not fit: some are for teams at two tables, one is for "
                "games "
                "without partners."
            )
            yield Problem("method_for_teams", template, {"path": path}, path)


def _halves(values: Value, game: Game) -> Iterator[Problem]:
    """Matches in halves, where nobody plays one at two tables."""
    if not is_at_two_tables(game, values["event"]["players_each"]):
        for stage, path in items_with_paths(values["stages"], "stages"):
            if stage["halves"] != 1:
                template = _("%(path)s: only teams at two tables play in halves.")
                yield Problem(
                    "wrong_halves", template, {"path": f"{path}.halves"}, f"{path}.halves"
                )


def _stages(values: Value, game: Game | None) -> Iterator[Problem]:
    yield from order_problems(values["stages"], "number", "stages")
    players = item_numbers(values["players"])
    contestants = {each["number"]: each["players"] for each in values["contestants"]}
    left = item_numbers([each for each in values["contestants"] if each["withdrawn_at"]])
    if not values["stages"]:
        yield Problem(
            "no_stage",
            _("%(path)s: an event has at least one stage."),
            {"path": "stages"},
            "stages",
        )
    for stage, path in items_with_paths(values["stages"][:1], "stages"):
        yield from first_stage_problems(stage, path)
    yield from carry_over_problems(values["stages"])
    for stage, path in items_with_paths(values["stages"], "stages"):
        yield from _stage(stage, contestants, path)
        for session, at in items_with_paths(stage["sessions"], f"{path}.sessions"):
            if len(session["sections"]) != 1 and _is_drawn(stage):
                template = _("%(path)s: drawn rounds allow only one section.")
                yield Problem(
                    "drawn_in_sections", template, {"path": f"{at}.sections"}, f"{at}.sections"
                )
            if game:
                whose = bool(values["event"]["arrival"])
                yield from SessionValidator(
                    game, session, contestants, players, left, at, whose
                ).problems()


def _is_drawn(stage: Value) -> bool:
    """Whether its rounds are drawn; not where nobody knows its movement, which is told
    elsewhere."""
    with suppress(UnknownName, InvalidOption):
        return not get_movement(stage["movement"], stage["movement_options"]).is_fixed
    return False


def _stage(stage: Value, contestants: Collection[int], path: str) -> Iterator[Problem]:
    if stage["movement"]:
        movement, options = stage["movement"], stage["movement_options"]
        yield from catalogue_problems(get_movement, movement, options, f"{path}.movement")
    yield from order_problems(stage["sessions"], "number", f"{path}.sessions")
    yield from qualifier_problems(stage["qualifiers"], contestants, f"{path}.qualifiers")
    for penalty, at in items_with_paths(stage["penalties"], f"{path}.penalties"):
        yield from reference_problems(penalty["contestant"], contestants, f"{at}.contestant")


def _game(event: Value) -> Game | None:
    """The event's game, or None where it cannot be made."""
    try:
        return get_game(event["game"], event["options"], event["rules_version"])
    except (UnknownName, InvalidOption):
        return None


def _tiebreaks(event: Value) -> Iterator[Problem]:
    path = "event.tiebreaks"
    try:
        said = get_tiebreaks(event["tiebreaks"])
    except UnknownName as wrong:
        yield Problem(
            "not_in_catalogue", _("%(path)s: %(why)s."), {"path": path, "why": wrong.args[0]}, path
        )
        return
    with suppress(UnknownName):
        if not set(said) <= set(tiebreaks_for(get_method_class(event["method"]))):
            template = _("%(path)s: one of them cannot break a tie under this method.")
            yield Problem("tiebreak_unsuited", template, {"path": path}, path)


def _unseen_names(values: Value) -> Iterator[Problem]:
    """Names of which nothing was left, because nothing of them can be seen."""
    named = [
        (each, path)
        for key in ("players", "contestants")
        for each, path in items_with_paths(values[key], key)
    ]
    for each, path in [*named, (values["event"], "event")]:
        if not each["name"]:
            template = _("%(path)s: there is nothing of this name, or you may not see it.")
            yield Problem("unseen_name", template, {"path": f"{path}.name"}, f"{path}.name")


def _repeated_names(contestants: list[Value]) -> Iterator[Problem]:
    times = Counter(contestant["name"] for contestant in contestants)
    for contestant, path in items_with_paths(contestants, "contestants"):
        if times[contestant["name"]] > 1:
            params = {"path": f"{path}.name", "name": contestant["name"]}
            template = _("%(path)s: more than one contestant is called %(name)s.")
            yield Problem("repeated_name", template, params, f"{path}.name")
