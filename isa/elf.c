/* Writes and reads ELF files of programs, which gdb reads. Each program has a .text section at its
 * address, a function symbol with a size for each label, and DWARF for its source lines. Source:
 * ELF specification; docs/gdb-findings.md section 4. */
#include "isa/dwarf.h"

#include <ctype.h>
#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EM_EU = 205 }; /* EM_INTELGT */
enum { ET_OPENCL_PROGRAM = 0xff04 };

/* A string table that grows. */
struct strings {
    char *text;
    size_t n, cap;
    bool failed;
};

static uint32_t add_string(struct strings *s, const char *text)
{
    size_t len = strlen(text) + 1;
    if (s->n + len > s->cap) {
        size_t cap = (s->n + len) * 2;
        char *more = realloc(s->text, cap);
        s->failed |= !more;
        if (!more)
            return 0;
        s->text = more;
        s->cap = cap;
    }
    memcpy(s->text + s->n, text, len);
    s->n += len;
    return (uint32_t)(s->n - len);
}

struct builder {
    Elf *elf;
    struct strings names, sections;
    Elf64_Sym *syms;
    size_t nsyms;
    size_t first_global;
    struct eu_dwarf dwarf;
    bool without_frames;
};

/* Adds a section with one block of data. The caller keeps @data alive until elf_update(). */
static Elf_Scn *add_section(struct builder *b, const char *name, uint32_t type, void *data,
                            size_t size, Elf_Type kind, uint32_t align)
{
    Elf_Scn *scn = elf_newscn(b->elf);
    Elf_Data *block = scn ? elf_newdata(scn) : NULL;
    Elf64_Shdr *head = scn ? elf64_getshdr(scn) : NULL;
    if (!block || !head)
        return NULL;
    *block = (Elf_Data){
        .d_buf = data, .d_type = kind, .d_version = EV_CURRENT, .d_size = size, .d_align = align};
    head->sh_name = add_string(&b->sections, name);
    head->sh_type = type;
    head->sh_addralign = align;
    return scn;
}

static bool add_text(struct builder *b, const struct eu_program *prog, size_t index)
{
    char name[32] = ".text";
    if (index)
        snprintf(name, sizeof name, ".text.%zu", index);
    Elf_Scn *scn = add_section(b, name, SHT_PROGBITS, prog->code, prog->size, ELF_T_BYTE, 8);
    if (!scn)
        return false;
    Elf64_Shdr *head = elf64_getshdr(scn);
    head->sh_addr = prog->above + prog->base;
    head->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    return true;
}

/* Whether a label begins a function. A label directly after a call does not: gdb identifies the
 * caller by the function that contains the call, and must find the same function at the return
 * address, or finish and nexti run too far. The symbol of such a label has no size, and the
 * function before it reaches over it. Calls are never compact. */
static bool is_function(const struct eu_program *prog, const struct eu_label *label)
{
    enum { CALL_BYTES = 16 };
    struct eu_insn insn;
    if (label->addr < CALL_BYTES || label->addr >= prog->size)
        return true;
    int size = isa_decode(EU_GEN75, prog->code + label->addr - CALL_BYTES, CALL_BYTES, &insn);
    return size != CALL_BYTES || insn.op->format != EU_FMT_CALL;
}

/* The end of the function that begins at @addr: the start of the next one, or the end of the
 * program. */
static uint32_t function_end(const struct eu_program *prog, size_t first, uint32_t addr)
{
    for (size_t i = first; i < prog->nlabels && addr < prog->size; i++)
        if (prog->labels[i].addr > addr && is_function(prog, &prog->labels[i]))
            return prog->labels[i].addr;
    return prog->size;
}

/* @size 0: the symbol is a label, not a function. */
static void add_symbol(struct builder *b, size_t section, unsigned binding, const char *name,
                       uint64_t addr, uint64_t size)
{
    b->syms[b->nsyms++] = (Elf64_Sym){
        .st_name = add_string(&b->names, name),
        .st_value = addr,
        .st_size = size,
        .st_info = ELF64_ST_INFO(binding, size ? STT_FUNC : STT_NOTYPE),
        .st_shndx = (Elf64_Section)section,
    };
}

