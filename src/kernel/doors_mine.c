/* The doors of `mine`: forests, names of elements, what nodes inherit, blocks. */

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "doors.h"
#include "forest.h"
#include "inherit.h"
#include "naming.h"

/* The columns that a forest asks for, each of `n` rows; NULL for a feature without splits. 0 with an exception. */
static int features_of(const Forest *forest, PyObject *given, size_t n, Py_buffer *buffers, const double **columns)
{
    if ((size_t)PyList_Size(given) < forest->n_features) {
        PyErr_SetString(PyExc_ValueError, "a column is missing");
        return 0;
    }
    for (size_t k = 0; k < forest->n_features; k++) {
        if (forest->first[k] == forest->first[k + 1])
            continue;
        if (PyObject_GetBuffer(PyList_GetItem(given, (Py_ssize_t)k), &buffers[k], PyBUF_SIMPLE) < 0)
            return 0;
        columns[k] = buffers[k].buf;
        if (!holds(&buffers[k], sizeof(double), n))
            return 0;
    }
    return 1;
}

static PyObject *ask(const Forest *forest, PyObject *given, Py_ssize_t n)
{
    Py_buffer *buffers = calloc(forest->n_features + 1, sizeof *buffers);
    const double **columns = calloc(forest->n_features + 1, sizeof *columns);
    PyObject *result = NULL;
    if (buffers == NULL || columns == NULL) {
        PyErr_NoMemory();
    } else if (features_of(forest, given, (size_t)n, buffers, columns) &&
               (result = bytes_of(NULL, (size_t)n * sizeof(int64_t))) != NULL) {
        int64_t *units = (int64_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = forest_ask(forest, columns, (size_t)n, units);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    }
    for (size_t k = 0; buffers != NULL && k < forest->n_features; k++)
        if (buffers[k].obj != NULL)
            PyBuffer_Release(&buffers[k]);
    free(buffers);
    free(columns);
    return result;
}

PyObject *py_forest(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer threshold, tree, left, first, leaf;
    Py_ssize_t n_trees, n;
    PyObject *columns, *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*nO!n:forest", &threshold, &tree, &left, &first, &leaf, &n_trees,
                          &PyList_Type, &columns, &n))
        return NULL;
    Py_ssize_t n_splits = rows_of(&threshold, sizeof(double)), n_firsts = rows_of(&first, sizeof(int32_t));
    Py_ssize_t n_leaves = rows_of(&leaf, sizeof(int32_t));
    if (n_splits >= 0 && n_firsts >= 1 && n_leaves >= 0 && n >= 0 && n_trees >= 1 &&
        holds(&tree, sizeof(uint16_t), (size_t)n_splits) && holds(&left, sizeof(uint64_t), (size_t)n_splits)) {
        Forest forest = {threshold.buf,
                         tree.buf,
                         left.buf,
                         first.buf,
                         (size_t)n_firsts - 1,
                         (size_t)n_splits,
                         leaf.buf,
                         (size_t)n_trees,
                         (size_t)(n_leaves / n_trees)};
        if (forest_is_sound(&forest))
            result = ask(&forest, columns, n);
    }
    if (result == NULL && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "not the columns of a forest");
    PyBuffer_Release(&threshold);
    PyBuffer_Release(&tree);
    PyBuffer_Release(&left);
    PyBuffer_Release(&first);
    PyBuffer_Release(&leaf);
    return result;
}

PyObject *py_naming(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer data, node, name, start, end, meaning;
    Py_ssize_t n_nodes, most_letters;
    PyObject *result = NULL, *signature = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*nn:naming", &data, &node, &name, &start, &end, &meaning, &n_nodes,
                          &most_letters))
        return NULL;
    Py_ssize_t count = rows_of(&node, sizeof(int32_t));
    if (count >= 0 && n_nodes >= 0 && most_letters >= 0 && holds(&name, 1, (size_t)count) &&
        holds(&start, sizeof(int32_t), (size_t)count) && holds(&end, sizeof(int32_t), (size_t)count) &&
        holds(&meaning, 1, 256) && (signature = zeros_of((size_t)n_nodes * sizeof(uint64_t))) != NULL) {
        Attributes attributes = {{data.buf, (size_t)data.len},
                                 node.buf,
                                 start.buf,
                                 end.buf,
                                 name.buf,
                                 (size_t)count,
                                 meaning.buf,
                                 (size_t)n_nodes,
                                 (size_t)most_letters};
        Naming naming = {{0}, {0}, {0}};
        uint64_t *sums = (uint64_t *)PyByteArray_AsString(signature);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = names_of(&attributes, sums, &naming);
        Py_END_ALLOW_THREADS
        result = is_done ? Py_BuildValue("NNNO", column_of(&naming.words), column_of(&naming.names),
                                         column_of(&naming.hidden), signature)
                         : PyErr_NoMemory();
        naming_close(&naming);
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "a number below 0");
    }
    Py_XDECREF(signature);
    PyBuffer_Release(&data);
    PyBuffer_Release(&node);
    PyBuffer_Release(&name);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    PyBuffer_Release(&meaning);
    return result;
}

