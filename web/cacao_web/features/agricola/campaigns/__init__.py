"""Campaigns of Agricola."""
