/* The EU machine's programs: text of instructions, labels, source lines, the ELF file. */
#include <stdio.h>
#include <string.h>

#include "eu/machine_impl.h"
#include "isa/dwarf.h"

bool eu_machine_is_memory(const struct eu *eu, uint64_t addr, uint64_t len)
{
    const uint64_t end = UINT64_C(1) << eu_memory_address_bits(eu->mem);
    return addr < end && len <= end - addr;
}

bool eu_machine_visible(const struct eu *eu, uint64_t addr, size_t len)
{
    return eu_machine_is_memory(eu, addr, len) && eu_memory_mapped(eu->mem, addr, len);
}

/* --- instructions --- */
static const char *label_name(void *ctx, uint32_t addr, char *buf)
{
    const struct eu_machine *em = ctx;
    for (size_t i = 0; i < em->nprogs; i++) {
        const struct eu_program *p = &em->progs[i];
        if (addr < p->base || addr - p->base > p->size)
            continue;
        const struct eu_label *label = eu_program_label_at(p, addr - p->base);
        if (label && label->addr == addr - p->base) {
            snprintf(buf, 64, "%s", label->name);
            return buf;
        }
    }
    return NULL;
}

int eu_machine_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    struct eu_machine *em = self(m);
    struct eu_dis_opts opts = {.gen = em->eu->gen, .words = true, .label = label_name, .ctx = em};
    char text[EU_DIS_MAX];
    uint8_t bytes[16];
    uint32_t ip;
    struct eu_insn insn;
    size_t have = eu_machine_visible(em->eu, addr, 16)  ? 16
                  : eu_machine_visible(em->eu, addr, 8) ? 8
                                                        : 0;
    if (!have)
        return -EU_ERR_UNAVAILABLE;
    eu_memory_read(em->eu->mem, addr, bytes, have);
    int size = isa_decode(em->eu->gen, bytes, have, &insn);
    if (size < 0)
        return size;
    (void)code_ip(em->eu, addr, &ip);
    eu_dis(&opts, &insn, ip, text);
    snprintf(buf, n, "%s", text);
    return size;
}

/* An instruction that cannot be decoded is passed over with the size of a native one; the EU would
 * raise an exception there. */
bool eu_code_start(const struct eu *eu, const struct eu_program *progs, size_t n, uint32_t ip,
                   uint32_t *start)
{
    uint8_t bytes[16];
    struct eu_insn insn;
    for (size_t i = 0; i < n; i++) {
        const struct eu_program *p = &progs[i];
        if (ip < p->base || ip - p->base >= p->size)
            continue;
        for (uint32_t at = p->base;;) {
            uint32_t left = p->base + (uint32_t)p->size - at;
            uint32_t have = left < sizeof bytes ? left : sizeof bytes;
            bool read = eu_memory_read(eu->mem, code_addr(eu, at), bytes, have);
            int size = read ? isa_decode(eu->gen, bytes, have, &insn) : 0;
            *start = at;
            at += size > 0 ? (uint32_t)size : 16;
            if (ip < at)
                return true;
        }
    }
    return false;
}

int eu_machine_insn_start(struct machine *m, uint64_t addr, uint64_t *start)
{
    if (addr >= EU_FRAME_EXCEPTION && addr <= EU_FRAME_FORGOTTEN) {
        *start = addr;
        return 0;
    }
    const struct eu_machine *em = self(m);
    uint32_t ip, at;
    if (!code_ip(em->eu, addr, &ip) || !eu_code_start(em->eu, em->progs, em->nprogs, ip, &at))
        return -EU_ERR_UNAVAILABLE;
    *start = code_addr(em->eu, at);
    return 0;
}

static bool insn_at(const struct eu *eu, uint64_t addr, struct eu_insn *insn)
{
    uint8_t bytes[16] = {0};
    eu_memory_read(eu->mem, addr, bytes, sizeof bytes);
    return isa_decode(eu->gen, bytes, sizeof bytes, insn) > 0;
}

bool eu_machine_ends(struct machine *m, uint64_t addr)
{
    struct eu_insn insn;
    return insn_at(self(m)->eu, addr, &insn) && isa_is_eot(&insn);
}