/* The words of a tuple of bytes, which it keeps; 0 with an exception. */
static int sought_of(PyObject *given, Sought *sought)
{
    memset(sought, 0, sizeof *sought);
    for (Py_ssize_t i = 0; i < PyTuple_Size(given); i++) {
        const char *word = PyBytes_AsString(PyTuple_GetItem(given, i));
        if (word == NULL)
            return 0;
        if (!sought_add(sought, word)) {
            PyErr_SetString(PyExc_ValueError, "too many words, or an empty one");
            return 0;
        }
    }
    return 1;
}

PyObject *py_saying(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer data, start, end;
    PyObject *words, *result = NULL;
    Sought sought;
    if (!PyArg_ParseTuple(args, "y*y*y*O!:saying", &data, &start, &end, &PyTuple_Type, &words))
        return NULL;
    Py_ssize_t n = rows_of(&start, sizeof(int32_t));
    if (n >= 0 && holds(&end, sizeof(int32_t), (size_t)n) && sought_of(words, &sought) &&
        (result = bytes_of(NULL, (size_t)n)) != NULL) {
        const int32_t *first = start.buf, *last = end.buf;
        char *flags = PyByteArray_AsString(result);
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < n; i++) {
            int is_within = first[i] >= 0 && first[i] <= last[i] && last[i] <= data.len;
            Bytes text = {(const uint8_t *)data.buf + (is_within ? first[i] : 0),
                          is_within ? (size_t)(last[i] - first[i]) : 0};
            flags[i] = (char)says_any(&sought, text);
        }
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&data);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    return result;
}

