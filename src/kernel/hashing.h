/* The hash of a sequence, as measure/hashing.py has it: a polynomial in HASH_BASE, stirred. */

#ifndef SITEMINE_HASHING_H
#define SITEMINE_HASHING_H

#include <stdint.h>

#define HASH_BASE 0x9E3779B97F4A7C15u

static inline uint64_t stir(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xFF51AFD7ED558CCDu;
    return hash ^ hash >> 32;
}

#endif
