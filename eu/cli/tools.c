/* as, dis: commands over files that need no machine. */
#include "eu/cli/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sim.h"
#include "eu/cli/code.h"
#include "ui/files.h"

int ui_gen(const struct ui_args *args, enum eu_gen *gen)
{
    const char *text = ui_value(args, OPT_GEN);
    *gen = EU_GEN7;
    if (text && !strncmp(text, "gfx", 3))
        return ui_usage(args, "--gen is 7, 7.5, 8 or 9 here: this command is not for AMD GCN");
    if (text && eu_gen_parse(text, gen))
        return ui_usage(args, "--gen is 7, 7.5, 8, 9, gfx600, gfx700 or gfx803, not '%s'", text);
    return UI_OK;
}

int ui_input(const struct ui_args *args, enum eu_input *form)
{
    static const char *const names[] = {"auto", "asm", "bin", "hex", "elf"};
    const char *text = ui_value(args, OPT_INPUT);
    *form = EU_INPUT_AUTO;
    for (unsigned i = 0; text && i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *form = (enum eu_input)i;
            return UI_OK;
        }
    return text ? ui_usage(args, "--input is asm, bin, hex or elf, not '%s'", text) : UI_OK;
}

int ui_load_file(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
                 struct eu_program *prog)
{
    struct diags diags = {0};
    int rc = eu_load(path, form, opts, prog, &diags);
    fflush(stdout);
    diags_print(&diags, stderr);
    if (rc && !diags.errors)
        ui_error("%s: %s", path, eu_strerror(rc));
    diags_fini(&diags);
    return rc ? UI_BAD_INPUT : UI_OK;
}

enum as_format { AS_BIN, AS_HEX, AS_ELF, AS_ELFX86, AS_FORMATS };

static int as_format(const struct ui_args *args, enum as_format *format)
{
    static const char *const names[AS_FORMATS] = {"bin", "hex", "elf", "elfx86"};
    const char *text = ui_value(args, OPT_FORMAT);
    for (*format = AS_BIN; text && *format < AS_FORMATS; (*format)++)
        if (strcmp(text, names[*format]) == 0)
            return UI_OK;
    return text ? ui_usage(args, "--format is bin, hex, elf or elfx86, not '%s'", text) : UI_OK;
}

/* Prints C initialisers, one instruction in each line. */
static void put_initialisers(FILE *out, const struct eu_program *prog, enum eu_gen gen)
{
    for (uint32_t at = 0; at < prog->size;) {
        struct eu_insn insn;
        int size = isa_decode(gen, prog->code + at, prog->size - at, &insn);
        uint32_t end = size > 0 ? at + (uint32_t)size : prog->size;
        fputs("   {", out);
        for (; at < end; at += 4) {
            uint32_t dword;
            memcpy(&dword, prog->code + at, sizeof dword);
            fprintf(out, " 0x%08x%s", dword, at + 4 < end ? "," : "");
        }
        fputs(" },\n", out);
    }
}

struct as_output {
    const struct eu_program *prog;
    enum as_format format;
    enum eu_gen gen;
};

static int as_write(void *ctx, FILE *out)
{
    const struct as_output *o = ctx;
    uint8_t *image = NULL;
    size_t size = 0;
    int rc = 0;
    if (o->format == AS_HEX)
        put_initialisers(out, o->prog, o->gen);
    else if (o->format == AS_BIN)
        fwrite(o->prog->code, 1, o->prog->size, out);
    else if ((rc = eu_elf_image(o->prog, 1, NULL, &image, &size)) == 0) {
        if (o->format == AS_ELFX86)
            eu_elf_call_x86_64(image, size);
        fwrite(image, 1, size, out);
    }
    free(image);
    if (rc)
        ui_error("cannot make the ELF file: %s",
                 rc == -EU_ERR_IO ? strerror(errno) : eu_strerror(rc));
    return rc ? UI_BAD_INPUT : UI_OK;
}

int ui_main_AS(const struct ui_args *args)
{
    static const char *const binary[AS_FORMATS] = {
        [AS_BIN] = "a binary", [AS_ELF] = "an ELF file", [AS_ELFX86] = "an ELF file"};
    struct eu_program prog = {0};
    struct as_output o = {.prog = &prog};
    if (ui_gen(args, &o.gen) || as_format(args, &o.format))
        return UI_USAGE;
    if (args->nrest != 1)
        return ui_usage(args, "one source file, please");
    struct eu_asm_opts opts = {
        .gen = o.gen, .compact = ui_has(args, OPT_COMPACT), .path = args->rest[0]};
    int status = ui_load_file(args->rest[0], EU_INPUT_ASM, &opts, &prog);
    if (status == UI_OK)
        status = ui_put_output(args, binary[o.format], as_write, &o);
    eu_program_fini(&prog);
    return status;
}

static int dis_syntax(const struct ui_args *args, enum eu_gen gen, enum eu_syntax *syntax)
{
    static const char *const names[] = {
        [EU_DIS_MANUAL] = "manual", [EU_DIS_IGA] = "iga", [EU_DIS_MESSAGES] = "messages"};
    const char *text = ui_value(args, OPT_SYNTAX);
    unsigned i = 0, n = sizeof names / sizeof *names;
    while (text && i < n && strcmp(text, names[i]) != 0)
        i++;
    if (i == n)
        return ui_usage(args, "--syntax is manual, iga or messages, not '%s'", text);
    *syntax = (enum eu_syntax)i;
    if (*syntax == EU_DIS_IGA && !isa_gen(gen)->has_iga)
        return ui_usage(args, "iga64 reads Gen7.5 and later: --syntax iga needs --gen");
    return UI_OK;
}

static int dis_write(const struct ui_args *args, const struct ui_code *code, enum eu_syntax syntax)
{
    bool json = ui_has(args, OPT_JSON);
    if (code->kernels.path && !json)
        cl_print(stdout, &code->kernels, code->only, "// ");
    int rc = json ? eu_dis_json(stdout, &code->prog, code->gen)
                  : eu_dis_program(stdout, &code->prog, code->gen, syntax, ui_has(args, OPT_BYTES));
    int status = ui_flush(stdout, "stdout");
    if (rc && status == UI_OK) {
        ui_error("%s: %s", args->rest[0], eu_strerror(rc));
        status = UI_BAD_INPUT;
    }
    return status;
}

int ui_main_DIS(const struct ui_args *args)
{
    struct ui_code code;
    enum eu_syntax syntax;
    int status = ui_code_load(args, &code);
    if (status == UI_OK && dis_syntax(args, code.gen, &syntax))
        status = UI_USAGE;
    if (status == UI_OK)
        status = dis_write(args, &code, syntax);
    ui_code_fini(&code);
    return status;
}
