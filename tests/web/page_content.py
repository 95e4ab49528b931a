"""The content of a page that exists."""

from django.test import Client


def page_content(client: Client, url: str) -> str:
    """Return the content of a page, after checking that it was found."""
    response = client.get(url)
    assert response.status_code == 200, url
    return response.content.decode()
