"""Seals what nobody may read before the game is over, so that only the companion that sealed it can open it again."""

import hmac
import secrets
from hashlib import sha256, shake_256

NONCE, MARK = 16, 32


class Seal:
    def __init__(self, secret: str) -> None:
        self._hiding = sha256(f"hide {secret}".encode()).digest()
        self._marking = sha256(f"mark {secret}".encode()).digest()

    def close(self, data: bytes) -> bytes:
        nonce = secrets.token_bytes(NONCE)
        hidden = nonce + self._mixed(nonce, data)
        return self._mark(hidden) + hidden

    def open(self, sealed: bytes) -> bytes | None:
        """None if another companion sealed it, or somebody changed it since."""
        mark, hidden = sealed[:MARK], sealed[MARK:]
        if not hmac.compare_digest(mark, self._mark(hidden)):
            return None
        return self._mixed(hidden[:NONCE], hidden[NONCE:])

    def _mixed(self, nonce: bytes, data: bytes) -> bytes:
        """A stream that nobody can tell without the key, laid over the data; laid over it twice, it is gone."""
        stream = shake_256(self._hiding + nonce).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))

    def _mark(self, hidden: bytes) -> bytes:
        return hmac.digest(self._marking, hidden, "sha256")
