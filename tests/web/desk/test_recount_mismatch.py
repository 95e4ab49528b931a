"""The desk warns that stored results do not follow from the entries, until that is fixed."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import play_round, started
from tests.web.signed_in import signed_in
from tournaments import scoring_pipeline
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Play
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

NOTICE = "awards or places of this event may be wrong"

# Points of N-S and E-W that follow from no entry of the round.
WRONG_LINE_POINTS = "71 -71"


@pytest.mark.parametrize("is_over", [False, True])
def test_desk_warns_of_a_recount_mismatch_until_it_is_fixed(client: Client, is_over: bool) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    if is_over:
        finish_session(session.pk, director)
    catch_up()
    signed_in(client, director)
    event = session.stage.event
    desk_url = reverse("event_desk", args=[event.pk])
    scoring_pipeline.recount_and_store(event)
    assert NOTICE not in client.get(desk_url).content.decode()
    play = Play.objects.exclude(line_points="").earliest("pk")
    Play.objects.filter(pk=play.pk).update(line_points=WRONG_LINE_POINTS)
    scoring_pipeline.recount_and_store(event)
    page = client.get(desk_url).content.decode()
    assert NOTICE in page
    assert "recount --fix" in page
    # Nor the sentences of `recount`: they name results that the director may not see yet.
    assert "follows as" not in page
    with pytest.raises(SystemExit):  # the exit code says that there was something to fix
        call_command("recount", str(event.pk), "--fix")
    assert NOTICE not in client.get(desk_url).content.decode()


def test_open_desk_shows_a_recount_mismatch_at_its_next_poll(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    signed_in(client, director)
    event = session.stage.event
    desk = client.get(reverse("event_desk", args=[event.pk])).context["desk"]
    update_url = f"{reverse('desk_update', args=[event.pk])}?step={desk.step}&seen={desk.version}"
    assert client.get(update_url).status_code == 204
    Play.objects.filter(pk=Play.objects.exclude(line_points="").earliest("pk").pk).update(
        line_points=WRONG_LINE_POINTS
    )
    scoring_pipeline.recount_and_store(event)
    assert NOTICE in client.get(update_url).content.decode()
