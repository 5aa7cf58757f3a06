"""Lists the computer's addresses on local networks.

The address that phones can most probably reach comes first. The list comes from the operating
system; nothing is sent over a network.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import ipaddress
import re
import socket
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

PORT: Final = 7077
"""Preferred port of the phones' page; if the port is taken, one of the next nine is used."""
PORTS: Final = tuple(range(PORT, PORT + 10))

_VIRTUAL: Final = re.compile(
    r"^(docker|veth|br-|virbr|vmnet|vboxnet|vnic|lxc|lxd|podman|cni|flannel|cali|kube"
    r"|tun|tap|wg|ppp|ipsec|utun|zt|tailscale|nordlynx|proton|mullvad|awdl|llw|anpi|bridge|gif|stf)"
    r"|vEthernet|Hyper-V|VirtualBox|VMware|WSL|Docker|TAP-|WireGuard|Wintun|OpenVPN|ZeroTier"
    r"|Tailscale|Bluetooth|VPN|Loopback|Teredo|Npcap|Wi-Fi Direct|Local Area Connection\*",
    re.IGNORECASE,
)
"""Pattern for names of network adapters through which no phone can be reached.

They belong to virtual machines, containers and tunnels.
"""
_CARRIER_NETWORK: Final = ipaddress.ip_network("100.64.0.0/10")
"""Addresses that internet providers share among their customers; some tunnels use them as well."""
_UNUSED_ADDRESS: Final = ("192.0.2.1", 9)
"""An address and port that nobody uses, for finding this computer's own address.

Connecting a datagram socket sends nothing, but afterwards the socket's own address is the one that
the system uses for other networks.
"""


class Adapter(NamedTuple):
    """A network address of this computer.

    Attributes:
        name: The system's name of the adapter, with its description if there is one.
        address: An IPv4 address.
        is_up: Whether the adapter is connected.
        is_default: Whether packets to other networks leave through this adapter.
    """

    name: str
    address: str
    is_up: bool = True
    is_default: bool = False


def choose_addresses(adapters: Iterable[Adapter]) -> tuple[str, ...]:
    """Return the addresses that phones can reach, the most probable first.

    Private addresses come first. Among them, the address of the default route comes first. Left out
    are addresses of loopback, link-local and carriers' networks, virtual machines and tunnels.

    >>> choose_addresses([Adapter("docker0", "172.17.0.1"), Adapter("wlan0", "192.168.1.23")])
    ('192.168.1.23',)
    """
    usable: dict[str, tuple[bool, bool, int]] = {}
    for nth, adapter in enumerate(adapters):
        if not adapter.is_up or _VIRTUAL.search(adapter.name):
            continue
        try:
            address = ipaddress.IPv4Address(adapter.address)
        except ValueError:
            continue
        is_odd = address.is_loopback or address.is_link_local or address.is_multicast
        if is_odd or address.is_unspecified or address in _CARRIER_NETWORK:
            continue
        rank = (not address.is_private, not adapter.is_default, nth)
        usable[adapter.address] = min(rank, usable.get(adapter.address, rank))
    return tuple(sorted(usable, key=usable.__getitem__))


def list_adapters() -> list[Adapter]:
    """Return the computer's network adapters with their IPv4 addresses.

    If the system doesn't report the adapters, only the address of the default route is returned, or
    an empty list.
    """
    try:
        found = list(_list_windows() if sys.platform == "win32" else _list_posix())
    except (OSError, AttributeError, ValueError):
        found = []
    own = _find_default_address()
    if own and own not in {each.address for each in found}:
        found.append(Adapter("default", own))
    return [each._replace(is_default=each.address == own) for each in found]


def _find_default_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNUSED_ADDRESS)
            name: str = probe.getsockname()[0]
        except OSError:
            return ""
    if name == "0.0.0.0":
        return ""
    return name


class _IfAddrs(ctypes.Structure):
    """The first fields of the C type `struct ifaddrs`; they are the same on Linux and macOS."""


