/* What nodes have from those around them: the twin of mine/site/standing.py and of mine/scoring/linear.py.

   A parent stands before its children, so one pass in document order carries everything down. */

#include <stdlib.h>
#include <string.h>

#include "hashing.h"
#include "inherit.h"

enum { STEPS = 4, FIRST_TERMS = 3, LAST_TERMS = 2, SHORT = 12, SLOT_SHIFT = 48 };
static const uint64_t TAG_SALT = 0xC2B2AE3D27D4EB4Fu, FIRST_SALT = 0x165667B19E3779F9u, LAST_SALT = 0x27D4EB2F165667C5u;

/* In how many nodes with each mark each of `rows` stands, itself among them. 0 where there is no memory. */
int standing(const int32_t *parent, const uint16_t *marks, size_t n, const int32_t *rows, size_t n_rows,
             int32_t *counts)
{
    int32_t (*all)[STANDINGS] = calloc(n + 1, sizeof *all);
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

/* The nearest ancestor of each node that says more than it does; the root where there is none. */
void wider(const int32_t *parent, const int32_t *text_start, const int32_t *text_end, size_t n, int64_t *found)
{
    for (size_t i = 0; i < n; i++) {
        size_t above = parent[i] >= 0 && (size_t)parent[i] < i ? (size_t)parent[i] : i;
        int says_more = text_start[above] != text_start[i] || text_end[above] != text_end[i];
        found[i] = says_more || above == i ? (int64_t)above : found[above];
    }
}

/* The weight of a slot at a level; of a slot that does not exist nothing. */
static int64_t weight_of(const Weighed *weighed, size_t level, int64_t slot)
{
    return slot >= 0 && (size_t)slot < weighed->n_slots ? weighed->weight[(size_t)slot * weighed->n_levels + level] : 0;
}

/* What is around each node: sums at each level, and of the names how many were learned, the worst and the best. */
typedef struct {
    int64_t *own, *learned, *worst, *best;
} Around;

static void add_names(const Weighed *weighed, const Around *around)
{
    size_t n = weighed->n_nodes;
    for (size_t i = 0; i < n; i++)
        for (size_t level = 0; level < weighed->n_levels; level++)
            around->own[i * weighed->n_levels + level] = weight_of(weighed, level, weighed->tag_slot[i]);
    for (size_t i = 0; i < weighed->n_names; i++) {
        int64_t node = weighed->node[i], weight = weight_of(weighed, 0, weighed->slot[i]);
        if (node < 0 || (size_t)node >= n)
            continue;
        for (size_t level = 0; level < weighed->n_levels; level++)
            around->own[(size_t)node * weighed->n_levels + level] += weight_of(weighed, level, weighed->slot[i]);
        around->learned[node] += weight != 0;
        around->worst[node] += weight;
    }
}

static void carry_down(const Weighed *weighed, const Around *around)
{
    for (size_t i = 0; i < weighed->n_nodes; i++) {
        int32_t above = weighed->parent[i];
        around->best[i] = around->worst[i];
        if (above < 0 || (size_t)above >= i)
            continue;
        if (weighed->n_levels > 0)
            around->own[i * weighed->n_levels] += around->own[(size_t)above * weighed->n_levels];
        around->learned[i] += around->learned[above];
        around->worst[i] = around->worst[above] < around->worst[i] ? around->worst[above] : around->worst[i];
        around->best[i] = around->best[above] > around->best[i] ? around->best[above] : around->best[i];
    }
}

/* What the names and tags of a node and of those just around it weigh. */
static int64_t weight_around(const Weighed *weighed, const Around *around, size_t node)
{
    int64_t sum = around->own[node * weighed->n_levels];
    uint64_t path = 0;
    for (size_t step = 0; step < STEPS; step++) {
        if (step + 1 < weighed->n_levels)
            sum += around->own[node * weighed->n_levels + step + 1];
        path = path * (weighed->n_slots + 1) + (uint64_t)weighed->tag_slot[node];
        int32_t above = weighed->parent[node];
        node = above >= 0 && (size_t)above < node ? (size_t)above : node; /* a root is its own parent */
    }
    size_t slot = (size_t)(stir(path * TAG_SALT) >> SLOT_SHIFT);
    return sum + (slot < weighed->n_slots ? weighed->path[slot] : 0);
}

int weigh(const Weighed *weighed, const int32_t *holder, size_t n, int64_t *found)
{
    size_t n_nodes = weighed->n_nodes;
    int64_t *memory = calloc((weighed->n_levels + 3) * n_nodes + 1, sizeof *memory);
    if (memory == NULL)
        return 0;
    int64_t *own = memory + 3 * n_nodes;
    Around around = {own, memory, memory + n_nodes, memory + 2 * n_nodes};
    add_names(weighed, &around);
    carry_down(weighed, &around);
    for (size_t i = 0; weighed->n_levels > 0 && i < n; i++) {
        if (holder[i] < 0 || (size_t)holder[i] >= n_nodes)
            continue;
        found[i] = weight_around(weighed, &around, (size_t)holder[i]);
        found[n + i] = around.learned[holder[i]];
        found[2 * n + i] = around.worst[holder[i]];
        found[3 * n + i] = around.best[holder[i]];
    }
    free(memory);
    return 1;
}

static int64_t edge(const Edges *edges, uint64_t hash)
{
    size_t slot = (size_t)(hash >> SLOT_SHIFT);
    return slot < edges->n_slots ? edges->weight[slot] : 0;
}

void weigh_edges(const Edges *edges, int64_t *sums)
{
    int64_t none = edges->n_slots > 0 ? edges->weight[0] : 0; /* of a term that is not there */
    for (size_t i = 0; i < edges->n; i++) {
        int64_t first = edges->first[i], count = edges->count[i];
        int is_within =
            first >= 0 && count >= 0 && count <= (int64_t)edges->n_all && first <= (int64_t)edges->n_all - count;
        count = is_within ? count : 0;
        sums[i] = 0;
        for (int64_t k = 0; k < FIRST_TERMS; k++)
            sums[i] += k < count ? edge(edges, stir(edges->term[first + k] ^ FIRST_SALT)) : none;
        for (int64_t k = 1; k <= LAST_TERMS; k++)
            sums[i] += k <= count ? edge(edges, stir(edges->term[first + count - k] ^ LAST_SALT)) : none;
        sums[i] += count > 0 && count <= SHORT ? edge(edges, edges->fingerprint[i]) : none;
    }
}
