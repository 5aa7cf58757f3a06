/* The Python interpreter for builds under Wine: a console program that calls Python's DLL. */

#include <wchar.h>

__declspec(dllimport) int Py_Main(int argc, wchar_t **argv);

int wmain(int argc, wchar_t **argv) { return Py_Main(argc, argv); }