PyObject *py_standing(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer parent, marks, rows;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*:standing", &parent, &marks, &rows))
        return NULL;
    Py_ssize_t n = rows_of(&parent, sizeof(int32_t)), n_rows = rows_of(&rows, sizeof(int32_t));
    if (n >= 0 && n_rows >= 0 && holds(&marks, sizeof(uint16_t), (size_t)n) &&
        (result = zeros_of((size_t)n_rows * STANDINGS * sizeof(int32_t))) != NULL) {
        int32_t *counts = (int32_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = standing(parent.buf, marks.buf, (size_t)n, rows.buf, (size_t)n_rows, counts);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    }
    PyBuffer_Release(&parent);
    PyBuffer_Release(&marks);
    PyBuffer_Release(&rows);
    return result;
}

PyObject *py_wider(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer parent, start, end;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*:wider", &parent, &start, &end))
        return NULL;
    Py_ssize_t n = rows_of(&parent, sizeof(int32_t));
    if (n >= 0 && holds(&start, sizeof(int32_t), (size_t)n) && holds(&end, sizeof(int32_t), (size_t)n) &&
        (result = bytes_of(NULL, (size_t)n * sizeof(int64_t))) != NULL) {
        int64_t *found = (int64_t *)PyByteArray_AsString(result);
        Py_BEGIN_ALLOW_THREADS
        wider(parent.buf, start.buf, end.buf, (size_t)n, found);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&parent);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    return result;
}

PyObject *py_weigh(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer node, slot, tag_slot, parent, weight, path, holder;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*y*:weigh", &node, &slot, &tag_slot, &parent, &weight, &path, &holder))
        return NULL;
    Py_ssize_t n_names = rows_of(&node, sizeof(int64_t)), n_nodes = rows_of(&parent, sizeof(int32_t));
    Py_ssize_t n_slots = rows_of(&path, sizeof(int16_t)), n = rows_of(&holder, sizeof(int32_t));
    if (n_names >= 0 && n_nodes >= 0 && n_slots >= 0 && n >= 0 && holds(&slot, sizeof(int64_t), (size_t)n_names) &&
        holds(&tag_slot, sizeof(int64_t), (size_t)n_nodes) &&
        (result = zeros_of((size_t)n * AROUND * sizeof(int64_t))) != NULL) {
        size_t n_levels = n_slots > 0 ? (size_t)(weight.len / path.len) : 0;
        Weighed weighed = {node.buf,        slot.buf,   (size_t)n_names, tag_slot.buf, parent.buf,
                           (size_t)n_nodes, weight.buf, path.buf,        n_levels,     (size_t)n_slots};
        int64_t *found = (int64_t *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = weigh(&weighed, holder.buf, (size_t)n, found);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    }
    PyBuffer_Release(&node);
    PyBuffer_Release(&slot);
    PyBuffer_Release(&tag_slot);
    PyBuffer_Release(&parent);
    PyBuffer_Release(&weight);
    PyBuffer_Release(&path);
    PyBuffer_Release(&holder);
    return result;
}

PyObject *py_weigh_edges(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer term, first, count, fingerprint, weight;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*:weigh_edges", &term, &first, &count, &fingerprint, &weight))
        return NULL;
    Py_ssize_t n_all = rows_of(&term, sizeof(uint64_t)), n = rows_of(&first, sizeof(int64_t));
    Py_ssize_t n_slots = rows_of(&weight, sizeof(int16_t));
    if (n_all >= 0 && n >= 0 && n_slots >= 0 && holds(&count, sizeof(int64_t), (size_t)n) &&
        holds(&fingerprint, sizeof(uint64_t), (size_t)n) && (result = zeros_of((size_t)n * sizeof(int64_t))) != NULL) {
        Edges edges = {term.buf,        (size_t)n_all, first.buf,  count.buf,
                       fingerprint.buf, (size_t)n,     weight.buf, (size_t)n_slots};
        int64_t *sums = (int64_t *)PyByteArray_AsString(result);
        Py_BEGIN_ALLOW_THREADS
        weigh_edges(&edges, sums);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&term);
    PyBuffer_Release(&first);
    PyBuffer_Release(&count);
    PyBuffer_Release(&fingerprint);
    PyBuffer_Release(&weight);
    return result;
}

enum { BLOCK_COLUMNS = 20 };

/* The columns that blocks are looked at by, in the order of the record; 0 with an exception. */
static int blocks_of(const Py_buffer *held, Blocks *blocks)
{
    static const size_t BY_BLOCK[] = {4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 1, 1}, BY_NODE[] = {4, 4, 4, 4, 2, 2, 8};
    Py_ssize_t n = rows_of(&held[0], sizeof(int32_t)), n_pages = rows_of(&held[12], sizeof(int64_t)) - 1;
    Py_ssize_t n_nodes = rows_of(&held[13], sizeof(int32_t));
    if (n < 0 || n_pages < 0 || n_nodes < 0)
        return 0;
    for (int k = 0; k < 12; k++)
        if (!holds(&held[k], BY_BLOCK[k], (size_t)n))
            return 0;
    for (int k = 0; k < 7; k++)
        if (!holds(&held[13 + k], BY_NODE[k], (size_t)n_nodes))
            return 0;
    *blocks = (Blocks){held[0].buf,  held[1].buf,  held[2].buf,  held[3].buf,     held[4].buf,    held[5].buf,
                       held[6].buf,  held[7].buf,  held[8].buf,  held[9].buf,     held[10].buf,   held[11].buf,
                       held[12].buf, held[13].buf, held[14].buf, held[15].buf,    held[16].buf,   held[17].buf,
                       held[18].buf, held[19].buf, (size_t)n,    (size_t)n_pages, (size_t)n_nodes};
    if (!blocks_are_sound(blocks)) {
        PyErr_SetString(PyExc_ValueError, "not the columns of blocks");
        return 0;
    }
    return 1;
}

PyObject *py_blocks(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *columns, *result = NULL;
    Py_buffer held[BLOCK_COLUMNS];
    Blocks blocks;
    int n_held = 0;
    if (!PyArg_ParseTuple(args, "O!:blocks", &PyTuple_Type, &columns))
        return NULL;
    if (PyTuple_Size(columns) != BLOCK_COLUMNS) {
        PyErr_SetString(PyExc_ValueError, "a column is missing");
        return NULL;
    }
    while (n_held < BLOCK_COLUMNS &&
           PyObject_GetBuffer(PyTuple_GetItem(columns, n_held), &held[n_held], PyBUF_SIMPLE) == 0)
        n_held++;
    if (n_held == BLOCK_COLUMNS && blocks_of(held, &blocks) &&
        (result = bytes_of(NULL, N_FEATURES * blocks.n * sizeof(double))) != NULL) {
        double *found = (double *)PyByteArray_AsString(result);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = blocks_look(&blocks, found);
        Py_END_ALLOW_THREADS
        if (!is_done) {
            Py_CLEAR(result);
            PyErr_NoMemory();
        }
    }
    while (n_held > 0)
        PyBuffer_Release(&held[--n_held]);
    return result;
}
