"""Scenarios: parsing of lists, and drawing from them."""

import hashlib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import NotPlayable, get_game, get_seeded_game
from games.options import InvalidOption
from games.published_deals import deal_sheet, verify_deal_sheet
from games.scenario import ScenarioList, ScenarioOption, parse_lists, problems_of_lists

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


def score_sheet(text=BROOM):
    return get_game("score_sheet", {"title": "Broom Service", "scenario": text})


def independently_shuffled(items, text):
    """Shuffle by the algorithm of docs/integrators/deals.md, which is implemented again here."""
    digest = hashlib.shake_256(text.encode()).digest(4000)
    words = iter([int.from_bytes(digest[index : index + 4], "big") for index in range(0, 4000, 4)])
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        word = next(candidate for candidate in words if candidate < 2**32 - 2**32 % (last + 1))
        items[last], items[word % (last + 1)] = items[word % (last + 1)], items[last]
    return tuple(items)


def test_lists_are_parsed():
    assert parse_lists(BROOM) == LISTS
    assert score_sheet().scenario_lists == LISTS
    assert list(problems_of_lists(BROOM, "scenario")) == []
    assert get_game("score_sheet").scenario_lists == ()


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
def test_every_problem_is_reported_with_its_line(text, codes):
    problems = list(problems_of_lists(text, "scenario"))
    assert [problem.code for problem in problems] == codes
    assert all(str(problem.line) in problem.message for problem in problems if problem.line)
    with pytest.raises(InvalidOption, match="option 'scenario': "):
        score_sheet(text)


def test_invisible_characters_and_long_texts_are_reported():
    option = ScenarioOption("scenario")
    (invisible,) = option.problems("A: a, b\nB: a\u202eb, c")
    assert (invisible.code, invisible.line, invisible.message[:7]) == ("text_unseen", 2, "Line 2:")
    assert [problem.code for problem in option.problems("x\n" * 400_000)] == ["text_long"]


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
def test_items_with_invisible_characters_are_rejected(point):
    character = chr(int(point, 16))
    for text in (f"A: a, {character}", f"A: fog, fo{character}g"):
        assert "text_unseen" in [
            problem.code for problem in ScenarioOption("scenario").problems(text)
        ]


@pytest.mark.parametrize("text", ["A: Fog, fog", "A: fog, ｆｏｇ", "A: Straße, STRASSE"])
def test_items_that_differ_in_case_or_width_are_duplicates(text):
    assert [problem.code for problem in problems_of_lists(text, "scenario")] == ["item_twice"]


def test_tabs_and_joiners_within_emoji_are_accepted():
    text = "Weather:\tstorm,\tcalm\nWho: 👩\u200d🌾, 👨\ufe0f"
    option = ScenarioOption("scenario")
    assert option.problems(option.normalize(text)) == []


@pytest.mark.parametrize("keyword", ["all", "ALL", "tots", "Totes", "todas", "全部"])
def test_keyword_all_is_recognised_in_every_language(keyword):
    assert [
        scenario_list.draw_count for scenario_list in parse_lists(f"Map ({keyword}): a, b, c")
    ] == [3]


def test_full_width_numbers_and_punctuation_are_accepted():
    assert [
        scenario_list.draw_count for scenario_list in parse_lists("天気（２）：晴、雨、霧")
    ] == [2]
    assert list(problems_of_lists("天気（２）：晴、雨、霧", "scenario")) == []


def test_markup_in_items_is_plain_text():
    (only,) = score_sheet("<b>: <script>alert(1)</script>, {{ seed }}, %(x)s").scenario_lists
    assert only.items == ("<script>alert(1)</script>", "{{ seed }}", "%(x)s")


def test_board_has_the_items_drawn_by_the_documented_algorithm():
    game = score_sheet()
    for number in range(1, 30):
        scenario = game.deal(SEED, "salt", number).scenario
        events, starts, map_ = LISTS
        assert scenario == {
            "Events": independently_shuffled(events.items, f"{SEED}:salt:score_sheet:{number}")[:2],
            "Starts": independently_shuffled(starts.items, f"{SEED}:salt:score_sheet:{number}:2")[
                :1
            ],
            "Map": independently_shuffled(map_.items, f"{SEED}:salt:score_sheet:{number}:3"),
        }


def test_vector_of_the_page_is_right():
    """The vector is that of docs/integrators/deals.md."""
    block = DEALS.partition("```text scenario\n")[2].partition("```")[0].splitlines()
    words = [line.split(maxsplit=1) for line in block if " " in line]
    lists = [text for word, text in words if word == "list"]
    (seed,) = [text for word, text in words if word == "seed"]
    drawn = [
        f"board {number} {name}: {', '.join(items)}"
        for number in (1, 2)
        for name, items in score_sheet("\n".join(lists)).deal(seed, "", number).scenario.items()
    ]
    assert drawn == [line for line in block if line.startswith("board")]


def test_repr_of_a_board_has_no_scenario():
    board = score_sheet().deal(SEED, "", 1)
    assert "Storm" not in repr(board)
    assert board.deal is None


def test_items_are_drawn_equally_often():
    game = score_sheet("Starts: North, East, South, West")
    drawn = [game.deal(SEED, "", number).scenario["Starts"] for number in range(1, 2001)]
    assert all(400 < drawn.count((item,)) < 600 for item in ("North", "East", "South", "West"))


names = st.text(st.characters(categories=["L", "N", "S"]), min_size=1, max_size=20)
lists = st.lists(
    st.tuples(names, st.lists(names, min_size=2, max_size=9, unique=True)),
    min_size=1,
    max_size=4,
    unique_by=lambda name: name[0].casefold(),
)


@given(lists, st.integers(1, 50))
def test_any_lists_can_be_verified_and_a_changed_item_is_detected(drawn_lists, number):
    text = "\n".join(f"{name}: {', '.join(items)}" for name, items in drawn_lists)
    if list(ScenarioOption("scenario").problems(text)):
        return
    published = deal_sheet(score_sheet(text), SEED, "", 2)
    assert verify_deal_sheet(published)["ok"]
    name = next(iter(published["boards"][1]["scenario"]))
    published["boards"][1]["scenario"][name] = ["another"]
    report = verify_deal_sheet(published)
    assert [board["differs"] for board in report["boards"]] == [[], [name]]


def test_sheet_has_the_lists_and_reports_other_differences():
    published = deal_sheet(score_sheet(), SEED, "", 3)
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
    assert [board["differs"] for board in verify_deal_sheet(published)["boards"]] == [
        ["Events", "Starts", "Map"],
        [],
        ["More", "dealer"],
    ]


def test_score_sheet_without_lists_has_nothing_to_verify():
    assert get_seeded_game("score_sheet", {"scenario": BROOM}).uses_seed
    with pytest.raises(NotPlayable):
        get_seeded_game("score_sheet")
    plain = {"game": "score_sheet", "options": {}, "boards": []}
    with pytest.raises(NotPlayable):
        verify_deal_sheet(plain)


def test_starting_seat_changes_from_board_to_board():
    game = score_sheet()
    assert [game.board(number).dealer for number in range(1, 6)] == ["N", "E", "S", "W", "N"]
    assert game.dealer_role == "starts"
    assert (get_game("botifarra").dealer_role, get_game("match").dealer_role) == ("deals", "")
    assert list(islice(game.seats, 2)) == ["N", "E"]
