/* What nodes have from those around them: the twin of mine/standing.py and of the sums in mine/linear.py.

   A parent stands before its children, so one pass in document order carries everything down. */

#include <stdlib.h>
#include <string.h>

#include "inherit.h"

/* In how many nodes with each mark each of `rows` stands, itself among them. 0 where there is no memory. */
int standing(const int32_t *parent, const uint16_t *marks, size_t n, const int32_t *rows, size_t n_rows, int32_t *counts)
{
    int32_t(*all)[STANDINGS] = calloc(n + 1, sizeof *all);
    if (all == NULL)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (parent[i] >= 0 && (size_t)parent[i] < i)
            memcpy(all[i], all[parent[i]], sizeof *all);
        for (int k = 0; k < STANDINGS; k++)
            all[i][k] += marks[i] >> k & 1;
    }
    for (size_t i = 0; i < n_rows; i++)
        if (rows[i] >= 0 && (size_t)rows[i] < n)
            memcpy(counts + STANDINGS * i, all[rows[i]], sizeof *all);
    free(all);
    return 1;
}

/* What each node's names and tag weigh at each level, level by level; at the first with all that it stands in. */
void weigh(const Weighed *weighed, int64_t *sums)
{
    size_t n = weighed->n_nodes;
    for (size_t level = 0; level < weighed->n_levels; level++) {
        const int16_t *weight = weighed->weight + level * weighed->n_slots;
        int64_t *own = sums + level * n;
        for (size_t i = 0; i < n; i++) {
            int64_t slot = weighed->tag_slot[i];
            own[i] = slot >= 0 && (size_t)slot < weighed->n_slots ? weight[slot] : 0;
        }
        for (size_t i = 0; i < weighed->n_names; i++) {
            int64_t node = weighed->node[i], slot = weighed->slot[i];
            if (node >= 0 && (size_t)node < n && slot >= 0 && (size_t)slot < weighed->n_slots)
                own[node] += weight[slot];
        }
    }
    for (size_t i = 0; weighed->n_levels > 0 && i < n; i++)
        if (weighed->parent[i] >= 0 && (size_t)weighed->parent[i] < i)
            sums[i] += sums[weighed->parent[i]];
}

/* The nearest ancestor of each node that says more than it does; the root where there is none. */
void wider(const int32_t *parent, const int32_t *text_start, const int32_t *text_end, size_t n, int64_t *found)
{
    for (size_t i = 0; i < n; i++) {
        size_t above = parent[i] >= 0 && (size_t)parent[i] < i ? (size_t)parent[i] : i;
        int says_more = text_start[above] != text_start[i] || text_end[above] != text_end[i];
        found[i] = says_more || above == i ? (int64_t)above : found[above];
    }
}
