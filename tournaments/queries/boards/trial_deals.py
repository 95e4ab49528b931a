"""The deals of trials, derived from the installation's secret and the trial's name.

They belong to no session and are not stored. Their key is separate from those of events, so a trial
reveals neither a board of an event nor what the other seats hold.
"""

from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.game import Game
from games.playout import playout_random
from games.trial import Trial, play_trial

_SALT = "manilla.trial"


def derive_trial(game: Game, name: str, actions: Sequence[str]) -> Trial:
    """Return the trial of that name after its player's actions; its dealer is derived as well."""
    seed = salted_hmac(
        _SALT, f"{game.key}:{name}", secret=settings.CODE_KEYS[0], algorithm="sha256"
    ).hexdigest()
    number = int(seed, 16) % game.player_count + 1
    return play_trial(
        game, game.deal(seed, "", number), actions, playout_random(seed, game, number)
    )