/* Adds a symbol for the code before the first label, so that a debugger has a name for it: the name
 * of the file, in characters that gdb's expressions accept. */
static void add_start(struct builder *b, const struct eu_program *prog, size_t section)
{
    const char *path = prog->path ? prog->path : "", *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    char name[64] = "start";
    size_t n = strcspn(stem, ".");
    if (prog->data || !prog->size || (prog->nlabels && prog->labels[0].addr == 0))
        return;
    if (isalpha((unsigned char)*stem))
        snprintf(name, sizeof name, "%.*s", (int)n, stem);
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
    add_symbol(b, section, STB_LOCAL, name, prog->above + prog->base, function_end(prog, 0, 0));
}

static void add_labels(struct builder *b, const struct eu_program *prog, size_t section)
{
    uint32_t end = 0;
    for (size_t i = 0; i < prog->nlabels; i++) {
        const struct eu_label *label = &prog->labels[i];
        bool function = is_function(prog, label);
        /* otherwise a function at the same address has set it already */
        if (function && label->addr >= end)
            end = function_end(prog, i + 1, label->addr);
        add_symbol(b, section, STB_GLOBAL, label->name, prog->above + prog->base + label->addr,
                   function ? end - label->addr : 0);
    }
}

/* The functions among the symbols, with one name for an address: the first. The caller frees them;
 * NULL: no memory. */
static struct eu_dwarf_function *functions_of(const struct builder *b, size_t *n)
{
    struct eu_dwarf_function *all = b->names.failed ? NULL : calloc(b->nsyms + 1, sizeof *all);
    *n = 0;
    for (size_t i = 0; all && i < b->nsyms; i++) {
        const Elf64_Sym *sym = &b->syms[i];
        bool is_alias = *n && all[*n - 1].addr == sym->st_value;
        if (sym->st_size && !is_alias)
            all[(*n)++] = (struct eu_dwarf_function){b->names.text + sym->st_name, sym->st_value,
                                                     (uint32_t)sym->st_size};
    }
    return all;
}

static bool add_dwarf(struct builder *b, const struct eu_program *progs, size_t n,
                      const struct eu_dwarf_units *units)
{
    size_t nfunctions;
    struct eu_dwarf_function *functions = functions_of(b, &nfunctions);
    bool built = functions && !eu_dwarf_build(progs, n, functions, nfunctions, units, &b->dwarf);
    free(functions);
    if (!built)
        return false;
    for (unsigned i = 0; i < EU_DWARF_PARTS; i++) {
        struct eu_dwarf_section *s = &b->dwarf.parts[i];
        bool left_out = i == EU_DWARF_FRAME && b->without_frames;
        if (s->n && !left_out &&
            !add_section(b, eu_dwarf_name(i), SHT_PROGBITS, s->data, s->n, ELF_T_BYTE, 1))
            return false;
    }
    return true;
}

/* add_frames - gives names to the frames that are not code, in a section without contents. */
static bool add_frames(struct builder *b)
{
    enum { AROUND = EU_FRAME_AROUND };
    const uint64_t base = EU_FRAME_EXCEPTION - AROUND;
    Elf_Scn *scn = add_section(b, ".frames", SHT_NOBITS, NULL, EU_FRAME_FORGOTTEN + AROUND - base,
                               ELF_T_BYTE, 8);
    if (!scn)
        return false;
    Elf64_Shdr *head = elf64_getshdr(scn);
    size_t section = elf_ndxscn(scn);
    head->sh_addr = base;
    head->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    add_symbol(b, section, STB_GLOBAL, "<exception>", base,
               EU_FRAME_THREADS * EU_FRAME_STEP + AROUND);
    add_symbol(b, section, STB_GLOBAL, "<dispatch>", EU_FRAME_DISPATCH - AROUND, 2 * AROUND);
    add_symbol(b, section, STB_GLOBAL, "<forgotten>", EU_FRAME_FORGOTTEN - AROUND, 2 * AROUND);
    return true;
}

