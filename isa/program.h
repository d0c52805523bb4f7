/* A program: code with its labels and source lines, from whatever source. */
#ifndef EULAB_ISA_PROGRAM_H
#define EULAB_ISA_PROGRAM_H

#include "input/diags.h"
#include "isa/isa.h"

#include <stdio.h>

struct eu_label {
    char *name;
    uint32_t addr; /* from the start of the program */
};
struct eu_line { /* the line of an instruction, or of a whole padding */
    uint32_t addr;
    uint32_t line; /* 1.. */
    uint32_t file; /* 0: the program's path; n: files[n - 1] */
};
struct eu_program {
    char *path;    /* as given; owned */
    uint8_t *code; /* owned */
    uint32_t size;
    uint32_t base;           /* load address; 0 until the program is placed */
    uint64_t above;          /* added to addresses in files for debuggers */
    bool data;               /* loaded as raw bytes; it may not be code */
    struct eu_label *labels; /* by address */
    size_t nlabels;
    struct eu_line *lines; /* by address; none for a raw binary */
    size_t nlines;
    char **files; /* the other source files, each listed once */
    size_t nfiles;
    uint32_t *bodies; /* where prologues of functions end, if a compiler has said so */
    size_t nbodies;
};
void eu_program_fini(struct eu_program *prog);
/* These add to @prog. They return 0 or -EU_ERR_NOMEM. */
int eu_program_add_label(struct eu_program *prog, const char *name, size_t len, uint32_t addr);
int eu_program_add_line(struct eu_program *prog, uint32_t addr, const char *path, uint32_t line);
int eu_program_add_row(struct eu_program *prog, struct eu_line row);
int eu_program_add_body(struct eu_program *prog, uint32_t addr);
/* The number of a source file; it is added if it is new. 0: the program's own file. Or
 * -EU_ERR_NOMEM. */
int eu_program_add_file(struct eu_program *prog, const char *path);
/* The path of a row's file; NULL if the program has no such file. */
const char *eu_program_file(const struct eu_program *prog, uint32_t file);
/* Whether a row of @prog belongs to a function's prologue, as far as a compiler has described it.
 */
const struct eu_line *eu_program_line_at(const struct eu_program *prog, uint32_t addr);
/* Whether a row of @prog is of a function's prologue, as far as a compiler has said. */
bool eu_program_is_prologue(const struct eu_program *prog, const struct eu_line *row);
/* The address of a label (without base), or -EU_ERR_UNKNOWN. */
int64_t eu_program_find(const struct eu_program *prog, const char *name);
/* The nearest label at or before @addr (without base); NULL: none. */
const struct eu_label *eu_program_label_at(const struct eu_program *prog, uint32_t addr);

/* --- assembler: isa/asm.c --- */
struct eu_asm_opts {
    enum eu_gen gen;
    bool compact;     /* compact what can be compacted */
    const char *path; /* for messages and .include */
};
/* eu_assemble - assembles source text into a program. Returns 0, or -EU_ERR_SYNTAX with all errors
 * in @diags (@prog is then empty), or -EU_ERR_NOMEM. @text need not be terminated. */
int eu_assemble(const char *text, size_t len, const struct eu_asm_opts *opts,
                struct eu_program *prog, struct diags *diags);

/* --- disassembler: isa/dis.c --- */
/* size of the longest text of an instruction, with its terminator */
enum { EU_DIS_MAX = 512 };
enum eu_syntax { EU_DIS_MANUAL, EU_DIS_IGA, EU_DIS_MESSAGES };
struct eu_dis_opts {
    enum eu_gen gen;
    /* IGA: for Gen7.5 and later; MESSAGES: the manual's syntax, with sends by name */
    enum eu_syntax syntax;
    bool words; /* append the words of a message descriptor as a comment */
    /* Gives the name of a branch target, or NULL for a number. @buf has 64 bytes. May be NULL. */
    const char *(*label)(void *ctx, uint32_t addr, char *buf);
    void *ctx;
};
/* eu_dis - writes the text of one instruction at @addr, without a line end; returns its length. */
size_t eu_dis(const struct eu_dis_opts *opts, const struct eu_insn *insn, uint32_t addr,
              char buf[EU_DIS_MAX]);
/* eu_dis_program - prints a whole program as assembler source to @out (docs/design.md 3.3). With
 * @bytes, each line has a comment with address and bytes. An incomplete instruction at the end
 * becomes .dword lines; only the manual's syntax has these, so they are comments in the other.
 * Returns 0 or -EU_ERR_IO. eu_dis_json: one object per line, with the corpus' field names. */
int eu_dis_program(FILE *out, const struct eu_program *prog, enum eu_gen gen, enum eu_syntax syntax,
                   bool bytes);
/* eu_dis_source - prints the same listing and makes it the source of @prog: @path is the file that
 * @out will be, the lines of the listing replace those of @prog, and the labels that the listing
 * makes up are added. */
int eu_dis_source(FILE *out, struct eu_program *prog, enum eu_gen gen, const char *path);
int eu_dis_json(FILE *out, const struct eu_program *prog, enum eu_gen gen);

/* --- files: isa/load.c, isa/elf.c --- */
enum eu_input { EU_INPUT_AUTO, EU_INPUT_ASM, EU_INPUT_BIN, EU_INPUT_HEX, EU_INPUT_ELF };
/* eu_load - loads a kernel file of any form; "-" is stdin. An ELF header decides the form, then the
 * suffix, then the content. A missing, empty or unreadable file, a directory, a truncated
 * instruction, or text that is no assembly gives one or more messages in @diags and a negative enum
 * eu_err. */
int eu_load(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
            struct eu_program *prog, struct diags *diags);
/* eu_load_bytes - does the same with what was already read from @path; a zero byte follows it. */
int eu_load_bytes(const char *path, const char *data, size_t size, enum eu_input form,
                  const struct eu_asm_opts *opts, struct eu_program *prog, struct diags *diags);
/* eu_program_whole - checks that @prog, of @path, consists of complete instructions up to its end,
 * of whatever kind. Returns 0, or a negative enum eu_err with a message in @diags. */
int eu_program_whole(const struct eu_asm_opts *opts, const char *path,
                     const struct eu_program *prog, struct diags *diags);
struct eu_dwarf_units; /* isa/dwarf.h */
/* eu_elf_image - writes all @n programs into one ELF64 file (e_machine 205), each at its base, with
 * a symbol with a size for each label and DWARF for the source lines. A program without a label at
 * its start gets a local symbol there, named like its file. The caller frees *@image. Returns 0 or
 * a negative enum eu_err; for -EU_ERR_IO, errno says why: the host makes it as a file. */
int eu_elf_image(const struct eu_program *progs, size_t n, const struct eu_dwarf_units *units,
                 uint8_t **image, size_t *size);
/* eu_elf_library - such a file for one program among others that are loaded and unloaded. How
 * frames are unwound is in a separate file for all of them, which eu_elf_frames() makes. */
int eu_elf_library(const struct eu_program *prog, const struct eu_dwarf_units *units,
                   uint8_t **image, size_t *size);
int eu_elf_frames(uint8_t **image, size_t *size);
/* eu_elf_call_x86_64 - marks the file as an x86-64's: debuggers do not know EUs, and are told that
 * the architecture is x86-64 (machine/persona.h). */
void eu_elf_call_x86_64(uint8_t *image, size_t size);
/* eu_elf_read - reads the code, labels and source lines of the first program in such a file. */
int eu_elf_read(const uint8_t *image, size_t size, struct eu_program *prog, struct diags *diags);

#endif
