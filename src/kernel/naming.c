/* What the templates of a page call its elements: the twin of mine/scoring/names.py. */

#include <string.h>

#include "hashing.h"
#include "naming.h"

static int is_upper(uint8_t letter)
{
    return letter >= 'A' && letter <= 'Z';
}

static int is_letter(uint8_t letter)
{
    return letter >= 0x80 || (letter >= 'a' && letter <= 'z') || is_upper(letter);
}

static uint8_t folded(uint8_t letter)
{
    if (letter >= '0' && letter <= '9')
        return 0; /* numbers count and do not name */
    return is_upper(letter) ? (uint8_t)(letter + 32) : letter;
}

static int add(Column *column, int32_t node, uint64_t hash)
{
    Named *row = column_add(column);
    if (row == NULL)
        return 0;
    row->node = node;
    row->hash = stir(hash);
    return 1;
}

/* Adds a name, which is without white space, and the words in it. */
static int read_name(Naming *naming, const uint8_t *at, const uint8_t *stop, int32_t node)
{
    uint64_t whole = 0, whole_power = 1, word = 0, power = 1;
    int in_word = 0, n_words = 0, is_done = 1, is_all_letters = 1;
    uint8_t before = 0;
    for (; is_done && at < stop; before = *at++) {
        int inside = is_letter(*at);
        int is_new = inside && (!in_word || (is_upper(*at) && !is_upper(before)));
        if (in_word && (!inside || is_new)) {
            is_done = add(&naming->words, node, word);
            n_words++;
        }
        if (is_new) {
            word = 0;
            power = 1;
        }
        in_word = inside;
        is_all_letters &= inside;
        word += folded(*at) * power;
        power *= HASH_BASE;
        whole += folded(*at) * whole_power;
        whole_power *= HASH_BASE;
    }
    if (is_done && in_word) {
        is_done = add(&naming->words, node, word);
        n_words++;
    }
    int is_word = is_all_letters && n_words == 1;
    return is_done && (is_word || add(&naming->names, node, whole));
}

static int read_value(Naming *naming, const uint8_t *at, const uint8_t *stop, int32_t node)
{
    int is_done = 1;
    while (is_done && at < stop) {
        const uint8_t *end = at;
        while (end < stop && *end > ' ')
            end++;
        if (end > at)
            is_done = read_name(naming, at, end, node);
        at = end + (end < stop);
    }
    return is_done;
}

/* A value that has been read, and its rows in both columns: templates give the same classes to many elements. */
typedef struct {
    Bytes text;
    size_t words, n_words, names, n_names;
    uint64_t sum; /* of all hashes */
} Value;

enum { KNOWN_BITS = 9, KNOWN = 1 << KNOWN_BITS };

/* The place at which a value is remembered; a later one takes it over. */
static Value *place_of(Value *known, Bytes text)
{
    uint64_t hash = text.length, part;
    size_t at = 0;
    for (; at + sizeof part <= text.length; at += sizeof part) {
        memcpy(&part, text.at + at, sizeof part);
        hash = (hash ^ part) * HASH_BASE;
        hash ^= hash >> 32;
    }
    for (; at < text.length; at++)
        hash = (hash ^ text.at[at]) * HASH_BASE;
    return &known[stir(hash) >> (64 - KNOWN_BITS)];
}

static int repeat(Column *column, size_t first, size_t count, int32_t node)
{
    for (size_t k = 0; k < count; k++) {
        Named *row = column_add(column);
        if (row == NULL)
            return 0;
        *row = ((const Named *)column->rows)[first + k];
        row->node = node;
    }
    return 1;
}

static uint64_t sum_of(const Column *column, size_t first)
{
    uint64_t sum = 0;
    for (size_t k = first; k < column->count; k++)
        sum += ((const Named *)column->rows)[k].hash;
    return sum;
}

/* Adds the names and words of a value; `sum` is that of their hashes. */
static int name(Naming *naming, Value *known, Bytes text, int32_t node, uint64_t *sum)
{
    Value *value = place_of(known, text);
    if (value->text.at != NULL && value->text.length == text.length &&
        memcmp(value->text.at, text.at, text.length) == 0) {
        *sum = value->sum;
        return repeat(&naming->words, value->words, value->n_words, node) &&
               repeat(&naming->names, value->names, value->n_names, node);
    }
    size_t words = naming->words.count, names = naming->names.count;
    if (!read_value(naming, text.at, text.at + text.length, node))
        return 0;
    *sum = sum_of(&naming->words, words) + sum_of(&naming->names, names);
    *value = (Value){text, words, naming->words.count - words, names, naming->names.count - names, *sum};
    return 1;
}

