"""Scenarios: how lists are read, and what is drawn from them."""

import hashlib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import NotPlayable, get_game, get_seeded_game
from games.options import InvalidOption
from games.published_deals import deal_sheet, verify_deal_sheet
from games.scenario import ScenarioList, ScenarioOption, list_problems, parse_lists

DEALS = (Path(__file__).parents[2] / "docs" / "integrators" / "deals.md").read_text(
    encoding="utf-8"
)
SEED = "49e806539cbb1736b1082469420c00df0704bd3b42eab89654b50a1f10e9fc8e"
BROOM = (
    "Events (2): Storm over the hills, Lightning in the valley, Dark clouds, Sunshine\n"
    "\n"
    "Starts: North, East, South, West\n"
    "Map （all）： castle、 forest，village"
)
LISTS = (
    ScenarioList(
        "Events", ("Storm over the hills", "Lightning in the valley", "Dark clouds", "Sunshine"), 2
    ),
    ScenarioList("Starts", ("North", "East", "South", "West"), 1),
    ScenarioList("Map", ("castle", "forest", "village"), 3),
)


def broom(text=BROOM):
    return get_game("score_sheet", {"title": "Broom Service", "scenario": text})


def by_hand(items, text):
    """The rule of docs/integrators/deals.md once more, written apart."""
    digest = hashlib.shake_256(text.encode()).digest(4000)
    words = iter([int.from_bytes(digest[at : at + 4], "big") for at in range(0, 4000, 4)])
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        word = next(each for each in words if each < 2**32 - 2**32 % (last + 1))
        items[last], items[word % (last + 1)] = items[word % (last + 1)], items[last]
    return tuple(items)


def test_lists_are_read_as_they_are_written():
    assert parse_lists(BROOM) == LISTS
    assert broom().lists == LISTS
    assert list(list_problems(BROOM, "scenario")) == []
    assert get_game("score_sheet").lists == ()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("storm, calm", ["no_list"]),
        (": a, b", ["list_unnamed"]),
        ("A: a, b\nb: a, b\na: c, d", ["list_twice"]),
        ("A:", ["item_empty"]),
        ("A: a,, b,", ["item_empty"]),
        ("A: a", ["items_few"]),
        ("A: a, b, a", ["item_twice"]),
        ("A (0): a, b", ["drawn_wrong"]),
        ("A (3): a, b", ["drawn_wrong"]),
        ("A (many): a, b", ["drawn_unreadable"]),
        ("A (): a, b", ["drawn_unreadable"]),
        (f"{'A' * 41}: a, b", ["list_name_long"]),
        (f"A: {'a' * 61}, b", ["item_long"]),
        ("A: " + ", ".join(map(str, range(101))), ["items_many"]),
        ("\n".join(f"{n}: a, b" for n in range(11)), ["scenario_lists"]),
        (
            "A: a, a, \nB (9): \nC",
            ["item_empty", "item_twice", "item_empty", "drawn_wrong", "no_list"],
        ),
    ],
)
def test_everything_wrong_is_said_with_its_line(text, codes):
    found = list(list_problems(text, "scenario"))
    assert [each.code for each in found] == codes
    assert all(str(each.line) in each.message for each in found if each.line)
    with pytest.raises(InvalidOption, match="option 'scenario': "):
        broom(text)


def test_what_nobody_sees_and_what_is_too_much():
    option = ScenarioOption("scenario")
    (unseen,) = option.problems("A: a, b\nB: a\u202eb, c")
    assert (unseen.code, unseen.line, unseen.message[:7]) == ("text_unseen", 2, "Line 2:")
    assert [each.code for each in option.problems("x\n" * 400_000)] == ["text_long"]


@pytest.mark.parametrize(
    "point",
    [
        "0",
        "ad",
        "61c",
        "200b",
        "2028",
        "2060",
        "2066",
        "206f",
        "2800",
        "3164",
        "feff",
        "ffa0",
        "dcff",
    ],
)
def test_items_that_look_empty_or_alike_are_refused(point):
    hidden = chr(int(point, 16))
    for text in (f"A: a, {hidden}", f"A: fog, fo{hidden}g"):
        assert "text_unseen" in [each.code for each in ScenarioOption("scenario").problems(text)]


@pytest.mark.parametrize("text", ["A: Fog, fog", "A: fog, ｆｏｇ", "A: Straße, STRASSE"])
def test_what_is_read_alike_stands_twice(text):
    assert [each.code for each in list_problems(text, "scenario")] == ["item_twice"]


def test_lines_out_of_a_spreadsheet_and_letters_that_join_are_welcome():
    text = "Weather:\tstorm,\tcalm\nWho: 👩\u200d🌾, 👨\ufe0f"
    option = ScenarioOption("scenario")
    assert option.problems(option.normalize(text)) == []