_IfAddrs._fields_ = [
    ("next", ctypes.POINTER(_IfAddrs)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]
_IS_UP = 0x1
_IS_RUNNING = 0x40


def _list_posix() -> Iterator[Adapter]:
    library: Any = ctypes.CDLL(None)
    first = ctypes.POINTER(_IfAddrs)()
    if library.getifaddrs(ctypes.byref(first)):
        return
    try:
        entry: Any = first  # a pointer, which is false if it is NULL
        while entry:
            found: Any = entry.contents
            address = _read_address(found.address)
            if address and found.name:
                is_up = bool(found.flags & _IS_UP and found.flags & _IS_RUNNING)
                yield Adapter(found.name.decode("utf-8", "replace"), address, is_up)
            entry = found.next
    finally:
        library.freeifaddrs(first)


def _read_address(pointer: int | None) -> str:
    """Return the IPv4 address in a `struct sockaddr`, "" for another address family.

    On macOS, the first byte is the length and the second the family; on Linux and Windows, both
    bytes are the family.
    """
    if not pointer:
        return ""
    head = ctypes.string_at(pointer, 2)
    if sys.platform == "darwin":
        family = head[1]
    else:
        family = int.from_bytes(head, sys.byteorder)
    if family != socket.AF_INET:
        return ""
    return socket.inet_ntoa(ctypes.string_at(pointer + 4, 4))


class _Unicast(ctypes.Structure):
    """The Windows structure IP_ADAPTER_UNICAST_ADDRESS, as far as its fields are read here."""


_Unicast._fields_ = [
    ("length", ctypes.c_uint32),
    ("flags", ctypes.c_uint32),
    ("next", ctypes.POINTER(_Unicast)),
    ("address", ctypes.c_void_p),
]


class _AdapterAddresses(ctypes.Structure):
    """The Windows structure IP_ADAPTER_ADDRESSES, as far as its fields are read here."""


_AdapterAddresses._fields_ = [
    ("length", ctypes.c_uint32),
    ("index", ctypes.c_uint32),
    ("next", ctypes.POINTER(_AdapterAddresses)),
    ("adapter_name", ctypes.c_char_p),
    ("unicast", ctypes.POINTER(_Unicast)),
    ("anycast", ctypes.c_void_p),
    ("multicast", ctypes.c_void_p),
    ("dns_server", ctypes.c_void_p),
    ("dns_suffix", ctypes.c_wchar_p),
    ("description", ctypes.c_wchar_p),
    ("friendly_name", ctypes.c_wchar_p),
    ("physical_address", ctypes.c_ubyte * 8),
    ("physical_length", ctypes.c_uint32),
    ("flags", ctypes.c_uint32),
    ("mtu", ctypes.c_uint32),
    ("type", ctypes.c_uint32),
    ("status", ctypes.c_int),
]
_SKIP_FLAGS: Final = 0x2 | 0x4 | 0x8
"""GAA_FLAG_SKIP_ANYCAST, _MULTICAST and _DNS_SERVER: leaves out other kinds of addresses."""
_BUFFER_OVERFLOW: Final = 111
_STATUS_UP: Final = 1


def _list_windows() -> Iterator[Adapter]:
    windll: Any = getattr(ctypes, "windll")  # noqa: B009  (only there on Windows)
    size = ctypes.c_ulong(16 * 1024)
    for _ in range(3):
        buffer = ctypes.create_string_buffer(size.value)
        arguments = (int(socket.AF_INET), _SKIP_FLAGS, None, buffer, ctypes.byref(size))
        code = windll.iphlpapi.GetAdaptersAddresses(*arguments)
        if code != _BUFFER_OVERFLOW:
            break
    if code:
        return
    entry: Any = ctypes.cast(buffer, ctypes.POINTER(_AdapterAddresses))
    while entry:
        found: Any = entry.contents
        name = f"{found.friendly_name or ''} ({found.description or ''})"
        unicast = found.unicast
        while unicast:
            address = _read_address(unicast.contents.address)
            if address:
                yield Adapter(name, address, found.status == _STATUS_UP)
            unicast = unicast.contents.next
        entry = found.next
