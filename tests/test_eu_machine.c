/* The EU as a machine descriptor: registers, memory, text, files. */
#include "tests/debug_rig.h"

#include "eu/spaces.h"

static int setup(void **state)
{
    struct debug_rig *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    debug_rig_init(f, 10);
    debug_rig_load(f, 0x1000,
                   "kernel:\n add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
                   "on: jmpi (1) on {NoMask}\n");
    for (unsigned i = 0; i < 9; i++)
        eu_thread_start(f->eu, i, 0x1000, 0xff, 0);
    debug_rig_start(f, 0);
    return 0;
}

static int teardown(void **state)
{
    debug_rig_drop(*state);
    free(*state);
    return 0;
}

static const struct machine_reg *reg(struct debug_rig *f, const char *name)
{
    return debug_rig_reg(f->m, name);
}

static uint32_t read32(struct debug_rig *f, unsigned channel, const char *name, unsigned dword)
{
    uint8_t buf[128];
    uint32_t v;
    assert_int_equal(f->m->ops->reg_read(f->m, 0, channel, reg(f, name), buf), 0);
    memcpy(&v, buf + 4 * dword, 4);
    return v;
}

static uint64_t read64(struct debug_rig *f, const char *name)
{
    uint64_t v;
    assert_int_equal(f->m->ops->reg_read(f->m, 0, 0, reg(f, name), &v), 0);
    return v;
}

static int write32(struct debug_rig *f, unsigned channel, const char *name, const uint32_t *v)
{
    return f->m->ops->reg_write(f->m, 0, channel, reg(f, name), v);
}

/* Reads the value of an attribute of an XML element. */
static bool attribute(const char *line, const char *name, char *out, size_t n)
{
    char key[32];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *p = strstr(line, key);
    if (!p)
        return false;
    p += strlen(key);
    snprintf(out, n, "%.*s", (int)strcspn(p, "\""), p);
    return true;
}

static void reg_rows_have_the_layout_of_the_target_description(void **state)
{
    struct debug_rig *f = *state;
    const char *path = shared_path("gdb/target-i386.xml");
    unsigned n = 0;
    size_t size;
    require_shared(path);
    char *text = read_file(path, &size), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char name[32], bits[16], type[32], num[16], group[16];
        if (!strstr(line, "<reg ") || !attribute(line, "name", name, sizeof name))
            continue;
        assert_true(attribute(line, "bitsize", bits, sizeof bits));
        assert_true(attribute(line, "type", type, sizeof type));
        assert_true(attribute(line, "regnum", num, sizeof num));
        assert_true(attribute(line, "group", group, sizeof group));
        const struct machine_reg *r = f->m->ops->reg(f->m, n);
        assert_non_null(r);
        if (r->role == MACHINE_ROLE_NONE &&
            !r->available) /* gdb's own registers belong to another architecture */
            break;
        assert_string_equal(r->name, name);
        assert_int_equal(r->bytes * 8, atoi(bits));
        /* The layout file has masks as flags, but gdb compiles no condition with such a type for
         * the server. */
        assert_string_equal(r->gdb_type, strcmp(type, "f32") != 0 ? type : "uint32");
        assert_int_equal(r->regnum, atoi(num));
        assert_int_equal(r->regnum, n);
        assert_string_equal(r->group, group);
        n++;
    }
    free(text);
    assert_int_equal(n, 142);
}

