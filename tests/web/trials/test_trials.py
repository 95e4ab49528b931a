"""Trials: every button leads on, the URL holds the state, no hidden card is sent."""

import html
import re
from random import Random
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue import GAMES, get_game
from games.trial import Trial
from tournaments.queries.boards.trial_deals import derive_trial
from tournaments.templatetags.cards import card_name, pack_name

PLAYABLE = [game.key for game in GAMES if game().has_play]
every_playable = pytest.mark.parametrize("key", PLAYABLE)
LEGS = "option_legs"
# One leg shows all pages of a trial; the thorough run plays every leg.
ONE_LEG_OPTIONS = {
    "tantony": {LEGS: "1"},
    "tantony_split": {LEGS: "1"},
    "tantony_three": {LEGS: "1"},
}

ADDRESSES = [
    ("did=banana", "is not an action of this game"),
    ("did=O9", "cannot be said now"),
    ("did=" + "O9+" * 900, "too long for one deal"),
    ("did=" + "x" * 5_000, "too long for one deal"),
    ("did=%00%0A%FF", "is not an action of this game"),
    ("did=%3Cscript%3E", "&lt;script&gt;"),
    ("did=give:W", "is not an action of this game"),
]


@pytest.fixture(autouse=True)
def the_same_deals_every_time(settings) -> None:
    settings.CODE_KEYS = ["a secret that is always the same"]


def trial_url(key: str, deal: str = "test") -> str:
    return reverse("trial", args=[key, deal])


def get_page(path: str, status: int = 200) -> str:
    response = Client().get(path)
    assert response.status_code == status, path
    return response.content.decode()


def actions_of_buttons(page: str) -> list[str]:
    """Return the actions that each of the reader's buttons sends."""
    form = re.search(r'<form class="trial-keys panel".*?</form>', page, re.DOTALL)
    return [
        html.unescape(did)
        for did in re.findall(r'name="did" value="([^"]*)"', form[0] if form else "")
    ]


def url_with_query(path: str, options: dict[str, str], did: str) -> str:
    return f"{path}?{urlencode({**options, 'did': did})}"


def trial_at(key: str, options: dict[str, str], did: str) -> Trial:
    chosen = {name.removeprefix("option_"): value for name, value in options.items()}
    return derive_trial(get_game(key, chosen), "test", did.split())


def names_of_hidden_cards(trial: Trial) -> set[str]:
    """Return the names of cards that only others hold; empty once play is over."""
    if trial.is_over:
        return set()
    pack = pack_name(trial.game.pack)
    # One copy of a doubled card may have been shown in exchange for the Fool, the other held.
    description = (
        *trial.on_table,
        *trial.last_trick,
        *trial.actions_before_play,
        *trial.other_actions,
    )
    shown_cards = {described_action.description.card for described_action in description}
    shown_cards |= {
        card for groups in trial.position.open_cards.values() for group in groups for card in group
    }
    shown_cards |= set(trial.position.hand_of(trial.seat))
    hidden_cards = {
        card for seat in trial.game.seats for card in trial.position.hand_of(seat)
    } - shown_cards
    return {card_name(card, pack) for card in hidden_cards}


def cards_on(page: str) -> set[str]:
    return set(re.findall(r'role="img" aria-label="([^"]+)"', page))


def check_nothing_hidden(page: str, trial: Trial, keys: list[str]) -> None:
    assert not names_of_hidden_cards(trial) & cards_on(page)
    bare = re.sub(r'name="did" value="[^"]*"', "", page.partition('<main id="main"')[2])
    assert not [card for card in map(str, trial.game.pack) if len(card) > 2 and f'"{card}"' in bare]
    assert set(keys) == {
        " ".join((*trial.reader_actions, action)) for action in trial.position.legal_actions()
    }


def play_to_the_end(key: str, options: dict[str, str]) -> None:
    """Play one deal to its result, one button at a time."""
    path, did, random = trial_url(key), "", Random(key)
    while True:
        page = get_page(url_with_query(path, options, did))
        assert get_page(url_with_query(path, options, did)) == page, "the same again"
        trial, keys = trial_at(key, options, did), actions_of_buttons(page)
        check_nothing_hidden(page, trial, keys)
        if not keys:
            break
        did = random.choice(keys)
    assert trial.is_over
    assert "What everybody was dealt" in page
    assert "Another deal" in page


