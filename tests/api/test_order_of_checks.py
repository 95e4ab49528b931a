"""The permission to create an event is checked before the body."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

pytestmark = pytest.mark.django_db


def test_permission_is_checked_before_the_body() -> None:
    anonymous, member = Client(), Client()
    member.force_login(get_user_model().objects.create_user("Quima"))
    answers = [
        client.post("/api/v1/events/", {}, "application/json") for client in (anonymous, member)
    ]
    assert [answer.status_code for answer in answers] == [401, 403]
