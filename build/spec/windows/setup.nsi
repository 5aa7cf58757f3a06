; The setup program for Windows: installs per user, so no administrator rights are needed.
;
; windows_setup.py defines the values in ${...}. Silent: /S, with /D=FOLDER last; the uninstaller takes
; /S too, and then keeps settings and matches. Only files that were installed are deleted again, by
; name: the folder may hold other things. Ends with 3 if the game is open, with 4 if there is no folder
; left to install into.

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
!define CLASSES "Software\Classes"
!define PROGRAM "$INSTDIR\${NAME}.exe"
!define UNINSTALLER "$INSTDIR\uninstall.exe"
!define LIST "$INSTDIR\files.txt"
; Name of the shortcuts in version 0.1.0.
!define FORMER "Red7"
!define IS_RUNNING 3
!define IS_TAKEN 4

Name "${PRODUCT}"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT}"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "$(BRAND)"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${PRODUCT}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${PRODUCT} Setup"
VIAddVersionKey "CompanyName" "Red7 Desktop contributors"
VIAddVersionKey "LegalCopyright" "${COPYRIGHT}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_HEADERIMAGE
!define MUI_HEADERIMAGE_RIGHT
!define MUI_HEADERIMAGE_BITMAP "${PICTURES}/head.bmp"
!define MUI_HEADERIMAGE_UNBITMAP "${PICTURES}/head.bmp"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURES}/side.bmp"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_NOREBOOTSUPPORT
!define MUI_FINISHPAGE_RUN "${PROGRAM}"

!insertmacro MUI_PAGE_COMPONENTS
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE TakeFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Polish"

LangString BRAND ${LANG_ENGLISH} "Red7 Desktop ${VERSION}, unofficial"
LangString BRAND ${LANG_GERMAN} "Red7 Desktop ${VERSION}, inoffiziell"
LangString BRAND ${LANG_POLISH} "Red7 Desktop ${VERSION}, wersja nieoficjalna"
LangString THE_GAME ${LANG_ENGLISH} "Game (with start menu entry)"
LangString THE_GAME ${LANG_GERMAN} "Spiel (mit Startmenü-Eintrag)"
LangString THE_GAME ${LANG_POLISH} "Gra (ze skrótem w menu Start)"
LangString DESKTOP_ICON ${LANG_ENGLISH} "Desktop icon"
LangString DESKTOP_ICON ${LANG_GERMAN} "Symbol auf dem Desktop"
LangString DESKTOP_ICON ${LANG_POLISH} "Ikona na pulpicie"
LangString RUNNING ${LANG_ENGLISH} "${PRODUCT} is still running. Please close it and try again."
LangString RUNNING ${LANG_GERMAN} "${PRODUCT} läuft noch. Bitte schließe es und versuche es noch einmal."
LangString RUNNING ${LANG_POLISH} "Program ${PRODUCT} jest uruchomiony. Zamknij go i spróbuj ponownie."
LangString FORGET ${LANG_ENGLISH} "Delete your settings and saved matches too?"
LangString FORGET ${LANG_GERMAN} "Auch deine Einstellungen und gespeicherten Partien löschen?"
LangString FORGET ${LANG_POLISH} "Usunąć też ustawienia i zapisane partie?"
LangString TAKEN ${LANG_ENGLISH} "This folder and $0 already contain other files. Please choose another folder."
LangString TAKEN ${LANG_GERMAN} "Dieser Ordner und $0 enthalten schon andere Dateien. Bitte wähle einen anderen Ordner."
LangString TAKEN ${LANG_POLISH} "Ten folder oraz $0 zawierają już inne pliki. Wybierz inny folder."
LangString INSIDE ${LANG_ENGLISH} "This folder already contains other files. ${PRODUCT} will be installed in a new folder inside it:$\n$\n$0"
LangString INSIDE ${LANG_GERMAN} "Dieser Ordner enthält schon andere Dateien. ${PRODUCT} wird darin in einem neuen Ordner installiert:$\n$\n$0"
LangString INSIDE ${LANG_POLISH} "Ten folder zawiera już inne pliki. Program ${PRODUCT} zostanie zainstalowany w nowym podfolderze:$\n$\n$0"
LangString RECORD ${LANG_ENGLISH} "${RECORD_EN}"
LangString RECORD ${LANG_GERMAN} "${RECORD_DE}"
LangString RECORD ${LANG_POLISH} "${RECORD_PL}"

