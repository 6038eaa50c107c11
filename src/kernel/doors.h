/* What the doors of the kernel share: buffers in, bytearrays out, and the loops between without the interpreter's lock.

   Built against the stable interface of CPython 3.11, so that one file serves all later versions; arrays come and go
   through the buffer protocol, so that NumPy is not needed to build it. A door refuses what is too short with a
   ValueError; what its numbers say is judged by the loop behind it. */

#ifndef SITEMINE_DOORS_H
#define SITEMINE_DOORS_H

#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"

PyObject *bytes_of(const void *at, size_t length);
PyObject *zeros_of(size_t length);
PyObject *column_of(const Column *column);
Py_ssize_t rows_of(const Py_buffer *buffer, size_t width);
int holds(const Py_buffer *buffer, size_t width, size_t least);

PyObject *py_names(PyObject *module, PyObject *args);
PyObject *py_scan(PyObject *module, PyObject *args);
PyObject *py_table(PyObject *module, PyObject *args);
PyObject *py_terms(PyObject *module, PyObject *args);
PyObject *py_count_before(PyObject *module, PyObject *args);
PyObject *py_hash_slices(PyObject *module, PyObject *args);
PyObject *py_naming(PyObject *module, PyObject *args);
PyObject *py_saying(PyObject *module, PyObject *args);
PyObject *py_tally(PyObject *module, PyObject *args);
PyObject *py_standing(PyObject *module, PyObject *args);
PyObject *py_wider(PyObject *module, PyObject *args);
PyObject *py_weigh(PyObject *module, PyObject *args);
PyObject *py_weigh_edges(PyObject *module, PyObject *args);
PyObject *py_blocks(PyObject *module, PyObject *args);
PyObject *py_alike(PyObject *module, PyObject *args);
PyObject *py_ranked(PyObject *module, PyObject *args);
PyObject *py_keep(PyObject *module, PyObject *args);
PyObject *py_smallest(PyObject *module, PyObject *args);
PyObject *py_forest(PyObject *module, PyObject *args);

#endif
