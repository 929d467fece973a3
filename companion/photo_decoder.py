"""Unpacks one photo in a process of its own, where a bad one does no harm: no file, no network, little memory or time.

A program, not a module of ours: `photos.py` starts it. It reads a photo from its standard input and writes it as a JPEG
to its standard output: upright, no larger than a phone needs, and with nothing in it but the picture. Its exit status
says what was wrong.
"""

import os
import resource
import sys
from pathlib import Path

MOST_PIXELS = 12 * 1024 * 1024
"""What phones call twelve megapixels, by whichever count. The decoder itself looks, at what it would unpack."""

LONGEST = 1600
"""Pixels along the longer side of a kept photo."""

LARGEST = 800_000
"""Bytes of a kept photo: it is fetched by every phone, over the table's own Wi-Fi."""

QUALITIES = (82, 70, 55, 40, 25, 10)
"""Of JPEG, best first: only a picture of nothing but noise needs a low one."""

MEMORY = 192 * 1024 * 1024
"""Bytes beside what the libraries take: a progressive JPEG of the largest size needs some 150 MB."""

SECONDS = 20
"""Of work."""

FINE, NO_PICTURE = 0, 3


def confine() -> None:
    """From here on nothing can be opened, neither a file nor a line, and nothing started."""
    # Should the machine run out of memory all the same, this is what it can best do without.
    Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limits = {
        resource.RLIMIT_AS: pages * resource.getpagesize() + MEMORY,
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_NOFILE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        resource.setrlimit(what, (most, most))


def main() -> int:
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)
    import cv2
    import numpy as np

    cv2.setNumThreads(0)
    confine()
    data = np.frombuffer(sys.stdin.buffer.read(), np.uint8)
    try:
        # OpenCV turns the picture the way the camera was held.
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        # Some versions raise it, others print it.
        print(error, file=sys.stderr)
        return NO_PICTURE
    if picture is None:
        return NO_PICTURE
    scale = LONGEST / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for quality in QUALITIES:
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        if len(jpeg) <= LARGEST:
            sys.stdout.buffer.write(jpeg.tobytes())
            return FINE
    return NO_PICTURE


if __name__ == "__main__":
    sys.exit(main())
