"""Every fault that does not depend on one database is tried on both."""

from tests.services.conftest import store_url

__all__ = ["store_url"]
