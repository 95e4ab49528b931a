"""Penalties at the desk and on public pages."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.penalties.club_penalties import add_club_penalty
from tournaments.models import ClubPenalty, Penalty, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


@pytest.fixture
def session(client: Client) -> Session:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session


def form(session: Session, **fields: str) -> dict[str, str]:
    """Return the fields that the page sends."""
    pair = session.stage.event.contestants.get(number=3)
    return {
        "key": "a-key",
        "contestant": str(pair.pk),
        "amount": "0.5",
        "reason": "came <late>",
    } | fields


def test_given_penalty_is_listed(client: Client, session: Session) -> None:
    assert "No penalty yet." in client.get(desk_url(session, "penalties")).content.decode()
    response = client.post(desk_url(session, "penalties"), form(session))
    assert response.headers["Location"] == desk_url(session, "penalties")
    page = client.get(desk_url(session, "penalties")).content.decode()
    assert "penalty 0.50: came &lt;late&gt;" in page
    assert "No penalty yet." not in page


def test_page_shows_the_standings_from_which_a_penalty_is_subtracted(
    client: Client, session: Session
) -> None:
    url, names = desk_url(session, "penalties"), session.stage.event.contestants.get(number=3).name
    total = _shown_total(client.get(url).content.decode(), names)
    client.post(url, form(session))
    catch_up()
    assert _shown_total(client.get(url).content.decode(), names) == total - Decimal("0.5")


def _shown_total(page: str, names: str) -> Decimal:
    """Return the total of a contestant in the standings of the page."""
    rows = re.findall(r"<tr role=\"row\".*?</tr>", page, re.DOTALL)
    texts = (re.sub(r"<[^>]+>|\s+", " ", row).split() for row in rows)
    words = names.replace("\xa0", " ").split()
    return next(Decimal(text[-1]) for text in texts if set(words) <= set(text))


def test_second_director_is_warned_of_a_penalty_given_meanwhile(
    client: Client, session: Session
) -> None:
    url = desk_url(session, "penalties")
    seen_field = {"seen": _seen_field_value(client.get(url).content.decode())}
    assert client.post(url, form(session) | seen_field).status_code == 302
    slower = form(session, key="slower") | seen_field
    response = client.post(url, slower)
    assert response.status_code == 409
    assert "for: came &lt;late&gt;" in response.content.decode()
    assert Penalty.objects.count() == 1
    assert client.post(url, form(session) | seen_field).status_code == 302, "one key gives one"
    assert Penalty.objects.count() == 1
    assert (
        client.post(
            url, slower | {"seen": _seen_field_value(response.content.decode())}
        ).status_code
        == 302
    )
    assert Penalty.objects.count() == 2


def _seen_field_value(page: str) -> str:
    (seen_ids,) = re.findall(r'name="seen" value="([\d,]*)"', page)
    return seen_ids


def test_desk_links_to_the_penalties(client: Client, session: Session) -> None:
    assert (
        f'href="{desk_url(session, "penalties")}"' in client.get(desk_url(session)).content.decode()
    )


def test_penalty_is_public_with_its_reason(client: Client, session: Session) -> None:
    client.post(desk_url(session, "penalties"), form(session))
    other_form = form(session, key="other", amount="-2", reason="lent a pencil")
    client.post(
        desk_url(session, "penalties"), other_form | {"seen": str(Penalty.objects.get().pk)}
    )
    standings = Client().get(EVENT).content.decode()
    assert "bonus 1.50: came &lt;late&gt;; lent a pencil" in standings
    card = Client().get(f"{EVENT}contestants/3/").content.decode()
    assert "Penalty: came &lt;late&gt;" in card
    assert "<summary>−0.50</summary>" in card
    assert "Bonus: lent a pencil" in card
    assert "pencil" not in Client().get(f"{EVENT}contestants/4/").content.decode()


def test_penalty_form_shows_all_errors_and_keeps_its_values(
    client: Client, session: Session
) -> None:
    response = client.post(
        desk_url(session, "penalties"), form(session, contestant="", amount="a lot", reason=" ")
    )
    page = response.content.decode()
    assert response.status_code == 422
    for text in (
        "Choose who gets the penalty",
        "Write the amount as a number",
        "Give the reason",
        "a lot",
    ):
        assert text in page
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("wrong", [{"contestant": "999999"}, {"contestant": "x"}, {"key": ""}])
def test_forged_penalty_form_is_refused(
    client: Client, session: Session, wrong: dict[str, str]
) -> None:
    assert client.post(desk_url(session, "penalties"), form(session, **wrong)).status_code == 422
    assert not Penalty.objects.exists()


def test_penalty_with_the_same_key_is_given_once_and_another_amount_conflicts(
    client: Client, session: Session
) -> None:
    for amount, status in (("0.5", 302), ("0.5", 302), ("1", 409)):
        assert (
            client.post(desk_url(session, "penalties"), form(session, amount=amount)).status_code
            == status
        )
    assert Penalty.objects.count() == 1


@pytest.fixture
def kind(session: Session) -> ClubPenalty:
    return add_club_penalty(session.stage.event.club, "Mobile <phone>", ["warning", "10%"], SYSTEM)


def test_next_step_of_a_penalty_kind_is_proposed_and_given(
    client: Client, session: Session, kind: ClubPenalty
) -> None:
    url = desk_url(session, "penalties")
    pair = session.stage.event.contestants.get(number=3)
    for previous_count, text in enumerate(("nothing is subtracted", "0.10 is subtracted")):
        last_page = client.get(url, {"kind": kind.pk, "contestant": pair.pk}).content.decode()
        assert text in last_page
        assert f'name="had" value="{previous_count}"' in last_page
        form_data = {
            "key": f"k{previous_count}",
            "kind": kind.pk,
            "contestant": pair.pk,
            "had": previous_count,
        }
        assert client.post(url, form_data).headers["Location"] == url
        assert client.post(url, form_data | {"key": f"late{previous_count}"}).status_code == 409
    page_after = client.get(url).content.decode()
    assert "warning: Mobile &lt;phone&gt;" in page_after
    assert "penalty 0.10: Mobile &lt;phone&gt;, 10 %" in page_after
    card = Client().get(f"{EVENT}contestants/3/").content.decode()
    assert "Warning: Mobile &lt;phone&gt;" in card


@pytest.mark.parametrize(
    "wrong", [{"kind": "0"}, {"contestant": "x"}, {"had": "many"}, {"note": "x" * 300}]
)
def test_forged_penalty_step_is_refused(
    client: Client, session: Session, kind: ClubPenalty, wrong: dict[str, str]
) -> None:
    pair = session.stage.event.contestants.get(number=3)
    form_data = {
        "key": "requestkey",
        "kind": str(kind.pk),
        "contestant": str(pair.pk),
        "had": "0",
    } | wrong
    status = client.post(desk_url(session, "penalties"), form_data).status_code
    assert (status, Penalty.objects.count()) == ((302, 1) if "had" in wrong else (422, 0))
    assert client.get(desk_url(session, "penalties"), form_data).status_code == 200


def test_penalty_form_says_what_a_board_is_worth(client: Client, session: Session) -> None:
    page = client.get(desk_url(session, "penalties")).content.decode()
    assert "A board adds 1 to 2." in page
    first_contestant = session.stage.event.contestants.earliest("number")
    assert f"{first_contestant.number} · {first_contestant.name}" in page