@pytest.mark.daily(1)
@every_playable
def test_anybody_can_play_a_trial_to_its_end(key: str) -> None:
    play_to_the_end(key, ONE_LEG_OPTIONS.get(key, {}))


@pytest.mark.thorough
@pytest.mark.parametrize("key", ONE_LEG_OPTIONS)
def test_every_related_hand_can_be_played_through(key: str) -> None:
    play_to_the_end(key, {})


@every_playable
def test_new_trial_redirects_to_a_random_deal(key: str) -> None:
    assert "The others play random legal cards." in get_page(reverse("trial_new", args=[key]))
    game = get_game(key)
    choices = {f"option_{option.key}": option.choices[-1] for option in game.own_options}
    answers = [
        Client().get(reverse("trial_new", args=[key]), {"deal": "new", **choices}) for _ in range(2)
    ]
    first_location, second_location = (answer.headers["Location"] for answer in answers)
    assert urlsplit(first_location).path != urlsplit(second_location).path
    page = get_page(first_location)
    for name, (value,) in parse_qs(urlsplit(first_location).query).items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert actions_of_buttons(page)


def test_trial_makes_no_query_and_stores_nothing() -> None:
    """This test has no database access."""
    response = Client().get(trial_url("botifarra"))
    assert not response.cookies
    assert "noindex" in response.content.decode()
    assert Client().post(trial_url("botifarra")).status_code == 405


def test_trial_deals_differ_by_name_and_secret(settings) -> None:
    game = get_game("botifarra")
    deal, other_deal = (derive_trial(game, name, ()).board.deal for name in ("one", "other"))
    assert deal.hands != other_deal.hands
    settings.CODE_KEYS = ["another secret", *settings.CODE_KEYS]
    assert derive_trial(game, "one", ()).board.deal.hands != deal.hands


def test_reader_gets_every_seat_over_many_deals() -> None:
    for key in ("botifarra", "tarot_germany_taroc"):
        game = get_game(key)
        dealers = {derive_trial(game, f"deal-{number}", ()).board.dealer for number in range(40)}
        assert dealers == set(game.seats)


@pytest.mark.parametrize(
    ("asked", "expected"), ADDRESSES, ids=[asked[:20] for asked, _expected in ADDRESSES]
)
def test_illegal_action_is_named_and_earlier_ones_remain(asked: str, expected: str) -> None:
    deal = next(name for name in map("deal{}".format, range(40)) if reader_is_dealer(name))
    page = get_page(f"{trial_url('botifarra', deal)}?{asked}", 422)
    assert expected in page
    assert "This is not allowed here" in page
    assert actions_of_buttons(page)[:2] == ["oros", "copes"]


def reader_is_dealer(name: str) -> bool:
    """Return whether the reader deals and so calls first."""
    trial = derive_trial(get_game("botifarra"), name, ())
    return trial.board.dealer == trial.seat


def test_action_after_the_end_is_named() -> None:
    game, did = get_game("donguri"), []
    while not (trial := derive_trial(game, "test", did)).is_over:
        did.append(trial.position.legal_actions()[0])
    page = get_page(url_with_query(trial_url("donguri"), {}, " ".join([*did, "S3"])), 422)
    assert "comes after the end of play" in page
    assert "What everybody was dealt" in page


@pytest.mark.thorough
def test_forbidden_cards_are_explained_by_name() -> None:
    """Each rule is listed once, with all cards of the hand that it forbids to play now."""
    game, did = get_game("botifarra"), []
    while not (trial := derive_trial(game, "test", did)).is_over:
        page = get_page(url_with_query(trial_url("botifarra"), {}, " ".join(did)))
        legal, held_cards = trial.position.legal_actions(), trial.position.hand_of(trial.seat)
        barred = (
            [card for card in held_cards if str(card) not in legal]
            if trial.position.trick_number
            else []
        )
        description = re.search(r'<ul class="barred">(.*?)</ul>', page, re.DOTALL)
        rules = re.findall(r"<li>.*?</li>", description[1], re.DOTALL) if description else []
        assert len(rules) == len({trial.position.violation(str(card)).template for card in barred})
        assert sum(rule.count("role=") or 1 for rule in rules) == len(barred)
        if barred:
            refused = get_page(
                url_with_query(trial_url("botifarra"), {}, " ".join([*did, str(barred[0])])), 422
            )
            assert re.search(r'role="alert".*<li>\w+ of \w+ ', refused, re.DOTALL)
        did.append(legal[0])


