/* Documents and files that gdb reads in portions. */
#include <string.h>

#include "stub/stub_impl.h"

/* The name that gdb opens; it shows it as target:NAME. */
static const char elf_name[] = "/eulab.elf";
enum { FILE_ENOENT = 2, FILE_EBADF = 9, FILE_EINVAL = 22, FILE_EMFILE = 24, FILE_EROFS = 30 };
enum { FILE_O_WRITE = 3 }; /* O_WRONLY, O_RDWR */

void stub_xfer(struct stub *s, const struct stub_args *a, const char *data, size_t size)
{
    if (!data) {
        stub_error(s, "no memory");
        return;
    }
    if (a->n[0] > size || !a->n[1]) {
        stub_error(s, a->n[1] ? "offset past the end" : "nothing asked for");
        return;
    }
    size_t left = size - (size_t)a->n[0], n = a->n[1] < left ? (size_t)a->n[1] : left;
    stub_reply_begin(s);
    stub_put(s, "m", 1);
    n = stub_put_binary(s, data + a->n[0], n);
    if (n == left)
        s->out[1] = 'l';
    stub_reply_end(s);
}

void stub_describe(struct stub *s)
{
    if (s->xml.data)
        return;
    s->xml.data = stub_target_xml(s->machine);
    s->xml.n = s->xml.data ? strlen(s->xml.data) : 0;
}

void stub_pkt_xfer_features(struct stub *s, struct stub_args *a)
{
    if (strcmp(a->annex, "target.xml") != 0) {
        stub_error(s, "no such annex");
        return;
    }
    stub_describe(s);
    stub_xfer(s, a, s->xml.data, s->xml.n);
}

static const uint8_t *elf_of(struct stub *s, size_t *size)
{
    *size = 0;
    return s->machine->ops->elf ? s->machine->ops->elf(s->machine, size) : NULL;
}

void stub_pkt_xfer_exec(struct stub *s, struct stub_args *a)
{
    size_t size;
    if (elf_of(s, &size))
        stub_xfer(s, a, elf_name, sizeof elf_name - 1);
    else
        stub_error(s, "there is no ELF file");
}

static bool library_of(struct stub *s, unsigned i, struct machine_library *library)
{
    return s->machine->ops->library && s->machine->ops->library(s->machine, i, library);
}

void stub_pkt_xfer_libraries(struct stub *s, struct stub_args *a)
{
    struct text *t = &s->libraries;
    struct machine_library library;
    if (!s->machine->ops->library) {
        stub_empty(s);
        return;
    }
    if (a->annex[0]) {
        stub_error(s, "no annex here");
        return;
    }
    s->reads_libraries = true;
    if (a->n[0] == 0 || !t->data) { /* the portions of one list are of one moment */
        text_free(t);
        text_addf(t, "<library-list>\n");
        for (unsigned i = 0; library_of(s, i, &library); i++) {
            if (library.gone)
                continue;
            text_addf(t, "<library name=\"/");
            text_add_xml(t, library.name);
            text_addf(t, "\"><section address=\"0x%llx\"/></library>\n",
                      (unsigned long long)library.base);
        }
        text_addf(t, "</library-list>\n");
    }
    stub_xfer(s, a, t->failed ? NULL : t->data, t->n);
}

/* --- vFile: these files, read only --- */
/* @result: negative for an error. */
static void file_result(struct stub *s, int result)
{
    stub_reply_begin(s);
    if (result < 0)
        stub_putf(s, "F-1,%x", (unsigned)-result);
    else
        stub_putf(s, "F%x", (unsigned)result);
    stub_reply_end(s);
}

/* The open file, as it is now; NULL: none. */
static const uint8_t *open_file(struct stub *s, uint64_t fd, size_t *size)
{
    uint64_t i = fd - STUB_FILE_FD0;
    *size = 0;
    if (i >= STUB_FILES || !s->files[i].open)
        return NULL;
    if (!s->files[i].elf)
        return elf_of(s, size);
    *size = s->files[i].size;
    return s->files[i].elf;
}

