"""The rules pages, in the reader's language, and the links to them."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from games.catalogue import GAMES, get_game
from tests.scenes.evening import club_with_director, started_game
from tests.scenes.scenarios import started_scenarios
from tests.web.signed_in import signed_in
from tournaments.actions.clubs.club import create_club
from tournaments.models import Session, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.rules import has_rules
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.rules.views import font_size_class

pytestmark = pytest.mark.django_db

LANGUAGES = [code_texts for code_texts, _name in settings.LANGUAGES]
KEYS = [game.key for game in GAMES]


def get_page(url: str, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(url)
    assert response.status_code == 200, url
    return response.content.decode()


def event_url(session: Session, url_name: str = "event_rules") -> str:
    event = session.stage.event
    return reverse(url_name, args=[event.club.slug, event.slug])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_its_page_and_its_sheet(key: str, language: str) -> None:
    page, sheet = (
        get_page(reverse(name, args=[key]), language) for name in ("rules_of_game", "rules_print")
    )
    has_cards = bool(get_game(key).pack)
    assert page.count("<h2>") == (7 + has_cards) * has_rules(key, language)
    assert sheet.count("<h2>") == 2 * has_rules(key, language)


@pytest.mark.parametrize("key", KEYS)
def test_rules_pages_have_no_dead_links(client: Client, key: str) -> None:
    page = get_page(reverse("rules_of_game", args=[key]))
    links = set(re.findall(r'href="(/games/[^"]*)"', page))
    assert reverse("rules") in links
    assert {url: client.get(url).status_code for url in links} == dict.fromkeys(links, 200)


def test_example_follows_the_rules_in_short() -> None:
    page = get_page(reverse("rules_of_game", args=["botifarra"]))
    assert re.findall(r"<h2>(.*?)</h2>", page) == [
        *("The cards", "In short", "Example", "Cards and deal", "Play", "Scoring"),
        *("In a duplicate event", "Options"),
    ]


@pytest.mark.daily(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_options_are_named_as_in_the_forms(key: str, language: str) -> None:
    page, options = (
        get_page(reverse("rules_of_game", args=[key]), language),
        get_game(key).own_options,
    )
    code_texts = set(re.findall(r"<code>(.*?)</code>", page))
    assert (
        code_texts & {word for option in options for word in (option.key, *option.choices)} == set()
    )
    with override(language):
        option_names = {gettext(words) for option in options for words in option.labels.values()}
    assert option_names - set(re.findall(r"<em>(.*?)</em>", unescape(page))) == set()


def test_rules_of_an_event_name_its_options() -> None:
    session, _director = started_game("botifarra")
    page = get_page(event_url(session), "ja")
    assert "<strong>フォローのルール</strong>：<em>東部式（義務あり）</em>：" in page


def test_page_shows_the_cards_from_high_to_low_with_what_they_score() -> None:
    page = get_page(reverse("rules_of_game", args=["botifarra"]))
    [order] = re.findall(r'<figure class="card-order">(.*?)</figure>', page, re.DOTALL)
    named = re.findall(r'aria-label="(\d+) of coins"', order)
    assert named == ["9", "1", "12", "11", "10", "8", "7", "6", "5", "4", "3", "2"]
    assert re.findall(r"<b[^>]*>(\d)<", order) == ["5", "4", "3", "2", "1", *"0000000"]


def test_page_of_tarot_orders_long_suits_round_suits_and_trumps_apart() -> None:
    page = get_page(reverse("rules_of_game", args=["tarot_classic_three"]))
    orders = re.findall(r'<figure class="card-order">(.*?)</figure>', page, re.DOTALL)
    assert [order.count("<li>") for order in orders] == [14, 14, 22]
    assert "Swords" in orders[0]
    assert "Cups" in orders[1]


def test_formulas_do_not_break_after_an_operator() -> None:
    page = get_page(reverse("rules_of_game", args=["botifarra"]))
    assert '<span class="reckoned">30 −\u00a036 =\u00a0−6</span>' in page


def test_wide_table_scrolls_and_has_a_label() -> None:
    page = get_page(reverse("rules_of_game", args=["donguri"]))
    assert (
        '<div class="scroller" tabindex="0" role="group" aria-label="Cards and deal"><table' in page
    )


def test_shorter_sheet_has_a_larger_font() -> None:
    assert font_size_class(["<p>" + "a" * 950 + "</p>"]) == "largest"
    assert font_size_class(["<p>&amp;</p>", "あ" * 500]) == "larger"
    assert font_size_class(["<tr>" * 15 + "</tr>"]) == "large"
    assert font_size_class(["a" * 1571]) == ""
    assert 'class="sheet guide one-sheet largest"' in get_page(
        reverse("rules_print", args=["match"])
    )


def test_sheet_has_a_print_button() -> None:
    print_button = r"<button[^>]* only-with-script. data-print data-scripts=.[^>]*print[^>]*>Print<"
    assert re.search(print_button, get_page("/games/anou/print/"))


def test_unknown_game_is_not_found(client: Client) -> None:
    for name in ("rules_of_game", "rules_print"):
        assert client.get(reverse(name, args=["bridge"])).status_code == 404


def test_list_describes_every_game() -> None:
    page = get_page(reverse("rules"))
    for key in (key for key in KEYS if has_rules(key, "en")):
        assert reverse("rules_of_game", args=[key]) in page
    assert "<p>The tarot to learn first: nothing is bid and nothing declared" in page


def test_list_shows_how_many_play_and_how_many_cards_they_need() -> None:
    page = " ".join(get_page(reverse("rules")).split())
    assert "4 players · 48 cards" in page
    assert "2–6 players" in page


def test_club_cannot_take_the_slug_of_the_rules() -> None:
    assert create_club("Games", SYSTEM).slug == "games-2"


def test_event_rules_show_its_options_first() -> None:
    session, _director = started_game("botifarra", {"edition": "western"})
    page = get_page(event_url(session))
    assert "<dt>Rules for following suit</dt>\n        <dd>western (lliure)</dd>" in page
    assert "<dt>How a board scores</dt>" in page
    assert page.index("Options of this event") < page.index("In short")
    assert f'href="{event_url(session)}" aria-current="page">Rules</a>' in page


def test_public_page_shows_changed_options_on_one_line() -> None:
    session, _director = started_game(
        "botifarra", {"edition": "western", "second_player_points": "yes"}
    )
    line = re.search(
        r'<p class="quiet">\s*(Rules for following suit.*)\n',
        get_page(event_url(session, "standings")),
    )
    assert line is not None
    assert line[1] == (
        "Rules for following suit: western (lliure) · "
        "The second player may play a point card of the suit led (eastern): yes"
    )


def test_public_page_omits_default_options() -> None:
    session, _director = started_game("botifarra")
    page = get_page(event_url(session, "standings"))
    assert "Rules for following suit" not in page
    assert event_url(session) in page


def test_phone_opens_the_rules_in_another_tab() -> None:
    session, _director = started_game("botifarra")
    table = Table.objects.filter(section__session=session).earliest("number")
    phone, code = Client(), code_of(table)
    phone.post(f"/t/{code}/side/", {"holder": "table"})
    for path in ("", "boards/1/"):
        page = phone.get(f"/t/{code}/{path}").content.decode()
        assert f'<a class="touch" href="{event_url(session)}" target="_blank">' in page


def test_new_event_form_links_the_rules_of_the_chosen_game(client: Client) -> None:
    _club, director = club_with_director()
    signed_in(client, director)
    page = client.get(reverse("event_new")).content.decode()
    assert reverse("rules_of_game", args=["botifarra"]) in page
    assert f'href="{reverse("rules")}" target="_blank"' in page
    form_of_tantony = client.post(reverse("event_game"), {"game": "tantony"}).content.decode()
    assert reverse("rules_of_game", args=["tantony"]) in form_of_tantony


def test_guide_and_footer_link_the_list_of_games() -> None:
    club_with_director()
    for url in (reverse("guide"), "/"):
        assert f'href="{reverse("rules")}"' in get_page(url)


def test_beginner_finds_the_rules_at_the_top_of_the_first_page() -> None:
    create_club("Penya", SYSTEM)
    link = f'<a class="button" href="{reverse("rules")}">Rules of the games</a>'
    assert get_page("/").index(link) < get_page("/").index("<main")
    create_club("Ateneu", SYSTEM)
    for url in ("/", "/penya/"):
        assert link in get_page(url)


def test_event_rules_omit_empty_options() -> None:
    session, _director = started_scenarios()
    page = get_page(event_url(session))
    assert "Scenario of each board" in page
    assert "<dt>Minutes a board</dt>" not in page
