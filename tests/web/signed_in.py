"""What tests of the director's pages share: his client, his addresses, one result and another."""

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
    """The same client, signed in as the director."""
    client.force_login(get_user_model().objects.get(pk=actor.user_id or 0))
    return client


def desk_url(session: Session, page: str = "event_desk", *args: object) -> str:
    """The address of a page of the session's event."""
    return reverse(page, args=[session.stage.event_id, *args])


def first_play(session: Session, **where: object) -> Play:
    """The play of the session that was planned first: in the first round, where nothing else is
    asked."""
    plays = Play.objects.filter(board__session=session, **where).select_related("seating__table")
    return plays.order_by("pk")[0]
