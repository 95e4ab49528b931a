"""Texts and their translations: `python -m tests.messages` updates the catalogues.

Texts are extracted from code and templates. Each catalogue in locale/ must contain exactly these,
translated. Compiled catalogues are committed too, since a club's laptop has no build tools.
"""

import io
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

# Languages with a catalogue; the texts in the code are English.
LANGUAGES = ("ca", "es", "ja")

_ROOT = Path(__file__).parent.parent
_FOLDERS = ("config", "games", "scoring", "tournaments", "templates")
_METHODS = [("**.py", "python"), ("**.html", "tests.messages:extract_from_template")]
_KEYWORDS: Mapping[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "ngettext_noop"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}

# Without dates and names of translators, which would change with every update.
_HEADER = """msgid ""
msgstr ""
"Project-Id-Version: Manilla\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

_PLACEHOLDER = r"%\(\w+\)\w"
# Equal translations of this many words are a mistake, even in related languages.
_MIN_SENTENCE_WORDS = 4

_FIXED_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def extract_from_template(
    file: BinaryIO, keywords: Mapping[str, Any], comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Yield the texts of a template, after Django has rewritten it as Python calls."""
    source = templatize(file.read().decode())
    calls = "\n".join(line.strip() for line in source.splitlines())
    return extract_python(io.BytesIO(calls.encode()), keywords, comment_tags, options)


def extract_messages() -> Catalog:
    """Return every text of the program with its files, in a stable order."""
    catalog = Catalog()
    for folder in _FOLDERS:
        messages = extract_from_dir(str(_ROOT / folder), _METHODS, keywords=_KEYWORDS)
        for name, _line, text, _comments, context in sorted(messages, key=itemgetter(0)):
            catalog.add(text, context=context, locations=[(f"{folder}/{name}", 0)])
    return catalog


def catalogue(language: str) -> Catalog:
    """Return the stored translations of a language."""
    return read_po(io.BytesIO(_file(language, "po").read_bytes()), locale=language)


def catalogue_problems(language: str, wanted: Catalog, has: Catalog) -> Iterator[str]:
    """Yield missing and superfluous translations, and those with wrong placeholders."""
    for message in wanted:
        if message.id and not _is_complete(has.get(message.id, message.context)):
            yield f"{language}: not translated: {message.id}"
    for message in has:
        if message.id and wanted.get(message.id, message.context) is None:
            yield f"{language}: no such text: {message.id}"
        yield from (f"{language}: {problems}: {message.id}" for problems in message.check(has))
        if not _has_same_placeholders(message):
            yield f"{language}: other places to fill: {message.id}"


def identical_sentences(language: str, other: str) -> Iterator[str]:
    """Yield sentences that are the same in two languages, which suggests a mistake."""
    has, beside = catalogue(language), catalogue(other)
    for message in has:
        translation, other_message = message.string, beside.get(message.id, message.context)
        if (
            other_message
            and translation == other_message.string
            and isinstance(translation, str)
            and _word_count(translation) >= _MIN_SENTENCE_WORDS
        ):
            yield f"{language} as in {other}: {translation}"


def _word_count(text: str) -> int:
    return len(re.findall(r"[^\W\d_]{2,}", re.sub(rf"{_PLACEHOLDER}|<[^>]*>", "", text)))


def _is_complete(message: Message | None) -> bool:
    if message is None or message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def _has_same_placeholders(message: Message) -> bool:
    """Return whether a translation has the placeholders of its text.

    Plural forms except the last may omit the number.
    """
    if isinstance(message.string, str):
        return not message.string or _placeholders(message.string) == _placeholders(message.id)
    return all(
        _placeholders(form) <= _placeholders(message.id[-1]) for form in message.string
    ) and (
        not message.string[-1] or _placeholders(message.string[-1]) == _placeholders(message.id[-1])
    )


def _placeholders(text: str) -> set[str]:
    return set(re.findall(_PLACEHOLDER, text))


def compiled(translations: Catalog) -> bytes:
    """Return the compiled catalogue, reproducibly."""
    translations.creation_date = translations.revision_date = _FIXED_DATE
    file = io.BytesIO()
    write_mo(file, translations)
    return file.getvalue()


def update(language: str, wanted: Catalog) -> None:
    """Add new texts to a catalogue and drop removed ones; new texts have an empty translation."""
    _file(language, "po").write_bytes(updated(language, wanted))
    _file(language, "mo").write_bytes(compiled(catalogue(language)))


def updated(language: str, wanted: Catalog) -> bytes:
    """Return the catalogue with the wanted texts, in the order in which it is stored."""
    has = catalogue(language)
    has.update(wanted, no_fuzzy_matching=True)
    output = io.BytesIO()
    write_po(
        output,
        has,
        width=110,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
        omit_header=True,
    )
    header = _HEADER.format(language=language, plurals=has.plural_forms)
    return header.encode() + output.getvalue()


def order_problems(language: str, stored: bytes, wanted: Catalog) -> Iterator[str]:
    """Yield a problem if the next update would reorder the stored catalogue."""
    if stored != updated(language, wanted):
        yield f"{language}: not in the order of `python -m tests.messages`; run it"


def all_problems(languages: Sequence[str] = LANGUAGES) -> list[str]:
    """Return everything that is wrong with the stored catalogues."""
    wanted, problems = extract_messages(), []
    for language in languages:
        has = catalogue(language)
        language_problems = [*catalogue_problems(language, wanted, has)]
        problems += language_problems
        if not language_problems:  # otherwise the catalogue differs in any case
            problems += order_problems(language, _file(language, "po").read_bytes(), wanted)
        if _file(language, "mo").read_bytes() != compiled(has):
            problems.append(f"{language}: compiled from other translations")
    return problems + [
        sentence for pair in combinations(languages, 2) for sentence in identical_sentences(*pair)
    ]


def _file(language: str, kind: str) -> Path:
    return _ROOT / "locale" / language / "LC_MESSAGES" / f"django.{kind}"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        wanted = extract_messages()
        for language in LANGUAGES:
            update(language, wanted)
    wrong = all_problems()
    sys.stderr.write("".join(f"{problem}\n" for problem in wrong))
    sys.exit(bool(wrong))
