"""A game being played: what people do, computers' turns, saving and drawing."""
