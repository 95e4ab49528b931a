"""Text as people type and paste it: cleaning, comparison, collation, and codes."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Dashes and characters that look like one, including the long vowel mark of Japanese keyboards.
DASHES = "-‐‑‒–—―⸺⸻⁃−﹘﹣－ーｰ─━˗⁻₋〜～"

_HYPHENS = str.maketrans("‐‑﹣－", "----")

# Format characters (Cf) that are visible: Arabic number signs that surround digits.
_VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"

# Characters that leave no mark although their categories are visible: Hangul fillers, the empty
# Braille cell, two Khmer vowels, the grapheme joiner.
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_UNASSIGNED = re.compile("[\u2065\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff\U000e0000-\U000e0fff]")

# A fast path: characters of which none is invisible, enough for nearly every name.
_PLAIN_TEXT = re.compile("[ -~¡-¬®-\u02ff\u0370-\u03ff–—‘’ぁ-ゖ゠-ヾ\u4e00-\u9fff]*")

_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER = "\u200c", "\u200d"
_BLACK_FLAG = "\U0001f3f4"
_VIRAMA = 9  # the combining class of the mark after which a joiner changes an Indic letter

# Combining marks on one letter. No script needs more, and normalizing a long run of them takes
# quadratic time.
_MAX_MARKS_PER_LETTER = 8

# Marks on Latin, Greek and Cyrillic letters. The voicing marks of kana are not accents: they make
# other letters.
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")

# Letters without a decomposition, and punctuation that keyboards write in several ways.
_SPELLINGS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
    | dict.fromkeys("’‘ʼʹ′`´＇", "'")
    | dict.fromkeys(DASHES, "-")
)

_KATAKANA = {ord("ァ") + place: ord("ぁ") + place for place in range(ord("ヶ") - ord("ァ") + 1)}
_SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")

# Replaces ñ in Spanish, to sort after every other word that has n in its place.
_SORTS_AFTER_N = "n\U0010fffd"


def clean_text(text: str) -> str:
    """Normalize a text to one spelling: composed letters, single spaces, nothing invisible.

    Joiners and variation selectors stay if they change how a neighbour looks: within emoji, Indic
    and Arabic words, and after emoji and ideographs.
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
    """Yield visible characters, and invisible ones that change how neighbours look."""
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
    """Whether an invisible character changes how one of its neighbours looks."""
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
    """Whether a joiner is between Arabic letters, or after an Indic letter with a virama."""
    return (_is_arabic(previous) and _is_arabic(following)) or unicodedata.combining(
        previous
    ) == _VIRAMA


def _is_arabic(letter: str) -> bool:
    return bool(letter) and unicodedata.bidirectional(letter) == "AL"


def comparison_key(text: str) -> str:
    """Return a key that ignores accents, case, and the form of dashes and apostrophes."""
    folded = unicodedata.normalize("NFKD", clean_text(text)).casefold().translate(_SPELLINGS)
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", folded))
    return " ".join(unicodedata.normalize("NFC", plain).split())


@lru_cache(maxsize=10_000)
def collation_key(text: str, language: str) -> tuple[str, str, str]:
    """Return a sort key for names, for readers of a language, independent of the database.

    The key compares letters first, then accents, then code points. Marks between letters are
    ignored, and words are compared one by one, as in printed lists. Spanish sorts ñ after n. Kana
    are sorted by sound, before kanji. Kanji are sorted by code point, since their reading is not
    known.

    Only `unicodedata` is used. The collation of a database depends on how the database was created,
    and ICU would be another dependency for orders that differ in a handful of letters.
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
    """Whether the text has a letter or a symbol, so that it can serve as a name."""
    return any(unicodedata.category(letter)[0] == "L" or _is_symbol(letter) for letter in text)


def as_code(typed_code: str) -> str:
    """Normalize a code that was shown in groups: no spaces, dashes or invisible characters."""
    letters = "".join(letter for letter in clean_text(typed_code) if letter not in DASHES)
    return "".join(unicodedata.normalize("NFKC", letters).split())
