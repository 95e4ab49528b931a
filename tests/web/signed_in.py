"""Shared by tests of the director's pages: a signed-in client, URLs, and two results."""

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor

RESULT: dict[str, object] = {
    "trump": "oros",
    "delegated": "no",
    "contro": "none",
    "ns_points": "40",
}
OTHER_RESULT = RESULT | {"ns_points": "41"}


def signed_in(client: Client, actor: Actor) -> Client:
    """Sign a client in as the user of an actor, and return it."""
    client.force_login(get_user_model().objects.get(pk=actor.user_id or 0))
    return client


def desk_url(session: Session, url_name: str = "event_desk", *args: object) -> str:
    """Return the URL of a desk page of the session's event."""
    return reverse(url_name, args=[session.stage.event_id, *args])


def first_play(session: Session, **filters: object) -> Play:
    """Return the first planned play of the session that matches the conditions."""
    plays = Play.objects.filter(board__session=session, **filters).select_related("seating__table")
    return plays.order_by("pk")[0]
