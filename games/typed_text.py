"""Text as people type and paste it: cleaned, compared, sorted, and read as a code."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

DASHES = "-‐‑‒–—―⸺⸻⁃−﹘﹣－ーｰ─━˗⁻₋〜～"
"""Dashes and what looks like one, the long vowel mark of Japanese keyboards among them."""

_HYPHENS = str.maketrans("‐‑﹣－", "----")
# Of the characters without width these are seen: Arabic number signs that stand around digits.
_VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"
# These leave no mark though their categories are visible: Hangul fillers, the empty Braille cell,
# vowels.
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_UNASSIGNED = re.compile("[\u2065\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff\U000e0000-\U000e0fff]")
_PLAIN_TEXT = re.compile("[ -~¡-¬®-\u02ff\u0370-\u03ff–—‘’ぁ-ゖ゠-ヾ\u4e00-\u9fff]*")
"""Letters among which nothing is invisible: nearly every name has no others."""

_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER = "\u200c", "\u200d"
_BLACK_FLAG = "\U0001f3f4"
_VIRAMA = 9  # the combining class of the mark after which a joiner changes an Indic letter
_MAX_MARKS_PER_LETTER = 8
"""Marks on one letter. No script needs more, and ordering a long row takes the square of its
length."""

_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
"""Marks on Latin, Greek and Cyrillic letters; the voicing marks of kana make other letters."""

_SPELLINGS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
    | dict.fromkeys("’‘ʼʹ′`´＇", "'")
    | dict.fromkeys(DASHES, "-")
)
"""Letters that have no accent to take away, and marks that keyboards write in several ways."""

_KATAKANA = {ord("ァ") + place: ord("ぁ") + place for place in range(ord("ヶ") - ord("ァ") + 1)}
_SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
_SORTS_AFTER_N = "n\U0010fffd"
"""Where Spanish has ñ: after every word with n in its place."""


def clean_text(text: str) -> str:
    """One spelling of what looks the same: composed letters, single blanks, nothing invisible.

    Joiners stay where they change what is seen: within emoji, Indic and Arabic words. So do
    variation selectors behind emoji and ideographs.
    """
    if _PLAIN_TEXT.fullmatch(text) and unicodedata.is_normalized("NFC", text):
        return " ".join(text.split())
    cleaned = _clean_once(text)
    while cleaned != text:  # composing letters may bring a joiner beside another neighbour
        text, cleaned = cleaned, _clean_once(cleaned)
    return cleaned


def _clean_once(text: str) -> str:
    visible = "".join(_visible_characters(text.translate(_HYPHENS)))
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _visible_characters(text: str) -> Iterator[str]:
    """The characters that can be seen, and those that change how their neighbours look."""
    previous, marks = " ", 0
    for index, letter in enumerate(text):
        category = unicodedata.category(letter)
        if letter.isspace():
            previous, marks = " ", 0
            yield " "
            continue
        if category in ("Mn", "Me") and not _is_variation_selector(letter):
            marks += 1
            if marks > _MAX_MARKS_PER_LETTER or letter in _BLANK_LETTERS:
                continue
        elif _is_invisible(letter, category):
            if not _affects_neighbours(letter, previous, text[index + 1 : index + 2]):
                continue
        else:
            marks = 0
        yield letter
        previous = letter


def _is_variation_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _is_invisible(letter: str, category: str) -> bool:
    if category == "Cf":
        return letter not in _VISIBLE_FORMATS
    is_control = category in ("Cc", "Cs") or bool(_UNASSIGNED.match(letter))
    return is_control or letter in _BLANK_LETTERS or _is_variation_selector(letter)


def _affects_neighbours(letter: str, previous: str, following: str) -> bool:
    """Whether an invisible character has a neighbour that looks otherwise because of it."""
    if letter == _ZERO_WIDTH_JOINER:
        is_emoji = _is_symbol(previous) or _is_variation_selector(previous)
        return (is_emoji and _is_symbol(following)) or _joins_letters(previous, following)
    if letter == _ZERO_WIDTH_NON_JOINER:
        return _joins_letters(previous, following)
    if letter in ("\ufe0e", "\ufe0f"):
        return _is_symbol(previous)
    if "\U000e0100" <= letter <= "\U000e01ef":
        return unicodedata.name(previous, "").startswith("CJK ")
    if "\U000e0020" <= letter <= "\U000e007f":  # the letters of a regional flag
        return previous == _BLACK_FLAG or "\U000e0020" <= previous <= "\U000e007e"
    return False


def _is_symbol(letter: str) -> bool:
    is_skin_tone = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return is_skin_tone or (
        bool(letter) and unicodedata.category(letter) == "So" and letter not in _BLANK_LETTERS
    )


def _joins_letters(previous: str, following: str) -> bool:
    """Whether a joiner stands between Arabic letters, or behind an Indic letter without its
    vowel."""
    return (_is_arabic(previous) and _is_arabic(following)) or unicodedata.combining(
        previous
    ) == _VIRAMA


def _is_arabic(letter: str) -> bool:
    return bool(letter) and unicodedata.bidirectional(letter) == "AL"


def comparison_key(text: str) -> str:
    """What two spellings of one name have in common: neither accents nor capitals nor the form
    of a dash."""
    folded = unicodedata.normalize("NFKD", clean_text(text)).casefold().translate(_SPELLINGS)
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", folded))
    return " ".join(unicodedata.normalize("NFC", plain).split())


@lru_cache(maxsize=10_000)
def collation_key(text: str, language: str) -> tuple[str, str, str]:
    """The key by which names are sorted for a reader of a language, the same on every database.

    First by letters alone, then by accents, then by code points. Marks between letters do not count
    and words count before the letters after them, as in printed lists. Spanish has ñ after n; kana
    is sorted by its sound, before kanji, which are sorted by code point since nobody has written
    down how they are read.

    It is made of `unicodedata` alone: databases sort by what they were created with, and ICU would
    be one more library to install for orders that differ in a handful of letters.
    """
    cleaned = clean_text(text)
    if language.startswith("es"):
        cleaned = re.sub("[ñÑ]", _SORTS_AFTER_N, cleaned)
    letters = comparison_key(re.sub("[ーｰ]", "", cleaned)).translate(_KATAKANA)
    letters = re.sub("[\u3099\u309a]", "", unicodedata.normalize("NFKD", letters)).translate(
        _SMALL_KANA
    )
    words = (re.sub("[^\\w\U0010fffd]", "", word) for word in re.split(r"[\s-]", letters))
    accents = unicodedata.normalize("NFKD", cleaned).casefold()
    return " ".join(filter(None, words)), accents, text


def has_letters(text: str) -> bool:
    """Whether there is anything in a text by which somebody can be called: a letter, or a
    picture."""
    return any(unicodedata.category(letter)[0] == "L" or _is_symbol(letter) for letter in text)


def as_code(typed: str) -> str:
    """The characters of a code that was shown in groups: no blanks, no dashes, nothing
    invisible."""
    letters = "".join(letter for letter in clean_text(typed) if letter not in DASHES)
    return "".join(unicodedata.normalize("NFKC", letters).split())
