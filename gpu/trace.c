/* --trace=gpu: prints a command in words. */
#include "gpu/impl.h"

#include <stdio.h>

enum { LINE = 1024 };

static const struct field {
    enum gpu_command command;
    const char *name;
    uint8_t dword, hi, lo;
    bool address;
} fields[] = {
#define FIELD(command, name, dword, hi, lo) {GPU_##command, #name, dword, hi, lo, false},
#define ADDR(command, name, dword, hi, lo) {GPU_##command, #name, dword, hi, lo, true},
#include "gpu/commands.def"
};

static uint64_t field_value(const struct field *f, const uint32_t *dw)
{
    uint64_t v = dw[f->dword] | (f->address ? (uint64_t)dw[f->dword + 1] << 32 : 0);
    uint64_t mask = UINT64_MAX >> (63 - f->hi) & UINT64_MAX << f->lo;
    return f->address ? v & mask : (v & mask) >> f->lo;
}

void gpu_trace(const struct gpu_stream *s, enum gpu_command id, const char *name)
{
    char line[LINE];
    int n = snprintf(line, sizeof line, "0x%012llx %s", (unsigned long long)s->here, name);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const struct field *f = &fields[i];
        if (f->command != id || (unsigned)f->dword + f->address >= s->n || n >= LINE)
            continue;
        n += snprintf(line + n, (size_t)(LINE - n), " %s=%s%llx", f->name,
                      f->address || f->hi - f->lo > 8 ? "0x" : "",
                      (unsigned long long)field_value(f, s->dw));
    }
    s->gpu->hooks.log(s->gpu->hooks.log_ctx, line);
}
