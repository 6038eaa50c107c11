/* The doors of `dom`: names, scan, table. */

#include <stdlib.h>
#include <string.h>

#include "doors.h"

static const char NAMES[] = "sitemine.names";

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

PyObject *py_names(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *tags, *attributes, *capsule = NULL;
    Py_buffer meaning;
    int first_tag, link_tag, link_attribute;
    if (!PyArg_ParseTuple(args, "O!iy*O!ii:names", &PyTuple_Type, &tags, &first_tag, &meaning, &PyTuple_Type,
                          &attributes, &link_tag, &link_attribute))
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

PyObject *py_scan(PyObject *Py_UNUSED(module), PyObject *args)
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
        result = Py_BuildValue("NNNLL", column_of(&scan.tags), column_of(&scan.attributes),
                               invented_of(&scan, data.buf), (long long)scan.angles, (long long)scan.most);
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

PyObject *py_table(PyObject *Py_UNUSED(module), PyObject *args)
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
