"""Compute X of single players."""


def differences_from_all(points):
    """Return the sum of each seat's differences from all others."""
    return {
        seat: sum(seat_points - other for other in points.values())
        for seat, seat_points in points.items()
    }
