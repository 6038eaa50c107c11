/* What a forest says of each row: the twin of mine/forest.py, and QuickScorer as its paper has it (Lucchese et al.,
   SIGIR 2015): a split whose test fails rules out the leaves on its left, and the lowest leaf that is left is the one
   reached. Rows are asked some at a time, side by side, so that the compiler makes one step of the test of several. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forest.h"

enum { MOST_LEAVES = 64, SIDE_BY_SIDE = 8 };

static const uint64_t ALL = ~(uint64_t)0;

typedef uint64_t Leaves[SIDE_BY_SIDE]; /* of one tree: those that are left for each row */

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

/* Rules out what the splits of one feature do; `value` is that of each row, and not a NaN. */
static void ask_feature(const Forest *forest, size_t feature, const double *value, Leaves *alive)
{
    int32_t i = forest->first[feature], end = forest->first[feature + 1];
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t k = 0; k < SIDE_BY_SIDE; k++) {
        least = value[k] < least ? value[k] : least;
        most = value[k] > most ? value[k] : most;
    }
    for (; i < end && least > forest->threshold[i]; i++) {
        uint64_t *of_tree = alive[forest->tree[i]], left = forest->left[i];
        for (size_t k = 0; k < SIDE_BY_SIDE; k++)
            of_tree[k] &= left;
    }
    for (; i < end && most > forest->threshold[i]; i++) {
        uint64_t *of_tree = alive[forest->tree[i]], left = forest->left[i];
        double threshold = forest->threshold[i];
        for (size_t k = 0; k < SIDE_BY_SIDE; k++)
            of_tree[k] &= value[k] > threshold ? left : ALL;
    }
}

/* What the trees say of some rows, of which there are at most `SIDE_BY_SIDE`. */
static void add_up(const Forest *forest, Leaves *alive, size_t n_rows, int64_t *units)
{
    for (size_t k = 0; k < n_rows; k++) {
        int64_t said = 0;
        for (size_t tree = 0; tree < forest->n_trees; tree++) {
            size_t leaf = lowest(alive[tree][k]);
            said += leaf < forest->widest ? forest->leaf[tree * forest->widest + leaf] : 0;
        }
        units[k] = said;
    }
}

/* 0 where there is no memory. */
int forest_ask(const Forest *forest, const double *const *columns, size_t n_rows, int64_t *units)
{
    Leaves *alive = malloc((forest->n_trees + 1) * sizeof *alive);
    if (alive == NULL)
        return 0;
    for (size_t row = 0; row < n_rows; row += SIDE_BY_SIDE) {
        size_t left = n_rows - row, here = left < SIDE_BY_SIDE ? left : SIDE_BY_SIDE;
        double value[SIDE_BY_SIDE];
        memset(alive, 0xff, forest->n_trees * sizeof *alive);
        for (size_t feature = 0; feature < forest->n_features; feature++) {
            if (columns[feature] == NULL)
                continue;
            for (size_t k = 0; k < SIDE_BY_SIDE; k++)
                value[k] = columns[feature][row + (k < here ? k : here - 1)];
            ask_feature(forest, feature, value, alive);
        }
        add_up(forest, alive, here, units + row);
    }
    free(alive);
    return 1;
}
