from companion.common.back_off import BackOff


def test_each_pause_is_twice_the_last_up_to_the_longest() -> None:
    back_off = BackOff(first=1.0, most=5.0)
    assert [back_off.failed() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]


def test_after_a_success_it_begins_again_with_the_first_pause() -> None:
    back_off = BackOff(first=1.0, most=5.0)
    back_off.failed()
    back_off.failed()
    back_off.worked()
    assert back_off.failed() == 1.0
