"""The Pico's program on a Pico of software: MicroPython for the RP2040, built here, on rp2040js with our boot ROM."""
