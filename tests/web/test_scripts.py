"""The scripts of a page share one scope: what two of them call by the same name, neither has."""

import re
from collections import Counter

import pytest
from django.conf import settings

pytestmark = pytest.mark.once

FOLDER = settings.BASE_DIR / "static"
DECLARED = re.compile(r"^(?:const|let|class|(?:async )?function\*?) (\w+)", re.MULTILINE)


def test_no_two_scripts_of_a_page_declare_the_same_name() -> None:
    scripts = [path for path in FOLDER.glob("*.js") if path.name != "sw.js"]  # which no page loads
    names = Counter(name for path in scripts for name in DECLARED.findall(path.read_text()))
    assert len(names) > 50
    assert [name for name, times in names.items() if times > 1] == []