/* Every type of the layout file must be among ours, with the same fields at the same places. */
static void xml_types_hold_the_fields_of_the_target_description(void **state)
{
    struct debug_rig *f = *state;
    const char *path = shared_path("gdb/target-i386.xml");
    size_t size;
    unsigned fields = 0;
    require_shared(path);
    const char *ours = f->m->ops->xml_types(f->m, "arf");
    char *text = read_file(path, &size);
    for (char *p = text; (p = strstr(p, "<field name=\"")); p++) {
        char name[32], line[256], first[96], from[8], to[8];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, ">"), p);
        assert_true(attribute(line, "name", name, sizeof name));
        snprintf(first, sizeof first, "<field name=\"%s\"", name);
        if (attribute(line, "start", from, sizeof from)) {
            assert_true(attribute(line, "end", to, sizeof to));
            snprintf(first, sizeof first, "<field name=\"%s\" start=\"%s\" end=\"%s\"", name, from,
                     to);
        }
        if (!strstr(ours, first))
            fail_msg("not there: %s", first);
        fields++;
    }
    free(text);
    assert_true(fields > 60);
    assert_null(strstr(f->m->ops->xml_types(f->m, "grf"), "cr0"));
    /* r8 to r15 have names of core registers, and the types of a GRF. */
    assert_string_equal(f->m->ops->xml_types(f->m, "core"), f->m->ops->xml_types(f->m, "grf"));
}

static void reg_read_gives_state_and_views(void **state)
{
    struct debug_rig *f = *state;
    struct eu_thread *t = &f->eu->threads[0];
    t->pcip[2] = 0x1040;
    t->grf[127][28] = 0x5a;
    assert_int_equal(read32(f, 0, "r127", 7), 0x5a);
    assert_int_equal(read32(f, 0, "ip", 0), 0x1000);
    assert_int_equal(read32(f, 2, "rip", 0), 0x1040);
    assert_int_equal(read32(f, 3, "rip", 0), 0x1000);
    assert_int_equal(read32(f, 3, "chan", 0), 3);
    assert_int_equal(read32(f, 3, "ce", 0), 0xfb);
    assert_int_equal(read32(f, 0, "pcip", 2), 0x1040);
    t->cr[0] = EU_CR0_SPF;
    assert_int_equal(read32(f, 2, "rip", 0), 0x1000);
    uint8_t buf[128];
    assert_int_equal(f->m->ops->reg_read(f->m, 0, 0, reg(f, "rax"), buf), -EU_ERR_UNAVAILABLE);
    assert_int_equal(f->m->ops->reg_read(f->m, 0, 0, reg(f, "st7"), buf), -EU_ERR_UNAVAILABLE);
    assert_int_equal(read64(f, "rsp"), 0xffff00010ffffff8);
    assert_int_equal(read64(f, "rbp"), 0xffff000110000000);
}

/* Registers that reg_read refuses keep their old values. */
static void regs_read_is_reg_read_of_each(void **state)
{
    struct debug_rig *f = *state;
    struct eu_thread *t = &f->eu->threads[0];
    const struct machine_reg *r;
    uint8_t all[8192], one[128], *at = all;
    for (unsigned i = 0; i < sizeof t->grf; i++)
        (&t->grf[0][0])[i] = (uint8_t)(i * 7 + i / 256);
    t->acc[1][3] = 0x1234;
    t->pcip[5] = 0x1050;
    memset(all, 0xee, sizeof all);
    f->m->ops->regs_read(f->m, 0, 5, all);
    for (unsigned i = 0; (r = f->m->ops->reg(f->m, i)); at += r->bytes, i++) {
        memset(one, 0xee, sizeof one);
        assert_int_equal(f->m->ops->reg_read(f->m, 0, 5, r, one) == 0, r->available);
        assert_memory_equal(at, one, r->bytes);
    }
    assert_int_equal(*at, 0xee);
}

