/* The kernel as Python sees it: each function takes buffers and gives bytearrays, and works without the interpreter's lock.

   Built against the stable interface of CPython 3.11, so that one file serves all later versions; arrays come and go
   through the buffer protocol, so that NumPy is not needed to build it. */

#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "forest.h"
#include "inherit.h"
#include "kernel.h"
#include "naming.h"
#include "terms.h"

static const char NAMES[] = "sitemine.names";

static PyObject *bytes_of(const void *at, size_t length)
{
    return PyByteArray_FromStringAndSize(at, (Py_ssize_t)length);
}

static PyObject *zeros_of(size_t length)
{
    PyObject *result = bytes_of(NULL, length);
    if (result != NULL)
        memset(PyByteArray_AsString(result), 0, length);
    return result;
}

static PyObject *column_of(const Column *column)
{
    return bytes_of(column->rows, column->count * column->width);
}

/* The rows of a buffer; -1 with an exception where it is no whole number of them. */
static Py_ssize_t rows_of(const Py_buffer *buffer, size_t width)
{
    if (buffer->len % (Py_ssize_t)width != 0) {
        PyErr_SetString(PyExc_ValueError, "a column is no whole number of rows");
        return -1;
    }
    return buffer->len / (Py_ssize_t)width;
}

static int holds(const Py_buffer *buffer, size_t width, size_t least)
{
    if ((size_t)buffer->len >= width * least)
        return 1;
    PyErr_SetString(PyExc_ValueError, "a table is too short");
    return 0;
}

static void names_free(PyObject *capsule)
{
    Names *names = PyCapsule_GetPointer(capsule, NAMES);
    if (names != NULL)
        free(names->meaning);
    free(names);
}

/* Adds the names of a tuple of str, the first with the code `first`; 0 with an exception. */
static int add_names(Known *known, PyObject *given, int first)
{
    Py_ssize_t count = PyTuple_Size(given);
    known_clear(known);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(given, i), &length);
        Bytes bytes = {(const uint8_t *)name, (size_t)length};
        if (name == NULL)
            return 0;
        if (bytes.length <= LONGEST && !known_add(known, bytes, first + (int)i)) {
            PyErr_SetString(PyExc_ValueError, "too many names");
            return 0;
        }
    }
    return count >= 0;
}

static PyObject *py_names(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *tags, *attributes, *capsule = NULL;
    Py_buffer meaning;
    int first_tag, link_tag, link_attribute;
    if (!PyArg_ParseTuple(args, "O!iy*O!ii:names", &PyTuple_Type, &tags, &first_tag, &meaning, &PyTuple_Type, &attributes,
                          &link_tag, &link_attribute))
        return NULL;
    Py_hash_t seed = PyObject_Hash(tags);
    Names *names = calloc(1, sizeof *names);
    size_t n_codes = (size_t)first_tag + (size_t)PyTuple_Size(tags);
    if (names == NULL || (names->meaning = calloc(n_codes, sizeof *names->meaning)) == NULL) {
        PyErr_NoMemory();
    } else if (holds(&meaning, sizeof *names->meaning, n_codes) && add_names(&names->tags, tags, first_tag) &&
               add_names(&names->attributes, attributes, 0)) {
        memcpy(names->meaning, meaning.buf, n_codes * sizeof *names->meaning);
        names->first_tag = first_tag;
        names->first_invented = (int)n_codes;
        names->link_tag = link_tag;
        names->link_attribute = link_attribute;
        names->seed = (uint64_t)seed;
        capsule = PyCapsule_New(names, NAMES, names_free);
    }
    if (capsule == NULL && names != NULL) {
        free(names->meaning);
        free(names);
    }
    PyBuffer_Release(&meaning);
    return capsule;
}

