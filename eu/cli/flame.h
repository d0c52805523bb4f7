/* A flame graph: call stacks with their counts as a picture (SVG). */
#ifndef EULAB_EU_CLI_FLAME_H
#define EULAB_EU_CLI_FLAME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FLAME_NAME = 128 };
struct flame;

/* flame_new - an empty one; NULL: no memory. flame_add - @count instructions in the stack of @n
 * names, outermost first. flame_print - the picture; false: no memory, some stacks are missing. */
struct flame *flame_new(void);
void flame_free(struct flame *f);
void flame_add(struct flame *f, const char *const *names, unsigned n, uint64_t count);
bool flame_print(const struct flame *f, FILE *out);

#endif
