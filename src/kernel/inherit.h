#ifndef SITEMINE_INHERIT_H
#define SITEMINE_INHERIT_H

#include "kernel.h"

enum { STANDINGS = 16 };

int standing(const int32_t *parent, const uint16_t *marks, size_t n, const int32_t *rows, size_t n_rows,
             int32_t *counts);

void wider(const int32_t *parent, const int32_t *text_start, const int32_t *text_end, size_t n, int64_t *found);

/* What was learned of names, and the names of nodes by their slots. */
typedef struct {
    const int64_t *node, *slot;
    size_t n_names;
    const int64_t *tag_slot; /* of each node */
    const int32_t *parent;
    size_t n_nodes;
    const int16_t *weight, *path; /* slots, levels; slots: what is asked together stands together */
    size_t n_levels, n_slots;
} Weighed;

/* Of each of some nodes: what the names and tags around it weigh, how many names were learned, and what the worst and
   the best named node around it weighs; `found` has four columns. 0 where there is no memory. */
enum { AROUND = 4 };
int weigh(const Weighed *weighed, const int32_t *holder, size_t n, int64_t *found);

/* What the first and last terms of each block weigh, and the whole of a short one. */
typedef struct {
    const uint64_t *term;
    size_t n_all;
    const int64_t *first, *count;
    const uint64_t *fingerprint;
    size_t n;
    const int16_t *weight;
    size_t n_slots;
} Edges;

void weigh_edges(const Edges *edges, int64_t *sums);

#endif
