/* Looks up exceptions by name, and sets the comparators for the host. */
#include <string.h>

#include "exception/exception.h"

int exc_by_name(const char *name)
{
    for (int k = 0; k < EXC_COUNT; k++)
        if (!strcmp(exc_table[k].name, name))
            return k;
    return -EU_ERR_UNKNOWN;
}

static int enable_of(const char *word, size_t len, uint32_t *bit)
{
    for (unsigned k = 0; k < EXC_COUNT; k++) {
        const struct exc_info *info = &exc_table[k];
        if (info->enable_bit >= 0 && strlen(info->name) == len && !memcmp(info->name, word, len)) {
            *bit = 1u << info->enable_bit;
            return 0;
        }
    }
    return -EU_ERR_UNKNOWN;
}

int exc_parse_enables(const char *list, uint32_t *bits, const char **bad, size_t *badlen)
{
    *bits = 0;
    for (const char *word = list;; word++) {
        size_t len = strcspn(word, ",");
        uint32_t bit;
        if (enable_of(word, len, &bit)) {
            *bad = word;
            *badlen = len;
            return -EU_ERR_UNKNOWN;
        }
        *bits |= bit;
        word += len;
        if (!*word)
            return 0;
    }
}

static int match_add(struct eu *eu, unsigned first, uint32_t value)
{
    for (unsigned i = first; i < first + 2; i++)
        if (!(eu->match_on >> i & 1)) {
            eu->matches[i] = value;
            eu->match_on |= (uint8_t)(1u << i);
            for (uint32_t n = 0; n < eu->nthreads; n++)
                exc_update_attention(eu, &eu->threads[n]);
            return 0;
        }
    return -EU_ERR_BUSY;
}

int exc_match_ip(struct eu *eu, uint32_t ip)
{
    return match_add(eu, 0, ip & ~7u);
}

int exc_match_opcode(struct eu *eu, unsigned opcode)
{
    return match_add(eu, 2, opcode);
}
