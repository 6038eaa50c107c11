/* The names of tags and attributes, recognised by their bytes: a table with few names and many slots. */

#include <string.h>

#include "kernel.h"

static const uint64_t MIX = 0x9E3779B97F4A7C15u;

static uint64_t word_of(const uint8_t *at, size_t length)
{
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

static int slot_of(uint64_t low, uint64_t high)
{
    return (int)((low + high * MIX) * MIX >> 53); /* 11 bits: SLOTS */
}

void known_clear(Known *known)
{
    memset(known, 0, sizeof *known);
    for (int i = 0; i < SLOTS; i++)
        known->code[i] = UNKNOWN;
}

/* The slot that has the name, or the empty one where it would stand; there is one, as three in four stay empty. */
static int place_of(const Known *known, uint64_t low, uint64_t high)
{
    int slot = slot_of(low, high);
    while (known->code[slot] != UNKNOWN && (known->low[slot] != low || known->high[slot] != high))
        slot = (slot + 1) & (SLOTS - 1);
    return slot;
}

int known_add(Known *known, Bytes name, int code)
{
    if (name.length > LONGEST || known->count >= MOST_NAMES)
        return 0;
    size_t first = name.length < 8 ? name.length : 8;
    uint64_t low = word_of(name.at, first), high = word_of(name.at + first, name.length - first);
    int slot = place_of(known, low, high);
    known->low[slot] = low;
    known->high[slot] = high;
    known->code[slot] = (int16_t)code;
    known->count++;
    return 1;
}

int known_find(const Known *known, Bytes name)
{
    if (name.length > LONGEST)
        return UNKNOWN;
    size_t first = name.length < 8 ? name.length : 8;
    uint64_t low = word_of(name.at, first), high = word_of(name.at + first, name.length - first);
    int slot = place_of(known, low, high);
    return known->code[slot];
}
