"""Drawings of results: charts, scores, standings."""
