"""Scripts are modules with explicit imports and exports."""

import gzip
import re
from graphlib import TopologicalSorter
from pathlib import Path
from shutil import copytree

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

FOLDER = settings.BASE_DIR / "static"
TEMPLATES = settings.BASE_DIR / "templates"
# Scripts by name, without the service worker: no page loads it, and browsers accept it as a classic
# script only.
MODULES = {path.name: path.read_text() for path in FOLDER.glob("*.js") if path.name != "sw.js"}

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([a-z0-9_]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|let|class|(?:async )?function\*?) (\w+)", re.MULTILINE)


def imports(name: str) -> dict[str, list[str]]:
    """Return the names that a script imports, by the script they come from."""
    return {source: names.split(", ") for names, source in IMPORT.findall(MODULES[name])}


def test_imported_names_are_exported_and_used() -> None:
    for name, text in MODULES.items():
        code = IMPORT.sub("", text)
        assert text.count("\nimport ") == len(imports(name)), (
            f"{name}: in the one form that gets its version"
        )
        for source, names in imports(name).items():
            assert set(names) <= set(EXPORT.findall(MODULES[source])), name
            assert [name for name in names if not re.search(rf"\b{name}\b", code)] == [], name


def test_exported_names_are_imported_elsewhere() -> None:
    wanted = {
        (source, exported_name)
        for name in MODULES
        for source, names in imports(name).items()
        for exported_name in names
    }
    offered = {
        (name, exported_name)
        for name, code in MODULES.items()
        for exported_name in EXPORT.findall(code)
    }
    assert offered == wanted


def test_script_imports_have_no_cycle() -> None:
    order = list(TopologicalSorter({name: imports(name) for name in MODULES}).static_order())
    assert order.index("offline_pages.js") < order.index("queue.js") < order.index("queue_strip.js")


def test_scripts_that_verify_deals_are_small() -> None:
    """Phones load them over slow connections, and players may want to read them."""
    loaded = {"deal_proof.js"}
    while more := {source for name in loaded for source in imports(name)} - loaded:
        loaded |= more
    assert loaded == {"deal_proof.js", "deals.js", "shake256.js", "sha256.js"}
    size = sum(len(MODULES[name].encode()) for name in loaded)
    assert size < 21_500, size


def test_every_script_is_loaded_as_a_module() -> None:
    tags = [
        tag
        for path in TEMPLATES.rglob("*.html")
        for tag in re.findall(r"<script[^>]*>", path.read_text())
        if "{% static" in tag
    ]
    assert len(tags) > 20
    assert [tag for tag in tags if 'type="module"' not in tag] == []


def test_imported_script_has_the_same_version_as_in_a_page() -> None:
    """Else a phone would keep an old module for a year, or load a second one beside the first."""
    script = b"".join(Client().get(staticfiles_storage.url("queue_strip.js"))).decode()
    for name in ("offline_pages.js", "queue.js"):
        address = staticfiles_storage.url(name)
        assert f'from "./{address.rpartition("/")[2]}";' in script
        assert "immutable" in Client().get(address).headers["Cache-Control"]


def test_changed_module_changes_the_url_of_its_importers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ("app.js", "offline_pages.js", "queue.js", "queue_strip.js")
    urls_before = [staticfiles_storage.url(name) for name in names]
    copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "offline_pages.js").write_text(MODULES["offline_pages.js"] + "// changed")
    monkeypatch.setattr(settings, "DEBUG", True)  # a running installation reads each file once
    monkeypatch.setattr("config.static_files.finders.find", lambda name: str(tmp_path / name))
    urls_after = [staticfiles_storage.url(name) for name in names]
    assert [one == other for one, other in zip(urls_before, urls_after, strict=True)] == [
        True,
        False,
        False,
        False,
    ]


def test_style_names_its_fonts_by_version() -> None:
    """Without the version a browser would fetch a preloaded font twice."""
    style_sheet = b"".join(Client().get(staticfiles_storage.url("fonts.css"))).decode()
    for name in ("fonts/besley.woff2", "fonts/atkinson.woff2"):
        address = staticfiles_storage.url(name)
        assert f"url({address.removeprefix('/static/')})" in style_sheet
        assert "immutable" in Client().get(address).headers["Cache-Control"]


def test_scripts_and_styles_are_compressed_for_browsers_that_accept_gzip() -> None:
    for name in ("app.css", "queue.js", "mark.svg", "django_htmx/htmx-2.min.js"):
        address = staticfiles_storage.url(name)
        plain = Client().get(address)
        packed = Client().get(address, headers={"accept-encoding": "gzip, br"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(b"".join(packed)) == b"".join(plain)
