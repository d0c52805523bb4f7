/* Parses the arguments of a packet by its schema in stub/packets.def. */
#include <string.h>

#include "stub/stub_impl.h"

static bool tid_part(const uint8_t **p, const uint8_t *end, int64_t *value)
{
    uint64_t v;
    if (end - *p >= 2 && (*p)[0] == '-' && (*p)[1] == '1') {
        *p += 2;
        *value = STUB_TID_ALL;
        return true;
    }
    if (!text_number(p, end, &v) || v > INT32_MAX)
        return false;
    *value = (int64_t)v;
    return true;
}

/* Parses TID, pPID or pPID.TID; "pPID" means every thread of it. Source: gdb manual, E.2
 * "thread-id". */
bool stub_tid_parse(const uint8_t **p, const uint8_t *end, struct stub_tid *tid)
{
    *tid = (struct stub_tid){STUB_TID_ANY, STUB_TID_ALL};
    if (*p == end || **p != 'p')
        return tid_part(p, end, &tid->tid);
    ++*p;
    if (!tid_part(p, end, &tid->pid))
        return false;
    if (*p == end || **p != '.')
        return true;
    ++*p;
    /* every process but one thread makes no sense */
    return tid_part(p, end, &tid->tid) && !(tid->pid == STUB_TID_ALL && tid->tid > 0);
}

static bool hex_bytes(const uint8_t **p, const uint8_t *end, struct stub_args *args)
{
    args->data = (uint8_t *)*p;
    args->ndata = text_unhex(*p, (size_t)(end - *p), args->data);
    *p += 2 * args->ndata;
    return true;
}

static bool parse_annex(const uint8_t **p, const uint8_t *end, char stop, char *out)
{
    const uint8_t *q = memchr(*p, stop, (size_t)(end - *p));
    size_t n = q ? (size_t)(q - *p) : 0;
    if (!q || n >= STUB_ANNEX_MAX)
        return false;
    memcpy(out, *p, n);
    out[n] = 0;
    *p = q;
    return true;
}

static bool parse_rest(const uint8_t **p, const uint8_t *end, struct stub_args *args)
{
    args->data = (uint8_t *)*p;
    args->ndata = (size_t)(end - *p);
    *p = end;
    return true;
}

static bool parse_argument(const char *schema, const uint8_t **p, const uint8_t *end,
                           struct stub_args *args)
{
    switch (*schema) {
    case 'x':
        return args->nn < 3 && text_number(p, end, &args->n[args->nn++]);
    case 't':
        return stub_tid_parse(p, end, &args->tid);
    case 'h':
        return hex_bytes(p, end, args);
    case 'a':
        return parse_annex(p, end, schema[1], args->annex);
    case 'b':
    case '*':
        return parse_rest(p, end, args);
    default:
        return *p < end && *(*p)++ == (uint8_t)*schema;
    }
}

bool stub_args_parse(const char *schema, uint8_t *p, size_t n, struct stub_args *args)
{
    const uint8_t *at = p, *end = p + n;
    for (; *schema; schema++) {
        if (*schema == '?') {
            if (at == end)
                return true;
            continue;
        }
        if (!parse_argument(schema, &at, end, args))
            return false;
    }
    return at == end;
}
