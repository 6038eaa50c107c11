#ifndef SITEMINE_TERMS_H
#define SITEMINE_TERMS_H

#include "kernel.h"

typedef struct {
    Column term, start, end;
} Terms;

int terms_of(Bytes text, const uint8_t *classes, const uint32_t *folded, int numbers, Terms *terms);
void terms_close(Terms *terms);
int hash_slices(const uint64_t *values, size_t n_values, const int64_t *start, const int64_t *end, size_t n,
                uint64_t *hash);
int count_before(const int32_t *start, size_t n_terms, size_t length, const int32_t *place, size_t n, int32_t *count);

/* How many characters with each of seven marks stand in each slice of a text, and the marks of its last character; the
   slices are in order, none within another. */
enum { MARKS = 7, TALLIES = MARKS + 1 };
void tally(Bytes text, const uint8_t *marks, const int32_t *start, const int32_t *stop, size_t n, int32_t *counts);

#endif
