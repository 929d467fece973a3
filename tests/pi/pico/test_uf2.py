"""The UF2 file that a Pico's boot loader takes: blocks that each say where they belong, and together are the image."""

import struct

from tests.pi.pico.build import FAMILY, FLASH, PAYLOAD, uf2


def test_the_blocks_of_a_uf2_file_put_the_image_where_the_pico_starts_it() -> None:
    image = bytes(range(256)) * 3 + b"the end"
    file = uf2(image)
    assert len(file) % 512 == 0
    flash = b""
    for number in range(len(file) // 512):
        block = file[512 * number : 512 * (number + 1)]
        first, second, flags, address, size, index, count, family = struct.unpack("<8I", block[:32])
        assert (first, second, block[508:]) == (0x0A324655, 0x9E5D5157, b"\x30\x6f\xb1\x0a")
        assert (flags, family) == (0x2000, FAMILY), "or the boot loader passes it over"
        assert (address, index, count) == (FLASH + PAYLOAD * number, number, len(file) // 512)
        flash += block[32 : 32 + size]
    assert flash.rstrip(b"\0") == image
