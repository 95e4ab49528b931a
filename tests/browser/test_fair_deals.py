"""The browser verifies deals like the `verify` command, and finds a changed card."""

import copy
import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.catalogue import GAMES
from games.game import Game
from games.options import InvalidOption
from games.published_deals import deal_sheet, verify_deal_sheet
from tests.browser.page_checks import axe_problems, layout_problems
from tests.scenes.evening import started, started_game
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Session

pytestmark = pytest.mark.django_db(transaction=True)

EVENTS, BOARDS = 100, 4
SALTS = ("", "la rifa: 40218", "Reus, plaça del Mercadal: sort i bona mà", "\ufeff札幌", "🂡" * 60)

HASHED = """async ([address, lengths, blocks]) => {
  const { shake256 } = await import(address);
  const digits = (byte) => byte.toString(16).padStart(2, "0");
  const hex = (view) => [...new Uint8Array(view.buffer)].map(digits).join("");
  return lengths.map((length) => {
    const endless = shake256(Uint8Array.from({ length }, (_, at) => at % 251));
    return Array.from({ length: blocks }, () => hex(endless.next().value)).join("");
  });
}"""
SUMMED = """async ([address, lengths]) => {
  const { sha256 } = await import(address);
  return lengths.map((length) => sha256(Uint8Array.from({ length }, (_, at) => at % 251)));
}"""
CHECKED = """async ([address, sheets]) => {
  const { findings, verdict } = await import(address);
  return sheets.map(([sheet, rule]) => verdict(sheet, rule, [...findings(sheet, rule)]));
}"""


@pytest.fixture
def any_page(phone: Callable[[], Page]) -> Page:
    """Open a page of the site, from which its scripts can be called."""
    page = phone()
    page.goto("/")
    return page


def message_bytes(length: int) -> bytes:
    return bytes(index % 251 for index in range(length))


def test_shake_256_matches_the_standard_at_every_length(any_page: Page) -> None:
    """The lengths include those that just fill a block of 136 bytes, and one more."""
    lengths = [*range(300), 407, 408, 409, 2000]
    browser_digests = any_page.evaluate(
        HASHED, [staticfiles_storage.url("shake256.js"), lengths, 4]
    )
    assert browser_digests == [
        hashlib.shake_256(message_bytes(length)).hexdigest(4 * 136) for length in lengths
    ]


def test_sha_256_matches_the_standard_at_every_length(any_page: Page) -> None:
    lengths = [*range(200), 1000]
    browser_digests = any_page.evaluate(SUMMED, [staticfiles_storage.url("sha256.js"), lengths])
    assert browser_digests == [
        hashlib.sha256(message_bytes(length)).hexdigest() for length in lengths
    ]


def games() -> Iterator[Game]:
    """Return every game with cards under all its options."""
    for kind in GAMES:
        for chosen in itertools.product(*(option.choices for option in kind.own_options)):
            try:
                game = kind(
                    dict(zip((option.key for option in kind.own_options), chosen, strict=True))
                )
            except InvalidOption:
                continue
            if game.has_play:
                yield game


def events() -> list[Game]:
    """Return one game for each event: every pack and number of players, then random ones."""
    every = list(games())
    kinds = {
        (game.key, len(game.pack), *game.hand_sizes(game.seats[0]).values()): game for game in every
    }
    rng = random.Random(18)
    return [*kinds.values(), *rng.choices(every, k=EVENTS - len(kinds))]


