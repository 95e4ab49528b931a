"""A file as a browser stores it."""

from django.http import HttpResponse


def file_answer(name: str, text: str) -> HttpResponse:
    """An answer that is stored under a name, of letters that need no quoting, and shown nowhere."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="application/octet-stream", headers=headers)
