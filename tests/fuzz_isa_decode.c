/* Any bytes decode, encode back, and disassemble to text that assembles to the same bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "isa/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(enum eu_gen gen, const uint8_t *bytes, const struct eu_insn *insn)
{
    struct eu_dis_opts dis = {.gen = gen};
    struct eu_asm_opts opts = {.gen = gen, .path = "fuzz"};
    struct eu_program prog = {0};
    struct eu_diags diags = {0};
    char text[EU_DIS_MAX];
    size_t n = eu_dis(&dis, insn, 0, text);
    if (eu_assemble(text, n, &opts, &prog, &diags) || prog.size != insn->size ||
        memcmp(prog.code, bytes, insn->size) != 0)
        abort();
    eu_program_fini(&prog);
    eu_diags_fini(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75};
    for (unsigned i = 0; i < 2; i++) {
        struct eu_insn insn;
        uint64_t word[2];
        if (isa_decode(gens[i], data, size, &insn) < 0)
            continue;
        isa_encode(&insn, word);
        round_trip(gens[i], data, &insn);
    }
    return 0;
}
