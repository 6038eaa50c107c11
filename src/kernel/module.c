/* The kernel as a module of Python; see sitemine/kernel.py. */

#include <string.h>

#include "doors.h"

PyObject *bytes_of(const void *at, size_t length)
{
    return PyByteArray_FromStringAndSize(at, (Py_ssize_t)length);
}

PyObject *zeros_of(size_t length)
{
    PyObject *result = bytes_of(NULL, length);
    if (result != NULL)
        memset(PyByteArray_AsString(result), 0, length);
    return result;
}

PyObject *column_of(const Column *column)
{
    return bytes_of(column->rows, column->count * column->width);
}

/* The rows of a buffer; -1 with an exception where it is no whole number of them. */
Py_ssize_t rows_of(const Py_buffer *buffer, size_t width)
{
    if (buffer->len % (Py_ssize_t)width != 0) {
        PyErr_SetString(PyExc_ValueError, "a column is no whole number of rows");
        return -1;
    }
    return buffer->len / (Py_ssize_t)width;
}

int holds(const Py_buffer *buffer, size_t width, size_t least)
{
    if ((size_t)buffer->len >= width * least)
        return 1;
    PyErr_SetString(PyExc_ValueError, "a table is too short");
    return 0;
}

static PyMethodDef FUNCTIONS[] = {
    {"names", py_names, METH_VARARGS,
     "names(tags, first_tag, meaning, attributes, link_tag, link_attribute): known names."},
    {"scan", py_scan, METH_VARARGS, "scan(names, data, most_attributes, most_angles): a page as tags and attributes."},
    {"table", py_table, METH_VARARGS, "table(names, classes, hashes, deepest, pages): the text and the columns."},
    {"terms", py_terms, METH_VARARGS, "terms(text, classes, folded, numbers): hash, start and end of each term."},
    {"count_before", py_count_before, METH_VARARGS, "count_before(start, length, place): terms that begin before."},
    {"hash_slices", py_hash_slices, METH_VARARGS, "hash_slices(values, start, end): the hash of each slice."},
    {"naming", py_naming, METH_VARARGS,
     "naming(data, node, name, start, end, meaning, n_nodes, most_letters): words and names of elements."},
    {"saying", py_saying, METH_VARARGS, "saying(data, start, end, words): which slices say one of the words."},
    {"tally", py_tally, METH_VARARGS,
     "tally(text, marks, start, stop): characters with each mark by slice, and the last one's marks."},
    {"standing", py_standing, METH_VARARGS,
     "standing(parent, marks, rows): in how many nodes with each mark each row stands."},
    {"wider", py_wider, METH_VARARGS, "wider(parent, text_start, text_end): the nearest ancestor that says more."},
    {"weigh", py_weigh, METH_VARARGS,
     "weigh(node, slot, tag_slot, parent, weight, path, holder): what names around nodes weigh, and how many are "
     "known."},
    {"weigh_edges", py_weigh_edges, METH_VARARGS,
     "weigh_edges(term, first, count, fingerprint, weight): what the first and last terms of blocks weigh."},
    {"blocks", py_blocks, METH_VARARGS, "blocks(columns): what is seen of each block; features, blocks."},
    {"alike", py_alike, METH_VARARGS, "alike(page_start, key): number, count and earlier ones of each block's like."},
    {"ranked", py_ranked, METH_VARARGS,
     "ranked(page_start, score, width, lowest): the share of what ranks above each block, and how far the best is."},
    {"keep", py_keep, METH_VARARGS,
     "keep(page_start, mass, n_terms, certain, beta, least): which blocks promise the best text."},
    {"smallest", py_smallest, METH_VARARGS,
     "smallest(page_start, kept, width, page, first, last, share): the node of each page with most that is kept."},
    {"forest", py_forest, METH_VARARGS,
     "forest(threshold, tree, left, first, leaf, n_trees, columns, n): units of each row."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS_OF_MODULE[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    "sitemine._kernel",
    "The compiled twin of the quick parts; see sitemine/kernel.py.",
    0,
    FUNCTIONS,
    SLOTS_OF_MODULE,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&MODULE);
}
