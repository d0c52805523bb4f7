/* Memory that runs out while the stub makes a document: the client hears of it, never gets a part
 * of the document as if that were all, and gets the whole when it asks again. */
#include "tests/alloc_rig.h"
#include "tests/stub_wire.h"

enum { MOST = 100, REPLY = 1 << 15 };

/* More than the first allocation of a text takes. */
static bool some_libraries(struct machine *m, unsigned i, struct machine_library *library)
{
    (void)m;
    *library = (struct machine_library){.name = "kernel.elf", .base = 0x2000};
    return i < 20;
}

/* A client that hears errors as texts. The transport has room for any reply, and allocates nothing
 * more. */
static struct wire *begin(void)
{
    static struct machine_ops ops;
    void *state = NULL;
    assert_int_equal(open_wire(&state), 0);
    struct wire *w = state;
    ops = *w->fake.m.ops;
    ops.library = some_libraries;
    w->fake.m.ops = &ops;
    w->cap = REPLY;
    w->out = realloc(w->out, w->cap);
    assert_non_null(w->out);
    (void)ask(w, "qSupported:multiprocess+;error-message+");
    return w;
}

static void end(struct wire *w)
{
    void *state = w;
    close_wire(&state);
}

static void documents_are_whole_or_refused(void **state)
{
    static const char *const packets[] = {
        "qXfer:features:read:target.xml:0,4000",
        "qXfer:threads:read::0,4000",
        "qXfer:libraries:read::0,4000",
        "qXfer:osdata:read:eus:0,4000",
        "qXfer:osdata:read::0,4000",
    };
    (void)state;
    for (size_t i = 0; i < sizeof packets / sizeof *packets; i++) {
        struct wire *w = begin();
        char *whole = strdup(ask(w, packets[i]));
        bool failed = ALLOC_CAN_FAIL;
        assert_non_null(whole);
        assert_int_equal(whole[0], 'l');
        end(w);
        unsigned n = 2; /* the first one is that of the packet */
        for (; failed; n++) {
            assert_true(n < MOST);
            w = begin();
            alloc_left = n;
            const char *reply = ask(w, packets[i]);
            failed = alloc_left == 0;
            alloc_left = 0;
            assert_string_equal(reply, failed ? "E.no memory" : whole);
            assert_string_equal(ask(w, packets[i]), whole);
            end(w);
        }
        assert_true(n > 3 || !ALLOC_CAN_FAIL);
        free(whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_whole_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
