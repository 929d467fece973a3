"""The guide's pictures: the ladder, and one small scene for each step; they tell what the words tell, no more."""

from collections.abc import Callable

from hardware.guide.drawing import things
from hardware.guide.drawing.canvas import INK, Canvas

WIDE, HIGH = 600, 290


def scene(title: str) -> Canvas:
    return Canvas(WIDE, HIGH, title)


def table(canvas: Canvas, y: float = 250) -> None:
    canvas.rect(20, y, WIDE - 40, 12, rx=4, fill="#e6d8bd")


def ladder() -> Canvas:
    canvas = Canvas(
        1200, 330, "Five rungs, each useful alone: phones, hit sensor, camera, lights, a Pi that does it all"
    )
    rungs = ("Phones", "Hit sensor", "Camera", "Lights", "A Pi of its own")
    for number, name in enumerate(rungs):
        left, top = 30 + 232 * number, 96 - 14 * number
        canvas.rect(left, top, 214, 300 - top, rx=12, fill="#fffdf8", stroke="#8a7a66", stroke_width=2)
        canvas.circle(left + 26, top + 26, 15, fill=INK)
        canvas.text(left + 26, top + 32, str(number + 1), "name light", "middle")
        canvas.text(left + 50, top + 32, name, "name")
    with canvas.at(92, 150, 0.78):
        things.phone(canvas, "Hit", "Next", big="3 / 5")
    with canvas.at(368, 278, 0.74):
        things.tower(canvas)
        with canvas.at(62, -10, 0.55):
            things.disc(canvas)
    with canvas.at(600, 150):
        things.camera(canvas)
    canvas.polygon(((600, 164), (520, 262), (680, 262)), fill="#f0d9a8", opacity=0.45)
    with canvas.at(508, 258, 0.62):
        things.mat_from_the_side(canvas)
    for colour, left in (("red", 560), ("blue", 592), ("yellow", 622)):
        with canvas.at(left, 252, 0.7):
            things.cube(canvas, colour)
    with canvas.at(833, 186):
        things.ring(canvas)
    with canvas.at(970, 130, 0.72):
        things.zero_board(canvas)
    canvas.text(1064, 258, "starts by itself", "note", "middle")
    return canvas


def start() -> Canvas:
    canvas = scene("A laptop's terminal: the companion is started and prints its address and a PIN")
    with canvas.at(120, 36):
        things.laptop(
            canvas,
            '$ make run ARGS="--rig none"',
            "",
            "Trollhammer Companion is ready:",
            "http://192.168.1.20:8000",
            "Host PIN: 318204",
        )
    return canvas


def join() -> Canvas:
    canvas = scene("Three phones: one is the host, two sit down as players")
    for left, words, big in (
        (70, ("Start",), "Host"),
        (250, ("Sit down",), "Mara"),
        (430, ("Sit down",), "Jon"),
    ):
        with canvas.at(left, 50):
            things.phone(canvas, *words, big=big)
    canvas.text(300, 262, "the same address on every phone in the same Wi-Fi", "note", "middle")
    return canvas


def tap() -> Canvas:
    canvas = scene("The tower is hit, and the hit is tapped on a phone")
    table(canvas)
    with canvas.at(170, 250):
        things.tower(canvas)
    with canvas.at(262, 110, turned=-35):
        things.hammer(canvas)
    with canvas.at(420, 52):
        things.phone(canvas, "Hit", big="3 / 5")
    things.arrow(canvas, (320, 160), (400, 190))
    return canvas


def photo() -> Canvas:
    canvas = scene("A photo of boulders becomes a count in the terminal")
    canvas.rect(30, 60, 150, 150, rx=8, fill="#d9c39a", stroke="#8a7a66", stroke_width=2)
    for colour, left, top in (("red", 50, 90), ("red", 120, 110), ("blue", 80, 150), ("yellow", 130, 160)):
        with canvas.at(left, top):
            things.cube(canvas, colour)
    things.arrow(canvas, (190, 135), (216, 135))
    with canvas.at(250, 70, 0.86):
        things.laptop(canvas, "$ companion count photo.jpg", "", "photo.jpg:", "4 (2 red, 1 blue, 1 yellow)")
    return canvas


