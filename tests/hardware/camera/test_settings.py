from pathlib import Path

from hardware.camera.settings import FIRST, CameraSettings, usb_path


def test_a_camera_s_metadata_is_not_taken_for_a_camera(tmp_path: Path) -> None:
    for name in ("usb-Acme_Eye-event-index0", "usb-Acme_Eye-video-index1", "usb-Bolt_Cam-video-index0"):
        (tmp_path / name).touch()
    assert usb_path(CameraSettings(), tmp_path) == str(tmp_path / "usb-Bolt_Cam-video-index0")


def test_without_a_name_of_its_own_the_first_camera_is_meant(tmp_path: Path) -> None:
    assert usb_path(CameraSettings(), tmp_path) == FIRST
    assert usb_path(CameraSettings(device="/dev/video3"), tmp_path) == "/dev/video3"
