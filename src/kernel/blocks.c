/* What is seen of each block of text: the twin of most of mine/scoring/features.py, function by function.

   Sums are of whole numbers or of halves, so that they are exact in whatever order; what is divided is the same on both
   sides, and so are the quotients. */

#include <stdlib.h>
#include <string.h>

#include "blocks.h"

enum { NEAR = 5, RINGS = 3, RING_FEATURES = 5, LONG = 80 };
static const double MOST = 0.7, FAR_AWAY = 9999.0;

static double at_least_one(double value)
{
    return value > 1.0 ? value : 1.0;
}

static double clipped(double value)
{
    return value > FAR_AWAY ? FAR_AWAY : value < -FAR_AWAY ? -FAR_AWAY : value;
}

/* Sums over all blocks before each, and what each page has of them. */
typedef struct {
    double *width, *length, *anchor, *structure, *scored, *is_long;
    double *memory;
} Sums;

static int is_long(const Blocks *b, size_t i)
{
    return b->width[i] >= LONG && 3 * (int64_t)b->anchor[i] < b->length[i];
}

static int sums_open(const Blocks *b, Sums *sums)
{
    size_t n = b->n + 1;
    double *at = sums->memory = calloc(6 * n, sizeof *at);
    if (at == NULL)
        return 0;
    sums->width = at;
    sums->length = at + n;
    sums->anchor = at + 2 * n;
    sums->structure = at + 3 * n;
    sums->scored = at + 4 * n;
    sums->is_long = at + 5 * n;
    for (size_t i = 0; i < b->n; i++) {
        sums->width[i + 1] = sums->width[i] + b->width[i];
        sums->length[i + 1] = sums->length[i] + b->length[i];
        sums->anchor[i + 1] = sums->anchor[i] + b->anchor[i];
        sums->structure[i + 1] = sums->structure[i] + (double)b->structure[i];
        sums->scored[i + 1] = sums->scored[i] + (double)(b->structure[i] * b->length[i]);
        sums->is_long[i + 1] = sums->is_long[i] + (is_long(b, i) ? b->width[i] : 0.0);
    }
    return 1;
}

static double between(const double *sums, size_t first, size_t last)
{
    return sums[last] - sums[first];
}

static double *column(const Blocks *b, double *found, int feature)
{
    return found + (size_t)feature * b->n;
}

static void of_text(const Blocks *b, double *found)
{
    for (size_t i = 0; i < b->n; i++) {
        column(b, found, LINK_SHARE)[i] = (double)b->anchor[i] / b->length[i];
        column(b, found, STOP_SHARE)[i] = (double)b->stops[i] / b->length[i];
        column(b, found, TERM_LENGTH)[i] = b->width[i] / at_least_one((double)b->n_terms[i]);
    }
}

static void of_neighbour(const Blocks *b, double *found, size_t i, int feature, size_t other, int is_there)
{
    column(b, found, feature)[i] = is_there ? b->width[other] : 0.0;
    column(b, found, feature + 1)[i] = is_there ? (double)b->anchor[other] / b->length[other] : 1.0;
    column(b, found, feature + 2)[i] = is_there ? (double)b->structure[other] : -FAR_AWAY;
    column(b, found, feature + 3)[i] = is_there ? (double)b->words[other] : -FAR_AWAY;
}

static void of_neighbours(const Blocks *b, const Sums *sums, double *found)
{
    for (size_t i = 0; i < b->n; i++) {
        size_t start = (size_t)b->page_start[b->page[i]], end = (size_t)b->page_start[b->page[i] + 1];
        of_neighbour(b, found, i, WIDTH_BEFORE, i - 1, i > start);
        of_neighbour(b, found, i, WIDTH_AFTER, i + 1, i + 1 < end);
        size_t first = i > start + NEAR ? i - NEAR : start, last = i + NEAR + 1 < end ? i + NEAR + 1 : end;
        double count = (double)(last - first);
        column(b, found, NEAR_WIDTH)[i] = between(sums->width, first, last) / count;
        column(b, found, NEAR_ANCHOR)[i] = between(sums->anchor, first, last) / count;
        column(b, found, NEAR_STRUCTURE)[i] = between(sums->structure, first, last) / count;
    }
}

