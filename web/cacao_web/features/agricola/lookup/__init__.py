"""The look-up of Agricola."""
