"""Every error that Hindsight raises on purpose.

A class's docstring is its default message; ``code`` is stable and the same in the library, HTTP, MCP and the
command line (each surface has one table from code to status). ``hint`` says how to mend it.

    HindsightError
    ├── InvalidInput            a value the caller gave is wrong
    │   ├── InvalidFilter       a filter names an unknown field or operator, or a value of the wrong type
    │   └── TooLarge            a text or batch is above its documented limit
    ├── Refused                 the write guard does not store this text
    ├── NotFound                no such memory, job, space or trajectory in this scope
    ├── AccessDenied            the caller may not read or write this space
    │   └── Unauthenticated     no key, or a wrong one
    ├── Conflict                the record changed since it was read
    │   └── DuplicateContent    the same normalised text is already stored in this space
    ├── Unavailable             a back end does not answer
    │   └── Overloaded          the queue is full; try again later
    ├── IndexMismatch           an index was built by another embedder or with another dimension
    ├── ConfigError             a setting is wrong or a package is missing
    └── StorageError            the database is damaged, too new, or cannot be written
"""

from __future__ import annotations

from typing import ClassVar


class HindsightError(Exception):
    """Something went wrong inside Hindsight."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str | None = None, *, hint: str | None = None) -> None:
        self.message = message or " ".join((type(self).__doc__ or "").split())
        self.hint = hint
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message

    def to_dict(self) -> dict[str, str | None]:
        """``{"code", "message", "hint"}``: what every surface hands out."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class InvalidInput(HindsightError, ValueError):
    """A value is not acceptable."""

    code = "invalid_input"


class InvalidFilter(InvalidInput):
    """A filter names an unknown field or operator, or compares with a value of the wrong type."""

    code = "invalid_filter"


class TooLarge(InvalidInput):
    """The request is above its size limit."""

    code = "too_large"


class Refused(HindsightError):
    """The write guard does not store this text."""

    code = "refused"


class NotFound(HindsightError, LookupError):
    """No such record in this space."""

    code = "not_found"


class AccessDenied(HindsightError, PermissionError):
    """This caller may not use that space."""

    code = "access_denied"


class Unauthenticated(AccessDenied):
    """This server asks for a key: send it as `Authorization: Bearer KEY` or `X-API-Key: KEY`."""

    code = "unauthenticated"


class Conflict(HindsightError):
    """The record changed since it was read; read it again and repeat the change."""

    code = "conflict"


class DuplicateContent(Conflict):
    """The same text is already stored in this space."""

    code = "duplicate"


class Unavailable(HindsightError):
    """A back end does not answer."""

    code = "unavailable"


class Overloaded(Unavailable):
    """The queue is full; nothing was stored. Try again later."""

    code = "overloaded"


class IndexMismatch(HindsightError):
    """The index was built by another embedder; run `hindsight index rebuild`."""

    code = "index_mismatch"


class ConfigError(HindsightError):
    """A setting is wrong or a package is missing."""

    code = "config"


class StorageError(HindsightError):
    """The database cannot be used."""

    code = "storage"