def with_one_card_changed(dealt: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a copy in which one card of one hand, or of the talon, is another."""
    changed = copy.deepcopy(dealt)
    board = rng.choice(changed["boards"])
    hand = rng.choice([cards for cards in (*board["hands"].values(), board["talon"]) if cards])
    place = rng.randrange(len(hand))
    hand[place] = rng.choice([card for card in changed["pack"] if card != hand[place]])
    return changed


def test_browser_and_verify_agree_on_a_hundred_events_over_all_packs(any_page: Page) -> None:
    rng, played = random.Random(7), events()
    right = [
        deal_sheet(game, rng.randbytes(32).hex(), rng.choice(SALTS), BOARDS) for game in played
    ]
    changed = [with_one_card_changed(sheet, rng) for sheet in right]
    sheets_before = [
        {part: sheet[part] for part in sheet if part not in ("pack", "seats", "sizes")}
        for sheet in right
    ]
    asked = [
        *zip(right, right, strict=True),
        *zip(changed, right, strict=True),
        *zip(sheets_before, right, strict=True),
    ]
    findings = any_page.evaluate(CHECKED, [staticfiles_storage.url("deals.js"), asked])
    assert findings == [verify_deal_sheet(sheet) for sheet in (*right, *changed, *sheets_before)]
    assert [finding["ok"] for finding in findings] == [True] * EVENTS + [False] * EVENTS + [
        True
    ] * EVENTS
    assert {game.key for game in played} == {kind.key for kind in GAMES if kind().has_play}
    wrong = [
        board["differs"] for finding in findings[EVENTS : 2 * EVENTS] for board in finding["boards"]
    ]
    assert sorted(map(len, wrong)) == [0] * (BOARDS - 1) * EVENTS + [1] * EVENTS


def damaged(dealt: dict[str, Any], **parts: object) -> dict[str, Any]:
    return copy.deepcopy(dealt) | parts


def test_browser_and_verify_agree_on_every_other_change(any_page: Page) -> None:
    game = next(game for game in games() if game.key == "tarot_classic_four")
    right = deal_sheet(game, "5eed" * 16, "bona mà", 3)
    first, second, third = copy.deepcopy(right["boards"])
    first["dealer"] = "E"
    del second["hands"]["W"], second["talon"]
    second["hands"]["constructor"] = ["SK"]
    third["number"] = 4
    changed = [
        damaged(right, boards=[first, second, third]),
        damaged(right, boards=[]),
        damaged(right, seed=" " + right["seed"].upper() + "\n"),
        damaged(right, seed="5eee" * 16),
        damaged(right, salt="\x1f\x85 bona ma\u0300\u3000"),
        damaged(right, salt="\ufeffbona mà"),
        damaged(right, commitment=right["commitment"].upper() + " "),
        damaged(right, commitment="0" * 64),
        damaged(right, pack=right["pack"][::-1]),
        damaged(right, seats="NWSE"),
        damaged(right, sizes=dict(reversed(right["sizes"].items()))),
        damaged(right, sizes=right["sizes"] | {"N": [20, 20, 19, 19]}),
        damaged(right, sizes=None),
    ]
    findings = any_page.evaluate(
        CHECKED, [staticfiles_storage.url("deals.js"), [[sheet, right] for sheet in changed]]
    )
    assert findings == [verify_deal_sheet(sheet) for sheet in changed]
    assert [finding["ok"] for finding in findings] == [
        False,
        True,
        True,
        False,
        True,
        False,
        True,
    ] + [False] * 3 + [True] + [False] * 2


def deals_url_after_end(session: Session, director: Any) -> str:
    """Finish a session, and return the URL of its deals."""
    finish_session(session.pk, director)
    event = session.stage.event
    return reverse("deals", args=[event.club.slug, event.slug, session.number])


@pytest.mark.evening
def test_deals_page_verifies_every_hand_and_finds_a_changed_card(
    phone: Callable[[], Page], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = phone()
    page.goto(
        deals_url_after_end(*started(8, movement="mitchell", round_count=4, boards_per_round=3))
    )
    page.get_by_role("button", name="Check every hand in this browser").click()
    expect(page.get_by_text("Every hand is right. Boards checked: 12.")).to_be_visible()
    page.get_by_role("button", name="Board 3 right").click()
    expect(page.get_by_role("heading", name="Board 3, step by step")).to_be_visible()
    expect(page.get_by_text("5eed:sort i encert:botifarra:3")).to_be_visible()
    assert layout_problems(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert axe_problems(page) == []

    page.get_by_label("This card").select_option('["N",4]')
    option_text = page.locator("option[value='[\"N\",4]']").inner_text()
    page.get_by_label("becomes").select_option("O9" if option_text != "O9" else "E1")
    page.get_by_role("button", name="Change it and check again").click()
    expect(page.get_by_text("Board 3 differs: North.")).to_be_visible()
    expect(page.locator("mark")).to_have_text(["O9" if option_text != "O9" else "E1"])
    assert layout_problems(page, ["360", "390", "large"]) + axe_problems(page) == []
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the changed deals.json").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    with pytest.raises(SystemExit):
        call_command("verify", str(file))
    assert "board 3: differs in N\n" in capsys.readouterr().out

    page.get_by_role("button", name="Restore the original").click()
    expect(page.get_by_text("Every hand is right. Boards checked: 12.")).to_be_visible()
    page.get_by_label("Or check a deals.json file").set_input_files(file)
    expect(page.get_by_text("Board 3 differs: North.")).to_be_visible()


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("Barcelona", "This file is not JSON. Choose a deals.json file."),
        (
            "[]",
            "This is not a valid deals.json: game, seed, salt, commitment, boards cannot be read.",
        ),
        (
            {"seed": "5eed", "boards": [{"number": 0}]},
            "This is not a valid deals.json: seed, boards cannot be read.",
        ),
        ({"game": "tantony"}, "This file belongs to another game or to other options"),
        ({"commitment": "0" * 64}, "The seal is not that of this secret number."),
        (deal_sheet(GAMES[0](), "c0" * 32, "", 1), "The seal is not the one on this page"),
    ],
    ids=["no JSON", "no sheet", "wrong parts", "another game", "commitment", "another session"],
)
@pytest.mark.thorough
def test_deals_page_rejects_a_file_of_another_session(
    phone: Callable[[], Page], tmp_path: Path, file: Any, sentence: str
) -> None:
    page = phone()
    page.goto(
        deals_url_after_end(*started(4, movement="howell", round_count=3, boards_per_round=1))
    )
    content = page.request.get(page.url.removesuffix("/") + ".json").json()
    text = file if isinstance(file, str) else json.dumps(content | file)
    (tmp_path / "deals.json").write_text(text, encoding="utf-8-sig")
    page.get_by_label("Or check a deals.json file").set_input_files(tmp_path / "deals.json")
    expect(page.get_by_text(sentence)).to_be_visible()
    assert axe_problems(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["tarot_classic_four", "donguri"])
def test_deals_page_explains_dealers_with_more_cards_and_a_talon(
    phone: Callable[[], Page], key: str
) -> None:
    page = phone()
    page.goto(deals_url_after_end(*started_game(key)))
    page.get_by_role("button", name="Check every hand in this browser").click()
    expect(page.get_by_text("Every hand is right.")).to_be_visible()
    expect(page.locator("dl.proof .chip.conflict")).to_have_count(0)
    assert layout_problems(page) == []
