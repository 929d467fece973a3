"""The order of the tests: those in a browser first, which take longest, so that no worker waits for them at the end."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