static bool add_tables(struct builder *b)
{
    Elf_Scn *symtab =
        add_section(b, ".symtab", SHT_SYMTAB, b->syms, b->nsyms * sizeof *b->syms, ELF_T_SYM, 8);
    Elf_Scn *strtab =
        add_section(b, ".strtab", SHT_STRTAB, b->names.text, b->names.n, ELF_T_BYTE, 1);
    Elf_Scn *shstrtab = add_section(b, ".shstrtab", SHT_STRTAB, NULL, 0, ELF_T_BYTE, 1);
    if (!symtab || !strtab || !shstrtab)
        return false;
    Elf_Data *names = elf_getdata(shstrtab, NULL);
    names->d_buf = b->sections.text;
    names->d_size = b->sections.n;
    Elf64_Shdr *head = elf64_getshdr(symtab);
    head->sh_link = (Elf64_Word)elf_ndxscn(strtab);
    head->sh_info = (Elf64_Word)b->first_global;
    head->sh_entsize = sizeof *b->syms;
    elf64_getehdr(b->elf)->e_shstrndx = (Elf64_Half)elf_ndxscn(shstrtab);
    return !b->names.failed && !b->sections.failed;
}

/* Adds program headers for the .text sections. libelf makes the layout, so this needs a second
 * update. */
static bool add_segments(struct builder *b, size_t n)
{
    if (!n)
        return true;
    Elf64_Phdr *heads = elf64_newphdr(b->elf, n);
    if (!heads || elf_update(b->elf, ELF_C_NULL) < 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        const Elf64_Shdr *text = elf64_getshdr(elf_getscn(b->elf, i + 1));
        heads[i] = (Elf64_Phdr){.p_type = PT_LOAD,
                                .p_offset = text->sh_offset,
                                .p_vaddr = text->sh_addr,
                                .p_paddr = text->sh_addr,
                                .p_filesz = text->sh_size,
                                .p_memsz = text->sh_size,
                                .p_flags = PF_R | PF_X,
                                .p_align = 1};
    }
    return elf_flagphdr(b->elf, ELF_C_SET, ELF_F_DIRTY) != 0;
}

static bool build_image(struct builder *b, const struct eu_program *progs, size_t n,
                        const struct eu_dwarf_units *units)
{
    Elf64_Ehdr *head = elf64_newehdr(b->elf);
    size_t labels = 1 + 3; /* a null symbol and three frames */
    for (size_t i = 0; i < n; i++)
        labels += 1 + progs[i].nlabels;
    b->syms = calloc(labels, sizeof *b->syms);
    if (!head || !b->syms)
        return false;
    head->e_ident[EI_DATA] = ELFDATA2LSB;
    head->e_machine = EM_EU;
    head->e_type = ET_EXEC;
    head->e_version = EV_CURRENT;
    head->e_entry = n ? progs[0].above + progs[0].base : 0;
    add_string(&b->names, "");
    add_string(&b->sections, "");
    b->nsyms = 1;
    for (size_t i = 0; i < n; i++) /* sections from 1 on */
        if (!add_text(b, &progs[i], i))
            return false;
    for (size_t i = 0; i < n; i++)
        add_start(b, &progs[i], i + 1);
    b->first_global = b->nsyms;
    for (size_t i = 0; i < n; i++)
        add_labels(b, &progs[i], i + 1);
    return (b->without_frames || add_frames(b)) && add_dwarf(b, progs, n, units) && add_tables(b) &&
           add_segments(b, n);
}

