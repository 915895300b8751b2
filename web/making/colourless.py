"""Stands in for Python's ``_colorize`` in the page: reports of errors without colours.

``traceback`` imports the real one, which builds themes for terminals from many data classes: a
sixth of all that importing costs when the page starts. No page has a terminal. The build puts this
module into the page's archive under the other's name; the archives for own bots and for starts
without byte code keep the real one.
"""

COLORIZE = False


class Colours:
    """Has every colour that is asked for, and each is no text at all."""

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return ""


class Theme:
    """Has every part that is asked for; none has colours."""

    def __getattr__(self, name: str) -> Colours:
        if name.startswith("__"):
            raise AttributeError(name)
        return ANSIColors


ANSIColors = NoColors = Colours()


def can_colorize(*, file: object = None) -> bool:
    """Never."""
    return False


def decolor(text: str) -> str:
    """The text as it is: nothing here has given it colours."""
    return text


def get_colors(colorize: bool = False, *, file: object = None) -> Colours:
    """No colours, whatever is asked for."""
    return ANSIColors


def get_theme(
    *, tty_file: object = None, force_color: bool = False, force_no_color: bool = False
) -> Theme:
    """The theme without colours, whatever is asked for."""
    return Theme()
