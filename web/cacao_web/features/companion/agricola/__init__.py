"""Agricola at the table: score pad, helpers and campaigns."""
