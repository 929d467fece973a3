"""The own Wi-Fi without its radio: the real NetworkManager and dnsmasq, a companion at port 80, and a phone on a cable.

All of it lives in a network of its own that this machine never sees, and can write to the part's own folder alone: what
is started here as root takes the machine for its own. The phone asks for an address and for names as phones do, and
then finds out for half an hour, as each maker lets it, whether to stay.
"""

import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from pathlib import Path

from companion.network import OWN_ADDRESS
from tests.pi import Needs, part
from tests.web.dnsmasq import Names
from tests.web.probing_phones import Air, Android, Firefox, Iphone, OldAndroid, OldWindows, Windows, stays

SYSTEMD = Path(__file__).parents[2] / "systemd"
PROGRAMS = ("NetworkManager", "nmcli", "dnsmasq", "dbus-daemon", "ip", "unshare", "setpriv")
PHONES = (Iphone, Android, OldAndroid, Windows, OldWindows, Firefox)
LONGEST = 180.0
MODULE = "tests.pi.own_network"
PAGES = "import sys; from companion.cli import main; sys.exit(main())"
PLACES = [Path(place) for place in ("/", "/boot", "/etc", "/home", "/opt", "/root", "/srv", "/tmp", "/usr", "/var")]
OFFERED = {3: "router", 6: "name server"}