static void reg_write_obeys_the_rows(void **state)
{
    struct debug_rig *f = *state;
    struct eu_thread *t = &f->eu->threads[0];
    uint32_t v[32] = {0};
    v[1] = 0x8000;
    assert_false(t->attention & EU_ATT_EXCEPTION);
    assert_int_equal(write32(f, 0, "cr0", v), 0);
    assert_true(t->attention & EU_ATT_EXCEPTION);
    assert_int_equal(write32(f, 0, "ce", v), -EU_ERR_READONLY);
    assert_int_equal(write32(f, 0, "chan", v), -EU_ERR_READONLY);
    assert_int_equal(write32(f, 0, "rax", v), -EU_ERR_UNAVAILABLE);
    v[0] = 0x1004;
    assert_int_equal(write32(f, 0, "ip", v), -EU_ERR_RANGE);
    assert_int_equal(write32(f, 0, "rip", v), -EU_ERR_RANGE);
    v[0] = 0x1008;
    assert_int_equal(write32(f, 1, "rip", v), -EU_ERR_RANGE); /* 0x800000001008 */
    v[1] = 0;
    assert_int_equal(write32(f, 1, "rip", v), 0);
    assert_int_equal(t->pcip[1], 0x1008);
    assert_int_equal(t->ip, 0x1000);
    assert_int_equal(write32(f, 1, "ip", v), 0);
    assert_int_equal(t->ip, 0x1008);
    assert_int_equal(t->pcip[0], 0x1008);
    v[31] = 0x4001;
    assert_int_equal(write32(f, 0, "pcip", v), -EU_ERR_RANGE);
}

/* Intel's driver has code where the upper dword of an address is no multiple of eight. */
static void pc_is_an_address_of_the_gpu(void **state)
{
    struct debug_rig *f = *state;
    const uint64_t base = 0x800100000000, at[] = {base + 0x1010, base + 0x1004, base - 8};
    f->eu->bases.instruction = base;
    assert_int_equal(read64(f, "rip"), base + 0x1000);
    assert_int_equal(f->m->ops->reg_write(f->m, 0, 0, reg(f, "rip"), &at[0]), 0);
    assert_int_equal(read64(f, "rip"), at[0]);
    assert_int_equal(f->eu->threads[0].pcip[0], 0x1010);
    assert_int_equal(f->m->ops->reg_write(f->m, 0, 0, reg(f, "rip"), &at[1]), -EU_ERR_RANGE);
    assert_int_equal(f->m->ops->reg_write(f->m, 0, 0, reg(f, "rip"), &at[2]), -EU_ERR_RANGE);
}

static void mem_stops_at_what_is_not_mapped(void **state)
{
    struct debug_rig *f = *state;
    uint8_t buf[32], code[32];
    assert_int_equal(f->m->ops->mem_read(f->m, 0x1000, code, 32), 0);
    assert_memory_equal(code, f->progs[0].code, 32);
    assert_int_equal(f->m->ops->mem_read(f->m, 0x700000, buf, 4), -EU_ERR_UNAVAILABLE);
    assert_int_equal(f->m->ops->mem_write(f->m, 0x700000, buf, 4), -EU_ERR_UNAVAILABLE);
    assert_int_equal(f->m->ops->mem_read(f->m, 0xdffffffe, buf, 4), -EU_ERR_UNAVAILABLE);
    assert_int_equal(f->m->ops->mem_read(f->m, 0xffffffff, buf, 4), -EU_ERR_UNAVAILABLE);
    /* The EU ignores the bits above an address's width; nothing else is at such an address. */
    static const uint64_t beyond[] = {0x100001000, 0x8000000000001000, 0xfffefffffffff000};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        assert_int_equal(f->m->ops->mem_read(f->m, beyond[i], buf, 4), -EU_ERR_UNAVAILABLE);
        assert_int_equal(f->m->ops->mem_write(f->m, beyond[i], buf, 4), -EU_ERR_UNAVAILABLE);
    }
    memset(buf, 0x11, sizeof buf);
    assert_int_equal(f->m->ops->mem_write(f->m, 0x1000, buf, 16), 0);
    assert_int_equal(f->m->ops->mem_read(f->m, 0x1000, buf, 32), 0);
    assert_int_equal(buf[15], 0x11);
    assert_memory_equal(buf + 16, code + 16, 16);
}

