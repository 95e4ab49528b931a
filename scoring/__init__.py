"""Exact scoring: from X to awards and from awards to standings. Pure Python."""
