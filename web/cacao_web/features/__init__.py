"""A folder for each feature, with its model, controller and view."""
