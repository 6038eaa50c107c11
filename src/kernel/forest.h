#ifndef SITEMINE_FOREST_H
#define SITEMINE_FOREST_H

#include "kernel.h"

/* The splits of all trees, by feature and then by threshold; a feature's are [first[k], first[k + 1]). */
typedef struct {
    const double *threshold;
    const uint16_t *tree;
    const uint64_t *left; /* the leaves that a value above the threshold leaves over */
    const int32_t *first;
    size_t n_features, n_splits;
    const int32_t *leaf; /* trees, widest */
    size_t n_trees, widest;
} Forest;

int forest_is_sound(const Forest *forest);
int forest_ask(const Forest *forest, const double *const *columns, size_t n_rows, int64_t *units);

#endif
