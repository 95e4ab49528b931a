"""Visibility: every decision about who may see cards, results, awards, seeds and codes.

docs/developers/permissions.md lists the rules, and tests/permissions/visibility/test_truth_table.py
checks them. Code that shows something asks this package first. The package reads models, and
nothing of `queries`.

Not here: how something is displayed, who may act (`permissions/roles.py`), who prepares which board
(`queries/boards/board_preparation.py`), and the audited actions that open a sealed board
(`actions/boards/`, `actions/results/reveal_play.py`).
"""