static void disassemble_names_labels(void **state)
{
    struct debug_rig *f = *state;
    char text[EU_DIS_MAX];
    assert_int_equal(f->m->ops->disassemble(f->m, 0x1000, text, sizeof text), 16);
    assert_int_equal(strncmp(text, "add (8) r10", 11), 0);
    assert_int_equal(f->m->ops->disassemble(f->m, 0x1010, text, sizeof text), 16);
    assert_non_null(strstr(text, "on"));
    assert_int_equal(f->m->ops->disassemble(f->m, 0x1010, text, 5), 16);
    assert_int_equal(strlen(text), 4);
    assert_int_equal(f->m->ops->disassemble(f->m, 0x700000, text, sizeof text),
                     -EU_ERR_UNAVAILABLE);
}

static void thread_tells_state_and_name(void **state)
{
    struct debug_rig *f = *state;
    struct machine_thread info;
    assert_int_equal(f->m->ops->nthreads(f->m), 10);
    f->m->ops->thread(f->m, 8, &info);
    assert_string_equal(info.name, "EU1.T0");
    assert_int_equal(info.width, 8);
    assert_int_equal(info.on_ip, 0xff);
    assert_false(info.ended || info.waiting || info.in_routine || info.uniform);
    f->m->ops->thread(f->m, 9, &info); /* this thread was never dispatched */
    assert_true(info.ended);
    assert_int_equal(info.width, 0);
    /* it has no slot yet, so it is no thread for gdb */
    eu_thread_queue(f->eu, 9, 0x1000, 0xff, 0);
    f->m->ops->thread(f->m, 9, &info);
    assert_true(info.queued && info.ended);
    assert_string_equal(info.queued, "queued");
    assert_string_equal(info.name, "");
    eu_admit(f->eu);
    f->m->ops->thread(f->m, 9, &info);
    assert_false(info.queued || info.ended);
    assert_string_equal(info.name, "EU1.T1");
    f->eu->threads[0].cr[0] = EU_CR0_ME | EU_CR0_SPF;
    f->eu->threads[0].status = EU_THREAD_WAITING;
    f->m->ops->thread(f->m, 0, &info);
    assert_true(info.waiting && info.in_routine && info.uniform);
}

static void reset_comes_back_to_the_start(void **state)
{
    struct debug_rig *f = *state;
    struct machine_run plan = {
        .fresh = true, .resumed_thread = 0, .only_thread = -1, .step_thread = -1};
    struct machine_event ev;
    assert_false(f->m->ops->run(f->m, &plan, 500, &ev));
    assert_int_equal(f->m->ops->insts(f->m), 500);
    assert_int_equal(read32(f, 0, "r10", 0), 1);
    assert_int_equal(f->m->ops->reset(f->m), 0);
    assert_int_equal(f->m->ops->insts(f->m), 0);
    assert_int_equal(read32(f, 0, "r10", 0), 0);
    assert_int_equal(read32(f, 0, "ip", 0), 0x1000);
    assert_non_null(f->eu->hooks.boundary);
}

static void run_budgets_are_exact_and_deterministic(void **state)
{
    struct debug_rig *f = *state;
    struct machine_run plan = {
        .fresh = true, .resumed_thread = 0, .only_thread = -1, .step_thread = -1};
    struct machine_event ev;
    uint64_t once[9];
    assert_false(f->m->ops->run(f->m, &plan, 3001, &ev));
    for (int i = 0; i < 9; i++)
        once[i] = f->eu->threads[i].insts;
    assert_int_equal(f->m->ops->reset(f->m), 0);
    for (int i = 0; i < 3001; i += 1)
        assert_false(f->m->ops->run(f->m, &plan, 1, &ev));
    for (int i = 0; i < 9; i++)
        assert_int_equal(f->eu->threads[i].insts, once[i]);
}

