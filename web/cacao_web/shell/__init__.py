"""Parts shared by all features: dialogs, notices, addresses, and their registration."""