/* Its bytes and *@size; NULL for the machine's file, whose *@size is 0. False: there is none. */
static bool find_file(struct stub *s, const char *name, size_t n, const uint8_t **elf, size_t *size)
{
    struct machine_library library;
    *elf = NULL;
    if (n == sizeof elf_name - 1 && memcmp(name, elf_name, n) == 0)
        return elf_of(s, size);
    for (unsigned i = 0; library_of(s, i, &library); i++) {
        if (n != strlen(library.name) + 1 || name[0] != '/' ||
            memcmp(name + 1, library.name, n - 1))
            continue;
        *elf = library.elf;
        *size = library.size;
        return true;
    }
    return false;
}

void stub_pkt_file_setfs(struct stub *s, struct stub_args *a)
{
    file_result(s, a->n[0] > STUB_PID ? -FILE_EINVAL : 0);
}

void stub_pkt_file_open(struct stub *s, struct stub_args *a)
{
    const uint8_t *elf;
    size_t size;
    unsigned i = 0;
    if (!find_file(s, (const char *)a->data, a->ndata, &elf, &size)) {
        file_result(s, -FILE_ENOENT);
        return;
    }
    if (a->n[0] & FILE_O_WRITE) {
        file_result(s, -FILE_EROFS);
        return;
    }
    while (i < STUB_FILES && s->files[i].open)
        i++;
    if (i < STUB_FILES) {
        s->files[i].open = true;
        s->files[i].elf = elf;
        s->files[i].size = size;
    }
    file_result(s, i < STUB_FILES ? (int)(STUB_FILE_FD0 + i) : -FILE_EMFILE);
}

void stub_pkt_file_close(struct stub *s, struct stub_args *a)
{
    uint64_t i = a->n[0] - STUB_FILE_FD0;
    bool open = i < STUB_FILES && s->files[i].open;
    if (open)
        s->files[i].open = false;
    file_result(s, open ? 0 : -FILE_EBADF);
}

void stub_pkt_file_pread(struct stub *s, struct stub_args *a)
{
    size_t size;
    const uint8_t *elf = open_file(s, a->n[0], &size);
    if (!elf) {
        file_result(s, -FILE_EBADF);
        return;
    }
    uint64_t at = a->n[2] < size ? a->n[2] : size;
    uint64_t n = a->n[1] < size - at ? a->n[1] : size - at;
    /* the most that fits if every byte must be escaped */
    uint64_t most = STUB_PACKET_SIZE / 2 - 32;
    n = n < most ? n : most;
    stub_reply_begin(s);
    stub_putf(s, "F%x;", (unsigned)n);
    stub_put_binary(s, elf + at, (size_t)n);
    stub_reply_end(s);
}

/* Makes the protocol's struct stat: 64 bytes, big-endian. Source: gdb manual, E.13 "struct
 * stat". */
void stub_pkt_file_fstat(struct stub *s, struct stub_args *a)
{
    uint8_t st[64] = {0};
    size_t size;
    if (!open_file(s, a->n[0], &size)) {
        file_result(s, -FILE_EBADF);
        return;
    }
    st[10] = 0x81, st[11] = 0x24; /* mode: a regular file, 0444 */
    st[15] = 1;                   /* number of links */
    for (unsigned i = 0; i < 8; i++)
        st[28 + i] = (uint8_t)((uint64_t)size >> (56 - 8 * i));
    st[42] = 2; /* number of blocks of 512 bytes */
    for (unsigned i = 0; i < 8; i++)
        st[44 + i] = (uint8_t)(((uint64_t)size + 511) / 512 >> (56 - 8 * i));
    stub_reply_begin(s);
    stub_putf(s, "F%zx;", sizeof st);
    stub_put_binary(s, st, sizeof st);
    stub_reply_end(s);
}

void stub_pkt_file_readlink(struct stub *s, struct stub_args *a)
{
    (void)a;
    file_result(s, -FILE_EINVAL);
}