@pytest.mark.parametrize("every", ["all", "ALL", "tots", "Totes", "todas", "全部"])
def test_all_of_a_list_in_any_language(every):
    assert [each.drawn for each in parse_lists(f"Map ({every}): a, b, c")] == [3]


def test_numbers_are_read_as_any_keyboard_writes_them():
    assert [each.drawn for each in parse_lists("天気（２）：晴、雨、霧")] == [2]
    assert list(list_problems("天気（２）：晴、雨、霧", "scenario")) == []


def test_hostile_items_are_text_like_any_other():
    (only,) = broom("<b>: <script>alert(1)</script>, {{ seed }}, %(x)s").lists
    assert only.items == ("<script>alert(1)</script>", "{{ seed }}", "%(x)s")


def test_a_board_has_what_the_rule_of_deals_draws():
    game = broom()
    for number in range(1, 30):
        scenario = game.deal(SEED, "salt", number).scenario
        events, starts, map_ = LISTS
        assert scenario == {
            "Events": by_hand(events.items, f"{SEED}:salt:score_sheet:{number}")[:2],
            "Starts": by_hand(starts.items, f"{SEED}:salt:score_sheet:{number}:2")[:1],
            "Map": by_hand(map_.items, f"{SEED}:salt:score_sheet:{number}:3"),
        }


def test_the_worked_vector():
    """As it stands in docs/integrators/deals.md."""
    block = DEALS.partition("```text scenario\n")[2].partition("```")[0].splitlines()
    said = [line.split(maxsplit=1) for line in block if " " in line]
    lists = [text for word, text in said if word == "list"]
    (seed,) = [text for word, text in said if word == "seed"]
    drawn = [
        f"board {number} {name}: {', '.join(items)}"
        for number in (1, 2)
        for name, items in broom("\n".join(lists)).deal(seed, "", number).scenario.items()
    ]
    assert drawn == [line for line in block if line.startswith("board")]


def test_nothing_of_it_is_in_any_repr():
    board = broom().deal(SEED, "", 1)
    assert "Storm" not in repr(board)
    assert board.deal is None


def test_every_item_comes_about_as_often():
    game = broom("Starts: North, East, South, West")
    often = [game.deal(SEED, "", number).scenario["Starts"] for number in range(1, 2001)]
    assert all(400 < often.count((item,)) < 600 for item in ("North", "East", "South", "West"))


names = st.text(st.characters(categories=["L", "N", "S"]), min_size=1, max_size=20)
lists = st.lists(
    st.tuples(names, st.lists(names, min_size=2, max_size=9, unique=True)),
    min_size=1,
    max_size=4,
    unique_by=lambda each: each[0].casefold(),
)


@given(lists, st.integers(1, 50))
def test_any_lists_can_be_proved_and_a_changed_item_is_told(written, number):
    text = "\n".join(f"{name}: {', '.join(items)}" for name, items in written)
    if list(ScenarioOption("scenario").problems(text)):
        return
    published = deal_sheet(broom(text), SEED, "", 2)
    assert verify_deal_sheet(published)["ok"]
    name = next(iter(published["boards"][1]["scenario"]))
    published["boards"][1]["scenario"][name] = ["another"]
    found = verify_deal_sheet(published)
    assert [board["differs"] for board in found["boards"]] == [[], [name]]


def test_what_else_of_a_sheet_is_told():
    published = deal_sheet(broom(), SEED, "", 3)
    assert list(published) == [
        "game",
        "options",
        "seats",
        "lists",
        "seed",
        "salt",
        "commitment",
        "boards",
    ]
    assert published["lists"][0] == LISTS[0].as_json()
    published["lists"][0]["drawn"] = 1
    assert not verify_deal_sheet(published)["rule_ok"]
    del published["boards"][0]["scenario"]
    published["boards"][2]["scenario"]["More"] = ["rain"]
    published["boards"][2]["dealer"] = "N"
    assert [each["differs"] for each in verify_deal_sheet(published)["boards"]] == [
        ["Events", "Starts", "Map"],
        [],
        ["More", "dealer"],
    ]


def test_without_lists_there_is_nothing_to_verify():
    assert get_seeded_game("score_sheet", {"scenario": BROOM}).uses_seed
    with pytest.raises(NotPlayable):
        get_seeded_game("score_sheet")
    plain = {"game": "score_sheet", "options": {}, "boards": []}
    with pytest.raises(NotPlayable):
        verify_deal_sheet(plain)


def test_the_seat_that_starts_goes_round():
    game = broom()
    assert [game.board(number).dealer for number in range(1, 6)] == ["N", "E", "S", "W", "N"]
    assert game.dealer_role == "starts"
    assert (get_game("botifarra").dealer_role, get_game("match").dealer_role) == ("deals", "")
    assert list(islice(game.seats, 2)) == ["N", "E"]
