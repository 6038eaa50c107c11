/* What is found of blocks by putting those of each page in order: the twin of mine/scoring/choice.py, and of `groups_of`,
   `of_repeats` and `of_rank` in mine/scoring/features.py. Blocks with the same key stay in their order. */

#include <stdlib.h>

#include "order.h"

typedef struct {
    uint64_t key;
    size_t row;
} Place;

/* Whether every block is on one page, and the pages follow each other. */
int pages_are_sound(const Pages *pages)
{
    if (pages->page_start[0] != 0 || (uint64_t)pages->page_start[pages->n_pages] != pages->n)
        return 0;
    for (size_t page = 0; page < pages->n_pages; page++)
        if (pages->page_start[page] > pages->page_start[page + 1])
            return 0;
    return 1;
}

static Place *places_for(const Pages *pages)
{
    return malloc((pages->n + 1) * sizeof(Place));
}

static int compare(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* A key that falls as a number rises. */
static uint64_t falling(int64_t number)
{
    return ~((uint64_t)number ^ (uint64_t)1 << 63);
}

int alike(const Pages *pages, const uint64_t *key, int64_t *found)
{
    int64_t *number = found, *count = found + pages->n, *earlier = count + pages->n, groups = 0;
    Place *places = places_for(pages);
    if (places == NULL)
        return 0;
    for (size_t page = 0; page < pages->n_pages; page++) {
        size_t first = (size_t)pages->page_start[page], end = (size_t)pages->page_start[page + 1];
        for (size_t row = first; row < end; row++)
            places[row] = (Place){key[row], row};
        qsort(places + first, end - first, sizeof *places, compare);
        for (size_t at = first, next; at < end; at = next, groups++) {
            for (next = at; next < end && places[next].key == places[at].key; next++) {
                number[places[next].row] = groups;
                earlier[places[next].row] = (int64_t)(next - at);
            }
            for (size_t k = at; k < next; k++)
                count[places[k].row] = (int64_t)(next - at);
        }
    }
    free(places);
    return 1;
}

int ranked(const Pages *pages, const int64_t *score, const double *width, double lowest, double *found)
{
    double *above = found, *below_best = found + pages->n;
    Place *places = places_for(pages);
    if (places == NULL)
        return 0;
    for (size_t page = 0; page < pages->n_pages; page++) {
        size_t first = (size_t)pages->page_start[page], end = (size_t)pages->page_start[page + 1];
        double best = lowest, before = 0.0;
        for (size_t row = first; row < end; row++) {
            places[row] = (Place){falling(score[row]), row};
            best = (double)score[row] > best ? (double)score[row] : best;
        }
        qsort(places + first, end - first, sizeof *places, compare);
        for (size_t at = first; at < end; at++) {
            above[places[at].row] = before;
            before += width[places[at].row];
        }
        for (size_t row = first; row < end; row++) {
            above[row] /= before > 1.0 ? before : 1.0;
            below_best[row] = best - (double)score[row];
        }
    }
    free(places);
    return 1;
}

/* How many blocks of a page are kept, these being in order of their probability. */
static size_t kept_of(const Place *places, size_t n, const Promised *promised)
{
    double b2 = promised->beta * promised->beta, most = -1.0;
    int64_t whole = 0, wanted = 0, said = 0, meant = 0, said_then = 0;
    size_t kept = 0;
    for (size_t k = 0; k < n; k++) {
        whole += promised->n_terms[places[k].row];
        wanted += promised->mass[places[k].row] * promised->n_terms[places[k].row];
    }
    for (size_t k = 0; k < n; k++) {
        said += promised->n_terms[places[k].row];
        meant += promised->mass[places[k].row] * promised->n_terms[places[k].row];
        double risk = (double)said * promised->certain + b2 * (double)wanted;
        double promise = (1 + b2) * (double)meant / (risk > 1.0 ? risk : 1.0);
        if (promise > most) {
            most = promise;
            kept = k + 1;
            said_then = said;
        }
    }
    return said_then < promised->least && 2 * said_then < whole ? 0 : kept;
}

int keep(const Pages *pages, const Promised *promised, uint8_t *kept)
{
    Place *places = places_for(pages);
    if (places == NULL)
        return 0;
    for (size_t page = 0; page < pages->n_pages; page++) {
        size_t first = (size_t)pages->page_start[page], end = (size_t)pages->page_start[page + 1];
        for (size_t row = first; row < end; row++)
            places[row] = (Place){falling(promised->mass[row]), row};
        qsort(places + first, end - first, sizeof *places, compare);
        size_t n = kept_of(places + first, end - first, promised);
        for (size_t at = first; at < end; at++)
            kept[places[at].row] = at - first < n;
    }
    free(places);
    return 1;
}

int smallest(const Pages *pages, const Nodes *nodes, const uint8_t *kept, const double *width, double share,
             int32_t *found)
{
    double *sums = malloc((pages->n + 1) * sizeof *sums);
    if (sums == NULL)
        return 0;
    sums[0] = 0.0;
    for (size_t row = 0; row < pages->n; row++)
        sums[row + 1] = sums[row] + (kept[row] ? width[row] : 0.0);
    for (size_t page = 0; page < pages->n_pages; page++)
        found[page] = -1;
    for (size_t i = 0; i < nodes->n; i++) {
        int32_t page = nodes->page[i], first = nodes->first[i], last = nodes->last[i];
        if (page < 0 || (size_t)page >= pages->n_pages || first < 0 || last < first || (size_t)last > pages->n)
            continue;
        double whole = sums[pages->page_start[page + 1]] - sums[pages->page_start[page]];
        if (whole > 0.0 && sums[last] - sums[first] >= share * whole)
            found[page] = (int32_t)i;
    }
    free(sums);
    return 1;
}