/* The names of the tags that a page invented, in the order that they first appear. */
static PyObject *invented_of(const Scan *scan, const char *data)
{
    const Invented *rows = (const Invented *)scan->invented.rows;
    PyObject *names = PyList_New((Py_ssize_t)scan->invented.count);
    for (size_t i = 0; names != NULL && i < scan->invented.count; i++) {
        PyObject *name = PyUnicode_DecodeUTF8(data + rows[i].start, rows[i].length, "replace");
        if (name == NULL || PyList_SetItem(names, (Py_ssize_t)i, name) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *py_scan(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *capsule, *given, *result = NULL;
    Py_buffer data;
    long long most_attributes, most_angles;
    if (!PyArg_ParseTuple(args, "OOLL:scan", &capsule, &given, &most_attributes, &most_angles))
        return NULL;
    const Names *names = PyCapsule_GetPointer(capsule, NAMES);
    if (names == NULL || PyObject_GetBuffer(given, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    Bytes page = {data.buf, (size_t)data.len};
    Scan scan;
    int is_done = 0;
    if (data.len >= INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "a page of 2 GB or more");
        goto release;
    }
    Py_BEGIN_ALLOW_THREADS
    is_done = scan_page(names, page, most_attributes, most_angles, &scan);
    Py_END_ALLOW_THREADS
    if (is_done)
        result = Py_BuildValue("NNNLL", column_of(&scan.tags), column_of(&scan.attributes), invented_of(&scan, data.buf),
                               (long long)scan.angles, (long long)scan.most);
    else
        PyErr_NoMemory();
    scan_close(&scan);
release:
    PyBuffer_Release(&data);
    return result;
}

enum { BUFFERS = 4 }; /* of each page: data, tags, attributes, codes */

/* One page of `table` from its tuple; 0 with an exception, and nothing is held then. */
static int page_of(PyObject *given, Py_buffer *buffers, Page *page, int64_t begins)
{
    static const size_t WIDTHS[BUFFERS] = {1, sizeof(Tag), sizeof(Attribute), sizeof(int32_t)};
    Py_ssize_t counts[BUFFERS];
    int held = 0;
    if (!PyTuple_Check(given) || PyTuple_Size(given) != BUFFERS) {
        PyErr_SetString(PyExc_TypeError, "a page is its data, tags, attributes and codes");
        return 0;
    }
    for (; held < BUFFERS; held++) {
        if (PyObject_GetBuffer(PyTuple_GetItem(given, held), &buffers[held], PyBUF_SIMPLE) < 0)
            goto release;
        if ((counts[held] = rows_of(&buffers[held], WIDTHS[held])) < 0) {
            held++;
            goto release;
        }
    }
    page->data = (Bytes){buffers[0].buf, (size_t)counts[0]};
    page->tags = buffers[1].buf;
    page->n_tags = (size_t)counts[1];
    page->attributes = buffers[2].buf;
    page->n_attributes = (size_t)counts[2];
    page->codes = buffers[3].buf;
    page->n_codes = (size_t)counts[3];
    page->begins = begins;
    return 1;
release:
    while (held > 0)
        PyBuffer_Release(&buffers[--held]);
    return 0;
}

static PyObject *columns_of(const Table *table, size_t n_pages)
{
    size_t word = sizeof(int32_t), rows = table->n_rows, runs = table->n_runs, segments = table->n_segments;
    size_t attributes = table->n_attributes;
    struct {
        const void *at;
        size_t size;
    } columns[] = {
        {table->page_start, (n_pages + 1) * word},
        {table->page_text, (n_pages + 1) * word},
        {table->page, rows * word},
        {table->parent, rows * word},
        {table->subtree_end, rows * word},
        {table->depth, rows * sizeof(int16_t)},
        {table->tag, rows * sizeof(int16_t)},
        {table->path, rows * sizeof(uint64_t)},
        {table->text_start, rows * word},
        {table->text_end, rows * word},
        {table->anchor_length, rows * word},
        {table->context_length, rows * word},
        {table->run_node, runs * word},
        {table->run_start, runs * word},
        {table->run_end, runs * word},
        {table->segment_node, segments * word},
        {table->segment_start, segments * word},
        {table->segment_end, segments * word},
        {table->segment_anchor, segments * word},
        {table->attribute_node, attributes * word},
        {table->attribute_name, attributes},
        {table->attribute_start, attributes * word},
        {table->attribute_end, attributes * word},
    };
    Py_ssize_t count = (Py_ssize_t)(sizeof columns / sizeof *columns);
    PyObject *result = PyTuple_New(count + 1);
    PyObject *text = PyUnicode_DecodeUTF8((const char *)table->text, (Py_ssize_t)table->n_bytes, "surrogatepass");
    if (result == NULL || text == NULL || PyTuple_SetItem(result, 0, text) < 0) {
        Py_XDECREF(result);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *column = bytes_of(columns[i].at, columns[i].size);
        if (column == NULL || PyTuple_SetItem(result, i + 1, column) < 0) {
            Py_DECREF(result);
            return NULL;
        }
    }
    return result;
}

static PyObject *run_table(const Rules *rules, PyObject *given, size_t n_pages)
{
    Page *pages = calloc(n_pages + 1, sizeof *pages);
    Py_buffer *buffers = calloc(n_pages + 1, BUFFERS * sizeof *buffers);
    PyObject *result = NULL;
    Table table = {0};
    int64_t begins = 0;
    size_t held = 0;
    int is_done = pages != NULL && buffers != NULL;
    if (!is_done)
        PyErr_NoMemory();
    for (; is_done && held < n_pages; held += (size_t)is_done) {
        PyObject *page = PyList_GetItem(given, (Py_ssize_t)held);
        is_done = page != NULL && page_of(page, &buffers[BUFFERS * held], &pages[held], begins);
        begins += is_done ? (int64_t)pages[held].data.length : 0;
    }
    if (is_done && begins >= INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "a table of 2 GB or more");
        is_done = 0;
    }
    if (is_done) {
        Py_BEGIN_ALLOW_THREADS
        is_done = table_of(rules, pages, n_pages, &table);
        Py_END_ALLOW_THREADS
        result = is_done ? columns_of(&table, n_pages) : PyErr_NoMemory();
        table_close(&table);
    }
    for (size_t i = 0; i < BUFFERS * held; i++)
        PyBuffer_Release(&buffers[i]);
    free(buffers);
    free(pages);
    return result;
}

static PyObject *py_table(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *capsule, *pages, *result = NULL;
    Py_buffer classes, hashes;
    int deepest;
    if (!PyArg_ParseTuple(args, "Oy*y*iO!:table", &capsule, &classes, &hashes, &deepest, &PyList_Type, &pages))
        return NULL;
    const Names *names = PyCapsule_GetPointer(capsule, NAMES);
    Py_ssize_t n_tags = rows_of(&hashes, sizeof(uint64_t));
    if (names != NULL && n_tags >= 1 && holds(&classes, 1, LAST_CHARACTER) && deepest >= 1 && deepest <= INT16_MAX) {
        Rules rules = {names, classes.buf, hashes.buf, (size_t)n_tags, deepest};
        result = run_table(&rules, pages, (size_t)PyList_Size(pages));
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "no tags, or a depth out of range");
    }
    PyBuffer_Release(&classes);
    PyBuffer_Release(&hashes);
    return result;
}

static PyObject *py_terms(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_count_before(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_hash_slices(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_forest(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer threshold, tree, left, first, leaf;
    Py_ssize_t n_trees, n;
    PyObject *columns, *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*nO!n:forest", &threshold, &tree, &left, &first, &leaf, &n_trees, &PyList_Type,
                          &columns, &n))
        return NULL;
    Py_ssize_t n_splits = rows_of(&threshold, sizeof(double)), n_firsts = rows_of(&first, sizeof(int32_t));
    Py_ssize_t n_leaves = rows_of(&leaf, sizeof(int32_t));
    if (n_splits >= 0 && n_firsts >= 1 && n_leaves >= 0 && n >= 0 && n_trees >= 1 &&
        holds(&tree, sizeof(uint16_t), (size_t)n_splits) && holds(&left, sizeof(uint64_t), (size_t)n_splits)) {
        Forest forest = {threshold.buf,    tree.buf, left.buf,        first.buf,
                         (size_t)n_firsts - 1,
                         (size_t)n_splits, leaf.buf, (size_t)n_trees, (size_t)(n_leaves / n_trees)};
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

static PyObject *py_naming(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer data, node, name, start, end, meaning;
    Py_ssize_t n_nodes, most_letters;
    PyObject *result = NULL, *signature = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*nn:naming", &data, &node, &name, &start, &end, &meaning, &n_nodes, &most_letters))
        return NULL;
    Py_ssize_t count = rows_of(&node, sizeof(int32_t));
    if (count >= 0 && n_nodes >= 0 && most_letters >= 0 && holds(&name, 1, (size_t)count) &&
        holds(&start, sizeof(int32_t), (size_t)count) && holds(&end, sizeof(int32_t), (size_t)count) &&
        holds(&meaning, 1, 256) && (signature = zeros_of((size_t)n_nodes * sizeof(uint64_t))) != NULL) {
        Attributes attributes = {{data.buf, (size_t)data.len}, node.buf,        start.buf,       end.buf, name.buf,
                                 (size_t)count,                meaning.buf,     (size_t)n_nodes, (size_t)most_letters};
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

static PyObject *py_saying(PyObject *Py_UNUSED(module), PyObject *args)
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
            Bytes text = {(const uint8_t *)data.buf + (is_within ? first[i] : 0), is_within ? (size_t)(last[i] - first[i]) : 0};
            flags[i] = (char)says_any(&sought, text);
        }
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&data);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    return result;
}

static PyObject *py_tally(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_standing(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_wider(PyObject *Py_UNUSED(module), PyObject *args)
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

static PyObject *py_weigh(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer node, slot, tag_slot, parent, weight, path, holder;
    PyObject *sums = NULL, *known = NULL, *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*y*:weigh", &node, &slot, &tag_slot, &parent, &weight, &path, &holder))
        return NULL;
    Py_ssize_t n_names = rows_of(&node, sizeof(int64_t)), n_nodes = rows_of(&parent, sizeof(int32_t));
    Py_ssize_t n_slots = rows_of(&path, sizeof(int16_t)), n = rows_of(&holder, sizeof(int32_t));
    if (n_names >= 0 && n_nodes >= 0 && n_slots >= 0 && n >= 0 && holds(&slot, sizeof(int64_t), (size_t)n_names) &&
        holds(&tag_slot, sizeof(int64_t), (size_t)n_nodes) &&
        (sums = zeros_of((size_t)n * sizeof(int64_t))) != NULL && (known = zeros_of((size_t)n * sizeof(int64_t))) != NULL) {
        size_t n_levels = n_slots > 0 ? (size_t)(weight.len / path.len) : 0;
        Weighed weighed = {node.buf,        slot.buf,   (size_t)n_names, tag_slot.buf, parent.buf,
                           (size_t)n_nodes, weight.buf, path.buf,        n_levels,     (size_t)n_slots};
        int64_t *to_sums = (int64_t *)PyByteArray_AsString(sums), *to_known = (int64_t *)PyByteArray_AsString(known);
        int is_done;
        Py_BEGIN_ALLOW_THREADS
        is_done = weigh(&weighed, holder.buf, (size_t)n, to_sums, to_known);
        Py_END_ALLOW_THREADS
        result = is_done ? Py_BuildValue("OO", sums, known) : PyErr_NoMemory();
    }
    Py_XDECREF(sums);
    Py_XDECREF(known);
    PyBuffer_Release(&node);
    PyBuffer_Release(&slot);
    PyBuffer_Release(&tag_slot);
    PyBuffer_Release(&parent);
    PyBuffer_Release(&weight);
    PyBuffer_Release(&path);
    PyBuffer_Release(&holder);
    return result;
}

static PyObject *py_weigh_edges(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer term, first, count, fingerprint, weight;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*:weigh_edges", &term, &first, &count, &fingerprint, &weight))
        return NULL;
    Py_ssize_t n_all = rows_of(&term, sizeof(uint64_t)), n = rows_of(&first, sizeof(int64_t));
    Py_ssize_t n_slots = rows_of(&weight, sizeof(int16_t));
    if (n_all >= 0 && n >= 0 && n_slots >= 0 && holds(&count, sizeof(int64_t), (size_t)n) &&
        holds(&fingerprint, sizeof(uint64_t), (size_t)n) && (result = zeros_of((size_t)n * sizeof(int64_t))) != NULL) {
        Edges edges = {term.buf,  (size_t)n_all, first.buf,      count.buf, fingerprint.buf,
                       (size_t)n, weight.buf,    (size_t)n_slots};
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
    *blocks = (Blocks){held[0].buf,  held[1].buf,  held[2].buf,  held[3].buf,  held[4].buf,  held[5].buf,  held[6].buf,
                       held[7].buf,  held[8].buf,  held[9].buf,  held[10].buf, held[11].buf, held[12].buf, held[13].buf,
                       held[14].buf, held[15].buf, held[16].buf, held[17].buf, held[18].buf, held[19].buf, (size_t)n,
                       (size_t)n_pages, (size_t)n_nodes, 0};
    if (!blocks_are_sound(blocks)) {
        PyErr_SetString(PyExc_ValueError, "not the columns of blocks");
        return 0;
    }
    return 1;
}

static PyObject *py_blocks(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *columns, *result = NULL;
    Py_buffer held[BLOCK_COLUMNS];
    Blocks blocks;
    int paragraph, n_held = 0;
    if (!PyArg_ParseTuple(args, "O!i:blocks", &PyTuple_Type, &columns, &paragraph))
        return NULL;
    if (PyTuple_Size(columns) != BLOCK_COLUMNS) {
        PyErr_SetString(PyExc_ValueError, "a column is missing");
        return NULL;
    }
    while (n_held < BLOCK_COLUMNS && PyObject_GetBuffer(PyTuple_GetItem(columns, n_held), &held[n_held], PyBUF_SIMPLE) == 0)
        n_held++;
    if (n_held == BLOCK_COLUMNS && blocks_of(held, &blocks) &&
        (result = bytes_of(NULL, N_FEATURES * blocks.n * sizeof(double))) != NULL) {
        double *found = (double *)PyByteArray_AsString(result);
        int is_done;
        blocks.paragraph = paragraph;
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

static PyMethodDef FUNCTIONS[] = {
    {"names", py_names, METH_VARARGS, "names(tags, first_tag, meaning, attributes, link_tag, link_attribute): known names."},
    {"scan", py_scan, METH_VARARGS, "scan(names, data, most_attributes, most_angles): a page as tags and attributes."},
    {"table", py_table, METH_VARARGS, "table(names, classes, hashes, deepest, pages): the text and the columns."},
    {"terms", py_terms, METH_VARARGS, "terms(text, classes, folded, numbers): hash, start and end of each term."},
    {"count_before", py_count_before, METH_VARARGS, "count_before(start, length, place): terms that begin before."},
    {"hash_slices", py_hash_slices, METH_VARARGS, "hash_slices(values, start, end): the hash of each slice."},
    {"naming", py_naming, METH_VARARGS,
     "naming(data, node, name, start, end, meaning, n_nodes, most_letters): words and names of elements."},
    {"saying", py_saying, METH_VARARGS, "saying(data, start, end, words): which slices say one of the words."},
    {"tally", py_tally, METH_VARARGS, "tally(text, marks, start, stop): characters with each mark by slice, and the last one's marks."},
    {"standing", py_standing, METH_VARARGS, "standing(parent, marks, rows): in how many nodes with each mark each row stands."},
    {"wider", py_wider, METH_VARARGS, "wider(parent, text_start, text_end): the nearest ancestor that says more."},
    {"weigh", py_weigh, METH_VARARGS,
     "weigh(node, slot, tag_slot, parent, weight, path, holder): what names around nodes weigh, and how many are known."},
    {"weigh_edges", py_weigh_edges, METH_VARARGS,
     "weigh_edges(term, first, count, fingerprint, weight): what the first and last terms of blocks weigh."},
    {"blocks", py_blocks, METH_VARARGS, "blocks(columns, paragraph): what is seen of each block; features, blocks."},
    {"forest", py_forest, METH_VARARGS, "forest(threshold, tree, left, first, leaf, n_trees, columns, n): units of each row."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS_OF_MODULE[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "sitemine._kernel", "The compiled twin of the quick parts; see sitemine/kernel.py.", 0,
    FUNCTIONS, SLOTS_OF_MODULE, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&MODULE);
}
