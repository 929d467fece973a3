"""Why a picture cannot be counted, a sentence each, in words a person can act on; it never decides which applies."""

from companion.common.health import Health, failing

DARK = failing("The picture is too dark: switch on a light.")
BRIGHT = failing("The picture is overexposed: dim the light or turn the camera away from it.")
COLOURED_LIGHT = failing("The light lacks colours, so that boulders look alike: switch on white light.")
BLURRED = failing("The picture is out of focus: turn the camera's focus ring or move the camera back.")
COVERED = failing("Something covers the mat: only boulders should lie on it.")
FLAT_THING = failing("A phone, a card or a sheet of paper lies on the mat: take it away.")
GREY_CARD = failing("A grey card lies on the mat, or a sharp shadow falls on it: take the card away or move the lamp.")
FACE_DOWN = failing("The mat lies face down: turn it over, so that the camera sees its markers.")
NO_MAT = failing(
    "The landing mat is not in the picture: lay it printed side up in front of the camera. "
    "The host's page Camera prints one."
)
MIRRORED = failing("The picture is mirrored: switch off mirroring in the camera's settings.")
NO_PICTURE = failing("This is not a picture that can be counted: it must be in colour and at least 64 pixels high.")


def partly_seen(markers: int) -> Health:
    return failing(
        "Only {seen} of the mat's markers can be seen: uncover the mat and show all of it to the camera.", seen=markers
    )


def seen_twice(marker: int) -> Health:
    return failing("Marker {number} is in the picture twice: leave only one mat in view.", number=marker)


def hides_the_mat(trouble: Health) -> bool:
    """Whether the trouble is something lying over the mat, which will most likely go away by itself."""
    return trouble in (COVERED, FLAT_THING, GREY_CARD) or trouble.text.sentence == partly_seen(0).text.sentence
