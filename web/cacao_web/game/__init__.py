"""One game at this device, as data."""
