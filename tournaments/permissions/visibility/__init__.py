"""Visibility: every decision about who may see cards, results, awards, seeds and codes.

docs/developers/permissions.md lists the rules, and tests/permissions/visibility/test_truth_table.py
checks them. Code that shows something calls this package first. The package uses models, but
nothing from `queries`.

Related decisions are in other places: who may act (`permissions/roles.py`), who prepares which
board (`queries/boards/board_preparation.py`), and the audited actions that show a sealed board
(`actions/boards/`, `actions/results/reveal_play.py`).
"""