static double whole_of(const Blocks *b, const double *sums, size_t page)
{
    return between(sums, (size_t)b->page_start[page], (size_t)b->page_start[page + 1]);
}

static void of_rings(const Blocks *b, const Sums *sums, double *found)
{
    for (size_t i = 0; i < b->n; i++) {
        double whole = at_least_one(whole_of(b, sums->width, (size_t)b->page[i]));
        int64_t node = b->node[i];
        for (int ring = 0; ring < RINGS; ring++) {
            node = b->wider[node];
            size_t first = (size_t)b->node_first[node], last = (size_t)b->node_last[node];
            double length = at_least_one(between(sums->length, first, last)), count = (double)last - (double)first;
            double *own = column(b, found, RING_SHARE + RING_FEATURES * ring) + i;
            own[0] = between(sums->width, first, last) / whole;
            own[b->n] = between(sums->anchor, first, last) / length;
            own[2 * b->n] = between(sums->scored, first, last) / length;
            own[3 * b->n] = count;
            own[4 * b->n] = ((double)i - (double)first) / at_least_one(count);
        }
    }
}

/* 0 where there is no memory. */
static int of_body(const Blocks *b, const Sums *sums, double *found)
{
    int32_t *level = calloc(b->n_nodes + 1, sizeof *level), *deepest = calloc(b->n_pages + 1, sizeof *deepest);
    int16_t *depth = calloc(b->n_pages + 1, sizeof *depth);
    int64_t *first = malloc((b->n_pages + 1) * sizeof *first), *last = malloc((b->n_pages + 1) * sizeof *last);
    int is_done = level != NULL && deepest != NULL && depth != NULL && first != NULL && last != NULL;
    for (size_t i = 0; is_done && i < b->n_nodes; i++) {
        int32_t page = b->node_page[i];
        double held = between(sums->is_long, (size_t)b->node_first[i], (size_t)b->node_last[i]);
        int holds = held >= MOST * whole_of(b, sums->is_long, (size_t)page) && held > 0;
        level[i] = (b->parent[i] >= 0 ? level[b->parent[i]] : 0) + holds;
        deepest[page] = level[i] > deepest[page] ? level[i] : deepest[page];
        depth[page] = holds && b->depth[i] > depth[page] ? b->depth[i] : depth[page];
    }
    for (size_t page = 0; is_done && page < b->n_pages; page++) {
        first[page] = last[page] = -1;
        for (int64_t i = b->page_start[page]; i < b->page_start[page + 1]; i++)
            if (is_long(b, (size_t)i)) {
                first[page] = first[page] < 0 ? i : first[page];
                last[page] = i;
            }
    }
    for (size_t i = 0; is_done && i < b->n; i++) {
        int32_t page = b->page[i], node = b->node[i];
        column(b, found, BODY_GAP)[i] = deepest[page] - level[node];
        column(b, found, BODY_DEPTH)[i] = b->depth[node] - depth[page];
        column(b, found, SINCE_LONG)[i] = first[page] < 0 ? FAR_AWAY : (double)i - (double)first[page];
        column(b, found, UNTIL_LONG)[i] = last[page] < 0 ? FAR_AWAY : (double)last[page] - (double)i;
    }
    free(level);
    free(deepest);
    free(depth);
    free(first);
    free(last);
    return is_done;
}

static void of_place(const Blocks *b, const Sums *sums, double *found)
{
    for (size_t i = 0; i < b->n; i++) {
        size_t page = (size_t)b->page[i], start = (size_t)b->page_start[page];
        double before = between(sums->width, start, i), whole = whole_of(b, sums->width, page);
        column(b, found, PLACE)[i] =
            (double)(i - start) / at_least_one((double)(b->page_start[page + 1] - b->page_start[page]));
        column(b, found, TEXT_BEFORE)[i] = before;
        column(b, found, SHARE_BEFORE)[i] = before / at_least_one(whole);
        column(b, found, TEXT_AFTER)[i] = whole - before;
        column(b, found, DEPTH)[i] = b->depth[b->node[i]];
    }
}

