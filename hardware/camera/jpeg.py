"""A picture as a JPEG, for pages and for keeping, and back; it draws nothing into it."""

import cv2
import numpy as np

from hardware.devices import Image

QUALITY = 80


def jpeg(image: Image) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("This picture cannot be made into a JPEG.")
    return data.tobytes()


def picture_in(data: bytes) -> Image:
    """Of a JPEG that was made here: others are unpacked elsewhere."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
