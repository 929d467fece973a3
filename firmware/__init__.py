"""The Pico's program, and what copies it there; `companion flash-pico` takes the files from this package."""
