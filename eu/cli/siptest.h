/* What the parts of `eulab siptest` share. Private to it. */
#ifndef EULAB_EU_CLI_SIPTEST_H
#define EULAB_EU_CLI_SIPTEST_H

#include "eu/siptest.h"

#include <jansson.h>

#include "eu/cli/run.h"

enum { SIPTEST_IGNORES = 64, SIPTEST_LOST = 32 };

struct siptest_session {
    struct launch launch;
    struct ui_machine machine;
    struct siptest_opts opts;
    struct eu_range ignore[SIPTEST_IGNORES];
    uint8_t lost[SIPTEST_LOST]; /* registers of --lost */
    uint32_t services[EXC_COUNT];
    struct siptest_effect effect;
    struct siptest_image image;
    struct siptest_host host;
    struct siptest_record record;
    struct siptest_image_row *rows; /* owned */
    struct siptest_report report;
    struct siptest_cover cover;
    bool mutated, built;
    const char *folder_file; /* NULL: the command's own launch; else a file of a folder, whose table
                                names it */
    int percent;             /* of the progress bar; -1: none */
};

/* siptest_mutate_all - proves the routine, then its mutants, and prints their fates. Returns an
 * exit status; s->mutated false: mutants were not tried, the report says why. */
int siptest_mutate_all(struct siptest_session *s, bool json);

/* siptest_session_run - runs siptest for @args without a folder. @s must be zero; the caller gives
 * it to siptest_session_fini() in any case. Returns an exit status; messages are printed. */
int siptest_session_run(const struct ui_args *args, struct siptest_session *s);
void siptest_session_fini(struct siptest_session *s);
/* siptest_tell - prints the outcome on stdout and stderr. Returns an exit status. */
int siptest_tell(const struct ui_args *args, const struct siptest_session *s);
/* siptest_folder - tests every launch file and kernel of a folder, and prints a table. Status 3 if
 * the routine fails in one of them, 1 if none could be tested. */
bool siptest_is_folder(const char *path);
int siptest_folder(const struct ui_args *args, const char *path);
/* siptest_place - "FILE:LINE" of an instruction of the routine, or its offset if there are no
 * lines. siptest_put_cover - prints s->cover. siptest_tell_insn - offset, place and text of an
 * instruction; @ctx: the session. siptest_json_cover - lists what was missed; @tell describes an
 * instruction. siptest_json_code - for a shard: what was seen of each instruction, for
 * report_merge(). The caller owns what they return. */
typedef json_t *siptest_tell_fn(const void *ctx, uint32_t addr);
void siptest_place(const struct siptest_session *s, uint32_t addr, char *buf, size_t n);
void siptest_put_cover(const struct siptest_session *s);
json_t *siptest_tell_insn(const void *ctx, uint32_t addr);
json_t *siptest_json_cover(const struct siptest_cover *c, siptest_tell_fn *tell, const void *ctx);
json_t *siptest_json_code(const struct siptest_session *s);

#endif
