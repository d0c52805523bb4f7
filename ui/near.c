/* Finds the most similar word of a list. */
#include "ui/near.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 32, SLIPS = 2 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edit distance; swapping two neighbours is one edit. Words that do not fit into the table are far
 * from all words. */
static unsigned distance(const char *a, const char *b)
{
    unsigned d[WORD_MAX + 1][WORD_MAX + 1];
    size_t na = strlen(a), nb = strlen(b);
    if (na > WORD_MAX || nb > WORD_MAX)
        return WORD_MAX;
    for (size_t i = 0; i <= na; i++) {
        for (size_t j = 0; j <= nb; j++) {
            d[i][j] = (unsigned)(i ? i : j);
            if (!i || !j)
                continue;
            d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                            least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[na][nb];
}

void ui_near_try(struct ui_near *n, const char *name)
{
    size_t used = strlen(n->names);
    snprintf(n->names + used, sizeof n->names - used, "%s%s", used ? ", " : "", name);
    unsigned d = distance(n->word, name),
             limit = n->best ? n->slips : (n->most ? n->most : SLIPS) + 1;
    if (!d || d >= limit || d >= strlen(name) || 2 * d > strlen(n->word))
        return; /* no edit, or most of the word: a word that is spelled correctly is wrong for
                   another reason */
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
