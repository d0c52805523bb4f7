/* as, dis, check and info for vISA: commands that work on files, without a machine. */
#include "visa/cli/cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/files.h"

enum { FILE_MAX = 0x4000000, WHY_ROOM = 4300, OFFSET_DIGITS = 4 };

static bool has_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix);
    return n > m && !strcasecmp(path + n - m, suffix);
}

bool ui_visa_is_text(const char *path)
{
    return has_suffix(path, ".visaasm");
}

bool ui_visa_file(const char *path)
{
    return ui_visa_is_text(path) || has_suffix(path, ".isa");
}

bool ui_visa_asked(const struct ui_args *args)
{
    const char *launch = ui_value(args, OPT_LAUNCH);
    json_t *root = launch ? json_load_file(launch, 0, NULL) : NULL;
    bool asked = json_object_get(root, "visa") != NULL;
    json_decref(root);
    return asked || (args->nrest == 1 && ui_visa_file(args->rest[0]));
}

/* --- loading --- */
static void put_diags(const char *path, const char *text, const struct visa_diags *diags)
{
    fflush(stdout);
    for (size_t i = 0; i < diags->n; i++) {
        const struct visa_diag *d = &diags->items[i];
        const char *line = text;
        if (!d->line) {
            fprintf(stderr, "%s: error: %s\n", path, d->text);
            continue;
        }
        for (unsigned n = 1; n < d->line && line; n++)
            line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
        if (!d->col) { /* of an instruction that has no binary form */
            fprintf(stderr, "%s:%u: error: %s\n", path, d->line, d->text);
            continue;
        }
        fprintf(stderr, "%s:%u:%u: error: %s\n", path, d->line, d->col, d->text);
        if (line)
            fprintf(stderr, "  %.*s\n  %*s^\n", (int)strcspn(line, "\r\n"), line, (int)d->col - 1,
                    "");
    }
    if (diags->lost)
        fprintf(stderr, "%s: error: %zu more\n", path, diags->lost);
}

/* Lists the instructions of a file that the compiler has damaged. */
static void put_damage(const char *path, const struct visa_routine *r)
{
    size_t n = 0;
    fflush(stdout);
    for (size_t i = 0; i < r->n_insns; i++) {
        const struct visa_insn *in = &r->insns[i];
        unsigned lost = visa_lost_operands(in->op);
        if (!lost)
            continue;
        n++;
        fprintf(stderr, "%s:code+0x%0*x: damaged: %s has lost its last %u operand%s\n", path,
                OFFSET_DIGITS, in->line, visa_ops[in->op].name, lost, lost > 1 ? "s" : "");
    }
    fprintf(
        stderr,
        "%s: error: damaged by the compiler that wrote it (GenX_IR and IGC 1.0.12504 do so): "
        "%zu of %zu instructions have lost operands; please give the .visaasm, which is whole\n",
        path, n, r->n_insns);
}

int ui_visa_load(const char *path, unsigned index, struct visa_routine *r)
{
    struct visa_diags diags = {.n = 0};
    size_t size;
    uint8_t *bytes = ui_get_input(path, FILE_MAX, &size);
    *r = (struct visa_routine){0};
    if (!bytes)
        return UI_BAD_INPUT;
    bool binary = visa_is_binary(bytes, size) || has_suffix(path, ".isa");
    char *text = binary ? NULL : strndup((char *)bytes, size);
    int rc = binary ? visa_binary(path, bytes, size, index, r, &diags)
             : text ? visa_parse(path, text, r, &diags)
                    : -1;
    if (!binary && !text)
        visa_diag(&diags, 0, 0, "out of memory");
    put_diags(path, text, &diags);
    if (rc > 0)
        put_damage(path, r);
    free(text);
    free(bytes);
    return rc ? UI_BAD_INPUT : UI_OK;
}

unsigned ui_visa_routines(const char *path)
{
    char why[WHY_ROOM];
    size_t size;
    uint8_t *bytes = ui_read_file(NULL, path, FILE_MAX, &size, why, sizeof why);
    unsigned n = bytes ? visa_binary_routines(bytes, size) : 0;
    free(bytes);
    return n ? n : 1;
}

/* --- as --- */
struct output {
    const uint8_t *bytes;
    size_t n;
    bool hex;
};

static int write_bytes(void *ctx, FILE *out)
{
    const struct output *o = ctx;
    if (!o->hex)
        fwrite(o->bytes, 1, o->n, out);
    for (size_t i = 0; o->hex && i < o->n; i++)
        fprintf(out, "%02x%s", o->bytes[i], i % 16 == 15 || i + 1 == o->n ? "\n" : " ");
    return UI_OK;
}

int ui_visa_as(const struct ui_args *args)
{
    const char *format = ui_value(args, OPT_FORMAT);
    struct visa_diags diags = {.n = 0};
    struct visa_routine r;
    size_t size = 0;
    if (format && strcmp(format, "bin") && strcmp(format, "hex"))
        return ui_usage(args, "--format is bin or hex for vISA, not '%s'", format);
    int status = ui_visa_load(args->rest[0], 0, &r);
    uint8_t *bytes = status == UI_OK ? visa_encode(&r, &size, &diags) : NULL;
    put_diags(args->rest[0], NULL, &diags);
    struct output o = {bytes, size, format && !strcmp(format, "hex")};
    status = bytes ? ui_put_output(args, o.hex ? NULL : "a binary", write_bytes, &o) : UI_BAD_INPUT;
    free(bytes);
    visa_routine_fini(&r);
    return status;
}

