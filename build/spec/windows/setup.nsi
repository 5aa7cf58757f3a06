; The setup program for Windows: for this user only, so nobody is asked for an administrator.
;
; windows_setup.py defines what stands in ${...}. Silent: /S, with /D=FOLDER last; the uninstaller
; takes /S too, and then keeps settings and matches.

Target amd64-unicode
SetCompressor /SOLID lzma
SetCompressorDictSize 32
SetDateSave on
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10

!include "MUI2.nsh"
!include "Sections.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define PROGRAM "$INSTDIR\${NAME}.exe"
!define UNINSTALLER "$INSTDIR\uninstall.exe"
!define IS_RUNNING 3

Name "${WINDOW_NAME}"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\${WINDOW_NAME}"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Red7 Desktop ${VERSION}"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${WINDOW_NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Red7 Desktop Setup"
VIAddVersionKey "CompanyName" "Red7 Desktop contributors"
VIAddVersionKey "LegalCopyright" "${COPYRIGHT}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "${PROGRAM}"

!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Polish"

LangString THE_GAME ${LANG_ENGLISH} "The game, in the start menu"
LangString THE_GAME ${LANG_GERMAN} "Das Spiel, im Startmenü"
LangString THE_GAME ${LANG_POLISH} "Gra, w menu Start"
LangString DESKTOP_ICON ${LANG_ENGLISH} "Icon on the desktop"
LangString DESKTOP_ICON ${LANG_GERMAN} "Symbol auf dem Desktop"
LangString DESKTOP_ICON ${LANG_POLISH} "Ikona na pulpicie"
LangString RUNNING ${LANG_ENGLISH} "Red7 is open. Please close it, and try again."
LangString RUNNING ${LANG_GERMAN} "Red7 ist geöffnet. Bitte schließe es und versuche es noch einmal."
LangString RUNNING ${LANG_POLISH} "Red7 jest otwarte. Zamknij je i spróbuj ponownie."
LangString FORGET ${LANG_ENGLISH} "Delete your settings and saved matches too?"
LangString FORGET ${LANG_GERMAN} "Auch deine Einstellungen und gespeicherten Partien löschen?"
LangString FORGET ${LANG_POLISH} "Usunąć też ustawienia i zapisane partie?"

; Ends where the program is open: Windows lets nobody write to a file that is being run.
!macro WaitTillClosed UN
Function ${UN}WaitTillClosed
  IfFileExists "${PROGRAM}" try closed
try:
  ClearErrors
  FileOpen $0 "${PROGRAM}" a
  IfErrors open
  FileClose $0
  Goto closed
open:
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY try
  SetErrorLevel ${IS_RUNNING}
  Quit
closed:
FunctionEnd
!macroend
!insertmacro WaitTillClosed ""
!insertmacro WaitTillClosed "un."

!macro DeleteProgram
  RMDir /r "$INSTDIR\_internal"
  Delete "${PROGRAM}"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\NOTICE.txt"
!macroend

Section "$(THE_GAME)" GAME
  SectionIn RO
  Call WaitTillClosed
  ; What an older version has brought and this one has not must not stay.
  ${If} ${FileExists} "${PROGRAM}"
    !insertmacro DeleteProgram
  ${EndIf}
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "${UNINSTALLER}"
  CreateShortcut "$SMPROGRAMS\${WINDOW_NAME}.lnk" "${PROGRAM}"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Red7 Desktop"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "${PROGRAM}"
  WriteRegStr HKCU "${KEY}" "Publisher" "Red7 Desktop contributors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"${UNINSTALLER}"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section /o "$(DESKTOP_ICON)" ICON_ON_DESKTOP
  SetOutPath "$INSTDIR"
  CreateShortcut "$DESKTOP\${WINDOW_NAME}.lnk" "${PROGRAM}"
SectionEnd

Function .onInit
  ; Whoever had the icon has it after an upgrade too.
  ${If} ${FileExists} "$DESKTOP\${WINDOW_NAME}.lnk"
    !insertmacro SelectSection ${ICON_ON_DESKTOP}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  Call un.WaitTillClosed
  !insertmacro DeleteProgram
  Delete "${UNINSTALLER}"
  Delete "$SMPROGRAMS\${WINDOW_NAME}.lnk"
  Delete "$DESKTOP\${WINDOW_NAME}.lnk"
  DeleteRegKey HKCU "${KEY}"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(FORGET)" /SD IDNO IDNO kept
  RMDir /r "$APPDATA\${NAME}"
  RMDir /r "$INSTDIR\data"
  Delete "$INSTDIR\portable*"
kept:
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"  ; only where nothing of somebody else's lies in it
SectionEnd
