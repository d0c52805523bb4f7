/* FNV-1a of 64 bits: tells texts and codes apart, and names files. Source: draft-eastlake-fnv. */
#ifndef EULAB_INPUT_HASH_H
#define EULAB_INPUT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_NONE UINT64_C(0xcbf29ce484222325) /* of no bytes */

/* hash_more - the hash of the bytes that @hash is of, followed by @n more. */
static inline uint64_t hash_more(uint64_t hash, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
