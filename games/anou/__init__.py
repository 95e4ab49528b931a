"""Anou: card play, the placing of cards in walls, and scoring."""
