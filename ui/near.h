/* Did you mean: the word of a list that is nearest to one that is not in it. */
#ifndef EULAB_UI_NEAR_H
#define EULAB_UI_NEAR_H

/* Begun with the word, then each name of the list is tried. */
struct ui_near {
    const char *word;
    unsigned most;    /* slips that are near; 0: two */
    unsigned slips;   /* from @best */
    const char *best; /* NULL: none is near */
    char names[200];  /* that were tried, as many as there is room for */
    char hint[64], none[320];
};
void ui_near_try(struct ui_near *n, const char *name);
/* ui_near_none - `'WORD' is none of NAME, NAME; did you mean 'NAME'?`; in @n. */
const char *ui_near_none(struct ui_near *n);
/* ui_near_hint - `; did you mean 'NAME'?`, or nothing, for the end of a message; in @n. */
const char *ui_near_hint(struct ui_near *n);

#endif
