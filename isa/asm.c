/* The assembler's outer part: it reads statements and directives, lays the program out and writes
 * its bytes. */
#include "isa/asm_internal.h"
#include "input/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Padding: the compact nop has 8 bytes, and pads to a multiple of 16. */
static const uint64_t nop = 0x7e, compact_nop = 0x2000007e;

bool asm_expect(struct assembler *as, char punct)
{
    char q[64];
    if (!tok_is(&as->lx.tok, punct))
        return asm_error(as, &as->lx.tok.pos, "expected '%c', got %s", punct,
                         asm_quote(&as->lx.tok, q));
    lex_next(&as->lx);
    return true;
}

/* --- statements --- */
static struct asm_item *new_item(struct assembler *as, enum asm_item_kind kind)
{
    if (as->nitems == as->cap_items) {
        size_t cap = as->cap_items ? as->cap_items * 2 : 64;
        bool full = as->nitems == ASM_ITEM_MAX;
        struct asm_item *items = full ? NULL : realloc(as->items, cap * sizeof *items);
        if (full)
            asm_error(as, &as->lx.tok.pos, "more than %d instructions", ASM_ITEM_MAX);
        as->nomem |= !items;
        if (!items)
            return NULL;
        as->items = items;
        as->cap_items = cap;
    }
    struct asm_item *item = &as->items[as->nitems++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->pos = as->lx.tok.pos;
    return item;
}

static void free_item(struct asm_item *item)
{
    free(item->jip.label);
    free(item->uip.label);
}

static bool statement_end(struct assembler *as)
{
    char q[64];
    const struct tok *t = &as->lx.tok;
    if (t->kind == TOK_EOL || t->kind == TOK_END || tok_is(t, ';'))
        return true;
    return asm_error(as, &t->pos, "unexpected %s after the statement", asm_quote(t, q));
}

static bool define_symbol(struct assembler *as, const struct tok *name, bool again)
{
    struct asm_value v;
    char q[64];
    if (name->kind != TOK_IDENT)
        return asm_error(as, &name->pos, "expected a name, got %s", asm_quote(name, q));
    if (asm_is_register(as, name))
        return asm_error(as, &name->pos, "%s is the name of a register", asm_quote(name, q));
    if (!asm_expr(as, &v))
        return false;
    struct asm_symbol *s = sym_find(&as->syms, name->p, name->len);
    if (s && (s->is_label || !again))
        return asm_error(as, &name->pos, "%s is already defined", asm_quote(name, q));
    if (!s)
        s = sym_add(&as->syms, name->p, name->len);
    if (s)
        s->value = v;
    as->nomem |= !s;
    return true;
}

static bool add_label(struct assembler *as, const struct tok *name)
{
    char q[64];
    if (asm_is_register(as, name))
        return asm_error(as, &name->pos, "%s is the name of a register", asm_quote(name, q));
    if (sym_find(&as->syms, name->p, name->len))
        return asm_error(as, &name->pos, "%s is already defined", asm_quote(name, q));
    struct asm_symbol *s = sym_add(&as->syms, name->p, name->len);
    if (s) {
        s->is_label = true;
        s->item = as->nitems;
    }
    as->nomem |= !s;
    return true;
}

static bool directive_dword(struct assembler *as)
{
    do {
        struct asm_value v;
        struct asm_pos pos = as->lx.tok.pos;
        struct asm_item *item = new_item(as, ITEM_DWORD);
        if (!item)
            return false;
        if (tok_is(&as->lx.tok, ','))
            lex_next(&as->lx);
        if (!asm_expr(as, &v))
            return false;
        if (v.is_float)
            memcpy(&item->value, &v.f, sizeof item->value);
        else if (v.i < INT32_MIN || v.i > UINT32_MAX)
            return asm_error(as, &pos, "%lld does not fit in a dword", (long long)v.i);
        else
            item->value = (uint32_t)(uint64_t)v.i;
    } while (tok_is(&as->lx.tok, ','));
    return true;
}

static bool directive_align(struct assembler *as)
{
    int64_t v;
    struct asm_pos pos = as->lx.tok.pos;
    struct asm_item *item = new_item(as, ITEM_ALIGN);
    if (item)
        /* set before .align is parsed: the layout goes on with it after an error */
        item->value = 8;
    if (!item || !asm_int(as, 8, 4096, ".align", &v))
        return false;
    if (v & (v - 1))
        return asm_error(as, &pos, ".align takes a power of two");
    item->value = (uint32_t)v;
    return true;
}

static void read_source(struct assembler *as, const char *path, const char *text, size_t len);

/* The path of an included file, relative to the one that includes it; the caller frees. */
static char *include_path(const char *from, const char *name, size_t len)
{
    const char *slash = strrchr(from, '/');
    int dir = len && name[0] == '/' ? 0 : slash ? (int)(slash - from) + 1 : 0;
    char *path = NULL;
    return asprintf(&path, "%.*s%.*s", dir, from, (int)len, name) < 0 ? NULL : path;
}

static bool include(struct assembler *as, const struct asm_pos *pos, char *path)
{
    if (as->depth == ASM_INCLUDE_MAX)
        return asm_error(as, pos, ".include is nested deeper than %d files", ASM_INCLUDE_MAX);
    for (unsigned i = 0; i <= as->depth; i++)
        if (!strcmp(as->nest[i], path))
            return asm_error(as, pos, "'%s' includes itself", path);
    struct asm_source *sources = realloc(as->sources, (as->nsources + 1) * sizeof *sources);
    if (sources)
        as->sources = sources;
    size_t len;
    char *text = NULL;
    struct stat st;
    if (!stat(path, &st) && !S_ISREG(st.st_mode))
        return asm_error(as, pos, "'%.128s' is not a regular file", path);
    if (!strcmp(path, "-"))
        return asm_error(as, pos, "cannot include the standard input");
    int err = sources ? file_read(path, &text, &len) : ENOMEM;
    if (err)
        return asm_error(as, pos, "cannot read '%.128s': %s", path, strerror(err));
    as->sources[as->nsources++] = (struct asm_source){strdup(path), text};
    const char *kept = as->sources[as->nsources - 1].path;
    as->nomem |= !kept;
    if (!kept)
        return false;
    struct lexer save = as->lx;
    as->nest[++as->depth] = kept;
    read_source(as, kept, text, len);
    as->depth--;
    as->lx = save;
    return true;
}

static bool directive_include(struct assembler *as)
{
    struct tok t = as->lx.tok;
    if (t.kind != TOK_STRING)
        return asm_error(as, &t.pos, "expected .include \"FILE\"");
    lex_next(&as->lx);
    if (!statement_end(as))
        return false;
    char *path = include_path(t.pos.path, t.p, t.len);
    as->nomem |= !path;
    bool ok = path && include(as, &t.pos, path);
    free(path);
    return ok;
}

static const char *directive_name(const void *ctx, unsigned i)
{
    (void)ctx;
    static const char *const names[] = {"define", "include", "align", "dword"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static bool directive(struct assembler *as)
{
    lex_next(&as->lx);
    struct tok t = as->lx.tok;
    lex_next(&as->lx);
    if (tok_word(&t, "define")) {
        struct tok name = as->lx.tok;
        lex_next(&as->lx);
        return define_symbol(as, &name, false);
    }
    if (tok_word(&t, "dword"))
        return directive_dword(as);
    if (tok_word(&t, "align"))
        return directive_align(as);
    if (tok_word(&t, "include"))
        return directive_include(as);
    if (tok_word(&t, "version")) /* the first line of a text in that language */
        return asm_error(as, &t.pos, "this is vISA, which is read from files named *.visaasm");
    char q[64];
    const char *near = t.kind == TOK_IDENT ? asm_nearest(t.p, t.len, directive_name, NULL) : NULL;
    return asm_error(as, &t.pos, "unknown directive %s%s%s%s", asm_quote(&t, q),
                     near ? "; did you mean '." : "", near ? near : "", near ? "'?" : "");
}

static bool statement(struct assembler *as)
{
    struct lexer save = as->lx;
    struct tok t = save.tok;
    if (tok_is(&t, '.'))
        return directive(as);
    if (t.kind == TOK_IDENT) {
        lex_next(&as->lx);
        if (tok_is(&as->lx.tok, ':')) {
            lex_next(&as->lx);
            return add_label(as, &t);
        }
        if (tok_is(&as->lx.tok, '=')) {
            lex_next(&as->lx);
            return define_symbol(as, &t, true);
        }
        as->lx = save;
    }
    struct asm_item *item = new_item(as, ITEM_INSN);
    if (!item)
        return false;
    if (asm_insn(as, item) && statement_end(as)) {
        as->good++;
        return true;
    }
    /* the item stays in the list, so that the layout can report more mistakes */
    free_item(item);
    memset(&item->jip, 0, sizeof item->jip);
    memset(&item->uip, 0, sizeof item->uip);
    item->compact = COMPACT_NEVER;
    item->insn = (struct eu_insn){.op = eu_op_by_id(as->opts->gen, EU_OP_NOP), .opcode = nop};
    return false;
}

static void skip_line(struct lexer *lx)
{
    while (lx->tok.kind != TOK_EOL && lx->tok.kind != TOK_END)
        lex_next(lx);
}

/* Reads all statements of one text. After an error, reading goes on with the next line. */
static void read_source(struct assembler *as, const char *path, const char *text, size_t len)
{
    struct lexer *lx = &as->lx;
    size_t mark = text_mark(text, len);
    lex_init(lx, path, text + mark, len - mark);
    lex_next(lx);
    while (lx->tok.kind != TOK_END && !as->nomem) {
        struct tok first = lx->tok;
        if (first.kind == TOK_EOL || tok_is(&first, ';')) {
            lex_next(lx);
            continue;
        }
        size_t errors = as->errors;
        bool directive_or_label = tok_is(&first, '.');
        if (asm_mesa_remark(as) || !statement(as) || (directive_or_label && !statement_end(as)))
            skip_line(lx);
        if (as->errors == errors && as->nomem)
            asm_error(as, &first.pos, "out of memory");
    }
    if (lx->unclosed)
        asm_error(as, &lx->open, "comment is not closed");
}

/* The name of symbol @i if it is a label. A constant gives "", which is near to no word, so that it
 * is never suggested. */
static const char *label_name(const void *ctx, unsigned i)
{
    const struct asm_symtab *syms = ctx;
    return i >= syms->n ? NULL : syms->items[i].is_label ? syms->items[i].name : "";
}

static void unknown_label(struct assembler *as, const struct asm_pos *pos, const char *name)
{
    const char *near = asm_nearest(name, strlen(name), label_name, &as->syms);
    bool meant = near && *near;
    asm_error(as, pos, "label '%.64s' is not defined%s%.64s%s", name,
              meant ? "; did you mean '" : "", meant ? near : "", meant ? "'?" : "");
}

/* Reports labels that are defined nowhere. This is worth a message even if there were other
 * errors. */
static void check_labels(struct assembler *as)
{
    for (size_t i = 0; i < as->nitems; i++) {
        const struct asm_target *targets[] = {&as->items[i].jip, &as->items[i].uip};
        for (int k = 0; k < 2; k++) {
            const char *name = targets[k]->label;
            const struct asm_symbol *s = name ? sym_find(&as->syms, name, strlen(name)) : NULL;
            if (name && (!s || !s->is_label))
                unknown_label(as, &targets[k]->pos, name);
        }
    }
}

/* --- layout --- */
static uint32_t pad_size(uint32_t addr, uint32_t align)
{
    return (align - addr % align) % align;
}

/* Gives every item its address, with the sizes known so far. Returns false if the program is too
 * large. */
static bool assign_addresses(struct assembler *as, uint32_t *total)
{
    uint32_t addr = 0;
    for (size_t i = 0; i < as->nitems; i++) {
        struct asm_item *item = &as->items[i];
        item->addr = addr;
        item->size = item->kind == ITEM_DWORD   ? 4
                     : item->kind == ITEM_ALIGN ? pad_size(addr, item->value)
                     : item->compacted          ? 8
                                                : 16;
        addr += item->size;
        if (addr > ASM_CODE_MAX)
            return asm_error(as, &item->pos, "program is larger than %d bytes", ASM_CODE_MAX);
    }
    *total = addr;
    return true;
}

static uint32_t item_addr(const struct assembler *as, size_t index, uint32_t total)
{
    return index < as->nitems ? as->items[index].addr : total;
}

static int32_t target_offset(const struct assembler *as, const struct asm_item *item,
                             const struct asm_target *t, uint32_t total)
{
    if (t->is_item)
        return (int32_t)(item_addr(as, t->item, total) - item->addr);
    if (!t->label)
        return t->value;
    const struct asm_symbol *s = sym_find(&as->syms, t->label, strlen(t->label));
    uint32_t addr = s && s->is_label ? item_addr(as, s->item, total) : item->addr;
    return (int32_t)(item->insn.op->id == EU_OP_CALLA ? addr : addr - item->addr);
}

/* Encodes an item at its present address into native words. */
static bool encode_item(struct assembler *as, struct asm_item *item, uint32_t total,
                        uint64_t word[2])
{
    item->insn.size = item->compacted ? 8 : 16;
    if (item->jip.used) {
        int32_t jip = target_offset(as, item, &item->jip, total);
        int32_t uip = target_offset(as, item, &item->uip, total);
        if (isa_set_branch(as->opts->gen, &item->insn, jip, uip) < 0)
            return asm_error(as, &item->jip.pos,
                             "branch distance is out of range or not a multiple of 8");
    }
    isa_encode(as->opts->gen, &item->insn, word);
    return true;
}

/* Chooses the sizes. Each instruction that may be compact starts compact, and becomes native if it
 * does not fit because of its distance. Sizes never shrink, so the loop ends. */
static bool choose_sizes(struct assembler *as, uint32_t *total)
{
    bool again = true;
    for (size_t i = 0; i < as->nitems; i++) {
        struct asm_item *item = &as->items[i];
        item->compacted =
            item->kind == ITEM_INSN && (item->compact == COMPACT_ALWAYS ||
                                        (as->opts->compact && item->compact == COMPACT_AUTO &&
                                         !item->raw[0] && !item->raw[1]));
    }
    while (again) {
        again = false;
        if (!assign_addresses(as, total))
            return false;
        for (size_t i = 0; i < as->nitems; i++) {
            struct asm_item *item = &as->items[i];
            uint64_t word[2], small;
            if (!item->compacted || item->compact == COMPACT_ALWAYS)
                continue;
            if (!encode_item(as, item, *total, word))
                return false;
            if (!isa_compact(as->opts->gen, word, &small)) {
                item->compacted = false;
                again = true;
            }
        }
    }
    return true;
}

static void store_bytes(uint8_t *p, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static void emit_padding(uint8_t *p, uint32_t size)
{
    for (; size >= 16; size -= 16, p += 16)
        store_bytes(p, nop, 8);
    if (size >= 8)
        store_bytes(p, compact_nop, 8);
}

static void emit_insn(struct assembler *as, struct asm_item *item, uint32_t total, uint8_t *p)
{
    uint64_t word[2], small;
    if (!encode_item(as, item, total, word))
        return;
    /* reported once: the instructions after it are misaligned because of it */
    if (item->addr % 8 && !as->misaligned)
        as->misaligned = !asm_error(as, &item->pos, "instruction is not at a multiple of 8 bytes");
    if (!item->compacted) {
        store_bytes(p, word[0] ^ item->raw[0], 8);
        store_bytes(p + 8, word[1] ^ item->raw[1], 8);
        return;
    }
    if (!isa_compact(as->opts->gen, word, &small)) {
        if (!item->raw[0]) /* with Raw, the user chose the bits */
            asm_error(as, &item->pos, "instruction has no compact form");
        small = isa_compact_base(as->opts->gen, word);
    }
    store_bytes(p, small ^ item->raw[0], 8);
}

static int emit_program(struct assembler *as, struct eu_program *prog, uint32_t total)
{
    /* the address where the next instruction starts; one may consist of several .dword */
    uint32_t next = 0;
    int err = 0;
    prog->code = calloc(total ? total : 1, 1);
    prog->size = total;
    prog->path = strdup(as->nest[0]);
    if (!prog->code || !prog->path)
        return -EU_ERR_NOMEM;
    for (size_t i = 0; i < as->nitems; i++) {
        struct asm_item *item = &as->items[i];
        uint8_t *p = prog->code + item->addr;
        if (item->kind == ITEM_DWORD)
            store_bytes(p, item->value, 4);
        else if (item->kind == ITEM_ALIGN)
            emit_padding(p, item->size);
        else
            emit_insn(as, item, total, p);
        if (!err && item->size && item->addr >= next) {
            next = item->addr +
                   (item->kind != ITEM_DWORD ? item->size : 16u >> (item->value >> 29 & 1));
            err = eu_program_add_line(prog, item->addr, item->pos.path, item->pos.line);
        }
    }
    for (size_t i = 0; i < as->syms.n && !err; i++) {
        const struct asm_symbol *s = &as->syms.items[i];
        if (s->is_label)
            err =
                eu_program_add_label(prog, s->name, strlen(s->name), item_addr(as, s->item, total));
    }
    return err;
}

static void free_items(struct assembler *as)
{
    for (size_t i = 0; i < as->nitems; i++)
        free_item(&as->items[i]);
    for (size_t i = 0; i < as->nsources; i++) {
        free(as->sources[i].path);
        free(as->sources[i].text);
    }
    free(as->items);
    free(as->sources);
    sym_fini(&as->syms);
}

/* Sorts the messages from the @n-th on by their lines, within each file. */
static void sort_messages(struct diags *d, size_t n)
{
    for (size_t i = n + 1; i < d->n; i++) {
        for (size_t k = i; k > n; k--) {
            struct diag *a = &d->items[k - 1], *b = &d->items[k], save = *a;
            if (!a->file || !b->file || strcmp(a->file, b->file) || a->line <= b->line)
                break;
            *a = *b;
            *b = save;
        }
    }
}

/* A text that is no assembler text at all gives an error on each line. Replaces these errors by one
 * message that says so. */
static void collapse_prose(struct assembler *as, size_t n, size_t errors)
{
    if (as->good || as->unknown < 4 || as->unknown * 2 < as->errors || as->diags->n <= n)
        return;
    const struct diag *first = &as->diags->items[n];
    unsigned line = first->line;
    char *text = first->text ? strdup(first->text) : NULL;
    diags_cut(as->diags, n, errors);
    diags_add(as->diags, false, as->nest[0], 0, 0, NULL,
              "not a program: no line of it is an instruction; line %u: %s", line,
              text ? text : "");
    free(text);
}

int eu_assemble(const char *text, size_t len, const struct eu_asm_opts *opts,
                struct eu_program *prog, struct diags *diags)
{
    struct assembler as = {.opts = opts, .isa = isa_gen(opts->gen), .diags = diags};
    uint32_t total = 0;
    size_t n = diags->n, errors = diags->errors;
    int err = 0;
    memset(prog, 0, sizeof *prog);
    as.nest[0] = opts->path ? opts->path : "-";
    read_source(&as, as.nest[0], text, len);
    check_labels(&as);
    if (!as.errors && asm_find_targets(&as))
        asm_warn_targets(&as);
    if (!as.nomem && choose_sizes(&as, &total))
        err = emit_program(&as, prog, total);
    sort_messages(diags, n);
    collapse_prose(&as, n, errors);
    if (as.errors)
        err = -EU_ERR_SYNTAX;
    if (err)
        eu_program_fini(prog);
    free_items(&as);
    return as.nomem && !as.errors ? -EU_ERR_NOMEM : err;
}
