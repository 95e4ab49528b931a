"""The rules of a game as pages and links name them."""

import re
from collections.abc import Sequence

from django import template
from django.template.defaultfilters import capfirst
from django.utils.translation import get_language

from games.game import Game
from tournaments.queries.events.rules import ChosenOption, has_rules, non_default_options

register = template.Library()


@register.filter
def is_written(game: Game | type[Game]) -> bool:
    """Whether the rules of a game can be read in the reader's language."""
    return has_rules(game.key, get_language())


@register.filter
def otherwise(game: Game) -> Sequence[ChosenOption]:
    """The options in which an event plays otherwise than usual."""
    return non_default_options(game)


@register.filter
def within_family(name: str, family: str) -> str:
    """The name of a game without that of its family before a colon, where a heading says it."""
    return str(capfirst(re.sub(rf"^{re.escape(family)}\s*[:：]\s*", "", name)))
