/* Makes a machine from a launch, and files and dumps from a finished machine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exception/exception.h"
#include "eu/machine.h"
#include "sim/jit/usable.h"
#include "ui/format.h"
#include "eu/cli/launch_impl.h"
#include "eu/cli/launch_opencl.h"
#include "eu/cli/tools.h"

enum { RAW_FILE_MAX = 256 << 20, WHY = 512 };

/* A file with one of these suffixes holds a program. Any other file of --load is data and is copied
 * byte for byte. */
static bool is_program(const char *path)
{
    static const char *const suffixes[] = {".asm", ".hex", ".g7b", ".g75b", ".elf", ".krn"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(dot, suffixes[i]) == 0)
            return true;
    return false;
}

int launch_place_program(const struct launch *l, struct ui_machine *m, struct eu_program *prog,
                         uint32_t base, struct launch_from from)
{
    prog->base = base;
    int rc = eu_load_code(m->eu, base, prog->code, prog->size);
    if (rc == 0)
        return UI_OK;
    if (rc == -EU_ERR_OVERLAP)
        launch_error(l, from, "%s at 0x%08x to 0x%08x overlaps what is loaded already", prog->path,
                     base, base + prog->size - 1);
    else if (rc == -EU_ERR_RANGE)
        launch_error(l, from, "%s at 0x%08x, %u bytes, lies outside the 32-bit memory", prog->path,
                     base, prog->size);
    else
        launch_error(l, from, "%s at 0x%08x: %s", prog->path, base, eu_strerror(rc));
    return UI_BAD_INPUT;
}

static int load_program(const struct launch *l, struct ui_machine *m, const char *path,
                        enum eu_input form, uint32_t base, struct launch_from from)
{
    if (from.object && access(path, R_OK))
        return launch_error(l, from, "%s: %s", path, strerror(errno));
    struct eu_program *prog = &m->progs[m->nprogs++];
    struct eu_asm_opts opts = {.gen = l->gen, .path = path};
    int status = ui_load_file(path, form, &opts, prog);
    if (status == UI_OK && !prog->path)
        prog->path = strdup(path);
    return status == UI_OK ? launch_place_program(l, m, prog, base, from) : status;
}

static int load_raw(const struct launch *l, struct ui_machine *m, const char *path, uint32_t base,
                    struct launch_from from)
{
    struct eu_program *prog = &m->progs[m->nprogs++];
    char why[WHY];
    size_t size = 0;
    prog->code = ui_read_input(path, RAW_FILE_MAX, &size, why, sizeof why);
    prog->size = (uint32_t)size;
    prog->path = strdup(path);
    prog->data = true;
    if (prog->code)
        return launch_place_program(l, m, prog, base, from);
    launch_error(l, from, "%s", why);
    return UI_BAD_INPUT;
}

static int load_all(const struct launch *l, struct ui_machine *m)
{
    int status = UI_OK;
    if (!l->opencl)
        status = load_program(l, m, l->kernel, l->input, l->kernel_at, l->kernel_from);
    if (status == UI_OK && l->sip) {
        status = load_program(l, m, l->sip, EU_INPUT_AUTO, l->sip_at, l->sip_from);
        m->eu->sip = l->sip_at;
        m->eu->has_sip = true;
    }
    for (size_t i = 0; status == UI_OK && i < l->loads.n; i++) {
        const struct launch_pair *load = &l->loads.items[i];
        uint64_t v = 0;
        if (!ui_parse_number(load->name, UINT32_MAX, &v))
            return launch_error(l, load->from, "'%s' is no address", load->name);
        uint32_t addr = (uint32_t)v;
        status = is_program(load->value)
                     ? load_program(l, m, load->value, EU_INPUT_AUTO, addr, load->from)
                     : load_raw(l, m, load->value, addr, load->from);
    }
    return status;
}

static const char *program_at(const struct ui_machine *m, uint32_t addr)
{
    for (size_t i = 0; i < m->nprogs; i++)
        if (!m->progs[i].data && m->progs[i].base == addr)
            return m->progs[i].path;
    return "code";
}

/* A surface that is neither filled nor read from a file shows what lies at its address, which may
 * be code by mistake. */
static int check_surface(const struct launch *l, const struct ui_machine *m,
                         const struct ui_surface *s, struct launch_from from, const char *name)
{
    const struct eu_code_range *code = ui_surface_over(m->eu, &s->s);
    if (!code)
        return UI_OK;
    return launch_error(l, from, "%s at 0x%08x to 0x%08x would overwrite %s at 0x%08x to 0x%08x",
                        name, (uint32_t)s->s.address,
                        (uint32_t)(s->s.address + eu_surface_bytes(&s->s) - 1),
                        program_at(m, code->addr), code->addr, code->addr + code->size - 1);
}

