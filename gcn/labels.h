/* Names of places in code: functions of a code object, labels of an assembled text. */
#ifndef GCN_LABELS_H
#define GCN_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gcn_label {
    char name[128]; /* a longer name is cut */
    uint64_t at;
};
struct gcn_labels {
    struct gcn_label *items; /* freed by gcn_labels_fini() */
    size_t n;
};
/* gcn_labels_add - false: no memory. */
bool gcn_labels_add(struct gcn_labels *labels, const char *name, uint64_t at);
void gcn_labels_fini(struct gcn_labels *labels);
/* gcn_labels_find - by name. gcn_labels_before - the nearest at or before @at. NULL: none. */
const struct gcn_label *gcn_labels_find(const struct gcn_labels *labels, const char *name);
const struct gcn_label *gcn_labels_before(const struct gcn_labels *labels, uint64_t at);

#endif
