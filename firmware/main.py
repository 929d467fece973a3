"""Starts the listener on the Pico, and starts it again should it ever stop; it never listens itself."""

import json
import time

from board import Board
from listener import Listener

if __name__ == "__main__":
    board = Board()
    try:
        listener = Listener(board)
        while True:
            if not listener.step():
                time.sleep_ms(1)  # type: ignore[attr-defined]  # MicroPython has it
    except KeyboardInterrupt:
        board.let_in()
    except Exception as error:
        board.say(json.dumps({"failed": repr(error)}))
        time.sleep(1)
        board.restart()
