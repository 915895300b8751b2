"""Intents from what people do: clicks, taps, keys, fields, and what they drag or draw."""
