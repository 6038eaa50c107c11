/* What a forest says of each row: the twin of mine/forest.py, and QuickScorer as its paper has it (Lucchese et al.,
   SIGIR 2015): a split whose test fails rules out the leaves on its left, and the lowest leaf that is left is the one
   reached. */

#include <stdlib.h>

#include "forest.h"

enum { MOST_LEAVES = 64 };

/* The place of the lowest bit that is set; 64 where there is none. */
static size_t lowest(uint64_t word)
{
    size_t place = 0;
    if (word == 0)
        return MOST_LEAVES;
#if defined(__GNUC__)
    place = (size_t)__builtin_ctzll(word);
#else
    for (; (word & 1) == 0; word >>= 1)
        place++;
#endif
    return place;
}

/* Whether all places that the columns name exist, so that asking never reads out of them. */
int forest_is_sound(const Forest *forest)
{
    if (forest->first[0] != 0 || (size_t)forest->first[forest->n_features] != forest->n_splits ||
        forest->widest > MOST_LEAVES)
        return 0;
    for (size_t k = 0; k < forest->n_features; k++)
        if (forest->first[k] > forest->first[k + 1])
            return 0;
    for (size_t i = 0; i < forest->n_splits; i++)
        if (forest->tree[i] >= forest->n_trees)
            return 0;
    return 1;
}

/* 0 where there is no memory. */
int forest_ask(const Forest *forest, const double *const *columns, size_t n_rows, int64_t *units)
{
    uint64_t *alive = malloc((forest->n_trees + 1) * sizeof *alive);
    if (alive == NULL)
        return 0;
    for (size_t row = 0; row < n_rows; row++) {
        int64_t said = 0;
        for (size_t tree = 0; tree < forest->n_trees; tree++)
            alive[tree] = ~(uint64_t)0;
        for (size_t k = 0; k < forest->n_features; k++) {
            if (columns[k] == NULL)
                continue;
            double value = columns[k][row];
            for (int32_t i = forest->first[k]; i < forest->first[k + 1] && value > forest->threshold[i]; i++)
                alive[forest->tree[i]] &= forest->left[i];
        }
        for (size_t tree = 0; tree < forest->n_trees; tree++) {
            size_t leaf = lowest(alive[tree]);
            said += leaf < forest->widest ? forest->leaf[tree * forest->widest + leaf] : 0;
        }
        units[row] = said;
    }
    free(alive);
    return 1;
}