/* Writes the file that @b describes, and reads it. A limit of the size of files counts for it. */
static int through_file(struct builder *b, int fd, uint8_t **image, size_t *size)
{
    if (elf_update(b->elf, ELF_C_WRITE) < 0)
        return -EU_ERR_IO;
    off_t end = lseek(fd, 0, SEEK_END);
    uint8_t *buf = end > 0 ? malloc((size_t)end) : NULL;
    if (!buf)
        return end > 0 ? -EU_ERR_NOMEM : -EU_ERR_IO;
    for (off_t at = 0; at < end;) {
        ssize_t got = pread(fd, buf + at, (size_t)(end - at), at);
        if (got <= 0) {
            free(buf);
            return -EU_ERR_IO;
        }
        at += got;
    }
    *image = buf;
    *size = (size_t)end;
    return 0;
}

static int make_image(const struct eu_program *progs, size_t n, const struct eu_dwarf_units *units,
                      bool without_frames, uint8_t **image, size_t *size)
{
    struct builder b = {.without_frames = without_frames};
    int err = -EU_ERR_NOMEM;
    *image = NULL;
    *size = 0;
    elf_version(EV_CURRENT);
    int fd = memfd_create("eulab.elf", MFD_CLOEXEC); /* libelf can only write to files */
    if (fd < 0)
        return -EU_ERR_IO;
    b.elf = elf_begin(fd, ELF_C_WRITE, NULL);
    if (b.elf && build_image(&b, progs, n, units))
        err = through_file(&b, fd, image, size);
    int why = errno;
    if (b.elf)
        elf_end(b.elf);
    eu_dwarf_fini(&b.dwarf);
    free(b.syms);
    free(b.names.text);
    free(b.sections.text);
    close(fd);
    errno = why;
    return err;
}

int eu_elf_image(const struct eu_program *progs, size_t n, const struct eu_dwarf_units *units,
                 uint8_t **image, size_t *size)
{
    return n && n <= 1000 ? make_image(progs, n, units, false, image, size) : -EU_ERR_RANGE;
}

int eu_elf_library(const struct eu_program *prog, const struct eu_dwarf_units *units,
                   uint8_t **image, size_t *size)
{
    return make_image(prog, 1, units, true, image, size);
}

int eu_elf_frames(uint8_t **image, size_t *size)
{
    return make_image(NULL, 0, NULL, false, image, size);
}

void eu_elf_call_x86_64(uint8_t *image, size_t size)
{
    size_t at = offsetof(Elf64_Ehdr, e_machine);
    if (size < sizeof(Elf64_Ehdr))
        return;
    image[at] = EM_X86_64;
    image[at + 1] = 0;
}

/* --- reading --- */
static int add_error(struct diags *diags, const struct eu_program *prog, const char *text)
{
    diags_add(diags, false, prog->path ? prog->path : "-", 0, 0, NULL, "%s", text);
    return -EU_ERR_FORMAT;
}

/* Reads the first section with code: the kernel. Returns its number, 0 if there is none. The gelf
 * functions copy, because nothing need be aligned in a damaged file. */
static size_t read_text(Elf *elf, GElf_Shdr *head, const Elf_Data **data)
{
    Elf_Scn *scn = NULL;
    while ((scn = elf_nextscn(elf, scn))) {
        if (!gelf_getshdr(scn, head) || head->sh_type != SHT_PROGBITS ||
            !(head->sh_flags & SHF_EXECINSTR))
            continue;
        *data = elf_getdata(scn, NULL);
        if (*data && (*data)->d_buf && (*data)->d_size)
            return elf_ndxscn(scn);
    }
    return 0;
}

struct symbol {
    uint32_t addr;
    int order;
    const char *name;
};

static int by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Reads the labels of section @text, which are its global symbols, and sorts them. A file may have
 * millions, in any order. */
