/* The doors of `order`: blocks that are alike, how they rank on their page, which of them are kept. */

#include "doors.h"
#include "order.h"

/* The pages that a column of starts names; 0 with an exception. */
static int pages_of(const Py_buffer *page_start, Py_ssize_t n, Pages *pages)
{
    Py_ssize_t n_starts = rows_of(page_start, sizeof(int64_t));
    if (n < 0 || n_starts < 0)
        return 0;
    if (n_starts > 0) {
        *pages = (Pages){page_start->buf, (size_t)n, (size_t)n_starts - 1};
        if (pages_are_sound(pages))
            return 1;
    }
    PyErr_SetString(PyExc_ValueError, "not the starts of pages");
    return 0;
}

static PyObject *done(int is_done, PyObject *result)
{
    if (is_done)
        return result;
    Py_DECREF(result);
    return PyErr_NoMemory();
}

PyObject *py_alike(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer page_start, key;
    PyObject *result = NULL;
    Pages pages;
    if (!PyArg_ParseTuple(args, "y*y*:alike", &page_start, &key))
        return NULL;
    if (pages_of(&page_start, rows_of(&key, sizeof(uint64_t)), &pages) &&
        (result = bytes_of(NULL, ALIKE * pages.n * sizeof(int64_t))) != NULL) {
        int64_t *found = (int64_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = alike(&pages, key.buf, found);
        Py_END_ALLOW_THREADS
        result = done(is_done, result);
    }
    PyBuffer_Release(&page_start);
    PyBuffer_Release(&key);
    return result;
}

PyObject *py_ranked(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer page_start, score, width;
    PyObject *result = NULL;
    double lowest;
    Pages pages;
    if (!PyArg_ParseTuple(args, "y*y*y*d:ranked", &page_start, &score, &width, &lowest))
        return NULL;
    if (pages_of(&page_start, rows_of(&score, sizeof(int64_t)), &pages) && holds(&width, sizeof(double), pages.n) &&
        (result = bytes_of(NULL, RANKED * pages.n * sizeof(double))) != NULL) {
        double *found = (double *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = ranked(&pages, score.buf, width.buf, lowest, found);
        Py_END_ALLOW_THREADS
        result = done(is_done, result);
    }
    PyBuffer_Release(&page_start);
    PyBuffer_Release(&score);
    PyBuffer_Release(&width);
    return result;
}

PyObject *py_keep(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer page_start, mass, n_terms;
    PyObject *result = NULL;
    double certain, beta;
    Py_ssize_t least;
    Pages pages;
    if (!PyArg_ParseTuple(args, "y*y*y*ddn:keep", &page_start, &mass, &n_terms, &certain, &beta, &least))
        return NULL;
    if (pages_of(&page_start, rows_of(&mass, sizeof(int64_t)), &pages) && holds(&n_terms, sizeof(int64_t), pages.n) &&
        (result = bytes_of(NULL, pages.n)) != NULL) {
        Promised promised = {mass.buf, n_terms.buf, certain, beta, (int64_t)least};
        uint8_t *kept = (uint8_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = keep(&pages, &promised, kept);
        Py_END_ALLOW_THREADS
        result = done(is_done, result);
    }
    PyBuffer_Release(&page_start);
    PyBuffer_Release(&mass);
    PyBuffer_Release(&n_terms);
    return result;
}

PyObject *py_smallest(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer page_start, kept, width, page, first, last;
    PyObject *result = NULL;
    double share;
    Pages pages;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*d:smallest", &page_start, &kept, &width, &page, &first, &last, &share))
        return NULL;
    Py_ssize_t n_nodes = rows_of(&page, sizeof(int32_t));
    if (n_nodes >= 0 && pages_of(&page_start, rows_of(&width, sizeof(double)), &pages) && holds(&kept, 1, pages.n) &&
        holds(&first, sizeof(int32_t), (size_t)n_nodes) && holds(&last, sizeof(int32_t), (size_t)n_nodes) &&
        (result = bytes_of(NULL, pages.n_pages * sizeof(int32_t))) != NULL) {
        Nodes nodes = {page.buf, first.buf, last.buf, (size_t)n_nodes};
        int32_t *found = (int32_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = smallest(&pages, &nodes, kept.buf, width.buf, share, found);
        Py_END_ALLOW_THREADS
        result = done(is_done, result);
    }
    PyBuffer_Release(&page_start);
    PyBuffer_Release(&kept);
    PyBuffer_Release(&width);
    PyBuffer_Release(&page);
    PyBuffer_Release(&first);
    PyBuffer_Release(&last);
    return result;
}
