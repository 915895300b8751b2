"""Data stored on this device."""
