"""Games of Agricola that were played."""
