"""One whole number of digits in mixed radix."""

from __future__ import annotations


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
