/* Clients that only observe: they may read everything and change nothing. They are served between
 * two slices of the machine, so they can read while it runs. */
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

struct stub *stub_fellow(const struct stub *s)
{
    struct stub *fellow = stub_new(s->dbg, &s->ops, s->ctx);
    if (fellow)
        fellow->stop_at_end = s->stop_at_end;
    return fellow;
}

void stub_observe(struct stub *s, const char *controller)
{
    if (!controller) /* the controlling client has left, which stopped the machine */
        (void)stub_told(s);
    s->observer = controller;
    snprintf(s->controller, sizeof s->controller, "%s", controller ? controller : "");
}

const char *stub_controller(const struct stub *s)
{
    return s->observer ? s->controller : NULL;
}

enum stub_state stub_told(struct stub *s)
{
    if (s->observer && s->state == STUB_RUNNING) {
        stub_report(s);
        stub_feed_backlog(s);
    }
    return s->state;
}

static bool is_resume(const uint8_t *p, size_t n)
{
    return (n >= 6 && !memcmp(p, "vCont;", 6)) || (n >= 1 && strchr("cCsSb", *p));
}

static bool is_continue(const uint8_t *p, size_t n)
{
    return (n >= 7 && (!memcmp(p, "vCont;c", 7) || !memcmp(p, "vCont;C", 7))) ||
           (n >= 1 && (*p == 'c' || *p == 'C'));
}

/* Refuses a packet of an observer. If it asks to continue a machine that already runs, it is told
 * to wait for the stop instead. k and R have no reply. */
void stub_refuse(struct stub *s, const uint8_t *payload, size_t n)
{
    char text[128];
    snprintf(text, sizeof text, "%s controls the machine; this client looks on", s->controller);
    if (n == 1 && *payload == 'k') {
        s->state = STUB_CLOSED;
    } else if (is_continue(payload, n) && dbg_running(s->dbg)) {
        s->state = STUB_RUNNING;
        s->in_resume = true;
        s->enough = s->interrupt_due;
        s->interrupt_due = false;
    } else if (!n || *payload != 'R') {
        /* versions of gdb before 16 show "E01" */
        s->in_resume = is_resume(payload, n) && !s->error_text;
        stub_puts(s, text);
        stub_puts(s, "\n");
        s->in_resume = false;
        stub_error(s, text);
    }
}
