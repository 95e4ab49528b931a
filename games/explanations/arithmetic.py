"""Evaluation of printed formulas; only τ, roots and powers are rounded, to fifty digits."""

import ast
import operator
from collections.abc import Callable, Mapping
from decimal import Context, Decimal
from fractions import Fraction

_CONTEXT = Context(prec=50)
_PYTHON_OPERATORS = str.maketrans({"−": "-", "×": "*", "^": "**"})

# The inverse of the golden ratio, 0.618…, printed as τ.
INVERSE_GOLDEN_RATIO = Fraction(
    _CONTEXT.divide(_CONTEXT.subtract(_CONTEXT.sqrt(Decimal(5)), Decimal(1)), Decimal(2))
)


def evaluate_formula(formula: str) -> Fraction:
    """Evaluate a formula of integers, τ, + − × / ^, brackets, `max`, `min` and `√`.

    The formula is translated to Python and parsed with `ast`. Only the nodes listed in `_evaluate`
    are evaluated, so that no other code can run. Raises ValueError for anything else.
    """
    return _evaluate(
        ast.parse(formula.translate(_PYTHON_OPERATORS).replace("√", "root"), mode="eval").body
    )


def _evaluate(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(int() as number):
            return Fraction(number)
        case ast.Name("τ"):
            return INVERSE_GOLDEN_RATIO
        case ast.UnaryOp(ast.USub(), operand):
            return -_evaluate(operand)
        case ast.BinOp(left, operator_node, right) if type(operator_node) in _OPERATIONS:
            return _OPERATIONS[type(operator_node)](_evaluate(left), _evaluate(right))
        case ast.Call(ast.Name(name), arguments, []) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*map(_evaluate, arguments))
    raise ValueError(f"not part of a formula: {ast.unparse(node)}")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    return Fraction(_CONTEXT.power(_to_decimal(base), _to_decimal(exponent)))


def _root(number: Fraction) -> Fraction:
    return Fraction(_CONTEXT.sqrt(_to_decimal(number)))


def _to_decimal(number: Fraction) -> Decimal:
    return _CONTEXT.divide(Decimal(number.numerator), Decimal(number.denominator))


_OPERATIONS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: _power,
}
_FUNCTIONS: Mapping[str, Callable[..., Fraction]] = {"max": max, "min": min, "root": _root}
