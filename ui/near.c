#include "ui/near.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 32, SLIPS = 2 };

/* Edit distance with swaps of neighbours left out; words longer than the table's are far from all.
 */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[WORD_MAX + 1];
    size_t na = strlen(a), nb = strlen(b);
    if (na > WORD_MAX || nb > WORD_MAX)
        return WORD_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[nb];
}

void ui_near_try(struct ui_near *n, const char *name)
{
    size_t used = strlen(n->names);
    snprintf(n->names + used, sizeof n->names - used, "%s%s", used ? ", " : "", name);
    unsigned d = distance(n->word, name),
             limit = n->best ? n->slips : (n->most ? n->most : SLIPS) + 1;
    if (d >= limit || d >= strlen(name)) /* the whole word is no slip */
        return;
    n->best = name;
    n->slips = d;
}

const char *ui_near_hint(struct ui_near *n)
{
    n->hint[0] = '\0';
    if (n->best)
        snprintf(n->hint, sizeof n->hint, "; did you mean '%.40s'?", n->best);
    return n->hint;
}

const char *ui_near_none(struct ui_near *n)
{
    snprintf(n->none, sizeof n->none, "'%.40s' is none of %s%s", n->word, n->names,
             ui_near_hint(n));
    return n->none;
}