static void run_step_of_a_thread_whose_status_is_free_is_no_crash(void **state)
{
    struct debug_rig *f = *state;
    struct machine_run plan = {
        .fresh = true, .resumed_thread = 9, .only_thread = 9, .step_thread = 9};
    struct machine_event ev;
    assert_true(f->m->ops->run(f->m, &plan, 100, &ev));
    assert_int_equal(ev.thread, 0);
    assert_false(ev.stop == MACHINE_STOP_DONE);
}

static void elf_is_made_once(void **state)
{
    struct debug_rig *f = *state;
    size_t size = 0;
    const uint8_t *image = f->m->ops->elf(f->m, &size);
    assert_non_null(image);
    assert_true(size > 52);
    assert_memory_equal(image, "\177ELF", 4);
    assert_ptr_equal(f->m->ops->elf(f->m, &size), image);
}

static void code_is_found_by_name_and_by_address(void **state)
{
    struct debug_rig *f = *state;
    const struct machine_ops *ops = f->m->ops;
    struct machine_program p;
    struct machine_line line;
    uint64_t addr = 0, past = 9;
    char name[16];
    assert_true(ops->program(f->m, 0, &p));
    assert_int_equal(p.base, 0x1000);
    assert_int_equal(p.size, 32);
    assert_false(p.data || p.handler);
    assert_false(ops->program(f->m, 1, &p));
    assert_true(ops->label(f->m, "on", &addr));
    assert_int_equal(addr, 0x1010);
    assert_false(ops->label(f->m, "off", &addr));
    assert_true(ops->label_at(f->m, 0x1018, name, sizeof name, &past));
    assert_string_equal(name, "on");
    assert_int_equal(past, 8);
    assert_false(ops->label_at(f->m, 0x100001000, name, sizeof name, &past));
    assert_true(ops->line_at(f->m, 0x1010, &line));
    assert_string_equal(line.file, "test");
    assert_int_equal(line.line, 3);
    assert_false(ops->line_at(f->m, 0x2000, &line));
    assert_true(ops->branch(f->m, 0x1010, &addr));
    assert_int_equal(addr, 0x1010);
    assert_false(ops->branch(f->m, 0x1000, &addr));
}

/* A register has the same bytes through its window, and the window's address leads back to it. */
static void spaces_hold_the_registers_where_reg_addr_says(void **state)
{
    struct debug_rig *f = *state;
    const struct machine_ops *ops = f->m->ops;
    const struct machine_reg *r;
    struct machine_space space;
    unsigned n = 0, found = 0;
    while (ops->space(f->m, n, &space))
        n++;
    assert_int_equal(n, 1 + EU_SPACE_COUNT);
    assert_false(ops->space(f->m, n, &space));
    for (unsigned i = 0; (r = ops->reg(f->m, i)); i++) {
        uint8_t direct[256], window[256];
        unsigned thread = 9, offset = 9;
        uint64_t addr = ops->reg_addr(f->m, 2, 0, r);
        if (!addr)
            continue;
        found++;
        assert_ptr_equal(ops->reg_at(f->m, addr + 1, &thread, &offset), r);
        assert_int_equal(thread, 2);
        assert_int_equal(offset, 1);
        assert_int_equal(ops->reg_read(f->m, 2, 0, r, direct), 0);
        assert_int_equal(ops->mem_read(f->m, addr, window, r->bytes), 0);
        assert_memory_equal(direct, window, r->bytes);
    }
    assert_true(found > 130);
    assert_null(ops->reg_at(f->m, 0x1000, &n, &n));
}

