"""Numbers that computer players have learned from self-play.

``python -m cacao_core learn`` writes all of these modules (docs/dev/ai.md).
"""
