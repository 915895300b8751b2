"""What all features share: dialogs, notices, addresses, and their registration."""
