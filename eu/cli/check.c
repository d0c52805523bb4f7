/* `eulab check`: runs the validator over a file. */
#include "isa/check.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "eu/cli/code.h"
#include "eu/cli/tools.h"
#include "sim/dispatch.h"
#include "ui/files.h"

static const char *severity(const struct eu_finding *f)
{
    return f->severity == EU_ERROR ? "error" : "warning";
}

static void put_json(const struct eu_finding *f, const char *text)
{
    json_t *o = json_object();
    json_object_set_new(o, "addr", json_integer(f->addr));
    if (f->line)
        json_object_set_new(o, "line", json_integer(f->line));
    json_object_set_new(o, "rule", json_string(eu_rule_info(f->rule)->name));
    json_object_set_new(o, "severity", json_string(severity(f)));
    json_object_set_new(o, "section", json_string(f->section));
    json_object_set_new(o, "text", json_string(text));
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
}

/* Prints "FILE:LINE: error: rule (section): text", with 0xADDRESS where there is no source. FILE is
 * the included file that has the line. */
static void put_finding(const struct eu_program *prog, const struct eu_finding *f, const char *text)
{
    const char *path = eu_program_file(prog, f->file);
    printf("%s:", path ? path : prog->path);
    if (f->line)
        printf("%" PRIu32, f->line);
    else
        printf("0x%04" PRIx32, f->addr);
    printf(": %s: %s (%s): %s\n", severity(f), eu_rule_info(f->rule)->name, f->section, text);
}

static void put_insn(const struct eu_program *prog, enum eu_gen gen, uint32_t addr)
{
    struct eu_dis_opts opts = {.gen = gen};
    struct eu_insn insn;
    char text[EU_DIS_MAX];
    if (isa_decode(gen, prog->code + addr, prog->size - addr, &insn) < 0)
        return;
    eu_dis(&opts, &insn, addr, text);
    printf("    %s\n", text);
}

/* Prints the findings, and after the last one of an instruction its text. */
static void put_findings(const struct eu_program *prog, enum eu_gen gen,
                         const struct eu_findings *found, bool json)
{
    for (size_t i = 0; i < found->n; i++) {
        const struct eu_finding *f = &found->items[i];
        char text[256];
        eu_finding_text(f, text, sizeof text);
        if (json) {
            put_json(f, text);
            continue;
        }
        put_finding(prog, f, text);
        if (i + 1 == found->n || f[1].addr != f->addr)
            put_insn(prog, gen, f->addr);
    }
    size_t warnings = found->n - found->errors;
    if (!json && found->n)
        printf("%zu error%s, %zu warning%s\n", found->errors, found->errors == 1 ? "" : "s",
               warnings, warnings == 1 ? "" : "s");
}

int ui_main_CHECK(const struct ui_args *args)
{
    struct ui_code code;
    struct eu_findings found = {0};
    uint64_t given = 0;
    const char *value = ui_value(args, OPT_DMASK);
    if (value && !ui_option_number(args, OPT_DMASK, value, 1, UINT32_MAX, &given))
        return UI_USAGE;
    int status = ui_code_load(args, &code);
    if (status == UI_OK) {
        bool sip = ui_has(args, OPT_SIP);
        /* a compiler's kernels are dispatched with the channels that they say */
        bool dispatched = !sip && !code.kernels.path;
        uint64_t dmask = given || !dispatched ? given : EU_DISPATCH_DMASK;
        int rc = eu_check(code.gen, &code.prog, sip || ui_has(args, OPT_PROGRAM), &found);
        if (dmask && !rc)
            rc = eu_check_dispatch(code.gen, &code.prog, (uint32_t)dmask, &found);
        if (sip && !rc)
            rc = eu_check_routine(code.gen, &code.prog, &found);
        put_findings(&code.prog, code.gen, &found, ui_has(args, OPT_JSON));
        status = ui_flush(stdout, "stdout");
        if (rc)
            ui_error("%s: %s", code.prog.path, eu_strerror(rc));
        if (rc || found.errors)
            status = UI_BAD_INPUT;
    }
    eu_findings_fini(&found);
    ui_code_fini(&code);
    return status;
}
