"""The score pad of Agricola."""