static void lanes_say_why_they_do_not_take_part(void **state)
{
    struct debug_rig *f = *state;
    struct machine_mask masks[MACHINE_MASKS_MAX];
    struct machine_lane lane;
    struct machine_target targets[MACHINE_TARGETS_MAX];
    f->eu->threads[0].pcip[3] = 0x1010;
    f->m->ops->lane(f->m, 0, 0, &lane);
    assert_string_equal(lane.why->word, "writes");
    assert_true(lane.why->active);
    f->m->ops->lane(f->m, 0, 3, &lane);
    assert_int_equal(lane.ip, 0x1010);
    assert_string_equal(lane.why->word, "PcIP");
    assert_string_equal(lane.more, " ahead of IP, at 0x00001010 on");
    f->m->ops->lane(f->m, 0, 9, &lane);
    assert_string_equal(lane.why->word, "DMask");
    assert_false(lane.why->active);
    unsigned n = f->m->ops->masks(f->m, 0, masks);
    assert_string_equal(masks[1].name, "ChEn");
    assert_int_equal(masks[1].value, 0xf7);
    assert_true(n > 4 && n <= MACHINE_MASKS_MAX);
    assert_int_equal(f->m->ops->targets(f->m, 0, targets), 0);
    f->eu->threads[0].ip = 0x1010;
    assert_int_equal(f->m->ops->targets(f->m, 0, targets), 1);
    assert_int_equal(targets[0].addr, 0x1010);
}

static void a_branch_leads_forward_and_back(void **state)
{
    struct debug_rig *f = *state;
    uint64_t to = 0;
    debug_rig_load(f, 0x2000, "jmpi (1) over {NoMask}\nback: nop\nover: jmpi (1) back {NoMask}\n");
    assert_true(f->m->ops->branch(f->m, 0x2000, &to));
    assert_int_equal(to, 0x2020);
    assert_false(f->m->ops->branch(f->m, 0x2010, &to));
    assert_true(f->m->ops->branch(f->m, 0x2020, &to));
    assert_int_equal(to, 0x2010);
}

/* The program counter of one channel: IP goes to the first place, from the new address or from IP
 * on, where an enabled channel stands. PcIPs are at 0x1000 + 8 * the digit of their channel. */
static void pc_of_one_channel_moves_ip(void **state)
{
    struct debug_rig *f = *state;
    struct eu_thread *t = &f->eu->threads[0];
    static const struct {
        const char *where; /* of the channels 0 .. 3, the others are not enabled */
        unsigned from, channel, to;
        const char *then;
        unsigned ip;
        bool spf;
    } rows[] = {
        {"2222", 2, 0, 4, "4222", 2, false}, /* the others wait there */
        {"2222", 2, 0, 1, "1222", 1, false}, /* it goes back, and the others wait */
        {"2222", 2, 3, 2, "2222", 2, false},
        {"2666", 2, 0, 4, "4666", 4,
         false}, /* the last one leaves: on to the first that stands somewhere */
        {"2666", 2, 0, 7, "7666", 6, false},
        {"2646", 2, 0, 7, "7646", 4, false},
        {"2660", 2, 0, 7, "7660", 6, false}, /* one behind IP does not count */
        {"2666", 2, 0, 1, "1666", 1, false},
        {"2666", 2, 1, 1, "2166", 1, false},
        {"2666", 2, 1, 9, "2966", 2, false},
        {"6666", 2, 1, 4, "6466", 2, false}, /* nobody is on IP, and it stays there */
        {"6666", 2, 1, 1, "6166", 1, false},
        {"6666", 2, 1, 2, "6266", 2, false},
        {"2222", 2, 5, 1, "2222", 2, false}, /* one that is not enabled */
        {"2222", 2, 0, 7, "7777", 7, true},  /* under SPF there is one for all */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t v[2] = {0x1000 + 8 * rows[i].to, 0};
        t->sr[2] = 0xf, t->sr[3] = 0xf;
        t->cr[0] = rows[i].spf ? EU_CR0_SPF : 0;
        t->ip = 0x1000 + 8 * rows[i].from;
        for (unsigned c = 0; c < EU_CHANNELS; c++)
            t->pcip[c] = c < 4 ? 0x1000 + 8u * (unsigned)(rows[i].where[c] - '0') : t->ip;
        assert_int_equal(write32(f, rows[i].channel, "rip", v), 0);
        for (unsigned c = 0; c < 4 && !rows[i].spf; c++)
            assert_int_equal(t->pcip[c], 0x1000 + 8 * (rows[i].then[c] - '0'));
        if (t->ip != 0x1000 + 8 * rows[i].ip)
            fail_msg("row %zu: IP is 0x%x", i, t->ip);
    }
}

