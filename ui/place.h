/* Addresses and their labels, for any machine. */
#ifndef EULAB_UI_PLACE_H
#define EULAB_UI_PLACE_H

#include "machine/machine.h"

enum { UI_LABEL = 100 }; /* room for a label's text */

/* ui_place - parses a number, or a label with or without `+N` bytes. False: neither. */
bool ui_place(struct machine *m, const char *text, uint64_t *addr);
/* ui_place_label - writes "low", "low+16", or "" if there is no label; returns @buf. */
const char *ui_place_label(struct machine *m, uint64_t addr, char *buf, size_t n);

#endif
