"""Digests are part of URLs, and reveal nothing that their reader may not see."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import enter, started
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Play
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.support.digests import digest
from tournaments.tasks import catch_up


def test_digest_of_the_same_value_differs_between_installations(settings) -> None:
    own_digest = digest(("N-S", 40))
    assert own_digest == digest(("N-S", 40)) != digest(("N-S", 41))
    settings.SECRET_KEY = "secret of another installation, and long enough"
    assert digest(("N-S", 40)) != own_digest


def two_confirmed_plays(until: str) -> tuple[Play, Play]:
    """Return two confirmed plays of a barometer whose results are shown after the round."""
    session, _director = started(
        8, movement="barometer", round_count=3, boards_per_round=1, results_shown=until
    )
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    first_play, second_play, *_others = plays.order_by("seating__table__number")
    for play in (first_play, second_play):
        enter(play, {"trump": "oros", "ns_points": "40"})
    return first_play, second_play


def digest_on_page(play: Play) -> str:
    """Return the digest on the page of a board, for a phone at the table that played it."""
    catch_up()
    address = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    page_digest: str = Client().get(address).context["seen"]
    return page_digest


def correct(play: Play) -> None:
    fields = {"trump": "oros", "ns_points": "66"}
    kind, reason = Entry.Kind.CORRECTION, "seen"
    decide_play(
        play.pk, kind, fields, replaces=play.entries.count(), reason=reason, actor=SYSTEM, key="k"
    )


@pytest.mark.django_db
def test_digest_does_not_depend_on_results_hidden_until_the_round_ends() -> None:
    first, second = two_confirmed_plays("round")
    digest_before = digest_on_page(first)
    correct(second)
    assert digest_on_page(first) == digest_before


@pytest.mark.django_db
def test_digest_does_not_depend_on_results_of_earlier_contestants_at_the_table() -> None:
    first, _second = two_confirmed_plays("session")
    end_round(first.seating.round_id, SYSTEM)
    digest_before = digest_on_page(first)
    correct(first)
    assert digest_on_page(first) == digest_before
