"""The language of a page is the browser's, or the one that the reader has chosen."""

import pytest
from django.test import Client

from tests import messages


@pytest.mark.django_db
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_language_follows_the_browser_unless_the_reader_chooses_another(language: str) -> None:
    phone = Client(headers={"accept-language": f"{language},en;q=0.5"})
    assert f'<html lang="{language}"' in phone.get("/t/").content.decode()
    response = phone.post("/language/", {"language": "en", "next": "/t/"})
    assert (response.status_code, response["Location"]) == (302, "/t/")
    assert '<html lang="en"' in phone.get("/t/").content.decode()
