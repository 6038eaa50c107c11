/* The scanned pages as one node table: the twin of dom/elements.py and dom/table.py.

   The tags are read in order with a stack of the open elements. What an element inherits from those around it (the
   link, the block, the path it stands in) is copied from the one below it on the stack, so nothing is ever looked for.
 */

#include <stdlib.h>
#include <string.h>

#include "kernel.h"

static const uint64_t PATH_FACTOR = 0x9E3779B97F4A7C15u;

typedef struct {
    int32_t row; /* -1 where the element is none */
    int32_t code;
    int32_t link, apart; /* the outermost such element around, -1 for none */
    int32_t block;       /* row of the innermost block */
    uint64_t path;
    uint8_t is_gone, is_silent, is_pre, is_edge;
} Open;

typedef struct {
    const Rules *rules;
    const Page *page;
    Table *table;
    Text text;
    Open *stack; /* the open elements as the table has them: at most `deepest` */
    int32_t depth;
    int32_t *opened;         /* codes of the open elements as the page has them */
    size_t n_opened, sealed; /* the level of the element that is not read at the deepest level or below; 0 for none */
    int32_t n_elements, segment, number;
} Reader;

static unsigned meaning_of(const Names *names, int32_t code)
{
    return code < names->first_invented ? names->meaning[code] : 0u;
}

static void add_row(Reader *reader, Open *open, const Open *parent)
{
    Table *table = reader->table;
    size_t row = table->n_rows++;
    open->row = (int32_t)row;
    table->page[row] = reader->number;
    table->parent[row] = parent == NULL ? -1 : parent->row;
    table->depth[row] = (int16_t)(reader->depth);
    table->tag[row] = (int16_t)(open->code - reader->rules->names->first_tag);
    table->path[row] = open->path;
    table->text_end[row] = -2; /* still open: text.c */
}

static int add_attributes(Reader *reader, int32_t row, const Attribute *attributes, size_t count)
{
    Table *table = reader->table;
    int leads = 0;
    for (size_t i = 0; i < count; i++) {
        leads |= attributes[i].name == reader->rules->names->link_attribute;
        if (row < 0)
            continue;
        size_t place = table->n_attributes++;
        table->attribute_node[place] = row;
        table->attribute_name[place] = (uint8_t)attributes[i].name;
        table->attribute_start[place] = (int32_t)(attributes[i].start + reader->page->begins);
        table->attribute_end[place] = (int32_t)(attributes[i].end + reader->page->begins);
    }
    return leads;
}

/* Opens an element of the table. */
static void push(Reader *reader, int32_t code, const Attribute *attributes, size_t count)
{
    static const Open ROOT = {-1, 0, -1, -1, -1, 0, 0, 0, 0, 0};
    const Open *parent = reader->depth > 0 ? &reader->stack[reader->depth - 1] : NULL;
    unsigned meaning = meaning_of(reader->rules->names, code);
    int32_t element = reader->n_elements++;
    Open *open = &reader->stack[reader->depth];
    *open = parent == NULL ? ROOT : *parent;
    open->row = -1;
    open->code = code;
    open->path =
        reader->rules->hashes[code - reader->rules->names->first_tag] + (parent ? parent->path * PATH_FACTOR : 0);
    open->is_gone |= (meaning & IS_DROPPED) != 0;
    open->is_silent |= (meaning & IS_SILENT) != 0;
    open->is_pre |= (meaning & IS_PREFORMATTED) != 0;
    open->is_edge = (meaning & IS_EDGE) != 0;
    if (!open->is_gone)
        add_row(reader, open, parent);
    if (add_attributes(reader, open->row, attributes, count) && code == reader->rules->names->link_tag &&
        open->link < 0)
        open->link = element;
    if (meaning & IS_APART && open->apart < 0)
        open->apart = element;
    if (meaning & IS_BLOCK)
        open->block = open->row;
    reader->segment += open->is_edge;
    reader->depth++;
}

/* Closes the innermost element of the table. */
static void pop(Reader *reader)
{
    if (reader->depth == 0)
        return;
    const Open *open = &reader->stack[--reader->depth];
    reader->segment += open->is_edge;
    if (open->row >= 0) {
        reader->table->subtree_end[open->row] = (int32_t)reader->table->n_rows;
        text_end_of(&reader->text, (size_t)open->row);
    }
}

/* Opens an element of the page. Those below the deepest level are hung side by side at it; what they stand in is opened
   again behind them, so that text keeps its order. Within an element that is not read nothing is hung: it would be
   read. */
static void start(Reader *reader, int32_t code, const Attribute *attributes, size_t count)
{
    size_t level = reader->n_opened + 1, deepest = (size_t)reader->rules->deepest;
    reader->opened[reader->n_opened++] = code;
    if (reader->sealed > 0 && reader->sealed < level)
        return;
    int is_unread = (meaning_of(reader->rules->names, code) & (IS_DROPPED | IS_SILENT)) != 0;
    reader->sealed = level >= deepest && is_unread ? level : 0;
    if (level > deepest)
        pop(reader);
    push(reader, code, attributes, count);
}

static void end(Reader *reader)
{
    if (reader->n_opened == 0)
        return;
    size_t level = reader->n_opened--;
    if (reader->sealed > 0 && reader->sealed < level)
        return;
    pop(reader);
    reader->sealed = 0;
    if (level > (size_t)reader->rules->deepest)
        push(reader, reader->opened[reader->n_opened - 1], NULL, 0);
}

