/* A flame graph: call stacks with their counts as a picture (SVG). */
#ifndef EULAB_EU_CLI_FLAME_H
#define EULAB_EU_CLI_FLAME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FLAME_NAME = 128 };
struct flame;

/* flame_new - makes an empty graph; NULL: no memory. flame_add - adds @count instructions to the
 * stack of @n names, the outermost first. flame_print - prints the picture; false: memory ran out,
 * and some stacks are missing. */
struct flame *flame_new(void);
void flame_free(struct flame *f);
void flame_add(struct flame *f, const char *const *names, unsigned n, uint64_t count);
bool flame_print(const struct flame *f, FILE *out);

#endif
