/* The text of a table as people read it: the twin of `collapse` in dom/text.py and of `_read` in dom/table.py.

   Text comes run by run. What parts a character from the one before it is written only when the character is: nothing
   at the edges of a segment, one line break between two segments, else one space where white space was left out. So the
   end of the text is always behind its last character, and a row's text begins where the next character will stand. */

#include <string.h>

#include "kernel.h"

enum { OPEN = -2, EMPTY = -1 }; /* text_end of a row while its subtree is read, and if it said nothing */

static const uint8_t SOFT_HYPHEN[] = {0xC2, 0xAD}; /* no reader sees it, and it would break a word in two */

void text_open(Text *text, Table *table, const uint8_t *classes)
{
    memset(text, 0, sizeof *text);
    text->table = table;
    text->classes = classes;
}

static int32_t context_of(const Text *text)
{
    return text->table->n_characters - text->n_breaks - text->n_anchors;
}

/* The rows that were opened since the last character begin at the next one; their lengths are differences to what is
   counted so far. */
static void begin_rows(Text *text)
{
    Table *table = text->table;
    for (; text->waiting < table->n_rows; text->waiting++) {
        size_t row = text->waiting;
        int is_empty = table->text_end[row] == EMPTY;
        table->text_start[row] = table->n_characters;
        table->anchor_length[row] = is_empty ? 0 : text->n_anchors;
        table->context_length[row] = is_empty ? 0 : context_of(text);
        if (is_empty)
            table->text_end[row] = table->n_characters;
    }
}

void text_end_of(Text *text, size_t row)
{
    Table *table = text->table;
    if (row >= text->waiting) {
        table->text_end[row] = EMPTY;
        return;
    }
    table->text_end[row] = table->n_characters;
    table->anchor_length[row] = text->n_anchors - table->anchor_length[row];
    table->context_length[row] = context_of(text) - table->context_length[row];
}

static void end_segment(Text *text)
{
    Table *table = text->table;
    size_t last = table->n_segments - 1;
    table->segment_end[last] = table->n_characters;
    table->segment_anchor[last] = text->n_anchors - table->segment_anchor[last];
}

static void put(Table *table, char letter)
{
    table->text[table->n_bytes++] = (uint8_t)letter;
    table->n_characters++;
}

/* Writes what parts the next character from the last one; begins its segment, its run and the rows that waited for it.
 */
static void part(Text *text, const Holder *holder)
{
    Table *table = text->table;
    int is_first = table->n_characters == 0, is_new = !text->in_run;
    int is_break = is_new && (is_first || text->segment != holder->segment);
    int is_apart = is_new && text->apart != holder->apart && text->apart >= 0 && holder->apart >= 0;
    if (is_break && !is_first) {
        end_segment(text);
        put(table, '\n');
        text->n_breaks++;
    } else if (!is_first && (text->gap || is_apart)) {
        put(table, ' ');
        text->n_anchors += holder->link >= 0 && holder->link == text->link;
    }
    text->gap = 0;
    begin_rows(text);
    if (is_break) {
        size_t segment = table->n_segments++;
        table->segment_node[segment] = holder->block;
        table->segment_start[segment] = table->n_characters;
        table->segment_anchor[segment] = text->n_anchors;
    }
    if (is_new) {
        size_t run = table->n_runs++;
        table->run_node[run] = holder->node;
        table->run_start[run] = table->n_characters;
        text->in_run = 1;
        text->link = holder->link;
        text->apart = holder->apart;
        text->segment = holder->segment;
    }
}

static void say(Text *text, const Holder *holder, const uint8_t *at, size_t n_bytes, int32_t n_characters)
{
    Table *table = text->table;
    if (text->gap || !text->in_run)
        part(text, holder);
    memcpy(table->text + table->n_bytes, at, n_bytes);
    table->n_bytes += n_bytes;
    table->n_characters += n_characters;
    text->n_anchors += holder->link >= 0 ? n_characters : 0;
}

/* What stands for itself from `at` on: no white space, no escape, no soft hyphen, nothing that is no UTF-8. */
static const uint8_t *plain_end(const Text *text, const uint8_t *at, const uint8_t *stop, int is_pre, int32_t *count)
{
    int32_t n = 0;
    int n_bytes;
    while (at < stop) {
        if (*at < 0x80) {
            if (*at == '&' || (*at <= ' ' && !is_pre))
                break;
            n_bytes = 1;
        } else {
            uint32_t point = character_at(at, stop, &n_bytes);
            if (n_bytes == 1 || point == 0xAD || (text->classes[point] == IS_SPACE && !is_pre))
                break;
        }
        at += n_bytes;
        n++;
    }
    *count = n;
    return at;
}

/* What an escape means, and its length; only four are written, of which the no-break space is read as a space. */
static char meant(const uint8_t *at, const uint8_t *stop, size_t *length)
{
    static const struct {
        char second, meaning;
        uint8_t length;
    } ESCAPES[] = {{'a', '&', 5}, {'l', '<', 4}, {'g', '>', 4}, {'n', ' ', 6}};
    for (size_t i = 0; i < sizeof ESCAPES / sizeof *ESCAPES; i++)
        if (stop - at >= ESCAPES[i].length && at[1] == ESCAPES[i].second) {
            *length = ESCAPES[i].length;
            return ESCAPES[i].meaning;
        }
    *length = 1;
    return '&';
}

/* The end of what is not plain at `at`. */
static const uint8_t *read_special(Text *text, const Holder *holder, const uint8_t *at, const uint8_t *stop)
{
    size_t length = 1;
    int n_bytes;
    if (*at == '&') {
        char letter = meant(at, stop, &length);
        if (letter != ' ' || holder->is_pre)
            say(text, holder, (const uint8_t *)&letter, 1, 1);
        else
            text->gap = 1;
        return at + length;
    }
    if (stop - at >= 2 && memcmp(at, SOFT_HYPHEN, sizeof SOFT_HYPHEN) == 0)
        return at + sizeof SOFT_HYPHEN;
    character_at(at, stop, &n_bytes);
    if (*at >= 0x80 && n_bytes == 1)
        say(text, holder, (const uint8_t *)"?", 1, 1);
    else
        text->gap = 1;
    return at + n_bytes;
}

void text_add(Text *text, Bytes run, const Holder *holder)
{
    const uint8_t *at = run.at, *stop = run.at + run.length;
    Table *table = text->table;
    text->in_run = 0;
    while (at < stop) {
        int32_t count;
        const uint8_t *end = plain_end(text, at, stop, holder->is_pre, &count);
        if (count > 0)
            say(text, holder, at, (size_t)(end - at), count);
        at = end < stop ? read_special(text, holder, end, stop) : end;
    }
    if (text->in_run)
        table->run_end[table->n_runs - 1] = table->n_characters;
}

void text_close(Text *text)
{
    if (text->table->n_segments > 0)
        end_segment(text);
    begin_rows(text);
}
