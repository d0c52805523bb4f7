/* The screen without a terminal: tables, cells, places of the views, and keys at random. */
#include "tests/helpers.h"

#include "tests/launched.h"
#include "tests/random_words.h"
#include "gcn/cli/cli.h"
#include "ui/tui/tui.h"
#include "visa/cli/rows.h"

enum { PRESSES = 4000 };

struct world {
    struct launched at;
    struct tui tui;
    unsigned slices;
};

/* A command runs until it is stopped: not for long. */
static bool busy(void *ctx)
{
    unsigned *slices = ctx;
    return ++*slices % 4 == 0;
}

static void open_world(struct world *w, const char *path)
{
    assert_true(launched_build(&w->at, UI_TUI, (const char *const[]){"--launch", path, NULL}));
    assert_true(launched_start(&w->at, 1 << 20));
    assert_true(tui_init(&w->tui, &w->at.s));
    w->tui.model.busy = busy;
    w->tui.model.busy_ctx = &w->slices;
    assert_true(tui_resize(&w->tui, 24, 80));
}

static void close_world(struct world *w)
{
    tui_fini(&w->tui);
    launched_drop(&w->at);
}

/* A key and what it runs; whatever does not end is stopped by the next. */
static unsigned run_on(struct tui *t, unsigned done)
{
    if (!(done & TUI_RESUME))
        return done;
    for (unsigned i = 0; i < 20; i++)
        if (tui_slice(t, 1000))
            return done;
    tui_key(t, ' ');
    while (!tui_slice(t, 1000))
        ;
    return done;
}

static unsigned press(struct tui *t, int key)
{
    return run_on(t, tui_key(t, key));
}

static void point(struct tui *t, struct tui_mouse mouse)
{
    run_on(t, tui_mouse(t, mouse));
}

static void text_of_row(const struct tui *t, int row, char *buf)
{
    for (int col = 0; col < t->cells.cols; col++)
        buf[col] = cell_ascii(t->cells.at[row * t->cells.cols + col].ch);
    buf[t->cells.cols] = 0;
}

static void assert_on_screen(struct tui *t, const char *text)
{
    char row[512];
    tui_draw(t);
    for (int i = 0; i < t->cells.rows; i++) {
        text_of_row(t, i, row);
        if (strstr(row, text))
            return;
    }
    fail_msg("not on the screen: %s", text);
}

static void keys_each_has_one_row(void **state)
{
    (void)state;
    const struct ui_session session = {.rows = &eu_rows};
    const struct tui_key_row *r;
    unsigned n = 0;
    for (size_t i = 0; (r = tui_key_row(i)); i++)
        for (const char *at = r->keys; *at; at += strspn(at, " "), n++) {
            size_t len = strcspn(at, " ");
            int key = tui_key_parse(at, len);
            assert_int_not_equal(key, 0);
            assert_ptr_equal(tui_key_find(key), r);
            const struct view_row *view;
            for (unsigned v = 0; (view = view_row_nth(&session, v)); v++)
                assert_int_not_equal(key, view->info.key[0]);
            at += len;
        }
    assert_true(n > 30);
    assert_null(tui_key_find(0x1f600));
}

static void key_parse_knows_names_and_characters(void **state)
{
    (void)state;
    assert_int_equal(tui_key_parse("s", 1), 's');
    assert_int_equal(tui_key_parse("^L", 2), 12);
    assert_int_equal(tui_key_parse("^_", 2), 31);
    assert_int_equal(tui_key_parse("^`", 2), 0);
    assert_int_equal(tui_key_parse("AL", 2), 0);
    assert_int_equal(tui_key_parse("Tab", 3), '\t');
    assert_int_equal(tui_key_parse("PgUp", 4), TUI_KEY_PGUP);
    assert_int_equal(tui_key_parse("\xc3\xa9", 2), 0xe9);
    assert_int_equal(tui_key_parse("Nokey", 5), 0);
    assert_int_equal(tui_key_parse("\xff", 1), 0);
    assert_int_equal(tui_key_parse("", 0), 0);
}

static void cells_drop_what_is_outside(void **state)
{
    (void)state;
    struct cells c = {0};
    assert_true(cells_resize(&c, 2, 4));
    struct area a = {&c, 1, 2, 5, 50, 0};
    assert_int_equal(area_text(a, 0, 0, STYLE_ON, "\xe2\x96\xa0yz\x01"), 4);
    assert_int_equal(c.at[1 * 4 + 2].ch, SYM_ON);
    assert_int_equal(c.at[1 * 4 + 3].ch, 'y');
    assert_int_equal(c.at[1 * 4 + 1].ch, ' ');
    area_text(a, -1, 0, STYLE_ON, "no");
    area_text(a, 3, -9, STYLE_ON, "no");
    area_style(a, 0, -5, 100, STYLE_ERROR);
    assert_int_equal(c.at[1].ch, ' ');
    assert_int_equal(cell_ascii(SYM_ON), '#');
    assert_int_equal(cell_ascii(0x4e2d), '?');
    cells_fini(&c);
}

