/* as and dis for AMD GCN: LLVM's syntax, code objects. */
#include "gcn/cli/cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gcn/asm.h"
#include "gcn/hsa.h"
#include "ui/files.h"

enum { HEAD_MAX = 64 };

/* The generation that a launch file names, or -1. Other mistakes in it are reported by the command
 * that runs it. */
static int launch_gen(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    const char *gen = json_string_value(json_object_get(root, "gen"));
    int g = gen ? gcn_gen_find(gen) : -1;
    json_decref(root);
    return g;
}

/* Only examines regular files, because data read from a pipe would be lost. */
static bool is_code_object(const char *path)
{
    uint8_t head[HEAD_MAX];
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode))
        return false;
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    return n >= 20 && !memcmp(head, "\177ELF", 4) && head[18] == 224 && !head[19];
}

bool ui_gcn_asked(const struct ui_args *args)
{
    const char *gen = ui_value(args, OPT_GEN), *launch = ui_value(args, OPT_LAUNCH);
    if (gen && !strncmp(gen, "gfx", 3))
        return true;
    if (launch && launch_gen(launch) >= 0)
        return true;
    return args->nrest == 1 && is_code_object(args->rest[0]);
}

int ui_gcn_gen(const struct ui_args *args, const void *file, size_t size, enum gcn_gen *gen)
{
    const char *text = ui_value(args, OPT_GEN);
    int asked = text ? gcn_gen_find(text) : -1, own = file ? gcn_code_object_gen(file, size) : -1;
    if (text && asked < 0)
        return ui_usage(args, "--gen is gfx600, gfx700 or gfx803 (gfx6, gfx7, gfx8), not '%s'",
                        text);
    if (asked >= 0 && own >= 0 && asked != own)
        return ui_usage(args, "--gen is %s, but the file is of %s", text,
                        gcn_gen_name((enum gcn_gen)own));
    if (asked < 0 && own < 0)
        return ui_usage(args, "--gen gfx600, gfx700 or gfx803, please: the file does not say it");
    *gen = (enum gcn_gen)(own >= 0 ? own : asked);
    return UI_OK;
}

/* --- as --- */
struct output {
    const struct gcn_code *code;
    bool hex;
};

static int write_code(void *ctx, FILE *out)
{
    const struct output *o = ctx;
    const struct gcn_code *code = o->code;
    if (!o->hex)
        fwrite(code->bytes, 1, code->size, out);
    for (size_t i = 0; o->hex && i < code->size; i += 4) {
        uint32_t w = 0;
        memcpy(&w, code->bytes + i, code->size - i < 4 ? code->size - i : 4);
        fprintf(out, "0x%08x,\n", w);
    }
    return UI_OK;
}

/* Reads the one file of the command line. Returns NULL, and sets *@status, if it cannot be read. */
static uint8_t *read_operand(const struct ui_args *args, size_t *size, int *status)
{
    if (args->nrest != 1) {
        *status = ui_usage(args, "one file, please");
        return NULL;
    }
    uint8_t *file = ui_gcn_read(args->rest[0], size);
    *status = file ? UI_OK : UI_BAD_INPUT;
    return file;
}

int ui_gcn_as(const struct ui_args *args)
{
    const char *format = ui_value(args, OPT_FORMAT);
    enum gcn_gen gen;
    size_t size;
    int status;
    if (ui_gcn_gen(args, NULL, 0, &gen))
        return UI_USAGE;
    if (format && strcmp(format, "bin") && strcmp(format, "hex"))
        return ui_usage(args, "--format is bin or hex for %s, not '%s'", gcn_gen_name(gen), format);
    uint8_t *file = read_operand(args, &size, &status);
    char *text = file ? strndup((char *)file, size) : NULL;
    if (file && !text) {
        ui_error("out of memory");
        status = UI_BAD_INPUT;
    }
    if (text) {
        struct gcn_code code;
        int rc = gcn_asm(gen, text, &code);
        ui_gcn_put_diags(args->rest[0], text, &code);
        if (rc < 0)
            ui_error("out of memory");
        struct output o = {&code, format && !strcmp(format, "hex")};
        status = rc ? UI_BAD_INPUT : ui_put_output(args, o.hex ? NULL : "a binary", write_code, &o);
        gcn_code_fini(&code);
    }
    free(text);
    free(file);
    return status;
}

/* --- dis --- */
static void put_symbol(void *ctx, uint64_t addr, FILE *out)
{
    const struct gcn_object_text *text = ctx;
    char name[200];
    if (gcn_code_object_symbol(text, addr, name, sizeof name))
        fprintf(out, "%s:\n", name);
}

int ui_gcn_dis(const struct ui_args *args)
{
    enum gcn_gen gen;
    size_t size;
    int status;
    if (ui_has(args, OPT_SYNTAX))
        return ui_usage(args, "--syntax is for Intel's generations");
    if (ui_has(args, OPT_JSON))
        return ui_usage(args, "--json is not for AMD GCN");
    if (ui_has(args, OPT_INPUT))
        return ui_usage(args, "--input is not for AMD GCN");
    uint8_t *file = read_operand(args, &size, &status);
    if (!file)
        return status;
    status = ui_gcn_gen(args, file, size, &gen);
    struct gcn_labels labels = {0};
    if (status == UI_OK && gcn_code_object_gen(file, size) < 0)
        file = ui_gcn_code(gen, args->rest[0], file, &size, &labels);
    gcn_labels_fini(&labels);
    if (!file)
        return UI_BAD_INPUT;
    if (status == UI_OK) {
        struct gcn_object_text text = {.elf = file, .size = size, .code = file, .bytes = size};
        bool object = gcn_code_object_gen(file, size) >= 0;
        if (object && !gcn_code_object_text(&text)) {
            ui_error("%s: a code object without code", args->rest[0]);
            status = UI_BAD_INPUT;
        } else {
            struct gcn_dis_options opt = {.bytes = ui_has(args, OPT_BYTES),
                                          .base = text.addr,
                                          .label = object ? put_symbol : NULL,
                                          .ctx = &text};
            if (gcn_dis(gen, text.code, text.bytes, &opt, stdout))
                ui_error("out of memory");
            status = ui_flush(stdout, "stdout");
        }
    }
    free(file);
    return status;
}
