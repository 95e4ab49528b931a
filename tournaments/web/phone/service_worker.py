"""The service worker, which stores a table's pages on the phone.

Browsers accept a service worker only over HTTPS.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

# Views after which the browser has another session or language, so that stored pages must go.
SESSION_CHANGING_VIEWS = (
    *("sign_in", "first_password", "second_factor", "second_factor_new"),
    *("sign_out", "visit_end", "visits_end", "set_language"),
)


@require_safe
def service_worker_view(request: HttpRequest) -> HttpResponse:
    """Return the script, with its configuration in the first line.

    Its URL is at the root of the site, so that every page is in its scope.
    """
    config = {
        "version": _compute_version() if settings.DEBUG else _version(),
        "pages": reverse("table_find"),
        "files": f"/{settings.STATIC_URL.strip('/')}/",
        "readers": [reverse(name) for name in SESSION_CHANGING_VIEWS],
    }
    script = f"const CONFIG = {json.dumps(config)};\n{_service_worker_path().read_text()}"
    return HttpResponse(
        script, content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


def _service_worker_path() -> Path:
    return Path(str(finders.find("sw.js")))


def _compute_version() -> str:
    """Return a hash of all static files; phones discard stored files when it changes."""
    digest = hashlib.sha256()
    for path in sorted(_service_worker_path().parent.rglob("*")):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:12]


_version = cache(_compute_version)