bool eu_machine_branch(struct machine *m, uint64_t addr, uint64_t *to)
{
    const struct eu *eu = self(m)->eu;
    struct eu_insn insn;
    int32_t jip = 0, uip = 0;
    if (!insn_at(eu, addr, &insn))
        return false;
    unsigned has = isa_branch(eu->gen, &insn, &jip, &uip);
    uint32_t from;
    (void)code_ip(eu, addr, &from);
    *to = code_addr(eu, (has & ISA_ABSOLUTE ? 0 : from) + (uint32_t)jip);
    return has;
}

/* --- programs --- */
static const struct eu_program *program_at(const struct eu_machine *em, uint64_t addr)
{
    uint32_t ip;
    for (size_t i = 0; i < em->nprogs && code_ip(em->eu, addr, &ip); i++)
        if (ip >= em->progs[i].base && ip - em->progs[i].base < em->progs[i].size)
            return &em->progs[i];
    return NULL;
}

bool eu_machine_program(struct machine *m, unsigned i, struct machine_program *program)
{
    const struct eu_machine *em = self(m);
    if (i >= em->nprogs)
        return false;
    const struct eu_program *p = &em->progs[i];
    *program = (struct machine_program){.path = p->path,
                                        .base = code_addr(em->eu, p->base),
                                        .size = p->size,
                                        .data = p->data,
                                        .handler = em->eu->has_sip && em->eu->sip >= p->base &&
                                                   em->eu->sip - p->base < p->size};
    return true;
}

bool eu_machine_label(struct machine *m, const char *name, uint64_t *addr)
{
    const struct eu_machine *em = self(m);
    for (size_t i = 0; i < em->nprogs; i++) {
        int64_t at = eu_program_find(&em->progs[i], name);
        if (at < 0)
            continue;
        *addr = code_addr(em->eu, em->progs[i].base + (uint32_t)at);
        return true;
    }
    return false;
}

bool eu_machine_label_at(struct machine *m, uint64_t addr, char *name, size_t n, uint64_t *past)
{
    const struct eu_program *p = program_at(self(m), addr);
    uint32_t at = p ? (uint32_t)(addr - code_addr(self(m)->eu, p->base)) : 0;
    const struct eu_label *label = p ? eu_program_label_at(p, at) : NULL;
    if (!label)
        return false;
    snprintf(name, n, "%s", label->name);
    *past = at - label->addr;
    return true;
}

bool eu_machine_line_at(struct machine *m, uint64_t addr, struct machine_line *line)
{
    const struct eu_program *p = program_at(self(m), addr);
    const struct eu_line *row =
        p ? eu_program_line_at(p, (uint32_t)(addr - code_addr(self(m)->eu, p->base))) : NULL;
    if (!row)
        return false;
    *line = (struct machine_line){eu_program_file(p, row->file), row->line,
                                  eu_program_is_prologue(p, row)};
    return line->file;
}

const char *eu_machine_label_nth(struct machine *m, unsigned i, uint64_t *addr)
{
    const struct eu_machine *em = self(m);
    for (size_t p = 0; p < em->nprogs; i -= (unsigned)em->progs[p++].nlabels)
        if (i < em->progs[p].nlabels) {
            *addr = code_addr(em->eu, em->progs[p].base + em->progs[p].labels[i].addr);
            return em->progs[p].labels[i].name;
        }
    return NULL;
}

bool eu_machine_line_nth(struct machine *m, unsigned i, struct machine_line *line, uint64_t *addr)
{
    const struct eu_machine *em = self(m);
    for (size_t p = 0; p < em->nprogs; i -= (unsigned)em->progs[p++].nlines)
        if (i < em->progs[p].nlines) {
            const struct eu_line *row = &em->progs[p].lines[i];
            *line = (struct machine_line){.file = eu_program_file(&em->progs[p], row->file),
                                          .line = row->line};
            *addr = code_addr(em->eu, em->progs[p].base + row->addr);
            return true;
        }
    return false;
}

const uint8_t *eu_machine_elf(struct machine *m, size_t *size)
{
    struct eu_machine *em = self(m);
    *size = 0;
    if (em->nprogs && em->progs[0].above != em->eu->bases.instruction)
        return NULL;
    if (!em->elf && eu_elf_image(em->progs, em->nprogs, em->notes.units, &em->elf, &em->elf_size))
        return NULL;
    eu_elf_call_x86_64(em->elf, em->elf_size); /* gdb was told this architecture */
    *size = em->elf_size;
    return em->elf;
}
