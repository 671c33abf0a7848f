"""Check digits of identity and account numbers."""

from __future__ import annotations

from datetime import date

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
# GB/T 2260 province codes.
_PROVINCES = (
    *range(11, 16),
    *range(21, 24),
    *range(31, 38),
    *range(41, 47),
    *range(50, 55),
    *range(61, 66),
    71,
    *range(81, 84),
)
_IBAN_LENGTHS = {
    "NO": 15,
    "BE": 16,
    "DK": 18,
    "FI": 18,
    "NL": 18,
    "SI": 19,
    "AT": 20,
    "LU": 20,
    "LT": 20,
    "EE": 20,
    "CH": 21,
    "LI": 21,
    "HR": 21,
    "LV": 21,
    "DE": 22,
    "GB": 22,
    "IE": 22,
    "BG": 22,
    "GE": 22,
    "ME": 22,
    "RS": 22,
    "BH": 22,
    "AE": 23,
    "IL": 23,
    "GI": 23,
    "ES": 24,
    "SE": 24,
    "CZ": 24,
    "SK": 24,
    "RO": 24,
    "SA": 24,
    "PK": 24,
    "TN": 24,
    "PT": 25,
    "FR": 27,
    "IT": 27,
    "GR": 27,
    "MC": 27,
    "SM": 27,
    "HU": 28,
    "PL": 28,
    "CY": 28,
    "AL": 28,
    "AZ": 28,
    "BR": 29,
    "QA": 29,
    "UA": 29,
    "KW": 30,
    "JO": 30,
    "MT": 31,
    "TR": 26,
    "IS": 26,
    "KZ": 20,
    "MD": 24,
    "BA": 20,
    "MK": 19,
}
_CARD_LENGTHS: tuple[tuple[tuple[str, ...], frozenset[int]], ...] = (
    (("62",), frozenset({16, 17, 18, 19})),
    (("4",), frozenset({13, 16, 19})),
    (("51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27"), frozenset({16})),
    (("34", "37"), frozenset({15})),
    (("35", "6011", "65"), frozenset({16})),
)


def luhn(digits: str) -> bool:
    """ISO/IEC 7812-1 annex B."""
    total = 0
    for index, char in enumerate(reversed(digits)):
        value = int(char) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def card_number(digits: str) -> bool:
    """Issuer prefix, length and Luhn; Luhn alone passes one order number in ten."""
    known = any(digits.startswith(prefixes) and len(digits) in sizes for prefixes, sizes in _CARD_LENGTHS)
    return known and luhn(digits)


def chinese_id_shape(number: str) -> bool:
    """18 characters whose province and date of birth exist (GB 11643)."""
    if int(number[:2]) not in _PROVINCES:
        return False
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    return 1880 <= born.year <= 2099


def chinese_id(number: str) -> bool:
    """The shape and the ISO 7064 mod 11-2 check character."""
    total = sum(int(char) * weight for char, weight in zip(number, _ID_WEIGHTS, strict=False))
    return chinese_id_shape(number) and "10X98765432"[total % 11] == number[17].upper()


def hong_kong_id(number: str) -> bool:
    """One or two letters, six digits, check character, without brackets."""
    letters, digits, check = number[:-7].rjust(2), number[-7:-1], number[-1]
    values = [36 if c == " " else int(c, 36) for c in letters] + [int(c) for c in digits]
    total = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=True))
    return "0123456789A"[-total % 11] == check


def taiwan_id(number: str) -> bool:
    """A letter, then nine digits; weights 1, 9, 8 ... 1, 1."""
    region = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    values = [region // 10, region % 10, *(int(c) for c in number[1:])]
    return sum(v * w for v, w in zip(values, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


def iban_length(candidate: str) -> int | None:
    """How many characters an IBAN of this country has; None for a country without IBANs."""
    return _IBAN_LENGTHS.get(candidate[:2])


def iban(number: str) -> bool:
    """ISO 13616 mod 97, on the unspaced number."""
    if len(number) != iban_length(number):
        return False
    return int("".join(str(int(c, 36)) for c in number[4:] + number[:4])) % 97 == 1
