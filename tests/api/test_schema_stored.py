"""Random requests cause no server error on any database, whatever values it accepts."""

from typing import Any

import pytest
import schemathesis

from tests.api.test_schema import (
    BOUNDED,
    PLAIN,
    RULES_MAY_REFUSE,
    SCHEMA,
    known_values,
    the_connection_stays_open,
)

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

__all__ = ["known_values", "the_connection_stays_open"]


@SCHEMA.parametrize()
@BOUNDED
def test_random_requests_cause_no_server_error_on_any_database(
    case: schemathesis.Case, known_values: Any
) -> None:
    case.call_and_validate(
        headers=PLAIN | known_values["headers"], excluded_checks=RULES_MAY_REFUSE
    )