/* No row of the views' part is in two views, none is outside. */
static void assert_tiles(const struct tui *t)
{
    for (unsigned i = 0; i < t->nviews; i++) {
        const struct area *a = &t->views[i].area;
        if (a->rows == 0)
            continue;
        assert_true(a->top >= 2 && a->top + a->rows <= t->cells.rows - 2);
        assert_true(a->left >= 0 && a->left + a->cols <= t->cells.cols);
        for (unsigned k = 0; k < i; k++) {
            const struct area *b = &t->views[k].area;
            bool beside = a->left >= b->left + b->cols || b->left >= a->left + a->cols;
            bool below = a->top >= b->top + b->rows || b->top >= a->top + a->rows;
            assert_true(b->rows == 0 || beside || below);
        }
    }
    assert_true(t->views[t->focus].area.rows > 0);
}

static void layout_of_any_size_has_no_overlap(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    for (const char *k = "34567890"; *k; k++)
        press(&w.tui, *k);
    for (int rows = TUI_ROWS_LEAST; rows < 80; rows += 7)
        for (int cols = TUI_COLS_LEAST; cols < 260; cols += 13) {
            assert_true(tui_resize(&w.tui, rows, cols));
            tui_draw(&w.tui);
            assert_tiles(&w.tui);
        }
    close_world(&w);
}

/* Whether a view is shown from the start, its share, its least rows, and its column, by its key. */
static void views_have_these_shares(void **state)
{
    struct world w = {0};
    (void)state;
    open_world(&w, "samples/divergence.json");
    const struct ui_rows *eu = w.at.s.rows;
    const struct {
        const struct ui_rows *rows;
        const char *views;
    } rows[] = {
        {NULL, "1:1150 2:1280 3:2441 5:2241 6:0240 7:0241 0:0240 w:0241 D:0241"},
        {eu, "1:1150 2:1280 3:2441 4:0241 5:2241 6:0240 7:0241 8:0341 9:0241 0:0240 w:0241 D:0241 "
             "m:0251 v:0250"},
        {&gcn_rows, "1:1150 2:1280 3:2441 4:2241 5:2241 6:0240 7:0241 0:0240 w:0241 D:0241"},
        {&visa_rows, "1:1150 2:1280 3:1441 5:2241 6:0240 7:0241 0:0240 w:0241 D:0241"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct view_row *row;
        char said[512] = "";
        w.at.s.rows = rows[i].rows;
        for (unsigned k = 0; (row = view_row_nth(&w.at.s, k)); k++) {
            const struct view_info *v = &row->info;
            size_t len = strlen(said);
            snprintf(said + len, sizeof said - len, "%s%s:%u%u%u%u", k ? " " : "", v->key, v->shown,
                     v->weight, v->least, v->column);
        }
        assert_string_equal(said, rows[i].views);
    }
    w.at.s.rows = eu;
    close_world(&w);
}

static void channels_say_why_they_wait(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    for (unsigned i = 0; i < 10; i++)
        press(&w.tui, 's');
    const struct tui_model *m = &w.tui.model;
    assert_int_equal(m->thread.on_ip, 5);
    static const char *const whys[] = {[0] = "writes", [1] = "PcIP", [8] = "DMask"};
    for (unsigned ch = 0; ch <= 8; ch++) {
        struct machine_lane lane;
        model_lane(m, ch, &lane);
        if (whys[ch])
            assert_string_equal(lane.why->word, whys[ch]);
    }
    press(&w.tui, '.');
    assert_on_screen(&w.tui, "ch1 waits: its PcIP is ahead of IP, at 0x000000c0 odd");
    close_world(&w);
}

/* `i` counts instructions of the thread, `s` those that the channel executes. */
static void steps_are_the_channels_or_the_threads(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    for (unsigned i = 0; i < 7; i++)
        press(&w.tui, '.');
    for (unsigned i = 0; i < 8; i++)
        press(&w.tui, 's');
    assert_int_equal(model_pc(&w.tui.model), 0xf0);
    press(&w.tui, 'i');
    assert_int_equal(w.tui.model.thread.insts, 9);
    press(&w.tui, 's');
    assert_int_equal(model_pc(&w.tui.model), 0x100);
    press(&w.tui, 'u');
    assert_int_equal(model_pc(&w.tui.model), 0xf0);
    close_world(&w);
}

static void next_is_over_the_routine_and_back_into_it(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/illegal.json");
    press(&w.tui, 'n');
    press(&w.tui, 'n');
    press(&w.tui, 'n');
    assert_int_equal(w.tui.model.thread.ip, 0x30);
    assert_int_equal(w.tui.model.events.n, 2);
    press(&w.tui, 'u');
    assert_int_not_equal(w.at.built.eu->threads[0].cr[0] & EU_CR0_ME, 0);
    assert_int_equal(w.tui.model.events.n, 1);
    press(&w.tui, 'f');
    assert_int_equal(w.tui.model.thread.ip, 0x30);
    assert_int_equal(w.tui.model.events.n, 2);
    close_world(&w);
}

static void heat_cools_down(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    const struct tui_model *m = &w.tui.model;
    press(&w.tui, 'i');
    press(&w.tui, 'i');
    assert_int_equal(model_heat(m, 3 * 32 + 4), 3); /* r3.1 became 1 */
    assert_int_equal(model_heat(m, 2 * 32 + 2), 2);
    press(&w.tui, 'i');
    assert_int_equal(model_heat(m, 3 * 32 + 4), 2);
    press(&w.tui, 'i');
    press(&w.tui, 'i');
    assert_int_equal(model_heat(m, 3 * 32 + 4), 0);
    close_world(&w);
}

/* Step by step, and in one go to the beginning. */
static void back_from_behind_the_end_is_where_it_was(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    press(&w.tui, 'c');
    assert_true(dbg_ended(w.at.dbg));
    uint64_t end = w.at.built.eu->insts;
    for (uint64_t n = 1; n <= 3; n++) {
        press(&w.tui, 'u');
        assert_false(dbg_ended(w.at.dbg));
        assert_int_equal(w.at.built.eu->insts, end - n);
    }
    press(&w.tui, 'c');
    assert_true(dbg_ended(w.at.dbg));
    press(&w.tui, 'r');
    assert_int_equal(w.at.built.eu->insts, 0);
    close_world(&w);
}

static void rate_is_shown_while_it_runs(void **state)
{
    static const struct {
        double rate;
        const char *text;
    } rows[] = {{0, " running, 0 instructions "},
                {0.5, " running, 0.5 "},
                {1, " running, 1 "},
                {12.34, " running, 12.3 "}};
    (void)state;
    struct world w = {.slices = 0};
    open_world(&w, "samples/divergence.json");
    w.tui.model.going = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        w.tui.rate = rows[i].rate;
        assert_on_screen(&w.tui, rows[i].text);
    }
    w.tui.model.going = false;
    assert_on_screen(&w.tui, " at the start");
    close_world(&w);
}

