"""Replaces network and process modules of the standard library, to speed up the start.

``asyncio`` imports its own event loops, with sockets, processes and encryption, before Pyodide
replaces them by the browser's, and a module that prints call graphs in terminals. ``urllib.parse``
imports ``ipaddress``, and the QR code library imports HTTP clients. A page can use none of these;
they were an eighth of the bytecode of each start. The build puts this module under all their names.
The archives for own bots and for starts without bytecode keep the real modules.
"""

__all__: tuple[str, ...] = ()

AF_UNSPEC = 0
AI_PASSIVE = 1
PIPE = -1


def __getattr__(name: str) -> object:
    """Attributes that other modules need when they are imported."""
    if name == "_DefaultEventLoopPolicy":
        from asyncio import events  # noqa: PLC0415 - which imports this module

        return events._BaseDefaultEventLoopPolicy  # type: ignore[attr-defined]
    raise AttributeError(f"{name}: there are no connections and no processes in a page")
