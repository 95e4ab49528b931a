"""Every action that changes an event checks that the event is editable."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.conf import settings

ACTIONS = Path(settings.BASE_DIR) / "tournaments" / "actions"
WRITING = {"record_audit", "undoable", "recording_undo_step"}
CHECK = "require_editable"

# Why a function may write about an event without the check.
EXEMPT = {
    "create_event": "the event is new",
    "copy_event": "the copy is new",
    "import_results": "the event is new",
    "mark_as_demo": "the event is new",
    "import_section": "the event is new",
    "recording_questions": "notes what an action has asked after its own check",
    "recording_refused_decisions": "notes what an action has refused after its own check",
    "undoable": "is used inside actions",
}


class Function:
    """A function of the actions: which names it uses, and whether it writes about an event."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self.name = node.name
        self.uses = {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}
        self.writes = any(_is_about_event(child) for child in ast.walk(node))


def _is_about_event(node: ast.AST) -> bool:
    """Return whether a call writes an audit line or undo step about an event, not just a club."""
    if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in WRITING):
        return False
    condition = ast.unparse(node.args[2])
    return condition != "club" and not condition.endswith(".club")


def functions_in(sources: Mapping[str, str]) -> Iterator[tuple[str, Function]]:
    """Return every function of these modules, by module and name."""
    for module, source in sources.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                yield f"{module}.{node.name}", Function(node)


def without_check(sources: Mapping[str, str]) -> list[str]:
    """Return the functions used by other modules that write about an event without the check."""
    functions = dict(functions_in(sources))

    def targets(key: str) -> list[str]:
        """Return the functions that a function uses: its module's private ones, any public ones."""
        module, names = key.rpartition(".")[0], functions[key].uses
        return [
            other
            for other, function in functions.items()
            if function.name in names
            and (other.startswith(f"{module}.") or not function.name.startswith("_"))
        ]

    callers: dict[str, set[str]] = {key: set() for key in functions}
    for key in functions:
        for other in targets(key):
            if other != key:
                callers[other].add(key)

    def is_checked(key: str) -> bool:
        """Return whether a function calls the check itself, or a function that does."""
        return any(CHECK in functions[target].uses for target in (key, *targets(key)))

    def is_fine(key: str, visited: frozenset[str]) -> bool:
        """Return whether a function checks, is exempt, or is called only by such functions."""
        if key in visited or functions[key].name in EXEMPT or is_checked(key):
            return True
        above = callers[key]
        return bool(above) and all(is_fine(other, visited | {key}) for other in above)

    return sorted(
        key
        for key, function in functions.items()
        if function.writes and not is_fine(key, frozenset())
    )


def _sources() -> dict[str, str]:
    return {
        ".".join(path.relative_to(ACTIONS).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in ACTIONS.rglob("*.py")
    }


def test_every_action_requires_an_editable_event() -> None:
    assert without_check(_sources()) == []


def test_action_without_the_check_is_found() -> None:
    action = "def pay(event, actor):\n    _write(event, actor)\n\n"
    helper = "def _write(event, actor):\n    record_audit(actor, Verb.MARK_PAID, event)\n"
    check = "    require_editable(event, Verb.MARK_PAID)\n"
    checked = action.replace("    _write", check + "    _write")
    assert without_check({"fees": action + helper}) == ["fees._write"]
    assert without_check({"fees": checked + helper}) == []


def test_exempt_functions_exist() -> None:
    names = {function.name for _key, function in functions_in(_sources())}
    assert names >= EXEMPT.keys()