static void of_headings(const Blocks *b, double *found)
{
    for (size_t page = 0; page < b->n_pages; page++) {
        int64_t heading = -1, h1 = -1, first = -1;
        for (int64_t i = b->page_start[page]; i < b->page_start[page + 1]; i++)
            if (b->is_h1[i]) {
                first = i;
                break;
            }
        for (int64_t i = b->page_start[page]; i < b->page_start[page + 1]; i++) {
            heading = b->is_heading[i] ? i : heading;
            h1 = b->is_h1[i] ? i : h1;
            column(b, found, SINCE_HEADING)[i] = heading < 0 ? FAR_AWAY : (double)(i - heading);
            column(b, found, SINCE_H1)[i] = h1 < 0 ? FAR_AWAY : (double)(i - h1);
            column(b, found, TO_H1)[i] = first < 0 ? FAR_AWAY : clipped((double)(first - i));
            column(b, found, HEADING_WORDS)[i] = heading < 0 ? -FAR_AWAY : (double)b->words[heading];
            column(b, found, HEADING_STRUCTURE)[i] = heading < 0 ? -FAR_AWAY : (double)b->structure[heading];
        }
    }
}

/* 0 where there is no memory. */
static int of_groups(const Blocks *b, const Sums *sums, double *found)
{
    struct {
        double width, length, anchor, words, stops, count;
    } *groups = calloc(b->n + 1, sizeof *groups);
    if (groups == NULL)
        return 0;
    for (size_t i = 0; i < b->n; i++) {
        groups[b->group[i]].width += b->width[i];
        groups[b->group[i]].length += b->length[i];
        groups[b->group[i]].anchor += b->anchor[i];
        groups[b->group[i]].words += (double)b->words[i];
        groups[b->group[i]].stops += b->stops[i];
        groups[b->group[i]].count += 1;
    }
    for (size_t i = 0; i < b->n; i++) {
        size_t k = (size_t)b->group[i];
        double length = at_least_one(groups[k].length), count = at_least_one(groups[k].count);
        column(b, found, GROUP_SHARE)[i] = groups[k].width / at_least_one(whole_of(b, sums->width, (size_t)b->page[i]));
        column(b, found, GROUP_COUNT)[i] = groups[k].count;
        column(b, found, GROUP_WIDTH)[i] = groups[k].width / count;
        column(b, found, GROUP_LINKS)[i] = groups[k].anchor / length;
        column(b, found, GROUP_WORDS)[i] = groups[k].words / count;
        column(b, found, GROUP_STOPS)[i] = groups[k].stops / length;
    }
    free(groups);
    return 1;
}

/* Whether all places that the columns name exist, so that looking never reads out of them. */
int blocks_are_sound(const Blocks *b)
{
    if (b->page_start[0] != 0 || b->page_start[b->n_pages] != (int64_t)b->n)
        return 0;
    for (size_t page = 0; page < b->n_pages; page++)
        if (b->page_start[page] > b->page_start[page + 1])
            return 0;
    for (size_t page = 0; page < b->n_pages; page++)
        for (int64_t i = b->page_start[page]; i < b->page_start[page + 1]; i++)
            if ((size_t)b->page[i] != page || b->node[i] < 0 || (size_t)b->node[i] >= b->n_nodes || b->group[i] < 0 ||
                (size_t)b->group[i] >= b->n)
                return 0;
    for (size_t i = 0; i < b->n_nodes; i++)
        if (b->node_page[i] < 0 || (size_t)b->node_page[i] >= b->n_pages ||
            (b->parent[i] >= 0 && (size_t)b->parent[i] >= i) || b->node_first[i] < 0 ||
            (size_t)b->node_first[i] > b->n || b->node_last[i] < 0 || (size_t)b->node_last[i] > b->n ||
            b->wider[i] < 0 || (size_t)b->wider[i] >= b->n_nodes)
            return 0;
    return 1;
}

int blocks_look(const Blocks *blocks, double *found)
{
    Sums sums;
    int is_done = sums_open(blocks, &sums);
    if (is_done) {
        of_text(blocks, found);
        of_neighbours(blocks, &sums, found);
        of_rings(blocks, &sums, found);
        of_place(blocks, &sums, found);
        of_headings(blocks, found);
        is_done = of_body(blocks, &sums, found) && of_groups(blocks, &sums, found);
    }
    free(sums.memory);
    return is_done;
}
