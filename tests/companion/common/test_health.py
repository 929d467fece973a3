from companion.common.health import failing, fine
from companion.common.text import say


def test_health_is_a_verdict_and_a_text_to_translate() -> None:
    assert (fine("{count} lamps are lit.", count=3).fine, failing("It is dark.").fine) == (True, False)
    assert fine("{count} lamps are lit.", count=3).text == say("{count} lamps are lit.", count=3)


def test_health_reads_as_its_text() -> None:
    assert str(failing("Noise at {noise} %.", noise=0.5)) == "Noise at 0.5 %."
