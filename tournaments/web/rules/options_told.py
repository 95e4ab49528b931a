"""Options on a rules page in people's words: a file has the key and the choices that a program
knows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext
from markdown_it.token import Token

from games.options import Option
from tournaments.web.markdown_page import Rewording

_CODE = "code_inline"


def options_told(options: Iterable[Option]) -> Rewording:
    """Takes the key from behind the label of each of these, and puts what its choices are
    called."""
    known = {option.key: option for option in options}

    def reword(tokens: Sequence[Token]) -> None:
        for token in tokens:
            if option := _told_in(token, known):
                token.children = list(_in_words(token.children or [], option))

    return reword


def _told_in(token: Token, known: Mapping[str, Option]) -> Option | None:
    """The option that a line tells of: its key is the first that stands there as code, behind a
    label."""
    children = token.children or []
    place = _place_of_code(children)
    return known.get(children[place].content) if _is_behind_label(children[:place]) else None


def _place_of_code(children: Sequence[Token]) -> int:
    return next((place for place, token in enumerate(children) if token.type == _CODE), 0)


def _is_behind_label(before: Sequence[Token]) -> bool:
    return any(token.type == "strong_close" for token in before) and before[-1].content.endswith(
        ("(", "（")
    )


def _in_words(children: Sequence[Token], option: Option) -> Iterator[Token]:
    place = _place_of_code(children)
    opening, closing = children[place - 1], children[place + 1]
    opening.content = opening.content[:-1].rstrip()
    closing.content = closing.content[1:]
    for token in (*children[:place], *children[place + 1 :]):
        if token.type == _CODE and token.content in option.choices:
            yield from _emphasised(gettext(option.labels.get(token.content, token.content)))
        else:
            yield token


def _emphasised(text: str) -> Iterable[Token]:
    return (
        Token("em_open", "em", 1),
        Token("text", "", 0, content=text),
        Token("em_close", "em", -1),
    )
