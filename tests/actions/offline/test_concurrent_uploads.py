"""Simultaneous uploads beside phones store each entry once and lose none."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.evening import enter
from tests.scenes.offline_section import started_with_offline_section, stored_results
from tests.web.signed_in import RESULT
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.models import Entry, Play, ResultUpload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.thorough
def test_simultaneous_uploads_and_phone_entries_are_stored_once_each() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 3, offline_director)
    file, event = build_result_upload(offline_session.stage.event), central_session.stage.event
    first_play_lookups = {
        "board__session": central_session,
        "seating__round__number": 1,
        "seating__round__section__name": "Vic",
    }
    plays = list(
        Play.objects.filter(**first_play_lookups).select_related("seating__table").order_by("pk")
    )

    def upload_or_enter(number: int) -> None:
        try:
            if number % 2:
                receive_result_upload(event, file, director, f"{number}")
            else:
                enter(plays[number // 2], RESULT, ["ns"])
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(upload_or_enter, range(8)))
    stored_entries = Entry.objects.filter(play__board__session=central_session)
    assert (
        stored_entries.exclude(origin="").count(),
        stored_entries.filter(origin="").count(),
    ) == (24, 4)
    assert sorted(ResultUpload.objects.values_list("entries", flat=True)) == [0, 0, 0, 24]
    results_after = [result for result in stored_results(central_session) if result[0] > 1]
    assert results_after == [result for result in stored_results(offline_session) if result[0] > 1]
