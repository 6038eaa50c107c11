#ifndef SITEMINE_NAMING_H
#define SITEMINE_NAMING_H

#include "kernel.h"

/* What an attribute is to names; bits of a table by attribute that mine/scoring/names.py gives. */
enum { NAMES_ELEMENT = 1, NAMES_CLASS = 2, IS_STYLE = 4, IS_HIDDEN = 8 };

typedef struct {
    Bytes data;
    const int32_t *node, *start, *end;
    const uint8_t *name;
    size_t count;
    const uint8_t *meaning; /* of the 256 attributes that there can be */
    size_t n_nodes;
    size_t most_letters;
} Attributes;

/* A word or a name that an element goes by. */
typedef struct {
    int64_t node;
    uint64_t hash;
} Named;

typedef struct {
    Column words, names; /* of Named; a name that is one word is among the words alone */
    Column hidden;       /* int64: nodes, in order */
} Naming;

/* `signature` is of each node: the sum of what its classes say. 0 where there is no memory. */
int names_of(const Attributes *attributes, uint64_t *signature, Naming *naming);
void naming_close(Naming *naming);

enum { MOST_WORDS = 8 };

/* Whether a text says one of some words, in lower case or any other; `first` has bit k of each letter that word k
   begins with. */
typedef struct {
    const char *words[MOST_WORDS];
    size_t count;
    uint8_t first[256];
} Sought;

int sought_add(Sought *sought, const char *word); /* 0 where there are too many, or the word is empty */
int says_any(const Sought *sought, Bytes text);

#endif