def solder() -> Canvas:
    canvas = scene("Resistors and diodes are soldered first, the disc last")
    with canvas.at(80, 100, 1.5):
        things.pico_board(canvas)
    with canvas.at(206, 184, turned=62):
        things.iron(canvas)
    with canvas.at(470, 140, 1.2):
        things.disc(canvas)
    canvas.path("M306 140 h60 m40 0 h34", stroke="#2a62b8", stroke_width=4)
    canvas.rect(362, 131, 48, 18, rx=7, fill="#ead9b8", stroke="#6d5a3a", stroke_width=2)
    canvas.text(386, 122, "10 kΩ", "tiny", "middle")
    canvas.text(470, 200, "last", "term", "middle")
    canvas.text(192, 80, "first: resistors, diodes, capacitor", "term", "middle")
    return canvas


def measure_pico() -> Canvas:
    canvas = scene("A meter between GP26 and AGND shows some 1.6 volts")
    with canvas.at(60, 40):
        things.meter(canvas, "1.57")
    with canvas.at(300, 160, 1.6):
        things.pico_board(canvas)
    things.cable(canvas, "M140 196 C150 290 260 250 270 160 S380 60 415 168", "#c8322b")
    things.cable(canvas, "M100 196 C110 300 240 270 250 150 S330 60 393 168", "#222")
    canvas.text(346, 148, "AGND", "term", "end")
    canvas.text(428, 142, "GP26", "term")
    canvas.text(120, 30, "DC, 20 V range", "note", "middle")
    return canvas


def flash() -> Canvas:
    canvas = scene("BOOTSEL is held while the Pico is plugged in; then one command puts the program on it")
    with canvas.at(30, 110, 1.2):
        things.pico_board(canvas)
    canvas.path("M82 98 v26", stroke=INK, stroke_width=3)
    canvas.text(82, 88, "hold BOOTSEL", "term", "middle")
    with canvas.at(262, 60, 0.84):
        things.laptop(
            canvas, "$ companion flash-pico", "", "The Pico at /dev/ttyACM0 has its", "program and starts it."
        )
    return canvas


def fix_disc() -> Canvas:
    canvas = scene("The disc sits in its clip on the tower's foot, its cable fixed a hand's breadth away")
    table(canvas)
    with canvas.at(210, 250):
        things.tower(canvas)
    with canvas.at(280, 236, 0.62):
        things.disc(canvas)
    things.cable(canvas, "M296 240 C350 244 360 244 400 246 C440 248 460 200 500 196", "#2a62b8")
    canvas.rect(392, 236, 18, 14, rx=3, fill=INK)
    canvas.text(290, 196, "flat, pressed on", "term")
    canvas.text(401, 226, "tape", "term", "middle")
    canvas.path("M300 268 h100 m-100 -5 v10 m100 -10 v10", stroke=INK, stroke_width=2)
    canvas.text(350, 286, "a hand", "tiny", "middle")
    return canvas


def calibrate() -> Canvas:
    canvas = scene("The host's page shows the signal: hits stand high above the line, bumps stay below it")
    canvas.rect(40, 30, 520, 220, rx=12, fill="#2a231d")
    canvas.path("M60 210 H540", stroke="#6a5a48", stroke_width=2)
    canvas.path("M60 130 H540", stroke="#ffc06a", stroke_width=2, stroke_dasharray="8 6")
    canvas.text(300, 122, "threshold", "light tiny")
    for left, height in ((120, 150), (190, 110), (260, 160), (360, 44), (420, 30), (480, 50)):
        colour = "#d9822b" if height > 80 else "#8a7a66"
        canvas.path(
            f"M{left} 210 v-{height} l7 {height - 40} l6 20 l6 {20}", fill="none", stroke=colour, stroke_width=4
        )
    canvas.text(190, 236, "hits on the tower", "light tiny", "middle")
    canvas.text(420, 236, "bumps on the table", "light tiny", "middle")
    return canvas


