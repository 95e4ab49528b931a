"""What the form of a new event sends."""

from tournaments.models import Club


def new_event_form(pair_count: int = 6, /, **overrides: str) -> dict[str, str]:
    """Return valid form data of a new event of pairs."""
    contestants = "\n".join(f"Anna {index} - Berta {index}" for index in range(pair_count))
    defaults = {
        "key": "a-key",
        "game": "botifarra",
        "club": str(Club.objects.get().pk),
        "name": "Campionat",
        "contestants": contestants,
    }
    options = {
        "option_edition": "western",
        "option_second_player_points": "no",
        "option_scoring": "duplicate",
        "option_multipliers": "2-4-8",
    }
    return {**defaults, **options, "boards_per_round": "", "rounds": "", "movement": ""} | overrides
