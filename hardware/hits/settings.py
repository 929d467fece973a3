"""What a hit sensor can be told; it never says which sensor there is."""

import msgspec


class HitSettings(msgspec.Struct, frozen=True):
    gap: float = 0.2  # seconds between two hits: nobody swings a hammer twice within 150 ms
    threshold: float = 0.0  # 0 to 1 of full scale, from the calibration; 0: only the noise floor decides
    pin: int = 17  # gpio: the BCM number of the pin
    port: str = ""  # pico: its serial port; empty: found by its USB number
    file: str = ""  # wav: the recording
