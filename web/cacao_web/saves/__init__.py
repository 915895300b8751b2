"""What is kept on this device."""
