"""Hard scenes as they were rendered once: what a test saw must not hang on how another numpy or OpenCV rounds.

`python -m tests.hardware.boulders.frozen 5000 5001` renders scenes anew from their seeds and keeps them; the pictures
are the JPEGs that the imagined camera sends, and `truth.json` says what lies there.
"""

import json
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import cv2
import numpy as np

from hardware.devices import Image

FOLDER = Path(__file__).parent
TRUTH = FOLDER / "truth.json"


class Frozen(NamedTuple):
    image: Image
    truth: dict[str, int]


def scene(seed: int) -> Frozen:
    image = cv2.imread(str(FOLDER / f"{seed}.jpg"), cv2.IMREAD_COLOR)
    assert image is not None, f"no scene {seed} was kept"
    return Frozen(np.asarray(image, np.uint8), json.loads(TRUTH.read_text())[str(seed)])


def freeze(seed: int) -> None:
    from tests.hardware.boulders import hard

    # The picture goes through a JPEG on its way: what is kept is just that.
    with patch.object(cv2, "imdecode", wraps=cv2.imdecode) as unpacked:
        truth = hard.scene(seed).truth()
    (FOLDER / f"{seed}.jpg").write_bytes(bytes(unpacked.call_args.args[0]))
    known = json.loads(TRUTH.read_text()) if TRUTH.exists() else {}
    lines = [f'  "{each}": {json.dumps(truths)}' for each, truths in sorted({**known, str(seed): truth}.items())]
    TRUTH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
