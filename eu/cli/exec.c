/* `eulab exec`: answers the requests of the test protocol. exec_request.c reads them. */
#include "eu/cli/exec.h"

#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "ui/shard.h"
#include "eu/cli/exec_impl.h"
#include "eu/cli/launch.h"
#include "eu/cli/regkeys.h"
#include "eu/cli/tools.h"

enum { EXEC_LINE_MAX = 32 << 20, EXEC_GET_MAX = 1 << 20 };

/* --- the answer --- */
static json_t *get_bytes(struct exec *x, const char *key)
{
    struct ui_regkey reg;
    uint8_t small[UI_REG_MAX], *bytes = small;
    uint64_t addr, len;
    json_t *value = NULL;
    if (strncmp(key, "mem:", 4) == 0) {
        size_t n = strcspn(key + 4, "+");
        if (!key[4 + n] || !ui_parse_number_of(key + 4, n, UINT32_MAX, &addr) ||
            !ui_parse_number(key + 4 + n + 1, EXEC_GET_MAX, &len))
            return NULL;
        bytes = calloc(1, (size_t)len + 1);
        if (bytes)
            eu_memory_read(x->eu->mem, (uint32_t)addr, bytes, (size_t)len);
    } else if (ui_parse_regkey(x->gen, key, strlen(key), &reg) == 0) {
        len = reg.bytes;
        ui_reg_get(x->eu, x->t, &reg, small);
    } else {
        return NULL;
    }
    char *hex = bytes ? malloc(2 * (size_t)len + 1) : NULL;
    if (hex) {
        ui_put_hex(bytes, (size_t)len, hex);
        value = json_string(hex);
    }
    free(hex);
    if (bytes != small)
        free(bytes);
    return value;
}

static json_t *get_all(struct exec *x)
{
    const json_t *list = ui_json_array(&x->j, x->j.root, "get"), *item;
    json_t *answer = json_object();
    size_t i;
    json_array_foreach(list, i, item)
    {
        const char *key = json_string_value(item);
        json_t *value = key ? get_bytes(x, key) : NULL;
        if (value)
            json_object_set_new(answer, key, value);
        else
            ui_json_error(&x->j, x->j.root, "get", "'%.60s' is no register or mem:ADDR+LEN",
                          key ? key : "?");
    }
    return answer;
}

static bool is_due(const struct exec *x, size_t raise)
{
    return raise < x->nraises && x->raises[raise].at <= x->t->insts + 1;
}

/* Runs to the end. A thread that sleeps or is saved may be woken by an exception that is still
 * due. */
static enum eu_stop run_raising(struct exec *x, struct eu_event *ev)
{
    enum eu_stop stop = EU_STOP_BUDGET;
    size_t next = 0;
    while ((stop == EU_STOP_BUDGET || (stop == EU_STOP_DEADLOCK && is_due(x, next))) &&
           x->t->insts < x->max) {
        uint64_t until = x->max;
        for (; is_due(x, next); next++)
            exc_raise(x->eu, x->t, x->raises[next].kind);
        if (next < x->nraises && x->raises[next].at - 1 < until)
            until = x->raises[next].at - 1;
        stop = eu_run(x->eu, until - x->t->insts, ev);
    }
    /* IP has reached the end, so that no instruction is left to run. */
    if (stop == EU_STOP_BUDGET && x->t->ip == x->eu->end_ip && x->t->status == EU_THREAD_READY)
        stop = EU_STOP_DONE;
    ev->stop = stop;
    return stop;
}

/* The protocol's name for how the machine stopped. @error: the text, for a stop that needs one. */
static const char *end_name(struct exec *x, const struct eu_event *ev, const char **error)
{
    *error = NULL;
    if (x->fell) {
        *error = "IP fell off the System Routine's end";
        return "error";
    }
    switch (ev->stop) {
    case EU_STOP_DONE:
        return x->t->sent_eot ? "eot" : "end";
    case EU_STOP_BUDGET:
        return "limit";
    case EU_STOP_REQUEST:
        *error = "too many events";
        return "limit";
    case EU_STOP_EXCEPTION:
        return "exception";
    case EU_STOP_DEADLOCK:
        return "deadlock";
    case EU_STOP_NOT_SIMULATED:
        *error = ev->text;
        return "not-simulated";
    case EU_STOP_LINT:
        *error = ev->text;
        return "lint";
    default:
        *error = ev->text[0] ? ev->text : eu_stop_text(ev->stop);
        return "error";
    }
}

