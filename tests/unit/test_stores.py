"""The pages for winget, the AUR and itch.io, filled for a version."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tests.tools import needs
from tests.unit.test_house import ROOT

SPEC: Final = ROOT / "build" / "spec"
VERSION: Final = "1.2.3"
IDENTIFIER: Final = "Red7Desktop.Red7Desktop"
REQUIRED: Final = {
    "version": {"DefaultLocale"},
    "installer": {"Installers", "InstallerType", "MinimumOSVersion", "Scope"},
    "defaultLocale": {"License", "PackageLocale", "PackageName", "Publisher", "ShortDescription"},
}
"""By type of manifest, the keys that winget needs, beside the four that every manifest has."""
LONGEST: Final = {"ShortDescription": 256, "Copyright": 512, "PackageName": 256, "Publisher": 256}

pytestmark = pytest.mark.skipif(
    not SPEC.is_dir(), reason="this is an installed copy, without packaging"
)


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All pages, filled."""
    monkeypatch.syspath_prepend(str(SPEC))
    stores = import_module("stores")
    sums = {
        name.format(VERSION): f"{number:064x}"
        for number, name in enumerate(stores.DOWNLOADS.values(), start=0xABC)
    }
    stores.fill(tmp_path / "pages", stores.fields_of(VERSION, sums, 0))
    return tmp_path / "pages"


def manifests(pages: Path) -> dict[str, dict[str, str]]:
    """Read winget's manifests: the keys at the left edge, by type of manifest."""
    found = {}
    for file in (pages / "winget").iterdir():
        keys = dict(
            re.findall(r"^([A-Za-z0-9]+):(?: (.*))?$", file.read_text("utf-8"), re.MULTILINE)
        )
        found[keys["ManifestType"]] = keys
    return found


def test_winget_has_three_manifests_with_what_its_schema_asks_for(pages: Path) -> None:
    read = manifests(pages)

    assert read.keys() == REQUIRED.keys()
    for kind, keys in read.items():
        assert REQUIRED[kind] <= keys.keys()
        assert keys["PackageIdentifier"] == IDENTIFIER
        assert keys["PackageVersion"] == VERSION
        assert keys["ManifestVersion"] == "1.10.0"
        for key, longest in LONGEST.items():
            assert 3 <= len(keys.get(key, "...")) <= longest, key
        for key, value in keys.items():
            if key.endswith("Url"):
                assert value.startswith("https://"), key
    names = {path.name for path in (pages / "winget").iterdir()}
    assert names == {f"{IDENTIFIER}{end}.yaml" for end in ("", ".installer", ".locale.en-US")}


def test_winget_installs_the_download_with_its_checksum(pages: Path) -> None:
    text = (pages / "winget" / f"{IDENTIFIER}.installer.yaml").read_text("utf-8")

    name = f"releases/download/v{VERSION}/red7-desktop-{VERSION}-setup.exe"
    assert re.search(rf"^  InstallerUrl: https://github\.com/\S+/{re.escape(name)}$", text, re.M)
    assert re.search(r"^  InstallerSha256: [0-9A-F]{61}ABC$", text, re.M)


@pytest.mark.skipif(sys.platform == "win32", reason="it runs a shell script")
def test_aur_package_has_the_program_and_its_menu_entry(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("bash")
    monkeypatch.syspath_prepend(str(SPEC))
    app = tmp_path / "app"
    (app / "_internal" / "licences").mkdir(parents=True)
    (app / "_internal" / "licences" / "python.txt").write_text("a licence", "utf-8")
    (app / "NOTICE").write_text("a notice", "utf-8")
    (app / "red7-desktop").write_text("#!/bin/sh\necho started\n", "utf-8")
    (app / "red7-desktop").chmod(0o755)
    module = import_module("linux_desktop")
    module.lay_out_archive(app, tmp_path / f"red7-desktop-{VERSION}", VERSION, 0)
    package = tmp_path / "package"

    build = f'set -eu; source "{pages}/aur/PKGBUILD"; pkgdir="{package}"; package'
    subprocess.run(["bash", "-c", build], cwd=tmp_path, check=True)

    said = subprocess.run([package / "usr/bin/red7-desktop"], capture_output=True, check=True)
    assert said.stdout == b"started\n"
    entry = (package / "usr/share/applications/red7-desktop.desktop").read_text("utf-8")
    assert "\nExec=red7-desktop %f\n" in entry
    licences = package / "usr/share/licenses/red7-desktop-bin"
    assert {path.name for path in licences.iterdir()} == {"NOTICE", "python.txt"}


def test_no_store_page_has_an_unfilled_placeholder(pages: Path) -> None:
    texts = [
        path.read_text("utf-8") for path in pages.rglob("*") if path.suffix in {".yaml", ".md"}
    ]
    texts.append((pages / "aur" / "PKGBUILD").read_text("utf-8"))

    assert [found for text in texts for found in re.findall(r"@[A-Z_0-9]+@", text)] == []
    assert sum(VERSION in text for text in texts) == 5


def test_missing_download_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SPEC))

    with pytest.raises(SystemExit, match=r"doesn't have red7-desktop-1\.2\.3-setup\.exe"):
        import_module("stores").fields_of(VERSION, {}, 0)


def test_cover_has_the_size_that_itch_asks_for(pages: Path) -> None:
    data = (pages / "itch" / "cover.png").read_bytes()

    assert struct.unpack(">II", data[16:24]) == (630, 500)