static int read_symbols(Elf *elf, Elf_Scn *scn, size_t text, struct eu_program *prog)
{
    GElf_Shdr head;
    GElf_Sym sym;
    Elf_Data *data = NULL;
    size_t n = 0;
    if (gelf_getshdr(scn, &head) && head.sh_type == SHT_SYMTAB)
        data = elf_getdata(scn, NULL);
    if (!data)
        return 0;
    struct symbol *list = malloc((data->d_size / sizeof(Elf32_Sym) + 1) * sizeof *list);
    if (!list)
        return -EU_ERR_NOMEM;
    for (int i = 1; gelf_getsym(data, i, &sym); i++) {
        const char *name = elf_strptr(elf, head.sh_link, sym.st_name);
        if (sym.st_shndx == text && name && *name && GELF_ST_BIND(sym.st_info) != STB_LOCAL &&
            GELF_ST_TYPE(sym.st_info) <= STT_FUNC && sym.st_value >= prog->base &&
            sym.st_value - prog->base <= prog->size)
            list[n++] = (struct symbol){(uint32_t)(sym.st_value - prog->base), i, name};
    }
    qsort(list, n, sizeof *list, by_address);
    int err = 0;
    for (size_t i = 0; i < n && !err; i++)
        err = eu_program_add_label(prog, list[i].name, strlen(list[i].name), list[i].addr);
    free(list);
    return err;
}

static int read_lines(Elf *elf, Elf_Scn *scn, size_t names, struct eu_program *prog)
{
    GElf_Shdr head;
    const char *name = gelf_getshdr(scn, &head) ? elf_strptr(elf, names, head.sh_name) : NULL;
    const Elf_Data *data = NULL;
    if (name && head.sh_type == SHT_PROGBITS && !strcmp(name, eu_dwarf_name(EU_DWARF_LINE)))
        data = elf_getdata(scn, NULL);
    return data && data->d_buf ? eu_dwarf_read_lines(data->d_buf, data->d_size, prog) : 0;
}

static int read_elf(Elf *elf, struct eu_program *prog, struct diags *diags)
{
    GElf_Ehdr ehdr;
    bool is_elf = elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &ehdr);
    bool ours = is_elf && ehdr.e_machine == EM_EU && ehdr.e_type == ET_EXEC;
    if (is_elf && !ours && ehdr.e_ident[EI_CLASS] == ELFCLASS64 &&
        (ehdr.e_machine == EM_EU || ehdr.e_type == ET_OPENCL_PROGRAM))
        return add_error(diags, prog,
                         "a file of Intel's OpenCL compiler: dis, check and info take it, and "
                         "a launch file of kind opencl");
    if (!is_elf || ehdr.e_ident[EI_DATA] != ELFDATA2LSB || ehdr.e_machine != EM_EU)
        return add_error(diags, prog, "not an ELF file of the Intel EU (machine 205)");
    GElf_Shdr head;
    const Elf_Data *data = NULL;
    size_t text = read_text(elf, &head, &data);
    if (!text)
        return add_error(diags, prog, "the ELF file has no code");
    prog->code = malloc(data->d_size);
    if (!prog->code)
        return -EU_ERR_NOMEM;
    memcpy(prog->code, data->d_buf, data->d_size);
    prog->size = (uint32_t)data->d_size;
    prog->base = (uint32_t)head.sh_addr;
    Elf_Scn *scn = NULL;
    size_t names = 0;
    int err = 0;
    elf_getshdrstrndx(elf, &names);
    while (!err && (scn = elf_nextscn(elf, scn))) {
        err = read_symbols(elf, scn, text, prog);
        if (!err)
            err = read_lines(elf, scn, names, prog);
    }
    return err;
}

int eu_elf_read(const uint8_t *image, size_t size, struct eu_program *prog, struct diags *diags)
{
    elf_version(EV_CURRENT);
    /* libelf needs a writable buffer, and may convert in place */
    char *copy = malloc(size ? size : 1);
    if (!copy)
        return -EU_ERR_NOMEM;
    memcpy(copy, image, size);
    Elf *elf = elf_memory(copy, size);
    int err = elf ? read_elf(elf, prog, diags) : add_error(diags, prog, "not an ELF file");
    if (elf)
        elf_end(elf);
    free(copy);
    return err;
}
