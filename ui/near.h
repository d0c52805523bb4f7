/* `did you mean`: the word of a list that is most similar to an unknown one. */
#ifndef EULAB_UI_NEAR_H
#define EULAB_UI_NEAR_H

/* The caller sets the word, then tries each name of the list. */
struct ui_near {
    const char *word;
    unsigned most;    /* largest number of edits; 0: two */
    unsigned slips;   /* edits from @best */
    const char *best; /* NULL: none is similar */
    char names[200];  /* the tried names, as many as fit */
    char hint[64], none[320];
};
void ui_near_try(struct ui_near *n, const char *name);
/* ui_near_none - `'WORD' is none of NAME, NAME; did you mean 'NAME'?`; stored in @n. */
const char *ui_near_none(struct ui_near *n);
/* ui_near_hint - `; did you mean 'NAME'?`, or nothing, for the end of a message; stored in @n. */
const char *ui_near_hint(struct ui_near *n);

#endif
