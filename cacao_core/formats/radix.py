"""One whole number of digits in mixed radix."""

from __future__ import annotations

from typing import Final

from cacao_core.ruleset import EXPANDED

_RULES_RADIX: Final = 16
_FLAGS_RADIX: Final = 1 << 10
_OWN_RADIX: Final = 1 << 12


class Packer:
    """Collects digits in mixed radix, and makes one number of them."""

    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        """Add a digit, 0 to ``radix`` - 1."""
        self.digits.append((value, radix))

    def number(self) -> int:
        """The number; the first digit is the least significant one."""
        number = 0
        for value, radix in reversed(self.digits):
            number = number * radix + value
        return number


class Unpacker:
    """Takes one number apart into digits in mixed radix."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, radix: int) -> int:
        """The next digit, 0 to ``radix`` - 1."""
        self.number, value = divmod(self.number, radix)
        return value


def put_rules(packer: Packer, number: int) -> None:
    """The number of the rules; of those with modules, their flags and own numbers of tiles."""
    packer.put(number % _RULES_RADIX, _RULES_RADIX)
    if number % _RULES_RADIX == EXPANDED:
        own, flags = divmod(number // _RULES_RADIX, _FLAGS_RADIX)
        packer.put(flags, _FLAGS_RADIX)
        packer.put(int(own > 0), 2)
        if own:
            packer.put(own, _OWN_RADIX)


def take_rules(unpacker: Unpacker) -> int:
    """The number of :func:`put_rules`."""
    number = unpacker.take(_RULES_RADIX)
    if number != EXPANDED:
        return number
    flags = unpacker.take(_FLAGS_RADIX)
    own = unpacker.take(_OWN_RADIX) if unpacker.take(2) else 0
    return (own * _FLAGS_RADIX + flags) * _RULES_RADIX + number
