/* A program: code with its labels and source lines, however it came in. */
#ifndef EULAB_ISA_PROGRAM_H
#define EULAB_ISA_PROGRAM_H

#include "input/diags.h"
#include "isa/isa.h"

#include <stdio.h>

struct eu_label {
    char *name;
    uint32_t addr; /* from the start of the program */
};
struct eu_line { /* of an instruction; of padding as a whole */
    uint32_t addr;
    uint32_t line; /* 1.. */
    uint32_t file; /* 0: the program's path; n: files[n - 1] */
};
struct eu_program {
    char *path;    /* as given; owned */
    uint8_t *code; /* owned */
    uint32_t size;
    uint32_t base;           /* load address; 0 until placed */
    uint64_t above;          /* in files for debuggers addresses are this much higher */
    bool data;               /* loaded as it is: nobody said that it is code */
    struct eu_label *labels; /* by address */
    size_t nlabels;
    struct eu_line *lines; /* by address; none for a raw binary */
    size_t nlines;
    char **files; /* other source files, each once */
    size_t nfiles;
};
void eu_program_fini(struct eu_program *prog);
/* All grow @prog; 0 or -EU_ERR_NOMEM. */
int eu_program_add_label(struct eu_program *prog, const char *name, size_t len, uint32_t addr);
int eu_program_add_line(struct eu_program *prog, uint32_t addr, const char *path, uint32_t line);
int eu_program_add_row(struct eu_program *prog, struct eu_line row);
/* Number of a source file, new or as before: 0 for the program's own, or -EU_ERR_NOMEM. */
int eu_program_add_file(struct eu_program *prog, const char *path);
/* The path of a row's file; NULL when the program has no such file. */
const char *eu_program_file(const struct eu_program *prog, uint32_t file);
/* Row of the line that the instruction at @addr (without base) comes from; NULL when none. */
const struct eu_line *eu_program_line_at(const struct eu_program *prog, uint32_t addr);
/* Label's address (without base), or -EU_ERR_UNKNOWN. */
int64_t eu_program_find(const struct eu_program *prog, const char *name);
/* Nearest label at or before @addr (without base); NULL when none. */
const struct eu_label *eu_program_label_at(const struct eu_program *prog, uint32_t addr);

/* --- assembler: isa/asm.c --- */
struct eu_asm_opts {
    enum eu_gen gen;
    bool compact;     /* compact what can be */
    const char *path; /* for messages and .include */
};
/* eu_assemble - source text to a program. Returns 0, or -EU_ERR_SYNTAX with all errors in @diags
 * (@prog is then empty), or -EU_ERR_NOMEM. @text need not be terminated. */
int eu_assemble(const char *text, size_t len, const struct eu_asm_opts *opts,
                struct eu_program *prog, struct diags *diags);

/* --- disassembler: isa/dis.c --- */
enum { EU_DIS_MAX = 512 }; /* the longest text of one instruction, with its terminator */
enum eu_syntax { EU_DIS_MANUAL, EU_DIS_IGA, EU_DIS_MESSAGES };
struct eu_dis_opts {
    enum eu_gen gen;
    enum eu_syntax syntax; /* IGA: of Gen7.5 and later; MESSAGES: the manual's with sends by name */
    bool words;            /* append the words of a message descriptor as a comment */
    /* Name for a branch target, or NULL for a number. @buf has 64 bytes. May be NULL. */
    const char *(*label)(void *ctx, uint32_t addr, char *buf);
    void *ctx;
};
/* eu_dis - text of one instruction at @addr, without line end; returns its length. */
size_t eu_dis(const struct eu_dis_opts *opts, const struct eu_insn *insn, uint32_t addr,
              char buf[EU_DIS_MAX]);
/* eu_dis_program - assembler source of a whole program on @out (docs/design.md 3.3); with @bytes a
 * trailing comment has address and bytes. A cut instruction at the end becomes .dword lines,
 * which only the manual's syntax has: in another they are comments.
 * Returns 0 or -EU_ERR_IO. eu_dis_json: one object a line, the corpus' field names. */
int eu_dis_program(FILE *out, const struct eu_program *prog, enum eu_gen gen, enum eu_syntax syntax,
                   bool bytes);
/* eu_dis_source - the same listing becomes the source of @prog: @path is the file that @out will
 * be, the lines of @prog are replaced by its lines, and the labels it makes up are added. */
int eu_dis_source(FILE *out, struct eu_program *prog, enum eu_gen gen, const char *path);
int eu_dis_json(FILE *out, const struct eu_program *prog, enum eu_gen gen);

/* --- files: isa/load.c, isa/elf.c --- */
enum eu_input { EU_INPUT_AUTO, EU_INPUT_ASM, EU_INPUT_BIN, EU_INPUT_HEX, EU_INPUT_ELF };
/* eu_load - a kernel file of any form; "-" is stdin; an ELF header decides, then the suffix, then
 * the content.
 * A missing, empty or unreadable file, a directory, a truncated instruction, text that is no
 * assembly: one or more messages in @diags and a negative enum eu_err. */
int eu_load(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
            struct eu_program *prog, struct diags *diags);
/* eu_load_bytes - likewise, what has been read from @path already; a zero byte follows. */
int eu_load_bytes(const char *path, const char *data, size_t size, enum eu_input form,
                  const struct eu_asm_opts *opts, struct eu_program *prog, struct diags *diags);
/* eu_program_whole - whether @prog, of @path, is whole instructions to its end, whatever they are:
 * 0 or a negative enum eu_err with a message in @diags. */
int eu_program_whole(const struct eu_asm_opts *opts, const char *path,
                     const struct eu_program *prog, struct diags *diags);
struct eu_dwarf_units; /* isa/dwarf.h */
/* eu_elf_image - all @n programs in one ELF64 file (e_machine 205) with a sized symbol for each
 * label and DWARF for the source lines; programs stand at their base. One that has no label at its
 * start gets a local symbol there, named like its file. *@image is the caller's to free(). 0 or a
 * negative enum eu_err. */
int eu_elf_image(const struct eu_program *progs, size_t n, const struct eu_dwarf_units *units,
                 uint8_t **image, size_t *size);
/* eu_elf_call_x86_64 - the same file, said to be an x86-64's: debuggers know no EU, and the
 * architecture that they are told is that one (machine/persona.h).
 */
void eu_elf_call_x86_64(uint8_t *image, size_t size);
/* eu_elf_read - the code, labels and source lines of such a file: of its first program. */
int eu_elf_read(const uint8_t *image, size_t size, struct eu_program *prog, struct diags *diags);

#endif
