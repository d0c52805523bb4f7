/* Reads the requests of `exec`: a machine with code, registers and memory as each of them says. */
#include "eu/cli/exec_impl.h"

#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "sim/jit/usable.h"
#include "eu/cli/launch_impl.h"
#include "eu/cli/regkeys.h"
#include "eu/cli/surface.h"
#include "eu/cli/tools.h"

enum { EXEC_SIP_AT = 0x00080000, EXEC_SCRATCH_AT = 0x00800000 };
enum { EXEC_SCRATCH_BYTES = 65536, EXEC_MAX = 100000, EXEC_EVENTS_MAX = 65536 };

bool exec_no_error(const struct exec *x)
{
    return x->diags.errors == 0;
}

/* --- observers --- */
json_t *exec_hex_number(uint32_t value, int digits)
{
    return json_sprintf("0x%0*x", digits, value);
}

static void on_exception(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                         uint32_t aip)
{
    struct exec *x = ctx;
    if (json_array_size(x->events) >= EXEC_EVENTS_MAX) {
        eu_request_stop(eu);
        return;
    }
    json_array_append_new(x->events,
                          json_pack("{s:s, s:o, s:o, s:[o, o]}", "kind",
                                    kind < EXC_COUNT ? exc_table[kind].name : "?", "ip",
                                    exec_hex_number(ip, 1), "aip", exec_hex_number(aip, 1), "cr0",
                                    exec_hex_number(t->cr[0], 8), exec_hex_number(t->cr[1], 8)));
}

static void on_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    struct exec *x = ctx;
    (void)insn;
    if (t->ip == x->sip_end && !x->fell) {
        x->fell = true;
        x->fell_at = t->insts;
        eu_request_stop(eu);
    }
}

/* --- the request --- */
static void assemble_key(struct exec *x, const json_t *object, const char *key,
                         struct eu_program *prog)
{
    const char *text = ui_json_string(&x->j, object, key);
    struct eu_asm_opts opts = {.gen = x->gen, .path = key};
    struct diags diags = {0};
    if (!text)
        return;
    int rc = eu_assemble(text, strlen(text), &opts, prog, &diags);
    for (size_t i = 0; i < diags.n; i++) {
        const struct diag *d = &diags.items[i];
        bool included = d->file && strcmp(d->file, key) != 0;
        if (!d->warning)
            ui_json_error(&x->j, object, key, "%s%s%u:%u: %s", included ? d->file : "",
                          included ? ":" : "", d->line, d->col, d->text);
    }
    if (rc && !diags.errors)
        ui_json_error(&x->j, object, key, "%s", eu_strerror(rc));
    diags_fini(&diags);
}

static void place_code(struct exec *x, const char *key, uint32_t addr,
                       const struct eu_program *prog)
{
    int rc = exec_no_error(x) && prog->size ? eu_load_code(x->eu, addr, prog->code, prog->size) : 0;
    if (exec_no_error(x) && !prog->size)
        ui_json_error(&x->j, x->j.root, key, "no code");
    else if (prog->size % 8)
        ui_json_error(&x->j, x->j.root, key, "%s", eu_strerror(EU_ERR_TRUNCATED));
    if (rc)
        ui_json_error(&x->j, x->j.root, key, "%s", eu_strerror(rc));
}

static void hex_program(struct exec *x, const char *key, struct eu_program *prog)
{
    size_t n;
    prog->code = ui_json_hex(&x->j, x->j.root, key, &n);
    prog->size = (uint32_t)n;
}

static void read_code(struct exec *x)
{
    const json_t *root = x->j.root;
    bool code = json_object_get(root, "code"), text = json_object_get(root, "asm");
    struct eu_program prog = {0};
    if (code == text) {
        ui_json_error(&x->j, root, "code", "either \"code\" or \"asm\", please");
        return;
    }
    if (code)
        hex_program(x, "code", &prog);
    else
        assemble_key(x, root, "asm", &prog);
    place_code(x, code ? "code" : "asm", 0, &prog);
    x->eu->end_ip = prog.size;
    eu_program_fini(&prog);
}