static void too_small_a_screen_says_so(void **state)
{
    (void)state;
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    assert_true(tui_resize(&w.tui, 5, 30));
    press(&w.tui, 's');
    assert_int_equal(w.at.built.eu->insts, 0);
    assert_on_screen(&w.tui, "30x5 is too small");
    assert_true(tui_resize(&w.tui, 1, 1));
    tui_draw(&w.tui);
    assert_int_equal(tui_key(&w.tui, 'q'), TUI_QUIT);
    close_world(&w);
}

static bool is_on_screen(struct tui *t, const char *text)
{
    char row[512];
    bool found = false;
    tui_draw(t);
    for (int i = 0; i < t->cells.rows; i++) {
        text_of_row(t, i, row);
        found |= strstr(row, text) != NULL;
    }
    return found;
}

/* ^C leaves no program here: it says what does. Other keys without a meaning say so. */
static void keys_without_a_row_do_nothing(void **state)
{
    (void)state;
    static const int none[] = {'~', 0xe9, TUI_KEY_OTHER};
    struct world w = {0};
    open_world(&w, "samples/divergence.json");
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_null(tui_key_find(none[i]));
        assert_int_equal(tui_key(&w.tui, 'C' & 31), TUI_REDRAW);
        assert_true(is_on_screen(&w.tui, "q leaves"));
        assert_int_equal(tui_key(&w.tui, none[i]), TUI_REDRAW);
        assert_false(is_on_screen(&w.tui, "q leaves"));
        assert_true(is_on_screen(&w.tui, "does nothing: ? shows the keys"));
    }
    for (int key = 1; key < ' '; key++) {
        char want[64];
        bool named = key == ('C' & 31) || key == TUI_KEY_ESC;
        if (named || tui_key_find(key == '\n' ? TUI_KEY_ENTER : key))
            continue;
        snprintf(want, sizeof want, "^%c does nothing: ? shows the keys", '@' + key);
        assert_int_equal(tui_key(&w.tui, 'C' & 31), TUI_REDRAW);
        assert_int_equal(tui_key(&w.tui, key), TUI_REDRAW);
        assert_true(is_on_screen(&w.tui, want));
        assert_false(w.tui.complaint);
    }
    assert_int_equal(tui_key(&w.tui, TUI_KEY_RESIZE), TUI_REDRAW);
    assert_false(is_on_screen(&w.tui, "does nothing"));
    assert_int_equal(w.at.built.eu->insts, 0);
    close_world(&w);
}