static json_t *text_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static json_t *answer_run(struct exec *x)
{
    struct eu_event ev = {0};
    const char *error;
    run_raising(x, &ev);
    const char *end = end_name(x, &ev, &error);
    uint32_t ip = x->fell ? x->sip_end : ev.stop == EU_STOP_EXCEPTION ? ev.aip : x->t->ip;
    json_t *get = get_all(x);
    if (!exec_no_error(x)) {
        json_decref(get);
        return NULL;
    }
    return json_pack("{s:O?, s:s, s:o, s:I, s:o, s:O, s:o}", "id", json_object_get(x->j.root, "id"),
                     "end", end, "ip", exec_hex_number(ip, 1), "insts",
                     (json_int_t)(x->fell ? x->fell_at : x->t->insts), "get", get, "events",
                     x->events, "error", text_or_null(error));
}

/* Joins all errors of the line; NULL: no memory. */
static char *all_errors(const struct diags *diags)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    const char *sep = "";
    if (!out)
        return NULL;
    for (size_t i = 0; i < diags->n; i++) {
        if (diags->items[i].warning)
            continue;
        fprintf(out, "%s%s", sep, diags->items[i].text);
        sep = "; ";
    }
    return fclose(out) == 0 ? text : (free(text), NULL);
}

static json_t *answer_error(const struct exec *x)
{
    const json_t *id = x->j.root ? json_object_get(x->j.root, "id") : NULL;
    char *text = all_errors(&x->diags);
    json_t *message = json_string(text && *text ? text : "out of memory");
    free(text);
    return json_pack("{s:O?, s:s, s:o}", "id", id, "end", "error", "error",
                     message ? message : json_string("not UTF-8"));
}

char *ui_exec_line(const char *line, size_t len)
{
    struct exec x = {.events = json_array()};
    json_t *answer = NULL;
    if (len > EXEC_LINE_MAX)
        diags_add(&x.diags, false, NULL, 0, 0, NULL, "a line of more than %d bytes", EXEC_LINE_MAX);
    else if (ui_json_parse(&x.j, NULL, line, len, &x.diags)) {
        x.j.text = NULL; /* the request is one line, so messages need no line numbers */
        exec_read_request(&x);
        if (exec_no_error(&x))
            answer = answer_run(&x);
        else if (x.eu)
            json_decref(get_all(&x)); /* finds the mistakes among the keys of "get", too */
    }
    if (!answer)
        answer = answer_error(&x);
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    json_decref(x.events);
    eu_free(x.eu);
    free(x.raises);
    ui_json_fini(&x.j);
    diags_fini(&x.diags);
    return text;
}

/* Reads a line of any length. What exceeds the limit is dropped, but the returned length counts
 * it. */
static size_t read_line(char **line, size_t *room, bool *end)
{
    size_t n = 0;
    int c;
    while ((c = getc_unlocked(stdin)) != EOF && c != '\n') {
        if (n < EXEC_LINE_MAX && n + 1 > *room) {
            size_t more = *room ? 2 * *room : 4096;
            char *bigger = realloc(*line, more);
            if (!bigger)
                break;
            *line = bigger;
            *room = more;
        }
        if (n < EXEC_LINE_MAX)
            (*line)[n] = (char)c;
        n++;
    }
    *end = c == EOF;
    return n;
}

int ui_main_EXEC(const struct ui_args *args)
{
    char *line = NULL;
    size_t room = 0;
    bool end = false;
    struct shard shard;
    uint64_t requests = 0, answers = 0;
    int status = ui_shard_read(args, &shard);
    if (args->nrest)
        return ui_usage(args, "takes no file: requests come on stdin");
    while (!end && status == UI_OK) {
        size_t n = read_line(&line, &room, &end);
        if (end && !n)
            break; /* the input has ended; a blank line is a request and gets an answer */
        if (shard.n && requests++ % shard.n != shard.k - 1)
            continue;
        char *answer = ui_exec_line(line, n);
        if (shard.n)
            printf("{\"line\":%llu,", (unsigned long long)requests);
        puts((answer ? answer : "{\"id\":null,\"end\":\"error\",\"error\":\"out of memory\"}") +
             (shard.n != 0));
        free(answer);
        answers++;
        status = ui_flush(stdout, "stdout");
    }
    if (shard.n && status == UI_OK)
        ui_shard_close(args, shard, answers);
    free(line);
    return status;
}