/* Loads the routine and gives it a scratch surface (docs/design.md 3). */
static void read_sip(struct exec *x)
{
    static const char *const keys[] = {"asm", NULL};
    const struct ui_surface scratch = {.s = {.present = true,
                                             .width = EXEC_SCRATCH_BYTES,
                                             .height = 1,
                                             .pitch = EXEC_SCRATCH_BYTES,
                                             .address = EXEC_SCRATCH_AT},
                                       .bti = launch_scratch_bti(x->gen),
                                       .fill = -1};
    const json_t *sip = json_object_get(x->j.root, "sip");
    struct eu_program prog = {0};
    if (!sip || json_is_null(sip))
        return;
    if (json_is_object(sip)) {
        ui_json_keys(&x->j, sip, keys);
        assemble_key(x, sip, "asm", &prog);
    } else {
        hex_program(x, "sip", &prog);
    }
    place_code(x, "sip", EXEC_SIP_AT, &prog);
    x->sip_end = EXEC_SIP_AT + prog.size;
    x->eu->hooks.on_insn = on_insn;
    x->eu->sip = EXEC_SIP_AT;
    x->eu->has_sip = true;
    x->eu->csr = LAUNCH_CSR_AT;
    x->eu->has_csr = x->eu->isa->pcip_in_fc;
    bool full = x->eu->has_csr && eu_memory_map(x->eu->mem, x->eu->csr, eu_csr_bytes(x->eu));
    if (exec_no_error(x) && (full || ui_surface_place(x->eu, &scratch)))
        ui_json_error(&x->j, x->j.root, "sip", "out of memory");
    eu_program_fini(&prog);
}

static void read_memory(struct exec *x)
{
    const json_t *object = ui_json_object(&x->j, x->j.root, "mem");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        uint64_t addr = 0;
        size_t n = 0;
        uint8_t *bytes = ui_json_hex(&x->j, object, key, &n);
        if (!ui_parse_number(key, UINT32_MAX, &addr))
            ui_json_error(&x->j, object, key, "no address");
        else if (bytes && (eu_memory_map(x->eu->mem, (uint32_t)addr, n) ||
                           !eu_memory_write(x->eu->mem, (uint32_t)addr, bytes, n)))
            ui_json_error(&x->j, object, key, "does not fit");
        free(bytes);
    }
}

static void read_surfaces(struct exec *x)
{
    const json_t *list = ui_json_array(&x->j, x->j.root, "surfaces"), *row;
    const json_t *seen[EU_BTI_SLM] = {NULL};
    size_t i;
    json_array_foreach(list, i, row)
    {
        struct ui_surface s;
        if (!ui_json_surface(&x->j, row, false, seen, &s))
            continue;
        if (!eu_bti_is_surface(x->eu->isa, s.bti))
            ui_json_error(&x->j, row, "bti", "%u is stateless in this generation", s.bti);
        else if (s.fill >= 0 && ui_surface_over(x->eu, &s.s))
            ui_json_error(&x->j, row, "address", "would overwrite code");
        else if (ui_surface_place(x->eu, &s))
            ui_json_error(&x->j, x->j.root, "surfaces", "out of memory");
    }
}

static void read_matches(struct exec *x)
{
    const json_t *list = ui_json_array(&x->j, x->j.root, "match"), *row;
    size_t i;
    json_array_foreach(list, i, row)
    {
        const char *key;
        json_t *value;
        char why[160];
        if (!json_is_object(row) || !json_object_size(row))
            ui_json_error(&x->j, x->j.root, "match",
                          "not an array of objects with \"ip\" or \"opcode\"");
        json_object_foreach((json_t *)row, key, value)
        {
            char *text = ui_json_text(&x->j, row, key);
            if (text && !ui_match(x->eu, key, text, why, sizeof why))
                ui_json_error(&x->j, row, key, "%s", why);
            free(text);
        }
    }
}

static int raise_order(const void *a, const void *b)
{
    const struct exec_raise *p = a, *q = b;
    return (p->at > q->at) - (p->at < q->at);
}

static void check_restores(struct exec *x)
{
    bool saved = false;
    for (size_t i = 0; i < x->nraises; i++)
        if (x->raises[i].kind == EXC_CONTEXT_SAVE)
            saved = true;
        else if (x->raises[i].kind == EXC_CONTEXT_RESTORE && !saved)
            ui_json_error(&x->j, x->j.root, "kind", "no context is saved, to be restored");
}

