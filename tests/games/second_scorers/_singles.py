"""X of players who are each for themselves, from what each makes."""


def over_all(own):
    """What each makes more than every other, added up."""
    return {seat: sum(made - other for other in own.values()) for seat, made in own.items()}
