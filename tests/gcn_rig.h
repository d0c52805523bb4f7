/* What the tests of GCN share: the vectors, and llvm-mc as an independent check. */
#ifndef TESTS_GCN_RIG_H
#define TESTS_GCN_RIG_H

#include "tests/helpers.h"

#include "gcn/asm.h"

struct gcn_vector {
    uint32_t w[GCN_MAX_WORDS];
    int words;
    char text[200];
};

/* Reads one row of a vectors file; false at the file's end. A comment of llvm's after the text is
 * cut off. */
static inline bool gcn_vector_read(FILE *f, struct gcn_vector *v)
{
    char line[512];
    if (!fgets(line, sizeof line, f))
        return false;
    char *tab = strchr(line, '\t');
    assert_non_null(tab);
    tab[strcspn(tab, "\n")] = 0;
    char *comment = strstr(tab, "/*");
    if (comment)
        *comment = 0;
    snprintf(v->text, sizeof v->text, "%s", tab + 1);
    v->words = 0;
    for (const char *p = line; p < tab; p += 8) {
        unsigned b[4];
        assert_int_equal(sscanf(p, "%2x%2x%2x%2x", &b[0], &b[1], &b[2], &b[3]), 4);
        v->w[v->words++] = b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24;
    }
    return true;
}

/* The name of an llvm-mc that knows these machines: $LLVM_MC, else Debian's. */
static inline const char *llvm_mc(void)
{
    const char *name = getenv("LLVM_MC");
    return name ? name : "llvm-mc-16";
}

#define GCN_LISTED_MAX (1u << 18)

/* Texts for llvm-mc to assemble, and the words that it must produce. */
struct gcn_listed {
    FILE *text;
    char dir[64];
    uint32_t *words;
    size_t n;
};

static inline void gcn_listed_open(struct gcn_listed *l)
{
    char path[100];
    *l = (struct gcn_listed){.dir = "/tmp/eulab-gcn-XXXXXX"};
    assert_non_null(mkdtemp(l->dir));
    snprintf(path, sizeof path, "%s/a.s", l->dir);
    l->text = fopen(path, "w");
    l->words = malloc(GCN_LISTED_MAX * sizeof *l->words);
    assert_true(l->text && l->words);
}

static inline void gcn_listed_add(struct gcn_listed *l, const char *text, const uint32_t *w,
                                  int words)
{
    assert_true(l->n + (size_t)words <= GCN_LISTED_MAX);
    fprintf(l->text, "%s\n", text);
    memcpy(l->words + l->n, w, (size_t)words * sizeof *w);
    l->n += (size_t)words;
}

/* Runs llvm-mc once over all texts, compares its words, and prints the first differences. */
static inline void gcn_listed_check(struct gcn_listed *l, enum gcn_gen gen)
{
    char command[800];
    fclose(l->text);
    snprintf(
        command, sizeof command,
        "cd %s && %s -arch=amdgcn -mcpu=%s -filetype=obj -o a.o a.s 2>a.err || { grep -A1 error "
        "a.err | head -20; exit 1; }; objcopy=$(command -v llvm-objcopy-16 llvm-objcopy objcopy | "
        "head -1) && $objcopy -O binary -j .text a.o a.bin",
        l->dir, llvm_mc(), gcn_gen_name(gen));
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s/a.bin", l->dir);
    size_t size;
    uint8_t *bytes = (uint8_t *)read_file(command, &size);
    assert_int_equal(size, l->n * 4);
    for (size_t i = 0; i < l->n; i++) {
        uint32_t w = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                     (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
        if (w != l->words[i])
            fail_msg("%s: dword %zu: llvm-mc gives 0x%08x, not 0x%08x", gcn_gen_name(gen), i, w,
                     l->words[i]);
    }
    snprintf(command, sizeof command, "rm -rf %s", l->dir);
    assert_int_equal(system(command), 0);
    free(bytes);
    free(l->words);
}

#endif
