"""Who may not make an event is told so, whatever is wrong with what he sends."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

pytestmark = pytest.mark.django_db


def test_who_asks_is_asked_before_what_he_sends() -> None:
    anybody, member = Client(), Client()
    member.force_login(get_user_model().objects.create_user("Quima"))
    answers = [each.post("/api/v1/events/", {}, "application/json") for each in (anybody, member)]
    assert [answer.status_code for answer in answers] == [401, 403]
