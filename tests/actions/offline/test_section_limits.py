"""Section files that are unplayable or too large are rejected before any work is done."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from games.problems import Problem
from tests.scenes.evening import club_with_director
from tests.scenes.offline_section import PASSPHRASE, dealt_in_two, exported_section
from tests.scenes.problems import refused_codes
from tournaments.actions.event_file.schema.layout import MAX_ROUNDS
from tournaments.actions.offline.encryption import decrypt, derive_key, encrypt
from tournaments.actions.offline.section_import import import_section
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def with_changed_section(file: Any, change: Callable[[Any], object]) -> Any:
    """Return the file with its section changed, encrypted again with the same pass phrase."""
    key = derive_key(PASSPHRASE, file["salt"], file["cost"])
    content = decrypt(file["sealed"], [key], Problem("wrong_phrase", "Another phrase."))
    change(content["event"]["stages"][0]["sessions"][0]["sections"][0])
    return file | {"sealed": encrypt(content, key)}


def test_section_of_nine_hundred_rounds_is_rejected_quickly() -> None:
    file = exported_section(*dealt_in_two())

    def repeat_rounds(section: Any) -> None:
        first_round = section["rounds"][0]
        section["rounds"] = [first_round | {"number": number} for number in range(1, 901)]

    long_file = with_changed_section(file, repeat_rounds)
    club, offline_director = club_with_director("Bar Nou")
    start_time = time.process_time()
    assert refused_codes(lambda: import_section(club, long_file, PASSPHRASE, offline_director)) == [
        "too_many_parts"
    ]
    assert time.process_time() - start_time < 1
    assert MAX_ROUNDS < 900
    assert not Event.objects.filter(club=club).exists()


def test_section_with_a_repeated_board_is_rejected() -> None:
    file = exported_section(*dealt_in_two())

    def repeat_boards(section: Any) -> None:
        first_round, second_round = section["rounds"][:2]
        for first_seating, second_seating in zip(
            first_round["seatings"], second_round["seatings"], strict=True
        ):
            second_seating["plays"] = first_seating["plays"]

    club, offline_director = club_with_director("Bar Nou")
    assert refused_codes(
        lambda: import_section(
            club, with_changed_section(file, repeat_boards), PASSPHRASE, offline_director
        )
    ) == ["board_twice"]
    assert not Event.objects.filter(club=club).exists()
