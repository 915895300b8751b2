"""Stands in, in the page, for the parts of Python's library that speak to networks and processes.

``asyncio`` imports its own loops, with sockets, processes and encryption, before Pyodide puts one
of the browser in their place, and what prints in terminals who waits for whom; ``urllib.parse``
wants to know the internet's addresses, and what draws QR codes brings along all that fetches pages.
A page can do nothing with any of it: it was an eighth of the bytecode of each start. The build
puts this module under the names of them all; the archives for own bots and for starts without byte
code keep the real ones.
"""

__all__: tuple[str, ...] = ()

AF_UNSPEC = 0
AI_PASSIVE = 1
PIPE = -1


def __getattr__(name: str) -> object:
    """What is asked for when the others are imported."""
    if name == "_DefaultEventLoopPolicy":
        from asyncio import events  # noqa: PLC0415 - which imports this module

        return events._BaseDefaultEventLoopPolicy  # type: ignore[attr-defined]
    raise AttributeError(f"{name}: there are no connections and no processes in a page")
