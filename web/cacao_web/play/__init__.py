"""The game in progress: people's input, computers' turns, saving and drawing."""