static void read_text(Reader *reader, int32_t begins, int32_t ends, int takes_break)
{
    const Open *open = reader->depth > 0 ? &reader->stack[reader->depth - 1] : NULL;
    const uint8_t *at = reader->page->data.at + begins;
    if (takes_break && ends > begins && *at == '\n') {
        at++;
        begins++;
    }
    if (open == NULL || open->is_gone || open->is_silent || ends <= begins)
        return;
    Holder holder = {open->link,  open->is_pre ? -1 : open->apart, reader->segment, open->row, open->block,
                     open->is_pre};
    Bytes run = {at, (size_t)(ends - begins)};
    text_add(&reader->text, run, &holder);
}

/* The code of a tag in the table; those that a page invents are counted anew in each. */
static int32_t code_of(const Reader *reader, const Tag *tag)
{
    const Names *names = reader->rules->names;
    int32_t code = tag->code;
    if (code >= names->first_invented) {
        size_t place = (size_t)(code - names->first_invented);
        code = place < reader->page->n_codes ? reader->page->codes[place] : -1;
    }
    int is_known = code >= names->first_tag && (size_t)(code - names->first_tag) < reader->rules->n_tags;
    return is_known ? code : names->first_tag;
}

static void read_page(Reader *reader, const Page *page)
{
    size_t next = 0; /* attribute */
    int32_t last = 0;
    reader->page = page;
    for (size_t k = 0; k < page->n_tags; k++) {
        const Tag *tag = &page->tags[k];
        if (tag->start < last || tag->end < tag->start || (size_t)tag->end >= page->data.length)
            break; /* not what scan_page gives */
        size_t first = next;
        while (next < page->n_attributes && page->attributes[next].tag <= (int32_t)k)
            next++;
        int32_t code = tag->kind == START ? code_of(reader, tag) : 0;
        if (tag->kind == START)
            start(reader, code, page->attributes + first, next - first);
        if (tag->kind == END || (tag->kind == START && tag->is_void))
            end(reader);
        last = tag->end + 1;
        int takes_break = tag->kind == START && (meaning_of(reader->rules->names, code) & TAKES_BREAK) != 0;
        if (k + 1 < page->n_tags && page->tags[k + 1].start <= (int32_t)page->data.length)
            read_text(reader, last, page->tags[k + 1].start, takes_break);
    }
    while (reader->depth > 0)
        pop(reader);
    reader->n_opened = reader->sealed = 0;
}

/* Room for all columns at once. An element makes one row, or two where it is hung and opens its parent again; a text
   one run, and one character that parts it from the text before. */
static int make_room(Table *table, size_t n_pages, size_t n_tags, size_t n_attributes, size_t n_bytes)
{
    size_t rows = 2 * n_tags + 1, runs = n_tags + 1, attributes = n_attributes + 1, text = n_bytes + n_tags + 1;
    size_t wide = rows * (sizeof(uint64_t) + 7 * sizeof(int32_t) + 2 * sizeof(int16_t));
    size_t size = wide + 7 * runs * sizeof(int32_t) + attributes * (3 * sizeof(int32_t) + 1) +
                  2 * (n_pages + 1) * sizeof(int32_t) + text;
    char *at = table->memory = malloc(size);
    if (at == NULL)
        return 0;
    table->path = (uint64_t *)at;
    int32_t *words = (int32_t *)(table->path + rows);
    int32_t **by_row[] = {&table->page,     &table->parent,        &table->subtree_end,   &table->text_start,
                          &table->text_end, &table->anchor_length, &table->context_length};
    int32_t **by_run[] = {&table->run_node,      &table->run_start,   &table->run_end,       &table->segment_node,
                          &table->segment_start, &table->segment_end, &table->segment_anchor};
    int32_t **by_attribute[] = {&table->attribute_node, &table->attribute_start, &table->attribute_end};
    for (size_t i = 0; i < 7; i++, words += rows)
        *by_row[i] = words;
    for (size_t i = 0; i < 7; i++, words += runs)
        *by_run[i] = words;
    for (size_t i = 0; i < 3; i++, words += attributes)
        *by_attribute[i] = words;
    table->page_start = words;
    table->page_text = words + n_pages + 1;
    table->depth = (int16_t *)(words + 2 * (n_pages + 1));
    table->tag = table->depth + rows;
    table->attribute_name = (uint8_t *)(table->tag + rows);
    table->text = table->attribute_name + attributes;
    return 1;
}

/* 0 where there is no memory. */
int table_of(const Rules *rules, const Page *pages, size_t n_pages, Table *table)
{
    Reader reader = {.rules = rules, .table = table};
    size_t n_tags = 0, n_attributes = 0, n_bytes = 0;
    for (size_t k = 0; k < n_pages; k++) {
        n_tags += pages[k].n_tags;
        n_attributes += pages[k].n_attributes;
        n_bytes += pages[k].data.length;
    }
    memset(table, 0, sizeof *table);
    reader.stack = malloc(((size_t)rules->deepest + 1) * sizeof *reader.stack);
    reader.opened = malloc((n_tags + 1) * sizeof *reader.opened);
    int is_done =
        reader.stack != NULL && reader.opened != NULL && make_room(table, n_pages, n_tags, n_attributes, n_bytes);
    if (is_done) {
        text_open(&reader.text, table, rules->classes);
        for (size_t k = 0; k < n_pages; k++) {
            reader.number = (int32_t)k;
            table->page_start[k] = (int32_t)table->n_rows;
            read_page(&reader, &pages[k]);
        }
        text_close(&reader.text);
        table->page_start[n_pages] = (int32_t)table->n_rows;
        for (size_t k = 0; k <= n_pages; k++) {
            size_t row = (size_t)table->page_start[k];
            table->page_text[k] = row < table->n_rows ? table->text_start[row] : table->n_characters;
        }
    }
    free(reader.stack);
    free(reader.opened);
    return is_done;
}

void table_close(Table *table)
{
    free(table->memory);
    table->memory = NULL;
}