; NSIS addresses German users as "Sie", the game as "du". These texts replace those of NSIS, so that a
; window doesn't mix both.
!pragma warning disable 6030
LangString ^ClickNext ${LANG_GERMAN} "Klicke auf Weiter."
LangString ^ClickInstall ${LANG_GERMAN} "Klicke auf Installieren, um zu beginnen."
LangString ^ClickUninstall ${LANG_GERMAN} "Klicke auf Deinstallieren, um zu beginnen."
LangString ^ComponentsText ${LANG_GERMAN} "Was soll installiert werden? $_CLICK"
LangString ^ComponentsSubText2_NoInstTypes ${LANG_GERMAN} "Zu installieren:"
LangString ^DirText ${LANG_GERMAN} "$(^NameDA) wird in diesem Ordner installiert. Mit Durchsuchen wählst du einen anderen. $_CLICK"
LangString ^DirBrowseText ${LANG_GERMAN} "Wähle den Ordner, in dem $(^NameDA) installiert werden soll:"
LangString ^FileError ${LANG_GERMAN} "Diese Datei kann nicht geschrieben werden:$\r$\n$\t$\"$0$\"$\r$\nAbbrechen beendet die Installation, Wiederholen versucht es noch einmal, Ignorieren lässt die Datei aus."
LangString ^FileError_NoIgnore ${LANG_GERMAN} "Diese Datei kann nicht geschrieben werden:$\r$\n$\t$\"$0$\"$\r$\nWiederholen versucht es noch einmal, Abbrechen beendet die Installation."
LangString MUI_TEXT_COMPONENTS_SUBTITLE ${LANG_GERMAN} "Wähle, was du von $(^NameDA) installieren möchtest."
LangString MUI_TEXT_DIRECTORY_SUBTITLE ${LANG_GERMAN} "Wähle den Ordner, in dem $(^NameDA) installiert werden soll."
LangString MUI_TEXT_INSTALLING_SUBTITLE ${LANG_GERMAN} "Bitte warte, während $(^NameDA) installiert wird."
LangString MUI_TEXT_FINISH_INFO_TEXT ${LANG_GERMAN} "$(^NameDA) ist installiert.$\r$\n$\r$\nMit Fertigstellen schließt du diesen Assistenten."
LangString MUI_TEXT_ABORTWARNING ${LANG_GERMAN} "Möchtest du die Installation von $(^Name) wirklich abbrechen?"
LangString MUI_UNTEXT_CONFIRM_SUBTITLE ${LANG_GERMAN} "$(^NameDA) wird von deinem Computer entfernt."
LangString MUI_UNTEXT_UNINSTALLING_SUBTITLE ${LANG_GERMAN} "Bitte warte, während $(^NameDA) entfernt wird."
!pragma warning default 6030

; -- the folder ----------------------------------------------------------------------------

; Sets $1 to whether the program may be installed into folder $0: if it is missing or empty, or contains
; this program or files kept from an earlier version.
Function MayBeTaken
  StrCpy $1 1
  IfFileExists "$0\${NAME}.exe" told
  FindFirst $2 $3 "$0\*"
look:
  StrCmp $3 "" looked
  StrCmp $3 "." next
  StrCmp $3 ".." next
  StrCmp $3 "data" next
  StrCmp $3 "portable" next
  StrCmp $3 "portable.txt" next
  StrCmp $3 "uninstall.exe" next
  StrCpy $1 0
  Goto looked
next:
  FindNext $2 $3
  Goto look
looked:
  FindClose $2
told:
FunctionEnd

; Sets $0 to the folder to install into: the given one, or a new one inside it. Sets the error flag if
; neither is possible.
Function ChooseFolder
  StrCpy $0 $INSTDIR
  Call MayBeTaken
  StrCmp $1 1 chosen
  StrCpy $4 $0 1 -1  ; a drive may end in a backslash
  StrCmp $4 "\" 0 +2
  StrCpy $0 $0 -1
  StrCpy $0 "$0\${PRODUCT}"
  Call MayBeTaken
  StrCmp $1 1 chosen
  SetErrors
  Return
chosen:
  ClearErrors  ; of listing a missing folder
FunctionEnd

Function TakeFolder
  Call ChooseFolder
  IfErrors taken
  StrCmp $0 $INSTDIR done
  MessageBox MB_OKCANCEL|MB_ICONINFORMATION "$(INSIDE)" /SD IDOK IDOK inside
  Abort
inside:
  StrCpy $INSTDIR $0
  Return
taken:
  MessageBox MB_OK|MB_ICONEXCLAMATION "$(TAKEN)" /SD IDOK
  Abort
done:
FunctionEnd

; -- running programs ----------------------------------------------------------------------------

; Exits if the program is running, because Windows doesn't allow replacing a running program.
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

; -- installing ------------------------------------------------------------------------------

; Deletes the files in the installed version's list, which has one name per line. A name with a backslash
; at the end is a folder, which is deleted if empty. Names outside of the folder are ignored.
Function DeleteListed
  ClearErrors
  FileOpen $0 "${LIST}" r
  IfErrors read
line:
  ClearErrors  ; of a folder that is not empty
  FileRead $0 $1
  IfErrors closing
trim:
  StrCpy $2 $1 1 -1
  StrCmp $2 "$\n" shorter
  StrCmp $2 "$\r" shorter
  StrCmp $1 "" line
  StrCpy $2 $1 1
  StrCmp $2 "\" line
  StrCpy $3 0