def print_mat() -> Canvas:
    canvas = scene("The mat comes out of the printer; its bar measures 100 millimetres")
    with canvas.at(40, 40):
        things.printer(canvas)
    with canvas.at(74, 146, 0.58):
        things.mat(canvas)
    things.arrow(canvas, (290, 160), (330, 160))
    with canvas.at(345, 60, 0.85):
        things.mat(canvas)
    canvas.rect(406, 236, 100, 22, fill="#f0d9a8", stroke="#8a7a66", stroke_width=1.5)
    for mark in range(11):
        canvas.path(f"M{406 + 10 * mark} 236 v{12 if mark % 5 == 0 else 7}", stroke=INK, stroke_width=1.5)
    canvas.text(456, 278, "100 mm", "term", "middle")
    return canvas


def mount_camera() -> Canvas:
    canvas = scene("The camera hangs 35 to 45 centimetres above the mat, on a stand that does not touch the tower")
    table(canvas)
    canvas.path("M500 250 V46 H330", fill="none", stroke="#6d7278", stroke_width=10, stroke_linejoin="round")
    canvas.rect(460, 240, 80, 10, rx=3, fill="#6d7278")
    canvas.polygon(((330, 70), (206, 236), (462, 236)), fill="#f0d9a8", opacity=0.5)
    with canvas.at(330, 56):
        things.camera(canvas)
    canvas.path("M220 244 h228", stroke="#77736c", stroke_width=7)
    with canvas.at(110, 250):
        things.tower(canvas)
    for colour, left in (("red", 260), ("yellow", 330), ("blue", 380)):
        with canvas.at(left, 222):
            things.cube(canvas, colour)
    canvas.path("M560 62 V240 m-6 -178 h12 m-12 178 h12", stroke=INK, stroke_width=2)
    canvas.text(560, 48, "35–45 cm", "term", "middle")
    return canvas


def look() -> Canvas:
    canvas = scene("On the host's camera page the whole mat is in the picture, with a finger's breadth to spare")
    canvas.rect(90, 24, 420, 236, rx=12, fill="#2a231d")
    canvas.rect(106, 38, 388, 208, fill="#b48a55")
    with canvas.at(178, 54, 0.94):
        things.mat(canvas)
    for colour, left, top in (("red", 240, 120), ("blue", 300, 150), ("yellow", 350, 110), ("red", 280, 180)):
        with canvas.at(left, top):
            things.cube(canvas, colour)
        canvas.rect(left - 4, top - 10, 36, 36, rx=4, fill="none", stroke="#7ef09a", stroke_width=2.5)
    return canvas


def learn() -> Canvas:
    canvas = scene("Three boulders of one colour lie apart on the empty mat; the page learns their colour")
    with canvas.at(40, 36, 1.1):
        things.mat(canvas)
    for left, top in ((110, 90), (190, 150), (260, 100)):
        with canvas.at(left, top):
            things.cube(canvas, "blue")
    things.arrow(canvas, (350, 140), (400, 140))
    with canvas.at(440, 52):
        things.phone(canvas, "Learn", "Store", big="blue")
    return canvas


def breadboard() -> Canvas:
    canvas = scene("The level shifter sits across the middle of the breadboard, with its notch to the left")
    canvas.rect(40, 40, 520, 200, rx=8, fill="#fffdf8", stroke="#b9ad98", stroke_width=2)
    for row in (62, 84, 106, 174, 196, 218):
        for column in range(24):
            canvas.circle(62 + 20.5 * column, row, 3, fill="#cfc4ae")
    canvas.rect(190, 112, 200, 56, rx=5, fill="#2b2b2f")
    canvas.path("M190 130 a10 10 0 0 1 0 20 z", fill="#6b6b72")
    canvas.text(290, 146, "74AHCT125", "light term", "middle")
    for pin in range(7):
        canvas.rect(203 + 27 * pin, 104, 8, 9, fill="#c9ccd1")
        canvas.rect(203 + 27 * pin, 167, 8, 9, fill="#c9ccd1")
    canvas.text(207, 190, "1", "term", "middle")
    canvas.text(207, 98, "14", "term", "middle")
    canvas.text(300, 268, "notch left: pin 1 is below it, pin 14 above", "note", "middle")
    return canvas


def measure_supply() -> Canvas:
    canvas = scene("A meter across the lamps' supply shows 5 volts before the lamps are connected")
    with canvas.at(70, 40):
        things.meter(canvas, "5.02")
    canvas.rect(340, 60, 180, 90, rx=10, fill="#fffdf8", stroke="#8a7a66", stroke_width=2)
    canvas.text(430, 98, "5 V supply", "name", "middle")
    canvas.text(366, 140, "−", "name", "middle")
    canvas.text(494, 140, "+", "name", "middle")
    things.cable(canvas, "M110 196 C120 270 360 270 366 152", "#222")
    things.cable(canvas, "M150 196 C160 290 490 290 494 152", "#c8322b")
    return canvas