static void type_command(struct tui *t, const char *command)
{
    press(t, ':');
    for (; *command; command++)
        press(t, *command);
    press(t, '\r');
}

/* Tab: the word itself if there is only one, or what all candidates begin with, and their list. */
static void tab_completes_a_command(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *input, *hint;
    } rows[] = {
        {"displ", "display ", ""},
        {"br", "break ", ""},
        {"info exc", "info exceptions ", ""},
        {"d", "d", " delete disable disassemble display dump"},
        {"qqq", "qqq", ""},
    };
    struct world w;
    open_world(&w, "samples/divergence.json");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        press(&w.tui, ':');
        for (const char *p = rows[i].typed; *p; p++)
            press(&w.tui, *p);
        press(&w.tui, '\t');
        assert_string_equal(w.tui.input, rows[i].input);
        if (strncmp(w.tui.hint, rows[i].hint, strlen(rows[i].hint)) != 0)
            fail_msg("%s: hint %s", rows[i].typed, w.tui.hint);
        press(&w.tui, 27);
    }
    close_world(&w);
}

/* Any key at any time: no crash, no overlap, and the machine goes on. */
static void random_keys(struct world *w, uint64_t seed, unsigned presses)
{
    uint64_t rng = seed;
    static const char often[] = "sinfcubrR><}{\t+-zjkhl/g:at\r\r1234567890?vwWedyK[]TDDm";
    static const char *const commands[] = {
        "raise software", "goto 3",     "break 0x20 if any r4 > 1",
        "delete all",     "preempt 0",  "x/8i 0",
        "set r4:ud = 7",  "thread 1",   "channel 3",
        "catch all",      "checkpoint", "restart 1",
        "trace exec",     "trace off",  "step 3",
        "finish",         "back 2",     "match ip=0x30",
        "registers",      "run",
    };
    for (unsigned i = 0; i < presses; i++) {
        uint32_t r = (uint32_t)random_word_next(&rng);
        int key = r % 16 == 0   ? (int)(r >> 8 & 0x7f)
                  : r % 16 == 1 ? TUI_KEY_FIRST + (int)(r >> 8 & 15)
                                : often[(r >> 8) % (sizeof often - 1)];
        if (r % 64 == 3)
            type_command(&w->tui, commands[(r >> 8) % (sizeof commands / sizeof *commands)]);
        press(&w->tui, key);
        if (r % 8 == 5)
            point(&w->tui,
                  (struct tui_mouse){(int)(r >> 8 & 63), (int)(r >> 16 & 255),
                                     r >> 24 & 3 ? TUI_CLICK : TUI_WHEEL_DOWN - (r >> 26 & 1)});
        if (r % 16 == 2)
            assert_true(tui_resize(&w->tui, (int)(r >> 8 & 63) + 1, (int)(r >> 16 & 255) + 1));
        if (r % 4 == 0 || r % 16 == 2)
            tui_draw(&w->tui);
    }
}

static void keys_at_random_do_no_harm(void **state)
{
    (void)state;
    static const char *const samples[] = {"samples/divergence.json", "samples/illegal.json",
                                          "samples/reduction.json", "samples/calls.json",
                                          "samples/media_fill.json"};
    const char *count = getenv("EULAB_PRESSES");
    unsigned presses = count ? (unsigned)strtoul(count, NULL, 10) : PRESSES;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct world w = {0};
        open_world(&w, samples[i]);
        random_keys(&w, 20261121 + i, presses / 5);
        close_world(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_each_has_one_row),
        cmocka_unit_test(key_parse_knows_names_and_characters),
        cmocka_unit_test(cells_drop_what_is_outside),
        cmocka_unit_test(layout_of_any_size_has_no_overlap),
        cmocka_unit_test(views_have_these_shares),
        cmocka_unit_test(channels_say_why_they_wait),
        cmocka_unit_test(steps_are_the_channels_or_the_threads),
        cmocka_unit_test(next_is_over_the_routine_and_back_into_it),
        cmocka_unit_test(heat_cools_down),
        cmocka_unit_test(rate_is_shown_while_it_runs),
        cmocka_unit_test(too_small_a_screen_says_so),
        cmocka_unit_test(back_from_behind_the_end_is_where_it_was),
        cmocka_unit_test(keys_without_a_row_do_nothing),
        cmocka_unit_test(tab_completes_a_command),
        cmocka_unit_test(keys_at_random_do_no_harm),
    };
    return cmocka_run_group_tests_name("tui", tests, NULL, NULL);
}