letter:
  StrCpy $2 $1 1 $3
  StrCmp $2 "" within
  StrCmp $2 ":" line
  StrCmp $2 "*" line
  StrCmp $2 "?" line
  StrCpy $2 $1 2 $3
  StrCmp $2 ".." line
  IntOp $3 $3 + 1
  Goto letter
shorter:
  StrCpy $1 $1 -1
  Goto trim
within:
  StrCpy $2 $1 1 -1
  StrCmp $2 "\" folder
  Delete "$INSTDIR\$1"
  Goto line
folder:
  StrCpy $1 $1 -1
  RMDir "$INSTDIR\$1"
  Goto line
closing:
  FileClose $0
read:
  ClearErrors
FunctionEnd

Section "$(THE_GAME)" GAME
  SectionIn RO
  Call WaitTillClosed
  ; Delete files that only the older version has.
  ${If} ${FileExists} "${LIST}"
    Call DeleteListed
  ${ElseIf} ${FileExists} "${PROGRAM}"
    !include "${BEFORE}"
  ${EndIf}
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "${UNINSTALLER}"
  Delete "$SMPROGRAMS\${FORMER}.lnk"
  Delete "$DESKTOP\${FORMER}.lnk"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}.lnk" "${PROGRAM}"
  WriteRegStr HKCU "${KEY}" "DisplayName" "${PRODUCT}"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "${PROGRAM}"
  WriteRegStr HKCU "${KEY}" "Publisher" "Red7 Desktop contributors"
  WriteRegStr HKCU "${KEY}" "URLInfoAbout" "${HOME_PAGE}"
  WriteRegStr HKCU "${KEY}" "HelpLink" "${HOME_PAGE}/issues"
  WriteRegStr HKCU "${KEY}" "URLUpdateInfo" "${HOME_PAGE}/releases"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"${UNINSTALLER}"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ; Records open by double click, unless the user has chosen another program for them.
  WriteRegStr HKCU "${CLASSES}\${RECORD_ID}" "" "$(RECORD)"
  WriteRegStr HKCU "${CLASSES}\${RECORD_ID}\DefaultIcon" "" "${PROGRAM},0"
  WriteRegStr HKCU "${CLASSES}\${RECORD_ID}\shell\open\command" "" '"${PROGRAM}" "%1"'
  WriteRegStr HKCU "${CLASSES}\${RECORD_ENDING}\OpenWithProgids" "${RECORD_ID}" ""
  ReadRegStr $0 HKCU "${CLASSES}\${RECORD_ENDING}" ""
  ${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\${RECORD_ENDING}" "" "${RECORD_ID}"
  ${EndIf}
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
SectionEnd

Section /o "$(DESKTOP_ICON)" ICON_ON_DESKTOP
  SetOutPath "$INSTDIR"
  CreateShortcut "$DESKTOP\${PRODUCT}.lnk" "${PROGRAM}"
SectionEnd

Function .onInit
  ; Keep the icon on an upgrade.
  ${If} ${FileExists} "$DESKTOP\${PRODUCT}.lnk"
  ${OrIf} ${FileExists} "$DESKTOP\${FORMER}.lnk"
    !insertmacro SelectSection ${ICON_ON_DESKTOP}
  ${EndIf}
  IfSilent 0 asked
  Call ChooseFolder
  IfErrors taken
  StrCpy $INSTDIR $0
asked:
  Return
taken:
  SetErrorLevel ${IS_TAKEN}
  Quit
FunctionEnd

; -- removing --------------------------------------------------------------------------------

Section "Uninstall"
  Call un.WaitTillClosed
  !include "${OURS}"
  Delete "${UNINSTALLER}"
  Delete "$SMPROGRAMS\${PRODUCT}.lnk"
  Delete "$DESKTOP\${PRODUCT}.lnk"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "${CLASSES}\${RECORD_ID}"
  ReadRegStr $0 HKCU "${CLASSES}\${RECORD_ENDING}" ""
  ${If} $0 == "${RECORD_ID}"
    DeleteRegValue HKCU "${CLASSES}\${RECORD_ENDING}" ""
  ${EndIf}
  DeleteRegValue HKCU "${CLASSES}\${RECORD_ENDING}\OpenWithProgids" "${RECORD_ID}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${RECORD_ENDING}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${RECORD_ENDING}"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(FORGET)" /SD IDNO IDNO kept
  RMDir /r "$APPDATA\${NAME}"
  ; A portable program keeps its files next to itself, only in these places.
  ${If} ${FileExists} "$INSTDIR\portable"
  ${OrIf} ${FileExists} "$INSTDIR\portable.txt"
    RMDir /r "$INSTDIR\data\config"
    RMDir /r "$INSTDIR\data\saves"
    RMDir /r "$INSTDIR\data\logs"
    RMDir "$INSTDIR\data"
    Delete "$INSTDIR\portable"
    Delete "$INSTDIR\portable.txt"
  ${EndIf}
kept:
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"  ; only if empty
SectionEnd
