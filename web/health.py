"""How a device is, as the pages know it: words to translate, and whether all is well; it asks no device."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable


@runtime_checkable
class Health(Protocol):
    """An English sentence with named gaps, and the facts that fill them."""

    @property
    def fine(self) -> bool: ...

    @property
    def sentence(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, str | int | float]: ...
