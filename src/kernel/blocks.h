#ifndef SITEMINE_BLOCKS_H
#define SITEMINE_BLOCKS_H

#include "kernel.h"

/* The blocks of a table and its nodes, as mine/scoring/features.py has them. */
typedef struct {
    /* by block */
    const int32_t *page, *node, *anchor, *length, *stops;
    const double *width;
    const int64_t *n_terms, *structure, *words, *group;
    const uint8_t *is_heading, *is_h1;
    /* by page, and one more */
    const int64_t *page_start;
    /* by node */
    const int32_t *node_page, *parent, *node_first, *node_last;
    const int16_t *depth, *tag;
    const int64_t *wider;
    size_t n, n_pages, n_nodes;
} Blocks;

enum {
    LINK_SHARE,
    STOP_SHARE,
    TERM_LENGTH,
    WIDTH_BEFORE,
    LINKS_BEFORE,
    STRUCTURE_BEFORE,
    WORDS_BEFORE,
    WIDTH_AFTER,
    LINKS_AFTER,
    STRUCTURE_AFTER,
    WORDS_AFTER,
    NEAR_WIDTH,
    NEAR_ANCHOR,
    NEAR_STRUCTURE,
    RING_SHARE,
    RING_LINKS,
    RING_SCORE,
    RING_BLOCKS,
    RING_PLACE,
    BODY_GAP = RING_SHARE + 15,
    BODY_DEPTH,
    SINCE_LONG,
    UNTIL_LONG,
    PLACE,
    TEXT_BEFORE,
    SHARE_BEFORE,
    TEXT_AFTER,
    DEPTH,
    SINCE_HEADING,
    SINCE_H1,
    TO_H1,
    HEADING_WORDS,
    HEADING_STRUCTURE,
    GROUP_SHARE,
    GROUP_COUNT,
    GROUP_WIDTH,
    GROUP_LINKS,
    GROUP_WORDS,
    GROUP_STOPS,
    N_FEATURES
};

int blocks_are_sound(const Blocks *blocks);
int blocks_look(const Blocks *blocks, double *found); /* features, blocks; 0 where there is no memory */

#endif