static void read_raises(struct exec *x)
{
    static const char *const keys[] = {"at", "kind", NULL};
    const json_t *list = ui_json_array(&x->j, x->j.root, "raise"), *row;
    size_t i;
    x->raises = list ? calloc(json_array_size(list) + 1, sizeof *x->raises) : NULL;
    if (!x->raises)
        return;
    json_array_foreach(list, i, row)
    {
        uint64_t at = 1;
        if (!json_is_object(row)) {
            ui_json_error(&x->j, x->j.root, "raise", "not an array of objects");
            return;
        }
        ui_json_keys(&x->j, row, keys);
        const char *name = ui_json_string(&x->j, row, "kind");
        int kind = name ? exc_by_name(name) : -1;
        if (kind < 0)
            ui_json_error(&x->j, row, "kind", "no kind of exception");
        ui_json_number(&x->j, row, "at", UINT64_MAX, &at);
        if (at == 0)
            ui_json_error(&x->j, row, "at", "the first instruction is number 1");
        x->raises[x->nraises++] = (struct exec_raise){at, (enum exc_kind)kind};
    }
    qsort(x->raises, x->nraises, sizeof *x->raises, raise_order);
    check_restores(x);
}

/* Reads "enable" and then "set"; neither has the side effects of a register write. */
static void read_start(struct exec *x)
{
    uint64_t dmask = EU_DISPATCH_DMASK;
    uint32_t enables = 0;
    const char *key;
    json_t *value;
    ui_json_number(&x->j, x->j.root, "dmask", UINT32_MAX, &dmask);
    ui_json_enables(&x->j, x->j.root, "enable", &enables);
    eu_thread_start(x->eu, 0, 0, (uint32_t)dmask, enables);
    const json_t *sets = ui_json_object(&x->j, x->j.root, "set");
    json_object_foreach((json_t *)sets, key, value)
    {
        char why[160];
        struct ui_set set;
        const char *text = ui_json_string(&x->j, sets, key);
        if (!text)
            continue;
        if (!ui_parse_set(x->gen, key, text, &set, why, sizeof why)) {
            ui_json_error(&x->j, sets, key, "%s", why);
            continue;
        }
        int rc = ui_reg_put(x->eu, x->t, &set.key, set.bytes, set.n);
        if (rc)
            ui_json_error(&x->j, sets, key, "%s", eu_strerror(rc));
    }
    exc_update_attention(x->eu, x->t);
}

static void read_quirks(struct exec *x)
{
    const json_t *object = ui_json_object(&x->j, x->j.root, "quirk");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        char why[160];
        const char *text = ui_json_string(&x->j, object, key);
        if (text && !ui_quirk(x->eu, key, text, why, sizeof why))
            ui_json_error(&x->j, object, key, "%s", why);
    }
}

static void read_engine(struct exec *x)
{
    const char *engine = ui_json_string(&x->j, x->j.root, "engine");
    int which = engine ? eu_engine_by_name(engine) : EU_ENGINE_REFERENCE;
    char why[256];
    if (which < 0)
        ui_json_error(&x->j, x->j.root, "engine", "'%.20s' is none: reference, fast, jit", engine);
    else
        x->eu->engine = (enum eu_engine)which;
    x->eu->jit_hot = 0; /* everything that can be native is native at once */
    if (which == EU_ENGINE_JIT && !(x->eu->jit = eu_jit_usable(why, sizeof why)))
        ui_json_error(&x->j, x->j.root, "engine", "%s", why);
    const json_t *lint = json_object_get(x->j.root, "lint");
    if (lint && !json_is_boolean(lint))
        ui_json_error(&x->j, x->j.root, "lint", "not true or false");
    x->eu->lint_stop = json_is_true(lint);
}

void exec_read_request(struct exec *x)
{
    static const char *const keys[] = {"id",    "gen",    "code",     "asm",      "set",
                                       "mem",   "get",    "max",      "engine",   "dmask",
                                       "sip",   "enable", "surfaces", "samplers", "raise",
                                       "match", "quirk",  "lint",     NULL};
    ui_json_keys(&x->j, x->j.root, keys);
    x->gen = EU_GEN7;
    launch_read_gen(&x->j, &x->gen);
    x->max = EXEC_MAX;
    ui_json_number(&x->j, x->j.root, "max", UINT64_MAX, &x->max);
    x->eu = eu_new(x->gen, 1);
    if (!x->eu) {
        diags_add(&x->diags, false, NULL, 0, 0, NULL, "out of memory");
        return;
    }
    x->t = &x->eu->threads[0];
    exc_install(x->eu);
    x->eu->hooks.observer_ctx = x;
    x->eu->hooks.on_exception = on_exception;
    read_engine(x);
    read_code(x);
    read_sip(x);
    read_memory(x);
    read_surfaces(x);
    ui_json_samplers(&x->j, x->eu->samplers);
    read_quirks(x);
    read_matches(x);
    read_raises(x);
    read_start(x);
}
