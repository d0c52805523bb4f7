/* Reads line tables. The file may be hostile: every read is bounded, and the work is linear in its
 * size. */
#include "isa/dwarf.h"

#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 4096 };

struct cursor {
    const uint8_t *p, *end;
    bool bad; /* a read went past the end; all further values are 0 */
};

static uint64_t get_number(struct cursor *c, size_t n)
{
    uint64_t v = 0;
    if ((size_t)(c->end - c->p) < n) {
        c->bad = true;
        c->p = c->end;
        return 0;
    }
    for (size_t i = 0; i < n; i++, c->p++)
        if (i < 8)
            v |= (uint64_t)*c->p << 8 * i;
    return v;
}

static uint64_t get_leb(struct cursor *c, bool sign)
{
    uint64_t v = 0;
    unsigned shift = 0, byte;
    do {
        byte = (unsigned)get_number(c, 1);
        if (shift < 64)
            v |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (sign && byte & 0x40 && shift < 64)
        v |= ~0ull << shift;
    return v;
}

static const char *get_string(struct cursor *c)
{
    const uint8_t *start = c->p, *nul = memchr(start, 0, (size_t)(c->end - start));
    c->bad |= !nul;
    c->p = nul ? nul + 1 : c->end;
    return nul ? (const char *)start : "";
}

/* A table that is being written again: the state of its own machine. */
struct merged {
    uint8_t *data;
    size_t n, room;
    bool failed; /* no memory */
    bool open;   /* inside a sequence, of which a row was written */
    uint64_t addr, file, line;
    bool stmt;
    const uint64_t *out; /* addresses of rows that are left out */
    size_t nout;
    uint64_t out_file, out_line; /* of the last row that began a statement; line 0: none */
};

/* The state machine that runs one table. */
struct table {
    struct merged *to; /* receives the rows in place of @prog; or NULL */
    struct eu_program *prog;
    uint8_t step, range, opcode_base; /* bytes of an instruction; line_range */
    int8_t line_base;
    uint8_t args[256];
    uint32_t *files; /* their numbers in the program */
    size_t nfiles;
    uint64_t addr, file, line;
    bool body, stmt, stmts; /* stmts: the value of stmt at the beginning of a sequence */
};

/* Adds the file names to the program. A relative name gets its folder, if the table gives one. */
static int read_files(struct cursor *c, struct table *t)
{
    const char *name, **dirs = malloc(FILES_MAX * sizeof *dirs);
    size_t ndirs = 0;
    int err = dirs ? 0 : -EU_ERR_NOMEM;
    while (!err && *(name = get_string(c)))
        if (ndirs < FILES_MAX)
            dirs[ndirs++] = name;
    while (!err && *(name = get_string(c)) && t->nfiles < FILES_MAX) {
        uint64_t dir = get_leb(c, false);
        char *path = NULL;
        get_leb(c, false);
        get_leb(c, false);
        bool in = dir && dir <= ndirs && *name != '/';
        if (asprintf(&path, "%s%s%s", in ? dirs[dir - 1] : "", in ? "/" : "", name) < 0)
            path = NULL;
        int file = path ? eu_program_add_file(t->prog, path) : -EU_ERR_NOMEM;
        free(path);
        if (file < 0)
            err = file;
        else
            t->files[t->nfiles++] = (uint32_t)file;
    }
    free(dirs);
    return err;
}

static void start_sequence(struct table *t)
{
    t->addr = 0;
    t->file = t->line = 1;
    t->body = false;
    t->stmt = t->stmts;
}

/* --- writing a table again --- */

static void put(struct merged *m, const void *bytes, size_t n)
{
    if (m->n + n > m->room && !m->failed) {
        size_t room = 2 * (m->n + n);
        uint8_t *more = realloc(m->data, room);
        m->failed = !more;
        m->data = more ? more : m->data;
        m->room = more ? room : m->room;
    }
    if (!m->failed && n) {
        memcpy(m->data + m->n, bytes, n);
        m->n += n;
    }
}

static void put_byte(struct merged *m, unsigned byte)
{
    put(m, &(uint8_t){(uint8_t)byte}, 1);
}

static void put_leb(struct merged *m, uint64_t v, bool sign)
{
    for (bool more = true; more;) {
        unsigned byte = v & 0x7f;
        v = sign ? (uint64_t)((int64_t)v >> 7) : v >> 7;
        more = sign ? !((v == 0 && !(byte & 0x40)) || (v == UINT64_MAX && byte & 0x40)) : v != 0;
        put_byte(m, byte | (more ? 0x80 : 0));
    }
}

static void put_address(const struct table *t)
{
    struct merged *m = t->to;
    if (m->open && t->addr >= m->addr && (t->addr - m->addr) % t->step == 0) {
        put_byte(m, 2);
        put_leb(m, (t->addr - m->addr) / t->step, false);
    } else {
        put(m, (const uint8_t[]){0, 9, 2}, 3);
        put(m, &t->addr, 8);
    }
    m->addr = t->addr;
}

/* A row that repeats the last one is left out. */
static int put_row(struct table *t)
{
    struct merged *m = t->to;
    bool same = m->open && t->file == m->file && t->line == m->line && (m->stmt || !t->stmt);
    if (same && !t->body)
        return 0;
    put_address(t);
    if (!m->open) {
        m->file = m->line = 1;
        m->stmt = t->stmts;
        m->open = true;
    }
    if (m->stmt != t->stmt)
        put_byte(m, 6);
    if (m->file != t->file) {
        put_byte(m, 4);
        put_leb(m, t->file, false);
    }
    if (m->line != t->line) {
        put_byte(m, 3);
        put_leb(m, t->line - m->line, true);
    }
    if (t->body)
        put_byte(m, 10);
    put_byte(m, 1);
    m->file = t->file, m->line = t->line, m->stmt = t->stmt;
    t->body = false;
    return m->failed ? -EU_ERR_NOMEM : 0;
}

/* Whether the row is one of those to leave out. */
static bool leave_out(const struct table *t)
{
    struct merged *m = t->to;
    size_t i = 0;
    while (i < m->nout && m->out[i] != t->addr)
        i++;
    if (i < m->nout && t->stmt)
        m->out_file = t->file, m->out_line = t->line;
    return i < m->nout;
}

static int merge_row(struct table *t)
{
    struct merged *m = t->to;
    if (leave_out(t))
        return 0;
    bool stmt = t->stmt, first = t->file == m->out_file && t->line == m->out_line;
    t->stmt |= first;
    m->out_line = first ? 0 : m->out_line;
    int err = put_row(t);
    t->stmt = stmt;
    return err;
}

static void merge_end(struct table *t)
{
    struct merged *m = t->to;
    if (m->open) {
        put_address(t);
        put(m, (const uint8_t[]){0, 1, 1}, 3);
    }
    m->open = false;
}

/* --- rows for a program --- */

/* Rows out of order are dropped: no assembler writes them, and sorting them would take too long. */
static int add_row(struct table *t)
{
    if (t->to)
        return merge_row(t);
    struct eu_program *prog = t->prog;
    uint64_t at = t->addr - prog->base;
    bool later = !prog->nlines || at > prog->lines[prog->nlines - 1].addr, body = t->body;
    t->body = false;
    if (t->addr < prog->base || at >= prog->size || !later || !t->file || t->file > t->nfiles ||
        !t->line || t->line > UINT32_MAX)
        return 0;
    if (body && eu_program_add_body(prog, (uint32_t)at))
        return -EU_ERR_NOMEM;
    return eu_program_add_row(
        prog, (struct eu_line){(uint32_t)at, (uint32_t)t->line, t->files[t->file - 1]});
}

static void run_extended(struct cursor *c, struct table *t)
{
    uint64_t n = get_leb(c, false);
    uint64_t opcode = n ? get_number(c, 1) : 0;
    if (opcode == 1 && t->to)
        merge_end(t);
    if (opcode == 1)
        start_sequence(t);
    if (opcode == 2)
        t->addr = get_number(c, (size_t)n - 1);
    else if (n)
        get_number(c, (size_t)n - 1);
}

static void run_standard(struct cursor *c, struct table *t, unsigned opcode)
{
    switch (opcode) {
    case 2:
        t->addr += get_leb(c, false) * t->step;
        break;
    case 3:
        t->line += get_leb(c, true);
        break;
    case 4:
        t->file = get_leb(c, false);
        break;
    case 6: /* DW_LNS_negate_stmt */
        t->stmt = !t->stmt;
        break;
    case 8: /* DW_LNS_const_add_pc */
        t->addr += (uint64_t)((255 - t->opcode_base) / t->range) * t->step;
        break;
    case 10: /* DW_LNS_set_prologue_end: the next row begins a function's body */
        t->body = true;
        break;
    case 9: /* DW_LNS_fixed_advance_pc */
        t->addr += get_number(c, 2);
        break;
    default:
        for (unsigned i = 0; i < t->args[opcode]; i++)
            get_leb(c, false);
    }
}

static int run_table(struct cursor *c, struct table *t)
{
    int err = 0;
    start_sequence(t);
    while (!err && !c->bad && c->p < c->end) {
        unsigned opcode = (unsigned)get_number(c, 1);
        if (opcode >= t->opcode_base) {
            unsigned by = opcode - t->opcode_base;
            t->addr += (uint64_t)(by / t->range) * t->step;
            t->line += (uint64_t)((int64_t)t->line_base + by % t->range);
            err = add_row(t);
        } else if (opcode == 0) {
            run_extended(c, t);
        } else if (opcode == 1) {
            err = add_row(t);
        } else {
            run_standard(c, t, opcode);
        }
    }
    return err;
}

/* Reads a header. False: it breaks the rules. *@names: the rest of the header. */
static bool read_header(struct cursor *c, struct table *t, struct cursor *names)
{
    unsigned version = (unsigned)get_number(c, 2);
    uint64_t header = get_number(c, 4);
    *names = (struct cursor){c->p, c->end, false};
    if (c->bad || version < 2 || version > 4 || header > (size_t)(c->end - c->p))
        return false;
    names->end = c->p += header;
    t->step = (uint8_t)get_number(names, 1);
    get_number(names, version == 4 ? 1 : 0); /* skips operations in an instruction */
    t->stmts = get_number(names, 1) != 0;
    t->line_base = (int8_t)get_number(names, 1);
    t->range = (uint8_t)get_number(names, 1);
    t->opcode_base = (uint8_t)get_number(names, 1);
    for (unsigned i = 1; i < t->opcode_base; i++)
        t->args[i] = (uint8_t)get_number(names, 1);
    return !names->bad && t->range && t->opcode_base;
}

static int read_table(struct cursor *c, struct eu_program *prog)
{
    struct table t = {.prog = prog};
    struct cursor names;
    if (!read_header(c, &t, &names))
        return 0;
    t.files = malloc(FILES_MAX * sizeof *t.files);
    int err = t.files ? read_files(&names, &t) : -EU_ERR_NOMEM;
    if (!err)
        err = run_table(c, &t);
    free(t.files);
    return err;
}

int eu_dwarf_read_lines(const uint8_t *data, size_t size, struct eu_program *prog)
{
    struct cursor c = {data, data + size, false};
    int err = 0;
    while (!err && c.p < c.end) {
        uint64_t n = get_number(&c, 4);
        /* this also ends at a 64-bit table, which begins with ~0 */
        if (c.bad || n > (size_t)(c.end - c.p))
            break;
        struct cursor unit = {c.p, c.p + n, false};
        c.p += n;
        err = read_table(&unit, prog);
    }
    return err;
}

int eu_dwarf_merge_lines(const uint8_t *data, size_t size, const uint64_t *out, size_t nout,
                         uint8_t **merged, size_t *n)
{
    enum { STANDARD = 13 }; /* opcode_base of tables that have all opcodes that are written here */
    struct cursor c = {data, data + size, false}, names;
    struct merged to = {.out = out, .nout = nout};
    struct table t = {.to = &to};
    *merged = NULL;
    *n = 0;
    if (get_number(&c, 4) != size - 4 || c.bad || !read_header(&c, &t, &names) || !t.step ||
        t.opcode_base < STANDARD)
        return 0;
    put(&to, data, (size_t)(c.p - data));
    int err = run_table(&c, &t);
    if (err || to.failed || c.bad || to.open) {
        free(to.data);
        return err || to.failed ? -EU_ERR_NOMEM : 0;
    }
    uint32_t length = (uint32_t)(to.n - 4);
    memcpy(to.data, &length, sizeof length);
    *merged = to.data;
    *n = to.n;
    return 0;
}
