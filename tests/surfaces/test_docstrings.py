"""What a user reads with ``help()``."""

from __future__ import annotations

import pytest

from hindsight.app.sync import Hindsight, Session, Space, Task


@pytest.mark.parametrize("facade", [Hindsight, Space, Task, Session])
def test_every_public_method_says_what_it_does(facade: type) -> None:
    methods = {name: getattr(facade, name) for name in dir(facade) if not name.startswith("_")}
    assert not [name for name, method in methods.items() if callable(method) and not method.__doc__]
