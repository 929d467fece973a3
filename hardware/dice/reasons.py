"""Why a throw is not sure, a sentence each, in words a person can act on; it never decides which applies."""

from companion.common.health import Health, failing

COVERED = failing("Something covers the mat: only the dice should lie on it.")
ELSE = failing("Something other than a die lies on the mat, or a die leans: lay the dice flat.")
LEANING = failing("A die leans, or only part of it is seen: lay it flat on the mat.")
UNCLEAR = failing("Not every face is clear: look at those with a cross.")


def found(dice: int, thrown: int) -> Health:
    if not dice:
        return failing("No dice are seen on the mat.")
    if dice < thrown:
        return failing("Only {found} of {thrown} dice are seen on the mat.", found=dice, thrown=thrown)
    return failing("{found} dice are seen on the mat, but {thrown} were thrown.", found=dice, thrown=thrown)
