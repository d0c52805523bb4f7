/* Finds the container of a file: zebin, program binary, bare patch tokens, or an archive of
 * these. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/read_impl.h"

/* The codes of an OpenCL program binary and its code section, as clGetProgramInfo and ocloc write
 * it. */
enum { MACHINE_EU = 205, TYPE_PROGRAM = 0xff04, SECTION_DEVICE_BINARY = 0xff000005 };
static const char archive_mark[] = "!<arch>\n", token_mark[] = "CTNI";

static bool begins(struct cl_bytes b, const char *mark)
{
    size_t n = strlen(mark);
    return b.n >= n && !memcmp(b.p, mark, n);
}

/* Whether it is an ELF file of a compiler. Only the fixed part of the header is examined: a file
 * that is cut after it counts as damaged. An executable comes from `as`, and has no kernels. */
static bool is_our_elf(struct cl_bytes b)
{
    Elf64_Ehdr head;
    if (!begins(b, ELFMAG) || b.n < EI_CLASS + 1 || b.p[EI_CLASS] != ELFCLASS64)
        return false;
    if (b.n < sizeof head)
        return b.n < offsetof(Elf64_Ehdr, e_version);
    memcpy(&head, b.p, sizeof head);
    return (head.e_machine == MACHINE_EU && head.e_type != ET_EXEC) || head.e_type == TYPE_PROGRAM;
}

bool cl_is_kernels(const uint8_t *data, size_t size)
{
    struct cl_bytes b = {data, size};
    return begins(b, archive_mark) || begins(b, token_mark) || is_our_elf(b);
}

static int read_program(const struct cl_reader *r, const struct cl_elf *elf)
{
    for (unsigned i = 0; i < elf->n; i++) {
        struct cl_section s;
        struct cl_elf inner;
        bool whole = cl_elf_section(elf, i, &s);
        if (s.type != SECTION_DEVICE_BINARY)
            continue;
        if (!whole)
            return cl_bad(r, "truncated: the device binary reaches past the end");
        if (!begins(s.bytes, ELFMAG))
            return cl_read_tokens(r, s.bytes);
        return cl_elf_open(s.bytes, &inner) && inner.machine == MACHINE_EU
                   ? cl_read_zebin(r, &inner)
                   : cl_bad(r, "its device binary is a damaged zebin");
    }
    return cl_bad(r, "the program binary has no code for a device");
}

static int read_one(const struct cl_reader *r, struct cl_bytes b)
{
    struct cl_elf elf;
    if (begins(b, token_mark))
        return cl_read_tokens(r, b);
    if (!cl_elf_open(b, &elf))
        return cl_bad(r, "truncated or damaged: its table of sections is not in the file");
    return elf.machine == MACHINE_EU ? cl_read_zebin(r, &elf) : read_program(r, &elf);
}

/* --- archives --- */
/* Reads the member at @at: 60 bytes of text, then its bytes. Returns false if there is no complete
 * one. */
static bool member_at(struct cl_bytes b, size_t *at, char name[17], struct cl_bytes *bytes)
{
    enum { HEAD = 60, NAME = 16, SIZE_AT = 48, SIZE = 10 };
    char digits[SIZE + 1] = "", *end;
    if (*at > b.n || b.n - *at < HEAD)
        return false;
    memcpy(name, b.p + *at, NAME);
    name[NAME] = '\0';
    name[strcspn(name, "/ ")] = '\0';
    text_clean(name);
    memcpy(digits, b.p + *at + SIZE_AT, SIZE);
    unsigned long long n = strtoull(digits, &end, 10);
    if (end == digits || n > b.n - *at - HEAD)
        return false;
    *bytes = (struct cl_bytes){b.p + *at + HEAD, (size_t)n};
    *at += HEAD + (size_t)n + (n & 1);
    return true;
}

/* ocloc names a member by pointer size and device, as in 64.9.0.9; others (pad_0) are padding. The
 * first one for the generation asked for (or for any that is simulated) is read. If there are
 * several generations, and none was asked for, that is an error. */
static int read_archive(const struct cl_reader *r, struct cl_bytes b)
{
    size_t at = strlen(archive_mark);
    struct cl_bytes bytes;
    char name[17], seen[256] = "";
    bool found = false;
    while (member_at(b, &at, name, &bytes)) {
        struct cl_file file = {.path = strdup(r->file->path)};
        struct diags quiet = {0};
        struct cl_reader inner = {&file, &quiet, 0};
        if (!file.path)
            return -EU_ERR_NOMEM;
        if (!cl_is_kernels(bytes.p, bytes.n) || begins(bytes, archive_mark)) {
            cl_file_fini(&file);
            continue;
        }
        int err = read_one(&inner, bytes);
        bool fits = !err && (!r->gen || cl_file_is_for(&file, r->gen));
        bool doubt = fits && found && !cl_file_is_for(&file, r->file->gen);
        size_t n = strlen(seen);
        snprintf(seen + n, sizeof seen - n, "%s%s", n ? ", " : "",
                 file.device ? file.device : name);
        if (fits && !found) {
            cl_file_fini(r->file);
            *r->file = file;
            file = (struct cl_file){0};
            found = true;
        }
        cl_file_fini(&file);
        diags_fini(&quiet);
        if (doubt)
            return cl_bad(r, "an archive for several generations (%s): give --gen", seen);
    }
    if (found)
        return 0;
    return *seen ? cl_bad(r, "an archive for %s: none is %s", seen,
                          r->gen ? "of the generation of --gen" : "whole and simulated")
                 : cl_bad(r, "truncated or damaged: an archive without kernels");
}

int cl_read(const char *path, const uint8_t *data, size_t size, enum eu_gen gen,
            struct cl_file *file, struct diags *diags)
{
    struct cl_bytes b = {data, size};
    struct cl_reader r = {file, diags, gen};
    *file = (struct cl_file){.path = strdup(path)};
    if (!file->path)
        return -EU_ERR_NOMEM;
    int err = begins(b, archive_mark) ? read_archive(&r, b) : read_one(&r, b);
    if (!err && !file->nkernels)
        err = cl_bad(&r, "there is no kernel in this file");
    return err;
}
