"""Random requests from the schema cause no server error and no undocumented response."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests.api.clients import ROOT, member
from tests.hypothesis_examples import one_in
from tests.scenes.evening import enter, started
from tests.scenes.matches import play_matches, started_matches
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.rounds.draws import draw_round
from tournaments.queries.rounds.seating import playing_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SCHEMA = schemathesis.openapi.from_dict(Client().get(f"{ROOT}schema/").json())
SCHEMA.app = get_wsgi_application()
# A request that fits the schema may still break a rule of the product: 422.
RULES_MAY_REFUSE = [positive_data_acceptance]

# The id in the path is replaced by a valid one after generation, and unknown parameters are
# ignored, so a request generated as invalid may be valid.
NOTHING_IS_WRONG = [*RULES_MAY_REFUSE, negative_data_rejection]

BOUNDED = settings(one_in(20), database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def the_connection_stays_open() -> Iterator[None]:
    """Keep the database connection open after requests: the test's transaction uses it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known_values() -> dict[str, Any]:
    """Return the director's header, and path parameters of existing rows."""
    session, director = started(8, round_count=4, boards_per_round=2)
    play = first_play(session)
    enter(play, RESULT)
    path = {"event": session.stage.event_id, "session": session.pk, "play": play.pk, "number": 1}
    return {
        "headers": member(director).headers,
        "path": path | {"round": playing_round(session).pk},
    }


@pytest.fixture
def drawn() -> dict[str, Any]:
    """Return an event whose round 2 is drawn and not started."""
    session, director = started_matches(7)
    play_matches(session, director)
    path = {"event": session.stage.event_id, "session": session.pk, "number": 1}
    round_ = draw_round(session.pk, director).pk
    return {"headers": member(director).headers, "path": path | {"round": round_}}


@pytest.mark.thorough
@SCHEMA.parametrize()
@BOUNDED
def test_random_requests_get_answers_of_the_schema(
    case: schemathesis.Case, known_values: Any
) -> None:
    case.call_and_validate(
        headers=PLAIN | known_values["headers"], excluded_checks=RULES_MAY_REFUSE
    )


@pytest.mark.thorough
@SCHEMA.include(path_regex="{").parametrize()
@BOUNDED
def test_random_requests_about_existing_rows_get_answers_of_the_schema(
    case: schemathesis.Case, known_values: Any
) -> None:
    case.path_parameters = {name: known_values["path"][name] for name in case.path_parameters}
    case.call_and_validate(
        headers=PLAIN | known_values["headers"], excluded_checks=NOTHING_IS_WRONG
    )


ABOUT_DRAWS = (
    "/(draw|begin|exchange|undo|leave|join|knock-out|qualifiers|contestants|rounds|seatings)/$"
)
# Schemathesis does not decompress responses.
PLAIN = {"accept-encoding": "identity"}


@pytest.mark.thorough
@SCHEMA.include(path_regex=ABOUT_DRAWS).parametrize()
@BOUNDED
def test_random_requests_about_drawn_rounds_get_answers_of_the_schema(
    case: schemathesis.Case, drawn: Any
) -> None:
    case.path_parameters = {name: drawn["path"][name] for name in case.path_parameters}
    case.call_and_validate(headers=PLAIN | drawn["headers"], excluded_checks=NOTHING_IS_WRONG)
