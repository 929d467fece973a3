"""A picture as a JPEG, for pages and for keeping; it draws nothing into it."""

import cv2

from hardware.devices import Image

QUALITY = 80


def jpeg(image: Image) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("This picture cannot be made into a JPEG.")
    return data.tobytes()
