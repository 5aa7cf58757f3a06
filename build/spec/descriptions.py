"""Metadata of the executables: Windows' version resource and macOS' Info.plist."""

from __future__ import annotations

from typing import Any

from contents import (
    MACOS_ID,
    NAME,
    PRODUCT,
    RECORD_ENDING,
    RECORD_ID,
    RECORD_NAMES,
    RECORD_TYPE,
)

COPYRIGHT = (
    "Copyright (c) Red7 Desktop contributors. Unofficial: Red7 is a game of Asmadi Games, "
    "Spring Cleaning one of its own makers."
)


def four_numbers(version: str) -> tuple[int, int, int, int]:
    """Return a version as Windows' four numbers; missing and non-numeric parts are 0.

    >>> four_numbers("1.2.3"), four_numbers("0.4.0rc1")
    ((1, 2, 3, 0), (0, 4, 0, 0))
    """
    numbers = [int(part) if part.isdigit() else 0 for part in version.split(".")]
    a, b, c, d = [*numbers, 0, 0, 0, 0][:4]
    return a, b, c, d


def version_resource(version: str) -> str:
    """Return the version resource of the Windows executable, as PyInstaller reads it."""
    numbers = four_numbers(version)
    strings = {
        "CompanyName": "Red7 Desktop contributors",
        "FileDescription": PRODUCT,
        "FileVersion": version,
        "InternalName": NAME,
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": PRODUCT,
        "ProductVersion": version,
    }
    table = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in strings.items())
    return (
        "VSVersionInfo(\n"
        f"  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0,\n"
        "    OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)),\n"
        "  kids=[\n"
        f"    StringFileInfo([StringTable('040904B0', [{table}])]),\n"
        "    VarFileInfo([VarStruct('Translation', [0x0409, 1200])]),\n"
        "  ],\n"
        ")\n"
    )


def info_plist(version: str) -> dict[str, Any]:
    """Return the entries of Info.plist that PyInstaller doesn't write by itself."""
    kind = {
        "UTTypeIdentifier": RECORD_ID,
        "UTTypeDescription": RECORD_NAMES["en"],
        "UTTypeConformsTo": ["public.plain-text"],
        "UTTypeTagSpecification": {
            "public.filename-extension": [RECORD_ENDING.removeprefix(".")],
            "public.mime-type": [RECORD_TYPE],
        },
    }
    # SDL reports a file opened by a double click as if it were dropped on the window.
    opens = {
        "CFBundleTypeName": RECORD_NAMES["en"],
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Owner",
        "LSItemContentTypes": [RECORD_ID],
    }
    return {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleDisplayName": PRODUCT,
        "CFBundleDocumentTypes": [opens],
        "CFBundleIdentifier": MACOS_ID,
        "CFBundleLocalizations": sorted(RECORD_NAMES),
        "CFBundleName": PRODUCT,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": ".".join(map(str, four_numbers(version)[:3])),
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSMinimumSystemVersion": "11.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": COPYRIGHT,
        # macOS shows this sentence when the lobby is opened for the first time.
        "NSLocalNetworkUsageDescription": "Phones on this Wi-Fi can show your guests’ cards.",
        "NSRequiresAquaSystemAppearance": False,
        "UTExportedTypeDeclarations": [kind],
    }