/* --- dis --- */
int ui_visa_dis(const struct ui_args *args)
{
    if (ui_has(args, OPT_JSON) || ui_has(args, OPT_BYTES) || ui_has(args, OPT_SYNTAX))
        return ui_usage(args, "--json, --bytes and --syntax are not for vISA");
    unsigned n = ui_visa_routines(args->rest[0]);
    int status = UI_OK;
    for (unsigned i = 0; i < n && status == UI_OK; i++) {
        struct visa_routine r;
        status = ui_visa_load(args->rest[0], i, &r);
        if (status == UI_OK) {
            fputs(i ? "\n" : "", stdout);
            visa_print(stdout, &r);
            status = ui_flush(stdout, "stdout");
        }
        visa_routine_fini(&r);
    }
    return status;
}

/* --- check --- */
struct checking {
    const char *path;
    const char *routine; /* its name, if the file has several; else NULL */
    bool json;
};

/* Prints "FILE:LINE: error: RULE (Operands): text: operand", with "in ROUTINE" where there are
 * several. A binary file has no lines: its instructions are counted. */
static void put_finding(void *ctx, const struct visa_insn *in, enum visa_rule rule,
                        const char *text)
{
    const struct checking *c = ctx;
    const struct visa_rule_info *info = &visa_rules[rule];
    if (c->json) {
        json_t *o =
            json_pack("{s:i, s:s, s:s, s:s, s:s}", "line", (int)in->line, "rule", info->name,
                      "severity", "error", "section", "Operands", "text", info->text);
        if (*text)
            json_object_set_new(o, "operand", json_string(text));
        if (c->routine)
            json_object_set_new(o, "kernel", json_string(c->routine));
        json_dumpf(o, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(o);
        return;
    }
    printf("%s:%u: error: %s (Operands): %s%s%s%s%s\n", c->path, in->line, info->name, info->text,
           *text ? ": " : "", text, c->routine ? ", in " : "", c->routine ? c->routine : "");
}

/* Numbers the instructions of a routine from a binary file, as lines. */
static void number_lines(struct visa_routine *r)
{
    for (size_t i = 0; i < r->n_insns; i++)
        if (!r->insns[i].line)
            r->insns[i].line = (unsigned)i + 1;
}

int ui_visa_check(const struct ui_args *args)
{
    struct checking c = {.path = args->rest[0], .json = ui_has(args, OPT_JSON)};
    unsigned n = ui_visa_routines(c.path), errors = 0;
    int status = UI_OK;
    for (unsigned i = 0; i < n && status == UI_OK; i++) {
        struct visa_routine r;
        status = ui_visa_load(c.path, i, &r);
        if (status == UI_OK) {
            number_lines(&r);
            c.routine = n > 1 ? r.name : NULL;
            errors += visa_check(&r, put_finding, &c);
        }
        visa_routine_fini(&r);
    }
    if (errors && !c.json)
        printf("%u error%s\n", errors, errors == 1 ? "" : "s");
    if (status == UI_OK)
        status = ui_flush(stdout, "stdout");
    return status == UI_OK && errors ? UI_BAD_INPUT : status;
}

/* --- info --- */
static int print_tables(void)
{
    for (int i = 0; i < VISA_OPS; i++) {
        const struct visa_op *op = &visa_ops[i];
        char code[16];
        snprintf(code, sizeof code, op->sub < 0 ? "0x%02x" : "0x%02x.%d", op->code, op->sub);
        printf("%-7s %-20s %s\n", code, op->name, op->meaning);
    }
    printf("\n");
    for (int i = 0; i < VISA_RULES; i++)
        printf("%-25s %s\n", visa_rules[i].name, visa_rules[i].text);
    return ui_flush(stdout, "stdout");
}

static void put_routine(const struct visa_routine *r)
{
    printf("%s %s: SIMD%u, %zu instructions, %zu variables, %zu predicates\n",
           r->function ? "function" : "kernel", r->name, visa_attr_value(&r->attrs, "SimdSize", 0),
           r->n_insns, r->vars[VISA_GENERAL].n - VISA_USER_VARIABLE,
           r->vars[VISA_PREDICATE].n - VISA_USER_PREDICATE);
    for (size_t i = 0; i < r->n_inputs; i++) {
        const struct visa_input *in = &r->inputs[i];
        if (in->class)
            continue;
        const struct visa_var *v = &r->vars[VISA_GENERAL].items[in->id];
        printf("  input %-12s %s[%u] at r%d.%d, %u bytes\n", v->name, visa_types[v->type].name,
               v->n, in->offset / VISA_GRF, in->offset % VISA_GRF, in->size);
    }
}

static int print_kernels(const char *path)
{
    unsigned n = ui_visa_routines(path);
    int status = UI_OK;
    for (unsigned i = 0; i < n && status == UI_OK; i++) {
        struct visa_routine r;
        status = ui_visa_load(path, i, &r);
        if (status == UI_OK)
            put_routine(&r);
        visa_routine_fini(&r);
    }
    return status == UI_OK ? ui_flush(stdout, "stdout") : status;
}

int ui_visa_info(const struct ui_args *args)
{
    return args->nrest == 2 ? print_kernels(args->rest[1]) : print_tables();
}
