/* One page as the parser writes it, as tags and attributes: the twin of the first half of dom/scan.py.

   A tag is a `<` and what follows up to the next `>`. The parser passes on whatever names a page has, even with quotes
   or
   `<` in them, but no name has a space in it and none of an attribute a `=` behind its first letter. So a tag is read
   from left to right: its name, then a space, a name, `="`, a value, `"` for each attribute. */

#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* The tags that a page invents, by their names: places in `invented` plus 1, or 0 in an empty slot. */
typedef struct {
    uint32_t *slots;
    size_t n_slots;
    uint64_t seed; /* so that no page can be made of names that share a slot */
} Inventions;

static uint64_t hash_of(Bytes name, uint64_t seed)
{
    uint64_t hash = seed ^ name.length;
    for (size_t i = 0; i < name.length; i++) {
        hash = (hash ^ name.at[i]) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return hash;
}

static uint32_t *slot_of(const Inventions *known, Bytes page, const Column *invented, Bytes name)
{
    const Invented *rows = (const Invented *)invented->rows;
    size_t slot = (size_t)hash_of(name, known->seed) & (known->n_slots - 1);
    for (;; slot = (slot + 1) & (known->n_slots - 1)) {
        if (known->slots[slot] == 0)
            return &known->slots[slot];
        const Invented *row = &rows[known->slots[slot] - 1];
        if ((size_t)row->length == name.length && memcmp(page.at + row->start, name.at, name.length) == 0)
            return &known->slots[slot];
    }
}

static int make_room(Inventions *known, Bytes page, const Column *invented)
{
    if (known->slots != NULL && 2 * invented->count < known->n_slots)
        return 1;
    size_t n_slots = known->slots == NULL ? 64 : 2 * known->n_slots;
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return 0;
    free(known->slots);
    known->slots = slots;
    known->n_slots = n_slots;
    const Invented *rows = (const Invented *)invented->rows;
    for (size_t i = 0; i < invented->count; i++) {
        Bytes name = {page.at + rows[i].start, (size_t)rows[i].length};
        *slot_of(known, page, invented, name) = (uint32_t)i + 1;
    }
    return 1;
}

/* The place of a name among the page's inventions; -1 where there is no memory. */
static int32_t invention_of(Inventions *known, Bytes page, Column *invented, Bytes name)
{
    if (!make_room(known, page, invented))
        return -1;
    uint32_t *slot = slot_of(known, page, invented, name);
    if (*slot == 0) {
        Invented *row = column_add(invented);
        if (row == NULL)
            return -1;
        row->start = (int32_t)(name.at - page.at);
        row->length = (int32_t)name.length;
        *slot = (uint32_t)invented->count;
    }
    return (int32_t)*slot - 1;
}

/* Adds the wanted attributes of a tag, whose name ends at `at`. 0 where there is no memory. */
static int read_attributes(const Names *names, Bytes page, const uint8_t *at, const uint8_t *end, Scan *scan)
{
    int32_t tag = (int32_t)scan->tags.count - 1;
    while (at < end && *at == ' ') {
        const uint8_t *name = ++at;
        at += at < end && *at == '=';
        while (at < end && *at != ' ' && *at != '=')
            at++;
        if (end - at < 2 || at[0] != '=' || at[1] != '"')
            return 1;
        Bytes said = {name, (size_t)(at - name)};
        const uint8_t *value = at + 2, *closing = memchr(value, '"', (size_t)(end - value));
        if (closing == NULL)
            return 1;
        int code = known_find(&names->attributes, said);
        if (code != UNKNOWN) {
            Attribute *row = column_add(&scan->attributes);
            if (row == NULL)
                return 0;
            row->tag = tag;
            row->name = code;
            row->start = (int32_t)(value - page.at);
            row->end = (int32_t)(closing - page.at);
        }
        at = closing + 1;
    }
    return 1;
}

/* How many attributes a tag seems to have: half its quotes, counted anew behind each `<`, as the twin does. */
static int64_t attributes_in(const uint8_t *start, const uint8_t *end)
{
    int64_t quotes = 0, most = 0;
    for (const uint8_t *at = start + 1; at < end; at++) {
        quotes = *at == '<' ? 0 : quotes + (*at == '"');
        most = quotes > most ? quotes : most;
    }
    return (most + 1) / 2;
}

static int64_t angles_in(Bytes page)
{
    int64_t angles = 0;
    for (size_t i = 0; i < page.length; i++)
        angles += page.at[i] == '<' || page.at[i] == '>';
    return angles;
}

/* Elements with the name of a void one that have an end tag all the same, as in <svg><source></source></svg>. */
static int find_closed(const Names *names, Tag *tags, size_t n_tags)
{
    int32_t *opened = malloc((n_tags + 1) * sizeof *opened);
    size_t n = 0;
    if (opened == NULL)
        return 0;
    for (size_t row = 0; row < n_tags; row++) {
        Tag *tag = &tags[row];
        int is_void_name = tag->code >= 0 && tag->code < names->first_invented && names->meaning[tag->code] & IS_VOID;
        if (tag->kind == START) {
            opened[n++] = (int32_t)row;
        } else if (tag->kind == END && is_void_name) {
            while (n > 0 && tags[opened[n - 1]].code != tag->code)
                n--;
            if (n > 0)
                tags[opened[--n]].is_void = 0;
        } else if (tag->kind == END) {
            while (n > 0 && tags[opened[n - 1]].is_void)
                n--;
            n -= n > 0;
        }
    }
    free(opened);
    return 1;
}

/* Adds one tag with its attributes; 0 where there is no memory. */
static int read_tag(const Names *names, Bytes page, const uint8_t *start, const uint8_t *end, Inventions *known,
                    Scan *scan, int *has_closed)
{
    const uint8_t *name = start + 1, *at;
    Tag *tag = column_add(&scan->tags);
    if (tag == NULL)
        return 0;
    memset(tag, 0, sizeof *tag);
    tag->start = (int32_t)(start - page.at);
    tag->end = (int32_t)(end - page.at);
    tag->kind = *name == '/' ? END : *name == '!' || *name == '?' ? OTHER : START;
    if (tag->kind == OTHER)
        return 1;
    name += tag->kind == END;
    for (at = name; at < end && *at != ' '; at++)
        ;
    Bytes said = {name, (size_t)(at - name)};
    tag->code = known_find(&names->tags, said);
    int is_void = tag->code != UNKNOWN && names->meaning[tag->code] & IS_VOID;
    tag->is_void = (uint8_t)(is_void && tag->kind == START);
    if (tag->kind == END) {
        *has_closed |= is_void;
        return 1;
    }
    if (tag->code == UNKNOWN) {
        int32_t invention = invention_of(known, page, &scan->invented, said);
        if (invention < 0)
            return 0;
        tag->code = names->first_invented + invention;
    }
    return read_attributes(names, page, at, end, scan);
}

int scan_page(const Names *names, Bytes page, int64_t most_attributes, int64_t most_angles, Scan *scan)
{
    const uint8_t *at = page.at, *stop = page.at + page.length;
    Inventions known = {NULL, 0, names->seed};
    int has_closed = 0, is_done;
    memset(scan, 0, sizeof *scan);
    is_done = column_open(&scan->tags, sizeof(Tag)) && column_open(&scan->attributes, sizeof(Attribute)) &&
              column_open(&scan->invented, sizeof(Invented));
    while (is_done && at < stop && (at = memchr(at, '<', (size_t)(stop - at))) != NULL) {
        const uint8_t *end = memchr(at, '>', (size_t)(stop - at));
        if (end == NULL)
            break;
        is_done = read_tag(names, page, at, end, &known, scan, &has_closed);
        if (end - at > most_attributes) {
            int64_t count = attributes_in(at, end);
            scan->most = count > scan->most ? count : scan->most;
        }
        at = end + 1;
    }
    if (is_done && has_closed)
        is_done = find_closed(names, (Tag *)scan->tags.rows, scan->tags.count);
    scan->angles = (int64_t)page.length > most_angles ? angles_in(page) : 0;
    free(known.slots);
    return is_done;
}

void scan_close(Scan *scan)
{
    column_close(&scan->tags);
    column_close(&scan->attributes);
    column_close(&scan->invented);
}
