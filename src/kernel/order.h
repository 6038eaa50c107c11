#ifndef SITEMINE_ORDER_H
#define SITEMINE_ORDER_H

#include "kernel.h"

/* The blocks of some pages: those of page k are [page_start[k], page_start[k + 1]). */
typedef struct {
    const int64_t *page_start;
    size_t n, n_pages;
} Pages;

int pages_are_sound(const Pages *pages);

/* Of each block: the number of all that have its key on its page, how many they are, and how many of them stand before
   it; `found` has three columns. These give 0 where there is no memory. */
enum { ALIKE = 3 };
int alike(const Pages *pages, const uint64_t *key, int64_t *found);

/* Of each block: the share of its page's width that blocks with a higher score have, and by how much the best is above
   it; `found` has two columns. */
enum { RANKED = 2 };
int ranked(const Pages *pages, const int64_t *score, const double *width, double lowest, double *found);

/* Which blocks are kept: of each page as many of the likeliest as promise the best F. */
typedef struct {
    const int64_t *mass, *n_terms;
    double certain, beta;
    int64_t least;
} Promised;
int keep(const Pages *pages, const Promised *promised, uint8_t *kept);

/* The nodes of the pages: the blocks [first, last) stand in each. */
typedef struct {
    const int32_t *page, *first, *last;
    size_t n;
} Nodes;

/* The last node of each page that holds at least a share of what is kept of it; -1 where nothing is. */
int smallest(const Pages *pages, const Nodes *nodes, const uint8_t *kept, const double *width, double share,
             int32_t *found);

#endif