static int check_index(const struct launch *l, const struct ui_machine *m, unsigned bti,
                       struct launch_from from)
{
    if (eu_bti_is_surface(m->eu->isa, bti))
        return UI_OK;
    return launch_error(l, from, "surface %u: in Gen%s this index is stateless", bti,
                        eu_gen_name(l->gen));
}

static int place_surface(const struct launch *l, const struct ui_machine *m,
                         const struct ui_surface *s, struct launch_from from)
{
    struct eu *eu = m->eu;
    char why[WHY];
    snprintf(why, sizeof why, "surface %u", s->bti);
    if (ui_surface_has_content(s) && check_surface(l, m, s, from, why))
        return UI_BAD_INPUT;
    int rc = ui_surface_place(eu, s);
    if (rc)
        return launch_error(l, from, "surface %u: %s", s->bti, eu_strerror(rc));
    if (!s->in)
        return UI_OK;
    uint8_t *bytes = ui_surface_read(eu, &s->s, NULL, s->in, why, sizeof why);
    if (!bytes)
        return launch_error(l, (struct launch_from){s->row, "in"}, "%s", why);
    eu_memory_write(eu->mem, s->s.address, bytes, (size_t)eu_surface_bytes(&s->s));
    free(bytes);
    return UI_OK;
}

static int place_scratch(const struct launch *l, const struct ui_machine *m)
{
    struct launch_from from = {l->scratch.row, l->scratch.row ? "sip_scratch" : NULL};
    if (!eu_bti_is_surface(m->eu->isa, l->scratch.bti)) /* it is memory all the same */
        ui_error("warning: \"sip_scratch\": in Gen%s index %u is stateless: messages do not reach "
                 "the scratch by it (usual there: %u)",
                 eu_gen_name(l->gen), l->scratch.bti, launch_scratch_bti(l->gen));
    if (check_surface(l, m, &l->scratch, from, "the System Routine's scratch"))
        return UI_BAD_INPUT;
    for (size_t i = 0; i < l->nsurfaces; i++)
        if (l->surfaces[i].bti == l->scratch.bti)
            return launch_error(l, (struct launch_from){l->surfaces[i].row, "bti"},
                                "%u is the System Routine's scratch, unless \"sip_scratch\" gives "
                                "it another",
                                l->scratch.bti);
    return place_surface(l, m, &l->scratch, from);
}

/* Places the save areas of a routine that reaches them by scratch messages. */
static int place_csr(const struct launch *l, const struct ui_machine *m)
{
    struct eu *eu = m->eu;
    if (!l->sip || !eu->isa->pcip_in_fc)
        return UI_OK;
    eu->csr = l->csr;
    eu->has_csr = true;
    uint64_t bytes = eu_csr_bytes(eu);
    struct eu_surface area = {.present = true,
                              .width = (uint32_t)bytes,
                              .height = 1,
                              .pitch = (uint32_t)bytes,
                              .address = l->csr};
    if (l->csr % EU_PAGE_BYTES)
        return launch_error(l, l->csr_from, "GPGPU_CSR_BASE_ADDRESS is 0x%08x, no multiple of %d",
                            l->csr, EU_PAGE_BYTES);
    if (l->csr + bytes > UINT64_C(1) << 32)
        return launch_error(l, l->csr_from, "contexts take 0x%llx bytes: no room at 0x%08x",
                            (unsigned long long)bytes, l->csr);
    if (check_surface(l, m, &(struct ui_surface){.s = area}, l->csr_from, "the contexts' memory"))
        return UI_BAD_INPUT;
    int rc = eu_memory_map(eu->mem, l->csr, bytes);
    return rc ? launch_error(l, l->csr_from, "the contexts' memory: %s", eu_strerror(rc)) : UI_OK;
}

/* Two surfaces may show the same memory, but only one may say what is there before the run. */
static int check_overlaps(const struct launch *l)
{
    for (size_t i = 1; i < l->nsurfaces; i++) {
        const struct ui_surface *a = &l->surfaces[i];
        for (size_t k = 0; k < i; k++) {
            const struct ui_surface *b = &l->surfaces[k];
            if (ui_surface_has_content(a) && ui_surface_has_content(b) &&
                a->s.address < b->s.address + eu_surface_bytes(&b->s) &&
                b->s.address < a->s.address + eu_surface_bytes(&a->s))
                return launch_error(l, (struct launch_from){a->row, "address"},
                                    "surface %u would overwrite surface %u at 0x%08x to 0x%08x",
                                    a->bti, b->bti, (unsigned)b->s.address,
                                    (unsigned)(b->s.address + eu_surface_bytes(&b->s) - 1));
        }
    }
    return UI_OK;
}

