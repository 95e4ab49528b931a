"""A client of a club's director, for tests of forms of events."""

import pytest
from django.test import Client

from tests.scenes.evening import club_with_director
from tests.web.signed_in import signed_in


@pytest.fixture
def director_client(client: Client) -> Client:
    """Sign in the director of a club without events."""
    _club, director = club_with_director()
    return signed_in(client, director)
