/* The doors of `measure`: terms, their places, hashes, and what characters are tallied. */

#include "doors.h"
#include "terms.h"

PyObject *py_terms(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer text, classes, folded;
    int numbers, is_done = 0;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*p:terms", &text, &classes, &folded, &numbers))
        return NULL;
    if (holds(&classes, 1, LAST_CHARACTER) && holds(&folded, sizeof(uint32_t), LAST_CHARACTER)) {
        Bytes bytes = {text.buf, (size_t)text.len};
        Terms terms = {{0}, {0}, {0}};
        if (text.len < INT32_MAX) {
            Py_BEGIN_ALLOW_THREADS
            is_done = terms_of(bytes, classes.buf, folded.buf, numbers, &terms);
            Py_END_ALLOW_THREADS
        }
        result = is_done ? Py_BuildValue("NNN", column_of(&terms.term), column_of(&terms.start), column_of(&terms.end))
                         : PyErr_NoMemory();
        terms_close(&terms);
    }
    PyBuffer_Release(&text);
    PyBuffer_Release(&classes);
    PyBuffer_Release(&folded);
    return result;
}

PyObject *py_count_before(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer start, place;
    Py_ssize_t length, n_terms, n;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*ny*:count_before", &start, &length, &place))
        return NULL;
    n_terms = rows_of(&start, sizeof(int32_t));
    n = rows_of(&place, sizeof(int32_t));
    if (n_terms >= 0 && n >= 0 && length >= 0 && (result = bytes_of(NULL, (size_t)place.len)) != NULL) {
        int32_t *count = (int32_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = count_before(start.buf, (size_t)n_terms, (size_t)length, place.buf, (size_t)n, count);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "a length below 0");
    }
    PyBuffer_Release(&start);
    PyBuffer_Release(&place);
    return result;
}

PyObject *py_hash_slices(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer values, start, end;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*:hash_slices", &values, &start, &end))
        return NULL;
    Py_ssize_t n_values = rows_of(&values, sizeof(uint64_t)), n = rows_of(&start, sizeof(int64_t));
    if (n_values >= 0 && n >= 0 && holds(&end, sizeof(int64_t), (size_t)n) &&
        (result = bytes_of(NULL, (size_t)n * sizeof(uint64_t))) != NULL) {
        uint64_t *hash = (uint64_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = hash_slices(values.buf, (size_t)n_values, start.buf, end.buf, (size_t)n, hash);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    }
    PyBuffer_Release(&values);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    return result;
}

PyObject *py_tally(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer text, marks, start, stop;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*:tally", &text, &marks, &start, &stop))
        return NULL;
    Py_ssize_t n = rows_of(&start, sizeof(int32_t));
    if (n >= 0 && holds(&stop, sizeof(int32_t), (size_t)n) && holds(&marks, 1, LAST_CHARACTER) &&
        (result = zeros_of((size_t)n * TALLIES * sizeof(int32_t))) != NULL) {
        int32_t *counts = (int32_t *)PyByteArray_AsString(result);
        Bytes bytes = {text.buf, (size_t)text.len};
        Py_BEGIN_ALLOW_THREADS
        tally(bytes, marks.buf, start.buf, stop.buf, (size_t)n, counts);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&text);
    PyBuffer_Release(&marks);
    PyBuffer_Release(&start);
    PyBuffer_Release(&stop);
    return result;
}
