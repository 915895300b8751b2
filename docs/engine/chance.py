"""An engine in plain Python, without cacao_core: it plays a legal move by chance.

    python -m cacao_core arena easy "chance=./chance.sh"

where chance.sh runs ``python3 docs/engine/chance.py``: a Python file alone counts as a bot.
"""

import random
import sys


def main() -> None:
    chance = random.Random()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["cacao"]:
            say("id name chance")
            say("protocol 1")
            say("cacaook")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["go"]:
            legal = words[words.index("legal") + 1 :]
            say(f"bestmove {chance.choice(legal)}")
        elif words[:1] == ["quit"]:
            return


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
