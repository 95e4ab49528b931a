"""Every text is translated into every language, and catalogued texts are marked."""

import re

from django.conf import settings

from games.catalogue import GAMES
from scoring.catalogue import METHODS, TEAM_METHODS, TIEBREAKS
from tests import messages
from tournaments.movements.catalogue import MOVEMENTS
from tournaments.queries.history.descriptions import SENTENCES


def test_catalogues_are_complete_and_compiled() -> None:
    assert messages.all_problems() == []


def test_every_offered_language_has_a_catalogue() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *messages.LANGUAGES}


def test_fuzzy_or_missing_translation_is_reported() -> None:
    wanted, has = messages.extract_messages(), messages.catalogue("ca")
    has.get("Board").flags.add("fuzzy")
    has.get("Round").string = ""
    has.get("Table %(number)s").string = "Taula"
    problems = list(messages.catalogue_problems("ca", wanted, has))
    assert "ca: not translated: Board" in problems
    assert "ca: not translated: Round" in problems
    assert "ca: other places to fill: Table %(number)s" in problems


def test_catalogue_in_another_order_is_reported() -> None:
    wanted = messages.extract_messages()
    stored = messages.updated("ca", wanted)
    header, first, second, *others = stored.split(b"\n\n")
    reordered = b"\n\n".join([header, second, first, *others])
    assert [*messages.order_problems("ca", stored, wanted)] == []
    assert [*messages.order_problems("ca", reordered, wanted)] == [
        "ca: not in the order of `python -m tests.messages`; run it"
    ]


def texts_of_catalogues() -> set[str]:
    """Return every text of games, methods, tie-breaks and movements that people read."""
    texts = [class_.name for class_ in (*GAMES, *METHODS, *TEAM_METHODS, *TIEBREAKS, *MOVEMENTS)]
    for option in (
        option
        for class_ in (*GAMES, *METHODS, *TEAM_METHODS, *MOVEMENTS)
        for option in class_.own_options
    ):
        texts += [option.label, *option.labels.values()]
    for field in (field for game in GAMES for field in game().fields):
        texts += [field.label, field.fold_heading, *field.labels.values()]
    return {text for text in texts if re.search(r"[^\W\d_]{2}", text)}


def test_catalogued_texts_are_marked_for_translation() -> None:
    marked = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in messages.extract_messages()
    }
    assert texts_of_catalogues() - marked == set()


def test_audit_sentences_are_not_used_on_other_pages() -> None:
    """Audit lines and buttons need different words in most languages."""
    home = "tournaments/queries/history/descriptions.py"
    places = {
        message.id: {name for name, _line in message.locations}
        for message in messages.extract_messages()
    }
    assert not [text for text in SENTENCES.values() if places[text] != {home}]
