"""Fields of which at most one says anything: grouped, read, and told what is wrong with them."""

from itertools import groupby, pairwise

import pytest

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from tournaments.forms import read_submitted_fields
from tournaments.web.results.entry_form import entry_form
from tournaments.web.results.entry_rows import ExclusiveChoice

TAROTS = [game.key for game in GAMES if game.key.startswith("tarot_")]


def choices(key: str, **said: str) -> dict[str, ExclusiveChoice]:
    """Every choice of a form, by the name under which it is sent."""
    form = entry_form(get_game(key), said)
    folded = [each for part in form.parts for each in (*part.usual_fields, *part.rare_fields)]
    return {
        each.name: each
        for each in (*form.table_choices, *folded)
        if isinstance(each, ExclusiveChoice)
    }


def test_a_few_taps_instead_of_96_fields() -> None:
    """Of 1637: what every seat is asked, rare ones apart."""
    form = entry_form(get_game("tarot_france_1637"), {})
    declared = [part for part in form.parts if part.owner == "a"]
    assert [len(part.usual_fields) for part in declared] == [6]
    assert len(form.table_choices) == 2
    assert len([cell for row in form.rows for cell in row.cells]) == 6


@pytest.mark.daily(1)
@pytest.mark.parametrize("key", TAROTS)
def test_every_way_is_read_as_it_is_written(key: str) -> None:
    """Whatever is chosen comes back as the same choice, and as an outcome of the right shape."""
    game, kept = get_game(key), {each.name: "1" for each in get_game(key).fields if each.required}
    for name, asked in choices(key).items():
        assert asked.selected_value == ""
        for _owner, ways in asked.options:
            for way in ways:
                submitted = read_submitted_fields(game.fields, {**kept, name: way.value})
                outcome, problems = parse_outcome(game.fields, submitted)
                assert problems == []
                assert len(outcome) == len(game.fields)
                assert choices(key, **submitted)[name].selected_value == way.value


@pytest.mark.parametrize("key", TAROTS)
def test_what_is_one_choice_cannot_be_said_twice(key: str) -> None:
    """Of the fields of a group any two contradict each other, so no result loses anything in the
    form."""
    game = get_game(key)
    required = {each.name: 0 for each in game.fields if each.required}
    for asked in choices(key).values():
        for one, other in groupby_pairs(asked):
            said = {**required, **dict([one, other])}
            outcome, problems = parse_outcome(game.fields, said)
            codes = {each.code for each in problems or game.problems(outcome, game.board(1))}
            assert codes & {"declared_twice", "too_many"}, (one, other)


def groupby_pairs(asked: ExclusiveChoice) -> list[tuple[list[str], list[str]]]:
    """Two things said by different fields of one choice."""
    ways = [way.value.split("=") for _owner, ways in asked.options for way in ways]
    first = [next(iter(each)) for _name, each in groupby(ways, key=lambda way: way[0])]
    return list(pairwise(first))


@pytest.mark.parametrize(
    "forged",
    ["=yes", "nobody=yes", "a_kings_4_fool=yes", "b_kings_4=yes", "a_tarots_won=6", "a_kings_4"],
)
def test_what_nobody_could_have_chosen(forged: str) -> None:
    """It is refused by its name, and nothing of it is read as if it were a field's own."""
    game = get_game("tarot_france_1637")
    submitted = read_submitted_fields(
        game.fields, {"one-of-a_kings_3": forged, "a_tarots_won": "1"}
    )
    _outcome, problems = parse_outcome(game.fields, submitted)
    assert submitted["a_tarots_won"] == "1"
    assert forged == "a_kings_4" or "one-of-a_kings_3" in {each.field for each in problems}
    assert submitted["a_kings_4"] in ("no", "")


def test_matadors_are_asked_by_their_number() -> None:
    asked = choices("tarot_germany_taroc", a_matadors="4")["one-of-a_matadors"]
    assert asked.label.endswith("how many cards")
    assert [way.label for way in asked.options[0][1]] == [str(number) for number in range(3, 23)]
    assert asked.selected_value == "a_matadors=4"