def light_settings() -> Canvas:
    canvas = scene("In the settings: lights spi, how many lamps, and what the supply can spare")
    with canvas.at(120, 36):
        things.laptop(canvas, "[rig]", 'lights = "spi"', "", "[lights]", "count = 24", "limit_ma = 500.0")
    return canvas


def try_lights() -> Canvas:
    canvas = scene("The first lamp is white, then come red, green and blue; a light runs on to the last lamp")
    with canvas.at(60, 110, 1.0):
        things.strip(canvas)
    for number, word in enumerate(("white", "red", "green", "blue")):
        canvas.text(94 + 40 * number, 96 if number % 2 else 174, word, "tiny", "middle")
    things.arrow(canvas, (250, 168), (370, 168))
    with canvas.at(450, 50):
        things.phone(canvas, "Try", big="✓")
    return canvas


def build_image() -> Canvas:
    canvas = scene("One command builds the image, a list of what is in it, and what Imager reads")
    with canvas.at(120, 36):
        things.laptop(canvas, "$ make image", "", "companion-pi.img.xz", "….contents", "….rpi-imager-manifest")
    return canvas


def write_card() -> Canvas:
    canvas = scene("The card is written with Raspberry Pi Imager, which asks for name, user and Wi-Fi")
    with canvas.at(70, 90, 1.2):
        things.card(canvas)
    things.arrow(canvas, (230, 145), (176, 145))
    with canvas.at(262, 60, 0.84):
        things.laptop(
            canvas,
            "Raspberry Pi Imager",
            "",
            "Raspberry Pi Zero 2 W",
            "Trollhammer Companion",
            "",
            "name, user, Wi-Fi",
        )
    return canvas


def install() -> Canvas:
    canvas = scene("One command installs; after a restart the companion starts by itself")
    with canvas.at(120, 36):
        things.laptop(canvas, "$ sudo systemd/install --dry-run", "$ sudo systemd/install", "$ sudo reboot")
    return canvas


def zero_together() -> Canvas:
    canvas = scene(
        "On the Zero: the camera's ribbon to the right, the Pico on the inner USB socket, power on the outer one"
    )
    with canvas.at(150, 70):
        things.zero_board(canvas)
    canvas.rect(416, 112, 90, 46, fill="#e2d9c5", stroke="#b5aa92")
    with canvas.at(536, 130):
        things.camera(canvas)
    things.cable(canvas, "M316 198 C316 250 240 262 180 262")
    with canvas.at(170, 283, 0.7, turned=180):
        things.pico_board(canvas)
    things.cable(canvas, "M370 198 V262 H470", "#c8322b")
    canvas.text(478, 267, "5 V supply", "term")
    canvas.text(252, 62, "header: lights on pins 19 and 25", "note", "middle")
    return canvas


def walk() -> Canvas:
    canvas = scene("The host's phone walks through the new table, one question a step")
    for number, (big, word) in enumerate((("Name", "Next"), ("Wi-Fi", "Save"), ("Hit it", "Heard"), ("Mat", "Ready"))):
        with canvas.at(36 + 136 * number, 50):
            things.phone(canvas, word, big=big)
    return canvas


SCENES: dict[str, Callable[[], Canvas]] = {
    "ladder": ladder,
    "1-start": start,
    "1-join": join,
    "1-tap": tap,
    "1-photo": photo,
    "2-solder": solder,
    "2-measure": measure_pico,
    "2-flash": flash,
    "2-fix": fix_disc,
    "2-calibrate": calibrate,
    "3-print": print_mat,
    "3-mount": mount_camera,
    "3-look": look,
    "3-learn": learn,
    "4-shifter": breadboard,
    "4-supply": measure_supply,
    "4-settings": light_settings,
    "4-try": try_lights,
    "5-image": build_image,
    "5-card": write_card,
    "5-install": install,
    "5-wire": zero_together,
    "5-walk": walk,
}