@part(
    "own network",
    proves="NetworkManager shares its network by our profile, its dnsmasq takes our names, a companion without any "
    "rights answers at port 80, and every phone that probes there stays",
    cannot="the radio and its password (vm access point), what a real phone's maker changed since",
)
def phones_stay(folder: Path) -> str:
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    if os.geteuid() != 0:
        raise Needs("root")
    if missing := [name for name in PROGRAMS if shutil.which(name, path=path) is None]:
        raise Needs(", ".join(missing))
    apart = ["unshare", "--net", "--uts", "--mount", "--propagation", "private"]
    words = [*apart, sys.executable, "-m", MODULE, str(folder)]
    done = subprocess.run(
        words, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 0, done.stderr.strip().splitlines()[-1]
    return done.stdout.strip().splitlines()[-1]


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


# ---- the machine


def be_machine(folder: Path) -> None:
    with ExitStack() as stack:
        set_up(folder)
        stack.enter_context(running("dbus-daemon", "--system", "--nofork", "--nopidfile"))
        stack.enter_context(running("NetworkManager", "--no-daemon", "--log-level=WARN"))
        wait_for("nmcli", "connection", "reload")
        run("nmcli", "--wait", "30", "connection", "up", "companion")
        run(*command_in("companion-address.service"))
        stack.enter_context(companion(folder / "state"))
        print(run("ip", "netns", "exec", "guest", sys.executable, "-m", MODULE, "phone"))


def set_up(folder: Path) -> None:
    """A system as far as NetworkManager looks: our files in its folders, and a cable to the phone."""
    settings = folder / "etc"
    for place in ("system-connections", "dnsmasq-shared.d"):
        (settings / place).mkdir(parents=True)
    (settings / "NetworkManager.conf").write_text("[main]\nplugins=keyfile\ndns=none\nhostname-mode=none\n")
    profile = settings / "system-connections/companion.nmconnection"
    profile.write_text(on_a_cable((SYSTEMD / "companion.nmconnection").read_text()))
    profile.chmod(0o600)
    shutil.copy(SYSTEMD / "companion.dnsmasq", settings / "dnsmasq-shared.d/companion.conf")
    lock_machine(folder)
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    run("mount", "-t", "sysfs", "-o", "ro", "sysfs", "/sys")
    run("mount", "--bind", str(settings), "/etc/NetworkManager")
    for place in ("/run/dbus", "/run/netns", str(folder / "leases"), str(folder / "state")):
        Path(place).mkdir(parents=True)
    run("mount", "--bind", str(folder / "leases"), "/var/lib/NetworkManager")
    run("ip", "netns", "add", "guest")
    run("ip", "link", "add", "table0", "type", "veth", "peer", "name", "phone0", "netns", "guest")
    for words in (("lo",), ("table0",)):
        run("ip", "link", "set", *words, "up")
    for name in ("lo", "phone0"):
        run("ip", "-n", "guest", "link", "set", name, "up")


def lock_machine(folder: Path) -> None:
    """From here on nothing outside of the folder can be written, whatever is started."""
    run("mount", "--bind", str(folder), str(folder))
    for place in PLACES:
        if place.is_mount():
            run("mount", "-o", "remount,bind,ro", str(place))
    for place in (*PLACES, folder.parent):
        assert not place.exists() or os.statvfs(place).f_flag & os.ST_RDONLY, f"{place} could be written"


def on_a_cable(profile: str) -> str:
    """Our profile, but for the radio."""
    sections = re.split(r"^(?=\[)", profile.replace("type=wifi\n", "type=ethernet\n"), flags=re.MULTILINE)
    return "".join(section for section in sections if not section.startswith(("[wifi]", "[wifi-security]")))


def command_in(unit: str) -> list[str]:
    (command,) = re.findall(r"^ExecStart=(.*)$", (SYSTEMD / unit).read_text(), re.MULTILINE)
    return str(command).split()


@contextmanager
def running(*words: str) -> Iterator[None]:
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def wait_for(*words: str) -> None:
    """Until a command works, each try taking its time."""
    for _ in range(40):
        if subprocess.run(words, capture_output=True, check=False).returncode == 0:
            return
        signal.sigtimedwait([signal.SIGCHLD], 0.25)
    run(*words)


@contextmanager
def companion(state: Path) -> Iterator[None]:
    """As systemd starts it: with the socket of companion.socket, and with no right to open such a port itself."""
    (listen,) = re.findall(r"^ListenStream=(.*):(\d+)$", (SYSTEMD / "companion.socket").read_text(), re.MULTILINE)
    handed = f"import os; os.dup2(int(os.environ['HANDED']), 3); os.environ['LISTEN_PID'] = str(os.getpid()); {PAGES}"
    without = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    with socket.create_server((listen[0], int(listen[1]))) as listening:
        words = [*without, sys.executable, "-c", handed, "serve", "--rig", "none", "--state", str(state)]
        environ = {**os.environ, "HANDED": str(listening.fileno()), "LISTEN_FDS": "1"}
        with subprocess.Popen(
            words, env=environ, pass_fds=[listening.fileno()], stdout=subprocess.PIPE, text=True
        ) as serving:
            assert serving.stdout is not None
            try:
                assert "is ready" in serving.stdout.readline()
                yield
            finally:
                serving.terminate()


# ---- the phone


def be_phone() -> None:
    address, told = offered("phone0")
    assert told == {"router": OWN_ADDRESS, "name server": OWN_ADDRESS}, told
    names = Names(53, told["name server"])
    kept = []
    for number, kind in enumerate(PHONES):
        # Half an hour passes in a second, and the guests' budget is for each address: each phone has its own.
        run("ip", "address", "flush", "dev", "phone0")
        run("ip", "address", "add", f"{ip_address(address) + number}/24", "dev", "phone0")
        run("ip", "route", "add", "default", "via", told["router"])
        air = Air(names.lookup, lambda found: (found, 80))
        phone = kind(air)
        assert stays(phone), f"{kind.__name__} left after asking {air.asked}"
        kept.append(f"{kind.__name__} ({len(air.asked)} probes)")
    print(f"the phone got {address}, and half an hour later these were still there: {', '.join(kept)}")


def offered(interface: str) -> tuple[str, dict[str, str]]:
    """What DHCP offers: an address, and who leads out and who knows names."""
    hardware = bytes.fromhex(Path(f"/sys/class/net/{interface}/address").read_text().replace(":", ""))
    head = struct.pack(">4BIHH16x16s192x", 1, 1, 6, 0, 0x7011, 0, 0x8000, hardware)
    discover = head + bytes.fromhex("63825363 350101 37020306 ff")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
        line.bind(("0.0.0.0", 68))
        line.settimeout(20)
        line.sendto(discover, ("255.255.255.255", 67))
        offer = line.recv(1500)
    told, rest = {}, offer[240:]
    while rest and rest[0] != 0xFF:
        code, length = rest[0], rest[1]
        if code in OFFERED:
            told[OFFERED[code]] = socket.inet_ntoa(rest[2:6])
        rest = rest[2 + length :]
    return socket.inet_ntoa(offer[16:20]), told


if __name__ == "__main__":
    be_phone() if sys.argv[1] == "phone" else be_machine(Path(sys.argv[1]))
