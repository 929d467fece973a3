"""No clock says anything that cannot be told as a date."""

import pytest

from companion.dates import date_of


@pytest.mark.parametrize(("at", "year"), [(-5.0, 1970), (0.0, 1970), (1.8e9, 2027), (4.4e9, 2109), (1e300, 9999)])
def test_whatever_the_clock_says_there_is_a_date(at: float, year: int) -> None:
    assert date_of(at).year == year
