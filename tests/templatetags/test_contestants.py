"""Names of contestants as pages show them."""

import html

import pytest
from django.utils.html import strip_tags

from tournaments.templatetags.contestants import person_by_person

PAIR = "Anna <b>Puig</b> & Co – Berta Roca"


def test_persons_of_a_pair_are_separate_spans_with_the_dash_between_them() -> None:
    assert person_by_person("Anna Puig – Berta Roca") == (
        '<span class="persons"><span class="person">Anna Puig<span> –</span></span>'
        '<span class="dash"> </span>'
        '<span class="person">Berta Roca</span></span>'
    )


@pytest.mark.parametrize("name", [PAIR, "Anna <i>", "Anna–Berta", "A – B – C"])
def test_names_are_escaped(name: str) -> None:
    names_html = person_by_person(name)
    assert html.unescape(strip_tags(names_html)) == name
    assert "<b>" not in names_html
    assert "<i>" not in names_html


def test_single_name_has_no_spans() -> None:
    assert person_by_person("Els & Altres") == "Els &amp; Altres"
