/* The inside of `exec`: one request, as it is read (exec_request.c) and answered (exec.c). */
#ifndef EULAB_EU_CLI_EXEC_IMPL_H
#define EULAB_EU_CLI_EXEC_IMPL_H

#include "exception/exception.h"
#include "input/diags.h"
#include "ui/json.h"
#include "eu/cli/exec.h"

struct exec_raise {
    uint64_t at; /* raise it before this instruction of the thread; the first is 1 */
    enum exc_kind kind;
};
struct exec {
    struct ui_json j;
    struct diags diags;
    enum eu_gen gen;
    struct eu *eu;
    struct eu_thread *t;
    uint64_t max;
    uint32_t sip_end; /* 0: there is no routine */
    struct exec_raise *raises;
    size_t nraises;
    json_t *events;
    bool fell;        /* IP fell off the routine's end ... */
    uint64_t fell_at; /* ... after that many instructions */
};

/* exec_read_request - makes the machine that @x->j asks for. Mistakes are in @x->diags; @x->eu may
 * be NULL then. The caller frees @x->eu and @x->raises. */
void exec_read_request(struct exec *x);
bool exec_no_error(const struct exec *x);
/* exec_hex_number - "0x" and at least @digits digits; the caller's reference. */
json_t *exec_hex_number(uint32_t value, int digits);

#endif
