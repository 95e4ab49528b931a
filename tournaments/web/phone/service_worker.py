"""The service worker, which keeps a table's pages on the phone; browsers take one over HTTPS
alone."""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

ANOTHER_READER = (
    *("sign_in", "first_password", "second_factor", "second_factor_new"),
    *("sign_out", "visit_end", "visits_end", "set_language"),
)
"""Where a browser comes to be another member's or nobody's, or speaks another language."""


@require_safe
def service_worker_view(request: HttpRequest) -> HttpResponse:
    """Its script, whose first line says what it may keep; from the root it reaches every page."""
    site = {
        "version": _fresh_version() if settings.DEBUG else _version(),
        "pages": reverse("table_find"),
        "files": f"/{settings.STATIC_URL.strip('/')}/",
        "readers": [reverse(name) for name in ANOTHER_READER],
    }
    script = f"const CONFIG = {json.dumps(site)};\n{_script().read_text()}"
    return HttpResponse(
        script, content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


def _script() -> Path:
    return Path(str(finders.find("sw.js")))


def _fresh_version() -> str:
    """Changes with any of our files: then whatever was kept under the old one is forgotten."""
    digest = hashlib.sha256()
    for path in sorted(_script().parent.rglob("*")):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:12]


_version = cache(_fresh_version)