static void lanes_of_a_vector_mask_say_so(void **state)
{
    struct debug_rig *f = *state;
    struct eu_thread *t = &f->eu->threads[0];
    struct machine_lane lane;
    t->cr[0] |= EU_CR0_VME;
    t->sr[2] = 0x10, t->sr[3] = 0xf0;
    f->m->ops->lane(f->m, 0, 2, &lane);
    assert_string_equal(lane.why->word, "DMask");
    assert_string_equal(lane.more, " in its group of four (VMask)");
    f->m->ops->lane(f->m, 0, 5, &lane);
    assert_true(lane.why->active);
    t->cr[0] &= ~EU_CR0_VME;
    f->m->ops->lane(f->m, 0, 5, &lane);
    assert_string_equal(lane.why->word, "DMask");
    assert_string_equal(lane.more, "");
    t->pcip[4] = 0xff8;
    f->m->ops->lane(f->m, 0, 4, &lane);
    assert_string_equal(lane.more, " behind of IP, at 0x00000ff8");
    t->pcip[4] = 0x1008;
    f->m->ops->lane(f->m, 0, 4, &lane);
    assert_string_equal(lane.more, " ahead of IP, at 0x00001008 kernel+0x8");
}

static void exceptions_are_latched_and_caught_by_kind(void **state)
{
    struct debug_rig *f = *state;
    const struct machine_ops *ops = f->m->ops;
    assert_string_equal(ops->exception(f->m, EXC_SOFTWARE)->name, "software");
    assert_null(ops->exception(f->m, EXC_COUNT));
    assert_int_equal(ops->exception_state(f->m, 0, EXC_SOFTWARE), 0);
    assert_int_equal(ops->raise(f->m, 0, EXC_SOFTWARE), 0);
    assert_true(ops->exception_state(f->m, 0, EXC_SOFTWARE) & MACHINE_EXCEPTION_LATCHED);
    assert_int_equal(ops->raise(f->m, 9, EXC_SOFTWARE), -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(ops->raise(f->m, 0, EXC_COUNT), -MACHINE_ERR_RANGE);
    ops->set_catches(f->m, UINT64_MAX);
    assert_int_equal(ops->catches(f->m), (1u << EXC_COUNT) - 1);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(reg_rows_have_the_layout_of_the_target_description),
        CASE(xml_types_hold_the_fields_of_the_target_description),
        CASE(reg_read_gives_state_and_views),
        CASE(regs_read_is_reg_read_of_each),
        CASE(reg_write_obeys_the_rows),
        CASE(pc_is_an_address_of_the_gpu),
        CASE(mem_stops_at_what_is_not_mapped),
        CASE(disassemble_names_labels),
        CASE(thread_tells_state_and_name),
        CASE(reset_comes_back_to_the_start),
        CASE(run_budgets_are_exact_and_deterministic),
        CASE(run_step_of_a_thread_whose_status_is_free_is_no_crash),
        CASE(elf_is_made_once),
        CASE(code_is_found_by_name_and_by_address),
        CASE(spaces_hold_the_registers_where_reg_addr_says),
        CASE(a_branch_leads_forward_and_back),
        CASE(lanes_say_why_they_do_not_take_part),
        CASE(exceptions_are_latched_and_caught_by_kind),
        CASE(pc_of_one_channel_moves_ip),
        CASE(lanes_of_a_vector_mask_say_so),
    };
    return cmocka_run_group_tests_name("eu_machine", tests, NULL, NULL);
}
