"""What counting a frame costs and how right it is."""

import cv2
import numpy as np

from hardware.boulders.counter import Counter
from tests.bench import bench, ratio
from tests.hardware.boulders.scenes import all_44, photo, scattered


@bench("one frame with 44 boulders")
def cost() -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    image = photo(scattered(all_44(), np.random.default_rng(4)))
    counter = Counter()

    def floor() -> None:
        lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
        for low, high in (((0, 150, 0), (255, 255, 160)), ((0, 0, 0), (255, 255, 110)), ((0, 0, 160), (255, 255, 255))):
            cv2.connectedComponents(cv2.inRange(lab, low, high))
        cv2.connectedComponents(cv2.inRange(lab, (170, 118, 118), (255, 138, 150)))

    ratio("one 1280 × 720 frame", lambda: counter.count(image), "colour conversion + 4 thresholds + 4 passes", floor)
    cv2.setNumThreads(threads)
