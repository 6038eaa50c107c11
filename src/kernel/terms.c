/* The terms of a text: the twin of `hash_terms` in measure/terms.py, and of measure/hashing.py. */

#include <stdlib.h>

#include "hashing.h"
#include "terms.h"

static const uint64_t BASE = HASH_BASE;

/* The inverse of BASE modulo 2**64, by Newton's iteration; each step doubles the bits that are right. */
static uint64_t inverse(void)
{
    uint64_t found = BASE; /* right in three bits, as for every odd number */
    for (int bits = 3; bits < 64; bits *= 2)
        found *= 2 - BASE * found;
    return found;
}

typedef struct {
    Terms *terms;
    uint64_t hash, power; /* of the word that is read */
    int32_t start;        /* of that word; -1 where there is none */
    int has_letter;
} Word;

static int add(Terms *terms, uint64_t hash, int32_t start, int32_t end)
{
    uint64_t *term = column_add(&terms->term);
    int32_t *first = column_add(&terms->start), *last = column_add(&terms->end);
    if (term == NULL || first == NULL || last == NULL)
        return 0;
    *term = stir(hash);
    *first = start;
    *last = end;
    return 1;
}

static int end_word(Word *word, int32_t end, int numbers)
{
    int is_term = word->start >= 0 && (word->has_letter || numbers);
    int is_done = !is_term || add(word->terms, word->hash, word->start, end);
    word->start = -1;
    return is_done;
}

static void read_letter(Word *word, uint32_t folded, int32_t place, int is_letter)
{
    if (word->start < 0) {
        word->start = place;
        word->hash = 0;
        word->power = 1;
        word->has_letter = 0;
    }
    word->hash += folded * word->power;
    word->power *= BASE;
    word->has_letter |= is_letter;
}

/* 0 where there is no memory. */
int terms_of(Bytes text, const uint8_t *classes, const uint32_t *folded, int numbers, Terms *terms)
{
    const uint8_t *at = text.at, *stop = text.at + text.length;
    Word word = {terms, 0, 1, -1, 0};
    int32_t place = 0;
    int n_before = 0; /* letters without spaces that stand before this one, without a gap */
    uint32_t before = 0;
    int is_done = column_open(&terms->term, sizeof(uint64_t)) & column_open(&terms->start, sizeof(int32_t)) &
                  column_open(&terms->end, sizeof(int32_t));
    for (int n_bytes; is_done && at < stop; at += n_bytes, place++) {
        uint32_t point = character_at(at, stop, &n_bytes);
        int class = classes[point];
        if (class == IS_WORD || class == IS_DIGIT)
            read_letter(&word, folded[point], place, class == IS_WORD);
        else if (word.start >= 0)
            is_done = end_word(&word, place, numbers);
        if (class == IS_UNSPACED) {
            if (n_before > 0)
                is_done = is_done && add(terms, before + folded[point] * BASE, place - 1, place + 1);
            before = folded[point];
            n_before++;
        } else {
            if (n_before == 1) /* a letter that stands alone */
                is_done = is_done && add(terms, before, place - 1, place);
            n_before = 0;
        }
    }
    is_done = is_done && end_word(&word, place, numbers);
    return is_done && (n_before != 1 || add(terms, before, place - 1, place));
}

void terms_close(Terms *terms)
{
    column_close(&terms->term);
    column_close(&terms->start);
    column_close(&terms->end);
}

/* The hash of each slice `values[start:end]`, by prefix sums, as slices may overlap. 0 where there is no memory. */
int hash_slices(const uint64_t *values, size_t n_values, const int64_t *start, const int64_t *end, size_t n,
                uint64_t *hash)
{
    uint64_t *sums = malloc((n_values + 1) * sizeof *sums), *shifts = malloc((n_values + 1) * sizeof *shifts);
    uint64_t power = 1, shift = 1, step = inverse();
    if (sums == NULL || shifts == NULL) {
        free(sums);
        free(shifts);
        return 0;
    }
    sums[0] = 0;
    shifts[0] = 1;
    for (size_t i = 0; i < n_values; i++, power *= BASE) {
        sums[i + 1] = sums[i] + values[i] * power;
        shifts[i + 1] = shift *= step;
    }
    for (size_t i = 0; i < n; i++) {
        int is_within = start[i] >= 0 && end[i] >= 0 && (uint64_t)start[i] <= n_values && (uint64_t)end[i] <= n_values;
        hash[i] = is_within ? stir((sums[end[i]] - sums[start[i]]) * shifts[start[i]]) : 0;
    }
    free(sums);
    free(shifts);
    return 1;
}

/* How many of the terms begin before each place of a text; `start` never falls. 0 where there is no memory. */
int count_before(const int32_t *start, size_t n_terms, size_t length, const int32_t *place, size_t n, int32_t *count)
{
    int32_t *begun = calloc(length + 2, sizeof *begun);
    if (begun == NULL)
        return 0;
    for (size_t k = 0; k < n_terms; k++)
        if (start[k] >= 0 && (size_t)start[k] < length)
            begun[start[k] + 1]++;
    for (size_t i = 1; i <= length; i++)
        begun[i] += begun[i - 1];
    for (size_t i = 0; i < n; i++)
        count[i] = place[i] >= 0 && (size_t)place[i] <= length ? begun[place[i]] : 0;
    free(begun);
    return 1;
}

void tally(Bytes text, const uint8_t *marks, const int32_t *start, const int32_t *stop, size_t n, int32_t *counts)
{
    const uint8_t *at = text.at, *end = text.at + text.length;
    int32_t place = 0;
    for (size_t i = 0; i < n; i++) {
        int32_t *own = counts + TALLIES * i;
        for (int n_bytes; at < end && place < stop[i]; at += n_bytes, place++) {
            unsigned bits = marks[character_at(at, end, &n_bytes)];
            if (place < start[i])
                continue;
            own[MARKS] = (int32_t)bits;
            for (int k = 0; k < MARKS && bits != 0; bits >>= 1, k++)
                own[k] += (int32_t)(bits & 1);
        }
    }
}
