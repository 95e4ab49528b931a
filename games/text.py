"""The mark that makes a sentence translatable without importing a translation system."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(text: str) -> str:
    """Return `text` unchanged; pages translate what carries this mark."""
    return text


@dataclass(frozen=True)
class Words:
    """Marked English text with places filled from `params`, to be a parameter of a sentence in its turn."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template
