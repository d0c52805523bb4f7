/* Converts between addresses and labels. */
#include "ui/place.h"

#include <stdio.h>
#include <string.h>

#include "ui/values.h"

bool ui_place(struct machine *m, const char *text, uint64_t *addr)
{
    char name[128];
    const char *plus = strchr(text, '+');
    size_t len = plus ? (size_t)(plus - text) : strlen(text);
    uint64_t past = 0;
    if (ui_parse_number(text, UINT64_MAX, addr))
        return true;
    if (len >= sizeof name || (plus && !ui_parse_number(plus + 1, UINT32_MAX, &past)))
        return false;
    memcpy(name, text, len);
    name[len] = '\0';
    if (!m->ops->label || !m->ops->label(m, name, addr))
        return false;
    *addr += past;
    return true;
}

const char *ui_place_label(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    char name[81];
    uint64_t past = 0;
    if (!m->ops->label_at || !m->ops->label_at(m, addr, name, sizeof name, &past))
        name[0] = '\0';
    if (past && name[0])
        snprintf(buf, n, "%s+%llu", name, (unsigned long long)past);
    else
        snprintf(buf, n, "%s", name);
    return buf;
}