static int place_surfaces(const struct launch *l, const struct ui_machine *m)
{
    int status = check_overlaps(l);
    if (status == UI_OK && (l->sip || l->scratch_given))
        status = place_scratch(l, m);
    for (size_t i = 0; status == UI_OK && i < l->nsurfaces; i++) {
        const struct ui_surface *s = &l->surfaces[i];
        status = check_index(l, m, s->bti, (struct launch_from){s->row, "bti"});
        if (status == UI_OK)
            status = place_surface(l, m, s, (struct launch_from){s->row, "address"});
    }
    return status;
}

bool ui_address(const struct ui_machine *m, const char *text, uint32_t *addr)
{
    uint64_t v = 0;
    char name[128];
    const char *plus = strchr(text, '+');
    size_t len = plus ? (size_t)(plus - text) : strlen(text);
    if (ui_parse_number(text, UINT32_MAX, &v)) {
        *addr = (uint32_t)v;
        return true;
    }
    if (len >= sizeof name || (plus && !ui_parse_number(plus + 1, UINT32_MAX, &v)))
        return false;
    memcpy(name, text, len);
    name[len] = '\0';
    for (size_t i = 0; i < m->nprogs; i++) {
        int64_t label = eu_program_find(&m->progs[i], name);
        if (label >= 0) {
            *addr = m->progs[i].base + (uint32_t)label + (uint32_t)v;
            return true;
        }
    }
    return false;
}

/* An address where no instruction begins is never reached, or would be taken for another one. */
static bool is_inside(const struct ui_machine *m, uint32_t addr, char *why, size_t n)
{
    uint32_t start;
    if (!eu_code_start(m->eu, m->progs, m->nprogs, addr, &start) || start == addr)
        return false;
    snprintf(why, n, "0x%08x is inside the instruction at 0x%08x", addr, start);
    return true;
}

bool ui_machine_match(const struct ui_machine *m, const char *key, const char *value, char *why,
                      size_t n)
{
    char number[16];
    uint32_t addr;
    if (strcmp(key, "ip") != 0)
        return ui_match(m->eu, key, value, why, n);
    if (!ui_address(m, value, &addr)) {
        snprintf(why, n, "'%.60s' is neither an address nor a label", value);
        return false;
    }
    if (is_inside(m, addr, why, n))
        return false;
    snprintf(number, sizeof number, "0x%x", addr);
    return ui_match(m->eu, key, number, why, n);
}

static int entry_address(const struct launch *l, const struct ui_machine *m, uint32_t *start)
{
    uint64_t v = 0;
    int64_t label;
    char why[96];
    *start = l->kernel_at;
    if (!l->entry)
        return UI_OK;
    if (ui_parse_number(l->entry, UINT32_MAX, &v) && v % 8 == 0 && eu_is_code(m->eu, (uint32_t)v))
        *start = (uint32_t)v;
    else if ((label = eu_program_find(&m->progs[0], l->entry)) >= 0)
        *start += (uint32_t)label;
    else {
        launch_error(l, l->entry_from,
                     "'%s' is neither a label of %s nor the address of an instruction", l->entry,
                     l->kernel);
        return UI_BAD_INPUT;
    }
    if (is_inside(m, *start, why, sizeof why)) {
        launch_error(l, l->entry_from, "%s", why);
        return UI_BAD_INPUT;
    }
    return UI_OK;
}

static int set_switches(const struct launch *l, const struct ui_machine *m)
{
    struct eu *eu = m->eu;
    char why[160];
    for (size_t i = 0; i < l->quirks.n; i++) {
        const struct launch_pair *quirk = &l->quirks.items[i];
        if (!ui_quirk(eu, quirk->name, quirk->value, why, sizeof why))
            return launch_error(l, quirk->from, "%s (see `eulab info assumptions`)", why);
    }
    for (size_t i = 0; i < l->matches.n; i++) {
        const struct launch_pair *match = &l->matches.items[i];
        if (!ui_machine_match(m, match->name, match->value, why, sizeof why))
            return launch_error(l, match->from, "%s", why);
    }
    eu->lint = l->lint;
    eu->lint_stop = l->lint_stop;
    return UI_OK;
}

