#include "tests/helpers.h"

#include <fenv.h>
#include <unistd.h>

static char folder[64];

const char *shared_path(const char *name)
{
    static char path[512];
    const char *root = getenv("EULAB_SHARED");
    snprintf(path, sizeof path, "%s/%s", root ? root : "../shared", name);
    return access(path, R_OK) == 0 ? path : NULL;
}

void skip_because(const char *why)
{
    const char *ci = getenv("CI");
    if (ci && strcmp(ci, "true") == 0)
        fail_msg("CI skips nothing: %s", why);
    print_message("SKIP: %s\n", why);
    skip();
    abort(); /* skip() does not return, but is not declared so */
}

void require_tool(const char *tool, const char *debian)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", tool);
    if (system(command) == 0)
        return;
    snprintf(command, sizeof command, "%s is not here (Debian: %s)", tool, debian);
    skip_because(command);
}

void require_rounding(void)
{
    volatile double one = 1, three = 3, up, down;
    fesetround(FE_UPWARD);
    up = one / three;
    fesetround(FE_DOWNWARD);
    down = one / three;
    fesetround(FE_TONEAREST);
    if (up > down)
        return;
    skip_because("this host rounds one way only");
}

char *read_file(const char *path, size_t *n)
{
    *n = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = NULL;
    size_t size = 0, got;
    do {
        char *more = realloc(text, size + 65537);
        if (!more)
            break;
        text = more;
        got = fread(text + size, 1, 65536, f);
        size += got;
    } while (got);
    fclose(f);
    if (text)
        text[size] = 0;
    *n = size;
    return text;
}

void assert_golden(const char *path, const char *text)
{
    const char *rebase = getenv("REBASE");
    size_t n;
    if (rebase && !strcmp(rebase, "1")) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(text, out);
        fclose(out);
    }
    char *want = read_file(path, &n);
    assert_non_null(want);
    assert_string_equal(text, want);
    free(want);
}

int folder_make(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/eulab-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

int folder_drop(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

const char *folder_path(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s%s%s", folder, name ? "/" : "", name ? name : "");
    return path;
}

const char *folder_put_bytes(const char *name, const void *data, size_t n)
{
    const char *path = folder_path(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}

const char *folder_put(const char *name, const char *text)
{
    return folder_put_bytes(name, text, strlen(text));
}

void assemble_text(enum eu_gen gen, const char *path, const char *text, struct eu_program *prog)
{
    struct eu_asm_opts opts = {.gen = gen, .path = path};
    struct diags diags = {0};
    int err = eu_assemble(text, strlen(text), &opts, prog, &diags);
    diags_print(&diags, stdout);
    diags_fini(&diags);
    assert_int_equal(err, 0);
}

size_t unhex(const char *hex, uint8_t *out, size_t max)
{
    size_t n = 0;
    unsigned byte;
    while (n < max && sscanf(hex + 2 * n, "%2x", &byte) == 1)
        out[n++] = (uint8_t)byte;
    return n;
}

size_t split_tabs(char *line, char **fields, size_t max)
{
    size_t n = 0;
    line[strcspn(line, "\r\n")] = 0;
    while (n < max) {
        fields[n++] = line;
        line = strchr(line, '\t');
        if (!line)
            break;
        *line++ = 0;
    }
    return n;
}
