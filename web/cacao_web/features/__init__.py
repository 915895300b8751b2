"""A folder for each thing that people do, with its model, controller and view."""
