"""Check that the values of an event file are consistent, after each has passed its schema."""

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
    JsonObject,
    item_numbers,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.actions.event_file.session_validation import SessionValidator
from tournaments.movements.catalogue import get_movement


def consistency_problems(values: JsonObject) -> Iterator[Problem]:
    """Yield every inconsistency of a file; sessions of an unknown game are not checked."""
    event, player_numbers = values["event"], item_numbers(values["players"])
    get_game_of_version = partial(get_game, rules_version=event["rules_version"])
    yield from catalogue_problems(
        get_game_of_version, event["game"], event["options"], "event.game"
    )
    yield from catalogue_problems(
        get_method, event["method"], event["method_options"], "event.method"
    )
    yield from _tiebreak_problems(event)
    yield from order_problems(values["players"], "number", "players")
    yield from order_problems(values["contestants"], "number", "contestants")
    yield from _empty_name_problems(values)
    yield from _repeated_name_problems(values["contestants"])
    yield from _category_problems(values["categories"], item_numbers(values["contestants"]))
    yield from _player_reference_problems(values["contestants"], player_numbers)
    game = _game_or_none(event)
    if game:
        yield from _rules_version_problems(event, game)
        yield from _team_problems(values, game)
    if game and event["players_each"] not in game.contestant_sizes:
        path = "event.players_each"
        template = _("%(path)s: a contestant of this game cannot have %(said)s players.")
        yield Problem(
            "wrong_players_each", template, {"path": path, "said": event["players_each"]}, path
        )
    yield from _stages_problems(values, game)


def _rules_version_problems(event: JsonObject, game: Game) -> Iterator[Problem]:
    if event["rules_version"] > game.rules_version:
        path = "event.rules_version"
        params = {"path": path, "said": event["rules_version"], "known": game.rules_version}
        template = _(
            "%(path)s: version %(said)s of the rules is newer than version %(known)s of this "
            "installation."
        )
        yield Problem("newer_rules", template, params, path)


def _player_reference_problems(
    contestants: Sequence[JsonObject], player_numbers: Collection[int]
) -> Iterator[Problem]:
    for contestant, path in items_with_paths(contestants, "contestants"):
        for number, item_path in items_with_paths(contestant["players"], f"{path}.players"):
            yield from reference_problems(number, player_numbers, item_path)


def _category_problems(
    values: Sequence[JsonObject], contestant_numbers: Collection[int]
) -> Iterator[Problem]:
    """Yield problems of categories: repeated names, unknown contestants, wrong order."""
    seen_names = set[str]()
    for category, path in items_with_paths(values, "categories"):
        if category["name"].casefold() in seen_names:
            params = {"path": f"{path}.name", "name": category["name"]}
            template = _("%(path)s: there is already a category %(name)s.")
            yield Problem("category_twice", template, params, f"{path}.name")
        seen_names.add(category["name"].casefold())
        yield from _category_member_problems(
            category["contestants"], contestant_numbers, f"{path}.contestants"
        )


def _category_member_problems(
    numbers: Sequence[int], contestant_numbers: Collection[int], path: str
) -> Iterator[Problem]:
    for number, item_path in items_with_paths(numbers, path):
        yield from reference_problems(number, contestant_numbers, item_path)
    for (previous_number, _path), (number, item_path) in pairwise(items_with_paths(numbers, path)):
        if number <= previous_number:
            params = {"path": item_path, "said": number, "before": previous_number}
            template = _(
                "%(path)s: %(said)s does not follow %(before)s: write each once, in "
                "ascending order."
            )
            yield Problem("out_of_order", template, params, item_path)


def _team_problems(values: JsonObject, game: Game) -> Iterator[Problem]:
    """Yield problems of method, halves and stages that do not suit the kind of contestants.

    Some suit only teams that play a match at two tables, others only other contestants.
    """
    yield from _method_problems(values["event"], game)
    yield from _halves_problems(values, game)
    if is_at_two_tables(game, values["event"]["players_each"]):
        for stage, path in items_with_paths(values["stages"], "stages"):
            yield from _team_stage_problems(stage, path)


def _team_stage_problems(stage: JsonObject, path: str) -> Iterator[Problem]:
    """Yield problems of a stage of team matches: an unsuitable movement, several sections."""
    with suppress(UnknownName, InvalidOption):
        if (
            stage["movement"]
            and not get_movement(stage["movement"], stage["movement_options"]).supports_teams
        ):
            template = _("%(path)s: this movement does not seat teams at two tables.")
            yield problem_at(f"{path}.movement", "not_for_teams", template)
    for session, session_path in items_with_paths(stage["sessions"], f"{path}.sessions"):
        if len(session["sections"]) != 1:
            template = _("%(path)s: teams cannot be divided into sections.")
            yield problem_at(f"{session_path}.sections", "teams_divided", template)