static int start_threads(const struct launch *l, struct ui_machine *m)
{
    struct eu_dispatch d = l->dispatch;
    struct eu_descriptor descriptors[EU_DESCRIPTORS];
    int status = entry_address(l, m, &d.start);
    if (status == UI_OK)
        status = launch_place_descriptors(l, m, descriptors);
    if (status)
        return status;
    d.descriptors = descriptors;
    if (m->streams)
        return launch_stream_start(l, m, &d);
    if (!eu_dispatch(m->eu, &d))
        return UI_OK;
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static int start_launch(const struct launch *l, struct ui_machine *m)
{
    int status = UI_OK;
    if (l->opencl && m->streams)
        status = launch_stream_start(l, m, &l->dispatch);
    else if (l->opencl)
        launch_opencl_start(l, m);
    else
        status = start_threads(l, m);
    if (status == UI_OK)
        status = place_csr(l, m);
    for (uint32_t t = 0; status == UI_OK && t < m->eu->nthreads; t++) {
        exc_update_attention(m->eu, &m->eu->threads[t]);
        for (size_t i = 0; i < l->nsets; i++) {
            const struct ui_set *set = &l->sets[i].set;
            int rc = ui_reg_put(m->eu, &m->eu->threads[t], &set->key, set->bytes, set->n);
            if (rc)
                return launch_error(l, l->sets[i].from, "%s: %s", eu_reg_info(set->key.id)->name,
                                    eu_strerror(rc));
        }
    }
    return status;
}

int launch_make(const struct launch *l, struct ui_machine *m, uint32_t threads)
{
    char text[256];
    m->eu = eu_new(l->gen, launch_room(l, m, threads));
    m->progs = calloc(2 + l->loads.n, sizeof *m->progs);
    if (!m->eu || !m->progs) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    m->eu->engine = l->engine.kind;
    m->eu->jit_hot = l->engine.jit_hot;
    if (l->engine.kind == EU_ENGINE_JIT && !(m->eu->jit = eu_jit_usable(text, sizeof text))) {
        ui_error("--engine jit: %s", text);
        return UI_BAD_INPUT;
    }
    exc_install(m->eu);
    memcpy(m->eu->samplers, l->samplers, sizeof m->eu->samplers);
    return UI_OK;
}

static int build_other(const struct launch *l, struct ui_machine *m)
{
    const char *why = NULL;
    uint64_t count = eu_dispatch_count(&l->dispatch, &why);
    if (count && count <= LAUNCH_THREADS_MAX)
        return launch_make(l, m, (uint32_t)count);
    ui_error("dispatch: %s", count ? "more than 65536 threads" : why ? why : "no threads");
    return UI_BAD_INPUT;
}

int launch_build(const struct launch *l, struct ui_machine *m)
{
    *m = (struct ui_machine){0};
    int status = l->opencl ? launch_build_opencl(l, m) : build_other(l, m);
    if (status == UI_OK)
        status = load_all(l, m);
    if (status == UI_OK)
        status = place_surfaces(l, m);
    if (status == UI_OK)
        status = set_switches(l, m);
    if (status == UI_OK)
        status = start_launch(l, m);
    if (status)
        ui_machine_fini(m);
    return status;
}

void ui_machine_fini(struct ui_machine *m)
{
    for (size_t i = 0; i < m->nprogs; i++)
        eu_program_fini(&m->progs[i]);
    free(m->progs);
    eu_free(m->eu);
    launch_stream_free(m->stream);
    launch_opencl_free(m->opencl);
    *m = (struct ui_machine){0};
}

/* --- results --- */
static uint8_t *memory_bytes(const struct eu *eu, uint32_t addr, uint64_t len)
{
    uint8_t *bytes = calloc(1, (size_t)len + 1);
    if (bytes)
        eu_memory_read(eu->mem, addr, bytes, (size_t)len);
    else
        ui_error("out of memory");
    return bytes;
}

static int surface_file(const struct launch *l, const struct eu *eu, const struct ui_surface *s)
{
    char why[WHY];
    if (!s->out || ui_surface_write(eu, &s->s, NULL, s->out, why, sizeof why))
        return UI_OK;
    return launch_error(l, (struct launch_from){s->row, "out"}, "%s", why);
}

static int surface_expected(const struct launch *l, const struct eu *eu, const struct ui_surface *s)
{
    char why[WHY];
    if (ui_surface_expected(eu, s, why, sizeof why))
        return UI_OK;
    launch_error(l, (struct launch_from){s->row, "expect"}, "%s", why);
    return UI_GUEST;
}

/* Writes one line for each dump, or one member of the object that `dump_json` asks for. */
struct dumper {
    const struct launch *l;
    const struct ui_files *files;
    FILE *out;
    bool first;
};
static void put_name(struct dumper *d, const char *name)
{
    if (d->l->dump_json)
        fprintf(d->out, "%s\"%s\":", d->first ? "{" : ",", name);
    else
        fprintf(d->out, "%s=", name);
    d->first = false;
}

/* Prints numbers with commas between, as --set takes them. JSON has no infinity and no NaN, so
 * these become strings. */
static void put_elements(struct dumper *d, const char *name, enum eu_type type,
                         const uint8_t *bytes, size_t n)
{
    bool json = d->l->dump_json;
    unsigned size = eu_types[type].bytes;
    put_name(d, name);
    for (size_t i = 0; i + size <= n; i += size) {
        char text[UI_FORMAT_MAX];
        ui_number_text(type, bytes, i / size, text, sizeof text);
        const char *quote = json && strpbrk(text, "in") ? "\"" : "";
        fprintf(d->out, "%s%s%s%s", i ? "," : json ? "[" : "", quote, text, quote);
    }
    fprintf(d->out, json ? "]" : "\n");
}

static int memory_file(const struct dumper *to, const struct eu *eu, const struct launch_dump *d)
{
    char why[WHY];
    uint8_t *bytes = memory_bytes(eu, d->addr, d->len);
    bool ok = bytes && ui_write_file(to->files, d->path, bytes, d->len, why, sizeof why);
    if (bytes && !ok)
        launch_error(to->l, d->from, "%s", why);
    free(bytes);
    return ok ? UI_OK : UI_BAD_INPUT;
}

static int dump_memory(struct dumper *to, const struct eu *eu, const struct launch_dump *d)
{
    char name[48];
    if (d->path)
        return memory_file(to, eu, d);
    uint8_t *bytes = memory_bytes(eu, d->addr, d->len);
    if (!bytes)
        return UI_BAD_INPUT;
    bool typed = d->type != EU_TYPE_NONE;
    snprintf(name, sizeof name, "mem:0x%x+%u%s%s", d->addr, d->len, typed ? ":" : "",
             typed ? eu_types[d->type].name : "");
    if (typed)
        put_elements(to, name, d->type, bytes, d->len);
    else
        ui_print_dump(to->out, to->l->dump_json, &to->first, name, bytes, d->len);
    free(bytes);
    return UI_OK;
}

/* With one thread the line begins with `r10=`, with several with `t3.r10=`. */
static void dump_register(struct dumper *to, const struct eu *eu, const struct launch_dump *d)
{
    for (uint32_t t = 0; t < eu->nthreads; t++) {
        uint8_t bytes[UI_REG_MAX];
        char name[64];
        ui_reg_get(eu, &eu->threads[t], &d->key, bytes);
        if (eu->nthreads == 1)
            snprintf(name, sizeof name, "%s", d->name);
        else
            snprintf(name, sizeof name, "t%u.%s", t, d->name);
        if (d->type == EU_TYPE_NONE)
            ui_print_dump(to->out, to->l->dump_json, &to->first, name, bytes, d->key.bytes);
        else
            put_elements(to, name, d->type, bytes, d->key.bytes);
    }
}

int launch_dump(const struct launch *l, const struct ui_machine *m, const struct ui_files *files,
                FILE *out)
{
    int status = UI_OK;
    struct dumper to = {l, files, out, true};
    for (size_t i = 0; i < l->ndumps; i++) {
        const struct launch_dump *d = &l->dumps[i];
        if (d->name)
            dump_register(&to, m->eu, d);
        else if (dump_memory(&to, m->eu, d))
            status = UI_BAD_INPUT;
    }
    if (l->dump_json)
        fprintf(out, to.first ? "{}\n" : "}\n");
    return status;
}

/* A profile that a program reads has stdout to itself. The dumps then go to stderr, unless they are
 * JSON, too. */
static FILE *dumps_out(const struct launch *l)
{
    bool alone = l->profile == PROFILE_FOLDED || l->profile == PROFILE_SVG ||
                 (l->profile == PROFILE_JSON && !l->dump_json);
    return alone ? stderr : stdout;
}

int launch_results(const struct launch *l, const struct ui_machine *m)
{
    int status = UI_OK;
    for (size_t i = 0; i < l->nsurfaces; i++)
        if (surface_file(l, m->eu, &l->surfaces[i]))
            status = UI_BAD_INPUT;
    if (launch_dump(l, m, NULL, dumps_out(l)))
        status = UI_BAD_INPUT;
    for (size_t i = 0; !status && i < l->nsurfaces; i++)
        status = surface_expected(l, m->eu, &l->surfaces[i]);
    if (m->opencl && !status)
        status = launch_opencl_results(l, m, dumps_out(l));
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : status;
}
