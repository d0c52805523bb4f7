/* Lists of labels. */
#include "gcn/labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gcn_labels_add(struct gcn_labels *labels, const char *name, uint64_t at)
{
    struct gcn_label *more = realloc(labels->items, (labels->n + 1) * sizeof *more);
    if (!more)
        return false;
    labels->items = more;
    snprintf(more[labels->n].name, sizeof more->name, "%s", name);
    more[labels->n++].at = at;
    return true;
}

void gcn_labels_fini(struct gcn_labels *labels)
{
    free(labels->items);
    *labels = (struct gcn_labels){0};
}

const struct gcn_label *gcn_labels_find(const struct gcn_labels *labels, const char *name)
{
    for (size_t i = 0; i < labels->n; i++)
        if (!strcmp(labels->items[i].name, name))
            return &labels->items[i];
    return NULL;
}

const struct gcn_label *gcn_labels_before(const struct gcn_labels *labels, uint64_t at)
{
    const struct gcn_label *best = NULL;
    for (size_t i = 0; i < labels->n; i++)
        if (labels->items[i].at <= at && (!best || labels->items[i].at > best->at))
            best = &labels->items[i];
    return best;
}