def _method_problems(event: JsonObject, game: Game) -> Iterator[Problem]:
    """Yield a problem if the method does not suit the kind of contestants.

    An unknown method is reported elsewhere.
    """
    with suppress(UnknownName):
        if not is_suitable(get_method_class(event["method"]), game, event["players_each"]):
            path = "event.method"
            template = _(
                "%(path)s: this method does not fit: some are for teams at two tables, one is for "
                "games "
                "without partners."
            )
            yield problem_at(path, "method_for_teams", template)


def _halves_problems(values: JsonObject, game: Game) -> Iterator[Problem]:
    """Yield a problem for each stage with halves, unless teams play matches at two tables."""
    if not is_at_two_tables(game, values["event"]["players_each"]):
        for stage, path in items_with_paths(values["stages"], "stages"):
            if stage["halves"] != 1:
                template = _("%(path)s: only teams at two tables play in halves.")
                yield problem_at(f"{path}.halves", "wrong_halves", template)


def _stages_problems(values: JsonObject, game: Game | None) -> Iterator[Problem]:
    yield from order_problems(values["stages"], "number", "stages")
    player_numbers = item_numbers(values["players"])
    players_by_contestant = {
        contestant["number"]: contestant["players"] for contestant in values["contestants"]
    }
    withdrawn_numbers = item_numbers(
        [contestant for contestant in values["contestants"] if contestant["withdrawn_at"]]
    )
    if not values["stages"]:
        yield problem_at("stages", "no_stage", _("%(path)s: an event has at least one stage."))
    for stage, path in items_with_paths(values["stages"][:1], "stages"):
        yield from first_stage_problems(stage, path)
    yield from carry_over_problems(values["stages"])
    for stage, path in items_with_paths(values["stages"], "stages"):
        yield from _stage_problems(stage, players_by_contestant, path)
        for session, session_path in items_with_paths(stage["sessions"], f"{path}.sessions"):
            if len(session["sections"]) != 1 and _is_drawn(stage):
                template = _("%(path)s: drawn rounds allow only one section.")
                yield problem_at(f"{session_path}.sections", "drawn_in_sections", template)
            if game:
                is_offline_section = bool(values["event"]["arrival"])
                yield from SessionValidator(
                    game,
                    session,
                    players_by_contestant,
                    player_numbers,
                    withdrawn_numbers,
                    session_path,
                    is_offline_section,
                ).problems()


def _is_drawn(stage: JsonObject) -> bool:
    """Return whether the stage's movement draws its rounds; False for an unknown movement."""
    with suppress(UnknownName, InvalidOption):
        return not get_movement(stage["movement"], stage["movement_options"]).is_fixed
    return False


def _stage_problems(
    stage: JsonObject, contestant_numbers: Collection[int], path: str
) -> Iterator[Problem]:
    if stage["movement"]:
        movement, options = stage["movement"], stage["movement_options"]
        yield from catalogue_problems(get_movement, movement, options, f"{path}.movement")
    yield from order_problems(stage["sessions"], "number", f"{path}.sessions")
    yield from qualifier_problems(stage["qualifiers"], contestant_numbers, f"{path}.qualifiers")
    for penalty, item_path in items_with_paths(stage["penalties"], f"{path}.penalties"):
        yield from reference_problems(
            penalty["contestant"], contestant_numbers, f"{item_path}.contestant"
        )


def _game_or_none(event: JsonObject) -> Game | None:
    """Return the event's game, or None if its key or options are invalid."""
    try:
        return get_game(event["game"], event["options"], event["rules_version"])
    except (UnknownName, InvalidOption):
        return None


def _tiebreak_problems(event: JsonObject) -> Iterator[Problem]:
    path = "event.tiebreaks"
    try:
        tiebreaks = get_tiebreaks(event["tiebreaks"])
    except UnknownName as error:
        yield Problem(
            "not_in_catalogue", _("%(path)s: %(why)s."), {"path": path, "why": error.args[0]}, path
        )
        return
    with suppress(UnknownName):
        if not set(tiebreaks) <= set(tiebreaks_for(get_method_class(event["method"]))):
            template = _("%(path)s: one of them cannot break a tie under this method.")
            yield problem_at(path, "tiebreak_unsuited", template)


def _empty_name_problems(values: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each name that is empty after invisible characters were removed."""
    named_items = [
        (item, path)
        for key in ("players", "contestants")
        for item, path in items_with_paths(values[key], key)
    ]
    for item, path in [*named_items, (values["event"], "event")]:
        if not item["name"]:
            template = _("%(path)s: there is nothing of this name, or you may not see it.")
            yield problem_at(f"{path}.name", "unseen_name", template)


def _repeated_name_problems(contestants: list[JsonObject]) -> Iterator[Problem]:
    counts = Counter(contestant["name"] for contestant in contestants)
    for contestant, path in items_with_paths(contestants, "contestants"):
        if counts[contestant["name"]] > 1:
            params = {"path": f"{path}.name", "name": contestant["name"]}
            template = _("%(path)s: more than one contestant is called %(name)s.")
            yield Problem("repeated_name", template, params, f"{path}.name")
