"""Fields that exclude each other: grouped as one choice, parsed, refused if contradictory."""

from itertools import groupby, pairwise

import pytest

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from tournaments.forms import read_submitted_fields
from tournaments.web.results.entry_form import entry_form
from tournaments.web.results.entry_rows import ExclusiveChoice

TAROTS = [game.key for game in GAMES if game.key.startswith("tarot_")]


def choices(key: str, **submitted: str) -> dict[str, ExclusiveChoice]:
    """Return every exclusive choice of a form, by the name under which it is sent."""
    form = entry_form(get_game(key), submitted)
    folded = [
        field_or_choice
        for part in form.parts
        for field_or_choice in (*part.usual_fields, *part.rare_fields)
    ]
    return {
        choice.name: choice
        for choice in (*form.table_choices, *folded)
        if isinstance(choice, ExclusiveChoice)
    }


def test_96_fields_are_shown_as_a_few_exclusive_choices() -> None:
    """The form of 1637 has six choices for each seat, not counting rare ones."""
    form = entry_form(get_game("tarot_france_1637"), {})
    declared = [part for part in form.parts if part.owner == "a"]
    assert [len(part.usual_fields) for part in declared] == [6]
    assert len(form.table_choices) == 2
    assert len([cell for row in form.rows for cell in row.cells]) == 6


@pytest.mark.daily(1)
@pytest.mark.parametrize("key", TAROTS)
def test_every_exclusive_option_is_parsed(key: str) -> None:
    """A chosen option is shown as the same choice, and parsed as a value of its type."""
    game, required = (
        get_game(key),
        {field.name: "1" for field in get_game(key).fields if field.required},
    )
    for name, exclusive_choice in choices(key).items():
        assert exclusive_choice.selected_value == ""
        for _owner, options in exclusive_choice.options:
            for option in options:
                submitted = read_submitted_fields(game.fields, {**required, name: option.value})
                outcome, problems = parse_outcome(game.fields, submitted)
                assert problems == []
                assert len(outcome) == len(game.fields)
                assert choices(key, **submitted)[name].selected_value == option.value


@pytest.mark.parametrize("key", TAROTS)
def test_two_options_of_one_exclusive_choice_are_refused(key: str) -> None:
    """Any two fields of a group contradict each other, so the form loses no result."""
    game = get_game(key)
    required = {field.name: 0 for field in game.fields if field.required}
    for exclusive_choice in choices(key).values():
        for first_option, second_option in options_by_owner(exclusive_choice):
            form_data = {**required, **dict([first_option, second_option])}
            outcome, problems = parse_outcome(game.fields, form_data)
            codes = {problem.code for problem in problems or game.problems(outcome, game.board(1))}
            assert codes & {"declared_twice", "too_many"}, (first_option, second_option)


def options_by_owner(exclusive_choice: ExclusiveChoice) -> list[tuple[list[str], list[str]]]:
    """Return pairs of options of different fields of one choice."""
    options = [
        option.value.split("=")
        for _owner, options in exclusive_choice.options
        for option in options
    ]
    first = [next(iter(group)) for _name, group in groupby(options, key=lambda option: option[0])]
    return list(pairwise(first))


@pytest.mark.parametrize(
    "forged",
    ["=yes", "nobody=yes", "a_kings_4_fool=yes", "b_kings_4=yes", "a_tarots_won=6", "a_kings_4"],
)
def test_impossible_exclusive_options_are_refused(forged: str) -> None:
    """The problem names the choice, and nothing is parsed as a field's own value."""
    game = get_game("tarot_france_1637")
    submitted = read_submitted_fields(
        game.fields, {"one-of-a_kings_3": forged, "a_tarots_won": "1"}
    )
    _outcome, problems = parse_outcome(game.fields, submitted)
    assert submitted["a_tarots_won"] == "1"
    assert forged == "a_kings_4" or "one-of-a_kings_3" in {problem.field for problem in problems}
    assert submitted["a_kings_4"] in ("no", "")


def test_matadors_are_chosen_by_number() -> None:
    exclusive_choice = choices("tarot_germany_taroc", a_matadors="4")["one-of-a_matadors"]
    assert exclusive_choice.label.endswith("how many cards")
    assert [option.label for option in exclusive_choice.options[0][1]] == [
        str(number) for number in range(3, 23)
    ]
    assert exclusive_choice.selected_value == "a_matadors=4"
