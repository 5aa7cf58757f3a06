"""Which of a machine's addresses phones are sent to, from adapter lists as systems give them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import Final

import pytest

from red7_desktop.phones.addresses import Adapter, choose_addresses, list_adapters

LINUX_LAPTOP = [
    Adapter("lo", "127.0.0.1"),
    Adapter("enp0s31f6", "192.168.1.40", is_up=False),
    Adapter("wlp2s0", "192.168.1.23", is_default=True),
    Adapter("docker0", "172.17.0.1"),
    Adapter("br-3f1d6b2a9c4e", "172.18.0.1"),
    Adapter("virbr0", "192.168.122.1"),
    Adapter("tun0", "10.8.0.6"),
    Adapter("tailscale0", "100.101.102.103"),
]
LINUX_TWO_NETWORKS = [
    Adapter("lo", "127.0.0.1"),
    Adapter("wlan0", "10.0.0.7"),
    Adapter("eth0", "192.168.178.20", is_default=True),
    Adapter("usb0", "169.254.7.1"),
]
LINUX_HOTSPOT = [Adapter("lo", "127.0.0.1"), Adapter("ap0", "10.42.0.1")]
LINUX_SERVER = [
    Adapter("lo", "127.0.0.1"),
    Adapter("eth0", "84.16.224.9", is_default=True),
    Adapter("eth1", "10.1.0.4"),
]
WINDOWS = [
    Adapter("Ethernet (Realtek PCIe GbE Family Controller)", "169.254.10.9", is_up=False),
    Adapter("vEthernet (WSL) (Hyper-V Virtual Ethernet Adapter)", "172.29.16.1"),
    Adapter("VirtualBox Host-Only Network (VirtualBox Host-Only Adapter)", "192.168.56.1"),
    Adapter("VMware Network Adapter VMnet8 (VMware Virtual Adapter)", "192.168.88.1"),
    Adapter("Wi-Fi (Intel(R) Wi-Fi 6 AX201 160MHz)", "192.168.0.104", is_default=True),
    Adapter("Bluetooth-Netzwerkverbindung (Bluetooth Device)", "169.254.1.2"),
    Adapter("Loopback Pseudo-Interface 1 (Software Loopback Interface 1)", "127.0.0.1"),
]
WINDOWS_WITH_VPN = [
    Adapter("OpenVPN TAP-Windows6 (TAP-Windows Adapter V9)", "10.9.0.2", is_default=True),
    Adapter("WLAN (Qualcomm Atheros QCA9377)", "192.168.2.114"),
]
MACOS = [
    Adapter("lo0", "127.0.0.1"),
    Adapter("en0", "192.168.1.5", is_default=True),
    Adapter("bridge100", "192.168.64.1"),
    Adapter("utun4", "100.64.3.9"),
    Adapter("awdl0", "169.254.33.1"),
    Adapter("en7", "192.168.1.77"),
]


@pytest.mark.parametrize(
    ("adapters", "chosen"),
    [
        (LINUX_LAPTOP, ("192.168.1.23",)),
        (LINUX_TWO_NETWORKS, ("192.168.178.20", "10.0.0.7")),
        (LINUX_HOTSPOT, ("10.42.0.1",)),
        (LINUX_SERVER, ("10.1.0.4",)),
        (WINDOWS, ("192.168.0.104",)),
        (WINDOWS_WITH_VPN, ("192.168.2.114",)),
        (MACOS, ("192.168.1.5", "192.168.1.77")),
        ([], ()),
        ([Adapter("lo", "127.0.0.1")], ()),
    ],
    ids=["laptop", "two", "hotspot", "server", "windows", "vpn", "macos", "none", "alone"],
)
def test_addresses_offered_to_phones_are_those_of_local_networks(
    adapters: list[Adapter], chosen: tuple[str, ...]
) -> None:
    found = choose_addresses(adapters)

    assert found[: len(chosen)] == chosen
    assert not {"127.0.0.1", "172.17.0.1", "10.8.0.6", "100.101.102.103"} & {*found}


@pytest.mark.parametrize(
    ("address", "is_used"),
    [
        ("100.63.255.255", True),
        ("100.64.0.0", False),
        ("100.127.255.255", False),
        ("100.128.0.0", True),
        ("169.253.255.255", True),
        ("169.254.0.0", False),
        ("no address", False),
        ("fe80::1", False),
    ],
)
def test_address_in_a_shared_or_link_local_range_is_left_out(address: str, is_used: bool) -> None:
    assert (choose_addresses([Adapter("eth0", address)]) == (address,)) is is_used


def test_address_of_the_default_route_comes_first_among_private_ones() -> None:
    adapters = [Adapter("a0", "10.0.0.1"), Adapter("a1", "10.0.0.2", is_default=True)]

    assert choose_addresses(adapters) == ("10.0.0.2", "10.0.0.1")


@pytest.mark.skipif(sys.platform == "win32", reason="loopback has no address in the list there")
def test_network_adapters_listed_by_the_system_include_loopback() -> None:
    assert "127.0.0.1" in {each.address for each in list_adapters()}


# -- a machine with two networks -------------------------------------------------------------

NETWORKS: Final = """
set -e
ip link set lo up
add() { ip link add "$1" type veth peer name "peer-$1"; ip addr add "$2" dev "$1"
    ip link set "$1" up; ip link set "peer-$1" up; }
add eth0 192.168.7.5/24
add wlan0 10.0.0.5/24
add tun0 10.8.0.2/24
ip route add default via 10.0.0.1
exec "$0" -c "$1"
"""
"""Shell commands that give a new network namespace a cable, a Wi-Fi as default route, and a VPN."""
SERVE: Final = """
import json, socket
from red7_desktop.phones.addresses import choose_addresses, list_adapters
from red7_desktop.phones.server import PhoneServer

def reaches(address):
    with socket.socket() as caller:
        caller.settimeout(5)
        return caller.connect_ex((address, server.port)) == 0

chosen = choose_addresses(list_adapters())
server = PhoneServer(chosen[0], (0,), lambda origin, nonce: b"", lambda: None, lambda: 0.0)
server.start()
reached = [each for each in (*chosen, "10.8.0.2", "127.0.0.1") if reaches(each)]
server.stop()
print(json.dumps([chosen, reached]))
"""


def has_namespaces() -> bool:
    if sys.platform != "linux" or not shutil.which("ip") or not shutil.which("unshare"):
        return False
    tried = subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False)
    return tried.returncode == 0


@pytest.mark.skipif(not has_namespaces(), reason="needs ip (iproute2) and user namespaces")
def test_phones_reach_the_server_only_on_the_chosen_one_of_two_networks() -> None:
    command = ["unshare", "-rn", "bash", "-c", NETWORKS, sys.executable, SERVE]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    chosen, reached = json.loads(done.stdout)
    assert chosen == ["10.0.0.5", "192.168.7.5"]
    assert reached == ["10.0.0.5"]
