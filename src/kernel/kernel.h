/* What the files of the kernel share: the words of the Python twins, as C has them.

   The twins say what is computed (dom/scan.py, elements.py, table.py, text.py; measure/terms.py, hashing.py;
   mine/forest.py); these files say the same with one loop over the bytes. Nothing here knows Python but module.c: every
   function gets plain memory, runs without the interpreter's lock, calls nothing recursively and keeps nothing between
   two calls.

   On any bytes whatever nothing is read or written out of bounds. That the columns mean something is promised for what
   the parser writes: every element explicit, every value in quotes, every `<`, `>` and `&` in text and values escaped.
 */

#ifndef SITEMINE_KERNEL_H
#define SITEMINE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *at;
    size_t length;
} Bytes;

/* A column that grows; the only memory that is not sized before a loop begins. */
typedef struct {
    char *rows;
    size_t count, room, width;
} Column;

int column_open(Column *column, size_t width);
void *column_add(Column *column); /* the new row, NULL where there is no memory */
void column_close(Column *column);

/* names.c: the known tags or attributes, by the two words of eight bytes that a name of up to LONGEST bytes is. */

enum { LONGEST = 16, SLOTS = 2048, MOST_NAMES = SLOTS / 4 };

typedef struct {
    uint64_t low[SLOTS], high[SLOTS];
    int16_t code[SLOTS]; /* UNKNOWN in an empty slot */
    int count;
} Known;

enum { UNKNOWN = -1 };

void known_clear(Known *known);
int known_add(Known *known, Bytes name, int code); /* 0 where the name is too long or there are too many */
int known_find(const Known *known, Bytes name);

/* What names of tags mean; the bits are given by dom/names.py and dom/table.py. */
enum {
    IS_VOID = 1,
    TAKES_BREAK = 2, /* the parser takes a line break at the beginning of its text away, and writes one more */
    IS_DROPPED = 4,
    IS_SILENT = 8,
    IS_BLOCK = 16,
    IS_EDGE = 32, /* parts segments: the blocks, and br */
    IS_PREFORMATTED = 64,
    IS_APART = 128
};

typedef struct {
    Known tags, attributes;
    uint16_t *meaning;             /* of each code of a known tag; of those that pages invent none */
    int first_tag, first_invented; /* codes; those below the first mean no tag */
    int link_tag, link_attribute;
    uint64_t seed; /* of the hashes of names that pages invent: another in each process */
} Names;

/* scan.c: one page as tags and attributes. */

enum { START, END, OTHER };

typedef struct {
    int32_t start, end; /* of the tag in the page, at < and > */
    int32_t code;       /* FIRST_TAG and more; those from first_invented on count the page's own inventions */
    uint8_t kind, is_void;
    uint16_t unused;
} Tag;

typedef struct {
    int32_t tag; /* place among the page's tags */
    int32_t name;
    int32_t start, end; /* of the value */
} Attribute;

typedef struct {
    int32_t start, length;
} Invented;

typedef struct {
    Column tags, attributes, invented;
    int64_t angles; /* < and > in all; exact where it could be above the limit */
    int64_t most;   /* attributes on one element; exact where it could be above the limit */
} Scan;

int scan_page(const Names *names, Bytes page, int64_t most_attributes, int64_t most_angles, Scan *scan);
void scan_close(Scan *scan);

/* table.c: the scanned pages as one node table. */

typedef struct {
    Bytes data;
    const Tag *tags;
    size_t n_tags;
    const Attribute *attributes;
    size_t n_attributes;
    const int32_t *codes; /* of the table, for the page's own inventions */
    size_t n_codes;
    int64_t begins; /* place of the page in the data of the table */
} Page;

typedef struct {
    int32_t *page, *parent, *subtree_end, *text_start, *text_end, *anchor_length, *context_length;
    int16_t *depth, *tag;
    uint64_t *path;
    int32_t *run_node, *run_start, *run_end;
    int32_t *segment_node, *segment_start, *segment_end, *segment_anchor;
    int32_t *attribute_node, *attribute_start, *attribute_end;
    uint8_t *attribute_name;
    int32_t *page_start, *page_text;
    uint8_t *text; /* UTF-8 */
    size_t n_rows, n_runs, n_segments, n_attributes, n_bytes;
    int32_t n_characters;
    void *memory; /* of all of them */
} Table;

typedef struct {
    const Names *names;
    const uint8_t *classes; /* of all characters */
    const uint64_t *hashes; /* of the table's tags */
    size_t n_tags;
    int deepest;
} Rules;

int table_of(const Rules *rules, const Page *pages, size_t n_pages, Table *table);
void table_close(Table *table);

/* text.c: the text of a table as it grows, white space collapsed. */

typedef struct {
    int32_t link, apart, segment, node, block; /* link and apart are -1 where the run is in none */
    int is_pre;
} Holder;

typedef struct {
    Table *table;
    const uint8_t *classes;
    int32_t n_anchors, n_breaks;  /* so far */
    size_t waiting;               /* the first row whose text has not begun */
    int gap;                      /* white space was left out since the last character */
    int in_run;                   /* the run being read has said something */
    int32_t link, apart, segment; /* of the run that the last character stands in */
} Text;

void text_open(Text *text, Table *table, const uint8_t *classes);
void text_add(Text *text, Bytes run, const Holder *holder);
void text_end_of(Text *text, size_t row); /* the row's subtree is over */
void text_close(Text *text);

enum { LAST_CHARACTER = 0x110000 };

/* One character of UTF-8 and its bytes; what is no UTF-8 is one byte and reads as a question mark. A lone surrogate is
   a character, as it is in a Python string. */
static inline uint32_t character_at(const uint8_t *at, const uint8_t *stop, int *n_bytes)
{
    uint32_t first = at[0], point;
    int more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0;
    *n_bytes = 1;
    if (more == 0)
        return first < 0x80 ? first : '?';
    if (stop - at <= more)
        return '?';
    point = first & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return '?';
        point = point << 6 | (at[i] & 0x3Fu);
    }
    if (point >= LAST_CHARACTER || (more == 2 && point < 0x800) || (more == 3 && point < 0x10000))
        return '?';
    *n_bytes = more + 1;
    return point;
}

/* The classes of characters, as dom/text.py numbers them. */
enum { IS_OTHER, IS_SPACE, IS_WORD, IS_DIGIT, IS_UNSPACED };

#endif
