#ifndef SITEMINE_INHERIT_H
#define SITEMINE_INHERIT_H

#include "kernel.h"

enum { STANDINGS = 16 };

int standing(const int32_t *parent, const uint16_t *marks, size_t n, const int32_t *rows, size_t n_rows, int32_t *counts);

void wider(const int32_t *parent, const int32_t *text_start, const int32_t *text_end, size_t n, int64_t *found);

/* The names of nodes by their slots, and the weight of each slot at each level. */
typedef struct {
    const int64_t *node, *slot;
    size_t n_names;
    const int64_t *tag_slot; /* of each node */
    const int32_t *parent;
    size_t n_nodes;
    const int16_t *weight; /* levels, slots */
    size_t n_levels, n_slots;
} Weighed;

void weigh(const Weighed *weighed, int64_t *sums);

#endif