def test_new_leg_shows_the_result_and_last_trick_of_the_previous_one() -> None:
    game, did = get_game("tantony"), []
    while len((trial := derive_trial(game, "test", did)).position.recent_event_texts) < 3:
        did.append(trial.position.legal_actions()[0])
    page = get_page(url_with_query(trial_url("tantony"), {}, " ".join(did)))
    assert "leg 2 of 4, trick 1" in page
    assert re.search(r"Leg 1 is over\. Its runts: N-S \d+, E-W \d+\.", page)
    assert re.search(r"last trick: [NWSE] won it(?:, gave \w+ of \w+ for| with \w+ of \w+)", page)
    assert "New hands" in page
    assert "The last trick" in page


def test_calls_are_shown_while_they_are_in_force() -> None:
    trial, did = derive_trial(get_game("botifarra"), "deal3", ()), []
    while trial.position.trick_number is None:
        did.append(trial.position.legal_actions()[0])
        trial = derive_trial(get_game("botifarra"), "deal3", did)
    page = get_page(url_with_query(trial_url("botifarra", "deal3"), {}, " ".join(did)))
    assert re.search(r'<ul class="in-force">.*?, named by \w.*?</ul>', page, re.DOTALL)


@pytest.mark.parametrize("key", ["anou", "donguri", "tarot_la_rigueur"])
def test_end_of_a_trial_shows_the_last_trick_without_formulas(key: str) -> None:
    game, did = get_game(key), []
    while not (trial := derive_trial(game, "test", did)).is_over:
        did.append(trial.position.legal_actions()[0])
    page = get_page(url_with_query(trial_url(key), {}, " ".join(did)))
    description = page.partition("How it ended")[2].partition("Results</h2>")[0]
    assert description.count("takes the trick") == 1
    assert len(cards_on(description)) >= game.player_count
    assert ("The walls" in description) == (key == "anou")
    assert "Formula" not in page


def test_trial_can_go_one_step_back() -> None:
    first_action = actions_of_buttons(get_page(trial_url("donguri")))[0]
    page = get_page(url_with_query(trial_url("donguri"), {}, first_action))
    assert '<button class="button" name="did" value="">' in page
    assert page.index(">One step back<") < page.index(">Another deal<")
    assert actions_of_buttons(
        get_page(url_with_query(trial_url("donguri"), {}, ""))
    ) == actions_of_buttons(get_page(trial_url("donguri")))


def test_rules_of_a_trial_open_in_another_tab() -> None:
    page = get_page(trial_url("donguri"))
    assert f'href="{reverse("rules_of_game", args=["donguri"])}" target="_blank">' in page


@pytest.mark.parametrize(
    "path",
    [
        "/games/nothing/try/",
        "/games/nothing/try/deal/",
        "/games/match/try/",
        "/games/match/try/deal/",
        "/games/botifarra/try/" + "a" * 41 + "/",
    ],
)
@pytest.mark.django_db
def test_game_without_cards_has_no_trial(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("name", ["trial", "trial_new"])
def test_unknown_option_of_a_trial_is_named(name: str) -> None:
    path = reverse(name, args=["donguri", "deal"][: 1 + (name == "trial")])
    page = get_page(f"{path}?option_players=9&option_nothing=1&deal=new", 422)
    assert "Please fix this first" in page


@pytest.mark.parametrize("language", ["ca", "es", "ja"])
def test_trial_is_in_the_readers_language(language: str) -> None:
    client = Client(headers={"accept-language": language})
    for path in (
        reverse("trial_new", args=["anou"]),
        trial_url("anou"),
        trial_url("botifarra", "deal3"),
    ):
        page = client.get(path).content.decode()
        assert not re.search(
            r">\s*(The|You|Your|Play a|Name the|Another|pass)\b", page.partition("<main")[2]
        )
