/* embed: an EU inside a C program: a kernel from text, a System Routine, events, registers.
 *
 * Build:   cc embed.c $(pkg-config --cflags --libs eulab) -o embed
 * Run:     ./embed
 * Result:  the System Routine steps over the illegal opcode, and r10 is 42 in every channel. */
#include <eulab.h>
#include <inttypes.h>
#include <stdio.h>

static const char kernel[] =
    "start:    mov (8)  r10.0<1>:d  40:d\n"
    "offender: illegal\n"
    "          add (8)  r10.0<1>:d  r10.0<8;8,1>:d  2:d\n"
    "done:     mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
    "          send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";
/* AIP past the offender; its status bit cleared; back by clearing the master bit. */
static const char routine[] =
    "sip: add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
    "     and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0xefffffff:ud {NoMask, Switch}\n"
    "     and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"
    "     nop\n"
    "     nop\n";

static void taken(void *ctx, struct eulab *lab, unsigned thread, enum eulab_exception kind,
                  uint32_t ip, uint32_t aip)
{
    char text[128];
    int *count = ctx;
    ++*count;
    if (eulab_disassemble(lab, ip, text, sizeof text) < 0)
        text[0] = '\0';
    printf("thread %u: %s at 0x%" PRIx32 " (%s), AIP 0x%" PRIx32 "\n", thread,
           eulab_exception_name(kind), ip, text, aip);
}

/* False: said why. */
static bool load(struct eulab *lab, const char *source, uint32_t addr)
{
    int rc = eulab_load_text(lab, source, addr);
    if (rc)
        fprintf(stderr, "%s%s\n", eulab_message(lab), eulab_strerror(rc));
    return rc == 0;
}

static int run(struct eulab *lab)
{
    struct eulab_event ev;
    int32_t r10[8];
    int taken_count = 0;
    if (!load(lab, kernel, 0) || !load(lab, routine, 0x80000))
        return 1;
    eulab_set_sip(lab, 0x80000);
    eulab_on_exception(lab, taken, &taken_count);
    eulab_dispatch(lab, 0, 0xff, 1u << EULAB_EXC_ILLEGAL_OPCODE);
    eulab_break(lab, (uint32_t)eulab_label(lab, "done"));

    eulab_step(lab, 0, 1000, &ev);
    printf("%s: ip 0x%" PRIx32 "\n", eulab_stop_name(ev.stop), ev.ip);
    eulab_run(lab, 1000, &ev);
    printf("%s: %s\n", eulab_stop_name(ev.stop), ev.text);
    eulab_reg_read(lab, 0, "r10", r10, sizeof r10);
    for (int i = 0; i < 8; i++)
        printf("%s%" PRId32, i ? " " : "r10 ", r10[i]);
    eulab_run(lab, 1000, &ev);
    printf("\n%s: %" PRIu64 " instructions, %d exception\n", eulab_stop_name(ev.stop),
           eulab_insts(lab), taken_count);
    return ev.stop == EULAB_STOP_DONE ? 0 : 1;
}

int main(void)
{
    struct eulab *lab = eulab_new(EULAB_GEN7, 1);
    int status = lab ? run(lab) : 1;
    eulab_free(lab);
    return status;
}