/* Whether a text goes on with a word at `at`, in whatever case; the word is in lower case. */
static int says(const uint8_t *at, const uint8_t *stop, const char *word)
{
    for (; *word != '\0'; word++, at++)
        if (at == stop || (is_upper(*at) ? *at + 32 : *at) != *word)
            return 0;
    return 1;
}

static int begins_with(const uint8_t *at, const uint8_t *stop, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(stop - at) >= length && memcmp(at, word, length) == 0;
}

/* Whether a style hides its element: display: none, or visibility: hidden, in the small letters that styles have. */
static int hides(const uint8_t *at, const uint8_t *stop)
{
    static const struct {
        const char *property, *value;
    } HIDING[] = {{"display:", "none"}, {"visibility:", "hidden"}};
    for (; at < stop; at++)
        for (size_t i = 0; i < sizeof HIDING / sizeof *HIDING; i++)
            if (*at == HIDING[i].property[0] && begins_with(at, stop, HIDING[i].property)) {
                const uint8_t *value = at + strlen(HIDING[i].property);
                while (value < stop && (*value == ' ' || (*value >= '\t' && *value <= '\r')))
                    value++;
                if (begins_with(value, stop, HIDING[i].value))
                    return 1;
            }
    return 0;
}

static int hide(Column *hidden, int32_t node)
{
    int64_t *rows = (int64_t *)hidden->rows;
    if (hidden->count > 0 && rows[hidden->count - 1] == node)
        return 1; /* by two attributes */
    int64_t *row = column_add(hidden);
    if (row != NULL)
        *row = node;
    return row != NULL;
}

int names_of(const Attributes *attributes, uint64_t *signature, Naming *naming)
{
    int is_done = column_open(&naming->words, sizeof(Named)) & column_open(&naming->names, sizeof(Named)) &
                  column_open(&naming->hidden, sizeof(int64_t));
    Value known[KNOWN];
    memset(known, 0, sizeof known);
    for (size_t i = 0; is_done && i < attributes->count; i++) {
        unsigned meaning = attributes->meaning[attributes->name[i]];
        int32_t node = attributes->node[i], start = attributes->start[i], end = attributes->end[i];
        if (meaning == 0 || node < 0 || (size_t)node >= attributes->n_nodes || start < 0 || end < start ||
            (size_t)end > attributes->data.length)
            continue;
        const uint8_t *at = attributes->data.at + start, *stop = attributes->data.at + end;
        if (meaning & IS_HIDDEN || (meaning & IS_STYLE && hides(at, stop)))
            is_done = hide(&naming->hidden, node);
        if (is_done && meaning & NAMES_ELEMENT) {
            size_t length = (size_t)(end - start);
            uint64_t sum = 0;
            length = length < attributes->most_letters ? length : attributes->most_letters;
            is_done = name(naming, known, (Bytes){at, length}, node, &sum);
            signature[node] += meaning & NAMES_CLASS ? sum : 0;
        }
    }
    return is_done;
}

void naming_close(Naming *naming)
{
    column_close(&naming->words);
    column_close(&naming->names);
    column_close(&naming->hidden);
}

int sought_add(Sought *sought, const char *word)
{
    if (sought->count == MOST_WORDS || word[0] == '\0')
        return 0;
    uint8_t bit = (uint8_t)(1 << sought->count), letter = (uint8_t)word[0];
    sought->first[letter] |= bit;
    if (letter >= 'a' && letter <= 'z')
        sought->first[letter - 32] |= bit;
    sought->words[sought->count++] = word;
    return 1;
}

int says_any(const Sought *sought, Bytes text)
{
    const uint8_t *stop = text.at + text.length;
    for (const uint8_t *at = text.at; at < stop; at++)
        for (unsigned bits = sought->first[*at], k = 0; bits != 0; bits >>= 1, k++)
            if (bits & 1 && says(at, stop, sought->words[k]))
                return 1;
    return 0;
}
