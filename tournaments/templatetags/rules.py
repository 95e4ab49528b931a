"""Filters for the rules of games."""

import re
from collections.abc import Sequence

from django import template
from django.template.defaultfilters import capfirst
from django.utils.translation import get_language

from games.game import Game
from tournaments.queries.events.rules import ChosenOption, has_rules, non_default_options

register = template.Library()


@register.filter
def has_written_rules(game: Game | type[Game]) -> bool:
    """Return whether the rules of a game exist in the reader's language."""
    return has_rules(game.key, get_language())


@register.filter
def non_default_options_of(game: Game) -> Sequence[ChosenOption]:
    """Return the options of a game whose values are not the default ones."""
    return non_default_options(game)


@register.filter
def without_family_prefix(name: str, family: str) -> str:
    """Return the name of a game without its family's name, which the heading above it shows."""
    return str(capfirst(re.sub(rf"^{re.escape(family)}\s*[:：]\s*", "", name)))
