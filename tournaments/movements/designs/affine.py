"""Affine geometries over a prime: any two points lie on exactly one line."""

from itertools import product

from tournaments.movements.base.individual_movement import Tables

Point = tuple[int, ...]


def parallel_classes(dimension: int, prime: int) -> tuple[Tables, ...]:
    """Return, for each direction, its parallel lines, which together contain all points.

    Points are numbered from 1. The space has prime ** dimension points.
    """
    points = list(product(range(prime), repeat=dimension))
    numbers = {point: number for number, point in enumerate(points, 1)}
    return tuple(
        tuple(
            tuple(numbers[point] for point in line)
            for line in dict.fromkeys(_line(start, direction, prime) for start in points)
        )
        for direction in points
        if _is_normalized(direction)
    )


def _line(start: Point, direction: Point, prime: int) -> tuple[Point, ...]:
    """Return the points of the line through `start`, sorted, so that equal lines are equal."""
    return tuple(
        sorted(
            tuple((x + step * delta) % prime for x, delta in zip(start, direction, strict=True))
            for step in range(prime)
        )
    )


def _is_normalized(direction: Point) -> bool:
    """Return whether a direction represents its multiples: its first nonzero one is 1."""
    return next((delta for delta in direction if delta), 0) == 1
