"""The HTTP API (I3): a thin translation of the Python library, described by OpenAPI."""

from hindsight.http.app import create_app

__all__ = ["create_app"]
