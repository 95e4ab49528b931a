"""The deals of trials: each follows from the installation's secret and the name in its address.

They belong to no session, and nothing of them is stored. Their secret is derived for them alone, so
that nobody works out what the others hold, and no board of an event is among them.
"""

from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.game import Game
from games.playout import playout_random
from games.trial import Trial, play_trial

_SALT = "manilla.trial"


def derive_trial(game: Game, name: str, own: Sequence[str]) -> Trial:
    """The trial of that name after what its player has done; who deals follows from the name
    too."""
    seed = salted_hmac(
        _SALT, f"{game.key}:{name}", secret=settings.CODE_KEYS[0], algorithm="sha256"
    ).hexdigest()
    number = int(seed, 16) % game.players + 1
    return play_trial(game, game.deal(seed, "", number), own, playout_random(seed, game, number))
