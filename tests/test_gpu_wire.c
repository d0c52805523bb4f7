/* A driver's connection through shared memory: what is read ahead, and what ends it. */
#include "tests/serve_rig.h"

#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/mman.h>

#include "gpu/layer/wire/shared.h"
#include "gpu/ring.h"

enum { PAGE = 4096, PAGES = 300, FIRST = 0x10000 };

static uint32_t random_number(void)
{
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static void ask_page(int fd, uint32_t id, uint32_t page)
{
    const uint32_t read[] = {5, id, 12, 0, FIRST + page * PAGE, PAGE};
    put(fd, read, sizeof read);
}

static void get(int fd, void *bytes, size_t n)
{
    for (size_t have = 0; have < n;) {
        ssize_t got = recv(fd, (char *)bytes + have, n - have, 0);
        assert_true(got > 0);
        have += (size_t)got;
    }
}

/* The header is that of the question; every dword of the page is @value. */
static void get_page(int fd, uint32_t id, uint32_t page, uint32_t value)
{
    uint32_t head[6] = {0}, words[PAGE / 4] = {0};
    get(fd, head, sizeof head);
    get(fd, words, sizeof words);
    assert_int_equal(head[0], 6);
    assert_int_equal(head[1], id);
    assert_int_equal(head[2], 12);
    assert_int_equal(head[4], FIRST + page * PAGE);
    assert_int_equal(head[5], PAGE);
    assert_int_equal(words[0], value);
    assert_int_equal(words[PAGE / 4 - 1], value);
}

static void fill_page(int fd, uint32_t page, uint32_t value)
{
    uint32_t m[6 + PAGE / 4] = {4, 1, 12, 0, FIRST + page * PAGE, PAGE};
    for (unsigned i = 0; i < PAGE / 4; i++)
        m[6 + i] = value;
    put(fd, m, sizeof m);
}

static void pages_are_read_as_they_are_in_any_order(void **state)
{
    uint32_t values[PAGES], id = 100;
    int fd = call(*state);
    for (uint32_t i = 0; i < PAGES; i++)
        fill_page(fd, i, values[i] = i);
    for (unsigned round = 0; round < 20; round++)
        for (uint32_t i = 0; i < PAGES; i++) {
            uint32_t page = round % 4 == 1   ? PAGES - 1 - i
                            : round % 4 == 3 ? random_number() % PAGES
                                             : i * 7 % PAGES;
            ask_page(fd, ++id, page);
            get_page(fd, id, page, values[page]);
            if (random_number() % 16 == 0) /* most likely one that is on its way */
                fill_page(fd, (page + 7) % PAGES, values[(page + 7) % PAGES] = random_number());
        }
    close(fd);
}

/* The rings of this process' only connection. */
static struct gpu_rings *rings(void)
{
    size_t n;
    char *maps = read_file("/proc/self/maps", &n), *at = strstr(maps, "memfd:eulab");
    assert_non_null(at);
    while (at > maps && at[-1] != '\n')
        at--;
    struct gpu_rings *r = (struct gpu_rings *)(uintptr_t)strtoull(at, NULL, 16);
    free(maps);
    return r;
}

/* As after a launch: the page with the tag, again, and whatever the work could have changed, of
 * which some ends before its page does. */
enum { READS = 60 };
static uint32_t read_at(unsigned i)
{
    return FIRST + (i < 2 ? 0 : i * 7 % READS * PAGE);
}

static uint32_t read_bytes(unsigned i)
{
    return i % 10 == 9 ? 100 + 8 * i : PAGE;
}

static void read_one(int fd, unsigned i)
{
    uint32_t head[6] = {0}, words[PAGE / 4] = {0}, n = read_bytes(i);
    const uint32_t message[] = {5, i, 12, 0, read_at(i), n};
    put(fd, message, sizeof message);
    get(fd, head, sizeof head);
    get(fd, words, n);
    assert_int_equal(head[1], i);
    assert_int_equal(head[5], n);
    assert_int_equal(words[n / 4 - 1], (read_at(i) - FIRST) / PAGE);
}

/* Nor is there more. */
static void what_was_read_before_comes_at_the_first_question(void **state)
{
    enum { ROUNDS = 5, HEADER = 24, SECONDS = 20 };
    int fd = call(*state);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (uint32_t page = 0; page < READS; page++)
            fill_page(fd, page, page);
        read_one(fd, 0);
        uint64_t expected = 0;
        for (unsigned i = 1; i < READS; i++)
            expected += HEADER + read_bytes(i);
        const struct gpu_rings *r = rings();
        for (unsigned i = 0; round > 1 && gpu_ring_filled(&r->down) != expected; i++) {
            assert_true(i < SECONDS * 1000);
            usleep(1000);
        }
        for (unsigned i = 1; i < READS; i++)
            read_one(fd, i);
        assert_true(round < 2 || gpu_ring_filled(&r->down) == 0);
    }
    close(fd);
}

/* Of a large buffer, more the longer it is, but not more than half as much again. */
static void more_of_a_large_buffer_is_read_ahead(void **state)
{
    enum { LARGE = 1000, SMALL = 50, QUESTION = 24 };
    int fd = call(*state);
    for (uint32_t page = 0; page < LARGE; page++)
        fill_page(fd, page, page);
    const struct gpu_rings *r = rings();
    uint64_t before = r->up.put;
    for (uint32_t page = 0; page < LARGE; page++) {
        ask_page(fd, page, page);
        get_page(fd, page, page, page);
        uint64_t ahead = (r->up.put - before) / QUESTION - page - 1;
        assert_true(page != SMALL || ahead <= 32);
        assert_true(ahead <= (page / 2 > 32 ? page / 2 : 32));
        assert_true(page < LARGE - 1 || ahead > 100);
    }
    close(fd);
}

static void questions_before_their_answers_are_read_stay_in_order(void **state)
{
    static const uint32_t reg[] = {0, 9, 12, 4, 0x2234, 0};
    int fd = call(*state);
    for (uint32_t i = 0; i < PAGES; i++)
        fill_page(fd, i, i);
    for (uint32_t i = 0; i < PAGES; i++) {
        ask_page(fd, i, i);
        if (i % 50 == 0)
            put(fd, reg, sizeof reg);
        fill_page(fd, i, ~i); /* later than it was asked for */
    }
    for (uint32_t i = 0; i < PAGES; i++) {
        uint32_t answer[4];
        get_page(fd, i, i, i);
        if (i % 50 == 0)
            get(fd, answer, sizeof answer);
        if (i % 50 == 0)
            assert_int_equal(answer[1], 9);
    }
    assert_int_equal(ask(fd), 0);
    close(fd);
}

static void messages_may_come_in_pieces(void **state)
{
    uint32_t m[] = {4, 1, 12, 0, FIRST, 8, 11, 12, 2, 1, 16, 1, 1, 1, 0, 5, 7, 12, 0, FIRST, 8};
    int fd = call(*state);
    for (size_t piece = 1; piece < sizeof m; piece++) {
        uint32_t got[8] = {0};
        m[6] = (uint32_t)piece;
        for (size_t at = 0; at < sizeof m; at += piece)
            put(fd, (char *)m + at, piece < sizeof m - at ? piece : sizeof m - at);
        get(fd, got, sizeof got);
        assert_int_equal(got[1], 7);
        assert_int_equal(got[6], piece);
        assert_int_equal(got[7], 12);
    }
    close(fd);
}

/* A thread of a driver: it writes a page of its own and reads it, in pieces. */
struct talker {
    pthread_t thread;
    int fd;
    uint32_t page;
    bool ok;
};

static bool moved(ssize_t (*move)(int, void *, size_t, int), int fd, void *bytes, size_t n)
{
    size_t done = 0;
    for (ssize_t part = 1; part > 0 && done < n; done += (size_t)part)
        part = move(fd, (char *)bytes + done, n - done < 1000 ? n - done : 1000, MSG_NOSIGNAL);
    return done == n;
}

static ssize_t sends(int fd, void *bytes, size_t n, int flags)
{
    return send(fd, bytes, n, flags);
}

static void *talk(void *ctx)
{
    struct talker *t = ctx;
    t->ok = true;
    for (uint32_t i = 0; t->ok && i < 500; i++) {
        uint32_t write[6 + PAGE / 4] = {4, 1, 12, 0, FIRST + t->page * PAGE, PAGE};
        uint32_t read[] = {5, i, 12, 0, write[4], PAGE}, answer[6 + PAGE / 4] = {0};
        for (unsigned k = 0; k < PAGE / 4; k++)
            write[6 + k] = i << 8 | t->page;
        t->ok = moved(sends, t->fd, write, 24) && moved(sends, t->fd, write + 6, PAGE) &&
                moved(sends, t->fd, read, sizeof read) && moved(recv, t->fd, answer, 12) &&
                moved(recv, t->fd, answer + 3, sizeof answer - 12) && answer[1] == i &&
                !memcmp(answer + 6, write + 6, PAGE);
    }
    return NULL;
}

static void threads_of_a_driver_take_turns(void **state)
{
    struct talker t[4];
    int fd = call(*state);
    for (uint32_t i = 0; i < 4; i++) {
        t[i] = (struct talker){.fd = fd, .page = i};
        assert_int_equal(pthread_create(&t[i].thread, NULL, talk, &t[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++)
        pthread_join(t[i].thread, NULL);
    for (unsigned i = 0; i < 4; i++)
        assert_true(t[i].ok);
    close(fd);
}

/* Those that were read ahead, too: their headers are made when they are asked for. */
static void answers_may_be_read_in_pieces(void **state)
{
    static const size_t pieces[] = {1, 3, 4, 23, 24, 25, 100};
    int fd = call(*state);
    for (uint32_t i = 0; i < 64; i++)
        fill_page(fd, i, i);
    for (uint32_t i = 0; i < 4 * 64; i++) {
        uint32_t answer[6 + PAGE / 4] = {0}, page = i % 64;
        size_t piece = pieces[i % (sizeof pieces / sizeof *pieces)];
        ask_page(fd, 1000 + i, page);
        for (size_t at = 0; at < sizeof answer; at += piece)
            get(fd, (char *)answer + at, piece < sizeof answer - at ? piece : sizeof answer - at);
        assert_int_equal(answer[0], 6);
        assert_int_equal(answer[1], 1000 + i);
        assert_int_equal(answer[2], 12);
        assert_int_equal(answer[3], 0);
        assert_int_equal(answer[4], FIRST + page * PAGE);
        assert_int_equal(answer[5], PAGE);
        for (unsigned k = 0; k < PAGE / 4; k++)
            assert_int_equal(answer[6 + k], page);
    }
    close(fd);
}

/* A driver reads back what it has sent, to where it came from: a program's constants. */
static void page_that_is_the_same_is_not_written(void **state)
{
    uint32_t head[6],
        *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    int fd = call(*state);
    for (unsigned i = 0; i < PAGE / 4; i++)
        page[i] = 0x11111111;
    mprotect(page, PAGE, PROT_READ);
    fill_page(fd, 0, 0x11111111);
    ask_page(fd, 1, 0);
    get(fd, head, sizeof head);
    get(fd, page, PAGE);
    munmap(page, PAGE);
    close(fd);
}

/* Where the server has no such memory for this process, or it is not found. */
/* --- memory that program and GPU share --- */

enum { SHARED_PAGES = 3, WORDS = PAGE / 4 };

static uint32_t *share_pages(void)
{
    uint32_t *p = aligned_alloc(PAGE, SHARED_PAGES * PAGE);
    assert_non_null(p);
    for (uint32_t i = 0; i < SHARED_PAGES * WORDS; i++)
        p[i] = i;
    eulab_share(p, SHARED_PAGES * PAGE);
    return p;
}

/* The driver writes a page from the program's memory, as Intel's does. */
static void upload(int fd, const uint32_t *p, uint32_t page)
{
    const uint32_t head[6] = {4, 1, 12, 0, FIRST + page * PAGE, PAGE};
    put(fd, head, sizeof head);
    put(fd, p + page * WORDS, PAGE);
}

static void submit(int fd)
{
    const uint32_t port[6] = {0, 1, 12, 1, 0x2230, 0};
    put(fd, port, sizeof port);
}

static void read_page(int fd, uint32_t page, uint32_t *to)
{
    uint32_t head[6];
    ask_page(fd, 1, page);
    get(fd, head, sizeof head);
    get(fd, to, PAGE);
}

static uint32_t word_of_gpu(int fd, uint32_t page, unsigned i)
{
    uint32_t words[WORDS];
    read_page(fd, page, words);
    return words[i];
}

/* fill_page() is the GPU here. */
static void what_the_gpu_changed_is_not_written_again(void **state)
{
    int fd = call(*state);
    uint32_t *p = share_pages();
    upload(fd, p, 0);
    assert_int_equal(word_of_gpu(fd, 0, 5), 5);
    fill_page(fd, 0, 77);
    p[6] = 600;
    upload(fd, p, 0);
    assert_int_equal(word_of_gpu(fd, 0, 0), 77);
    assert_int_equal(word_of_gpu(fd, 0, 5), 77);
    assert_int_equal(word_of_gpu(fd, 0, 6), 600);
    assert_int_equal(word_of_gpu(fd, 0, 7), 77);
    assert_int_equal(word_of_gpu(fd, 0, WORDS - 1), 77);
    eulab_unshare(p);
    upload(fd, p, 0);
    assert_int_equal(word_of_gpu(fd, 0, 5), 5);
    free(p);
    close(fd);
}

static void what_the_program_changed_is_there_when_the_gpu_begins(void **state)
{
    int fd = call(*state);
    uint32_t *p = share_pages();
    upload(fd, p, 0);
    upload(fd, p, 2);
    p[0] = 1000;
    p[WORDS] = 1001; /* of a page that the driver has not written */
    p[2 * WORDS + 9] = 1002;
    p[3 * WORDS - 1] = 1003;
    assert_int_equal(word_of_gpu(fd, 0, 0), 0);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, 0), 1000);
    assert_int_equal(word_of_gpu(fd, 0, 1), 1);
    assert_int_equal(word_of_gpu(fd, 1, 0), 0);
    assert_int_equal(word_of_gpu(fd, 2, 8), 2 * WORDS + 8);
    assert_int_equal(word_of_gpu(fd, 2, 9), 1002);
    assert_int_equal(word_of_gpu(fd, 2, WORDS - 1), 1003);
    p[0] = 2000;
    submit(fd); /* the second of four writes */
    assert_int_equal(word_of_gpu(fd, 0, 0), 2000);
    eulab_unshare(p);
    p[0] = 3000;
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, 0), 2000);
    free(p);
    close(fd);
}

static void what_the_program_changed_is_not_read_over(void **state)
{
    int fd = call(*state);
    uint32_t *p = share_pages();
    upload(fd, p, 1);
    fill_page(fd, 1, 50);
    p[WORDS + 3] = 30;
    read_page(fd, 1, p + WORDS);
    assert_int_equal(p[WORDS], 50);
    assert_int_equal(p[WORDS + 3], 30);
    assert_int_equal(p[WORDS + 4], 50);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 1, 3), 30);
    assert_int_equal(word_of_gpu(fd, 1, 4), 50);
    read_page(fd, 1, p + WORDS);
    assert_int_equal(p[WORDS + 3], 30);
    eulab_unshare(p + WORDS);
    free(p);
    close(fd);
}

/* A driver writes no more than the allocation has. */
static void the_last_page_may_be_a_part(void **state)
{
    enum { PART = 100 };
    int fd = call(*state);
    uint32_t *p = aligned_alloc(PAGE, PAGE);
    assert_non_null(p);
    memset(p, 0, PAGE);
    eulab_share(p, PART);
    const uint32_t head[6] = {4, 1, 12, 0, FIRST, PART};
    put(fd, head, sizeof head);
    put(fd, p, PART);
    fill_page(fd, 0, 77);
    put(fd, head, sizeof head);
    put(fd, p, PART);
    assert_int_equal(word_of_gpu(fd, 0, 0), 77);
    p[PART / 4 - 1] = 5;
    p[PART / 4] = 6; /* behind it */
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, PART / 4 - 1), 5);
    assert_int_equal(word_of_gpu(fd, 0, PART / 4), 77);
    eulab_unshare(p);
    free(p);
    close(fd);
}

/* Memory that was freed without a call, and allocated again; a connection that has ended. */
static void shared_memory_may_go(void **state)
{
    int fd = call(*state);
    uint32_t *p = share_pages();
    eulab_share(NULL, PAGE);
    upload(fd, p, 0);
    eulab_share(p + WORDS, PAGE);
    p[0] = 10;
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, 0), 0);
    uint8_t *gone = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(gone, MAP_FAILED);
    eulab_share(gone, PAGE);
    const uint32_t head[6] = {4, 1, 12, 0, FIRST + 2 * PAGE, PAGE};
    put(fd, head, sizeof head);
    put(fd, gone, PAGE);
    munmap(gone, PAGE);
    const uint32_t fence[6] = {4, 1, 12, 0, FIRST, 0}; /* so that it is another submission */
    put(fd, fence, sizeof fence);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 2, 0), 0);
    close(fd);
    eulab_unshare(gone);
    eulab_unshare(p);
    free(p);
}

/* Only what was named is put, once, where the driver has put its pages; other connections keep
 * their own for their submissions. */
static void own_memory_is_uploaded_again_when_a_list_is(void **state)
{
    int fd = call(*state), other = call(*state);
    uint32_t *p = aligned_alloc(PAGE, 2 * PAGE);
    assert_non_null(p);
    memset(p, 0, 2 * PAGE);
    eulab_renew(NULL, PAGE);
    eulab_renew(p, 0);
    eulab_renew(p + WORDS - 2, 12);
    upload(fd, p, 0); /* of the second page nothing is known */
    submit(fd);
    p[0] = p[WORDS - 2] = p[WORDS - 1] = p[WORDS] = 7;
    const uint32_t fence[6] = {4, 1, 12, 0, FIRST + 2 * PAGE, 0};
    put(fd, fence, sizeof fence);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, WORDS - 1), 0);
    eulab_renew(p + WORDS - 1, 8);
    put(other, fence, sizeof fence);
    submit(other);
    put(fd, fence, sizeof fence);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, 0), 0);
    assert_int_equal(word_of_gpu(fd, 0, WORDS - 2), 0);
    assert_int_equal(word_of_gpu(fd, 0, WORDS - 1), 7);
    assert_int_equal(word_of_gpu(fd, 1, 0), 0);
    free(p);
    close(other);
    close(fd);
}

/* --- memory of the driver's own; a GPU that waits --- */

struct reading {
    int fd;
    uint32_t *to;
};

/* As a driver that looks for its tag first. */
static void read_back(void *what)
{
    const struct reading *r = what;
    uint32_t tag[WORDS];
    read_page(r->fd, 9, tag);
    read_page(r->fd, 0, r->to);
    read_page(r->fd, 1, r->to + WORDS);
}

static void memory_is_found_where_it_is_read_back(void **state)
{
    int fd = call(*state);
    const void *at;
    struct reading r = {fd, share_pages()};
    uint32_t *p = r.to;
    eulab_unshare(p);
    fill_page(fd, 9, 1);
    assert_int_equal(eulab_find(read_back, &r, &at), 2 * PAGE);
    assert_ptr_equal(at, p);
    assert_int_equal(p[5], 5);
    assert_int_equal(p[2 * WORDS - 1], 2 * WORDS - 1);
    eulab_share(p, 2 * PAGE);
    read_back(&r); /* the GPU has nothing of it yet */
    assert_int_equal(p[5], 5);
    submit(fd);
    assert_int_equal(word_of_gpu(fd, 0, 5), 5);
    fill_page(fd, 1, 60);
    read_back(&r);
    assert_int_equal(p[5], 5);
    assert_int_equal(p[WORDS + 5], 60);
    eulab_unshare(p);
    free(p);
    close(fd);
}

static void write_dword(int fd, uint32_t at, uint32_t v)
{
    const uint32_t m[] = {4, 1, 12, 0, at, 4, v};
    put(fd, m, sizeof m);
}

static void map_global(int fd, uint32_t page, uint32_t physical)
{
    const uint32_t m[] = {2, 1, 16, 1, page, physical | 1, 0};
    put(fd, m, sizeof m);
}

/* A context whose ring stores 44 in word 3 of the first page, waits until word 0 is 77, and stores
 * 55 in word 5. */
static void begin_to_wait(int fd)
{
    enum { CONTEXT = 0x10, RING = 0x20, DATA = 0x30, IMAGE = 0x1011000, RING_AT = 0x1020000 };
    const uint32_t at = DATA * PAGE, ring[] = {0x10400002, at + 12, 0, 44, 0x0e40c002, 77, at, 0,
                                               0x10400002, at + 20, 0, 55};
    map_global(fd, CONTEXT, IMAGE - PAGE);
    map_global(fd, CONTEXT + 1, IMAGE);
    map_global(fd, RING, RING_AT);
    map_global(fd, DATA, FIRST);
    write_dword(fd, IMAGE + 0x1c, sizeof ring);
    write_dword(fd, IMAGE + 0x24, RING * PAGE);
    write_dword(fd, IMAGE + 0x2c, 1);
    for (unsigned i = 0; i < sizeof ring / 4; i++)
        write_dword(fd, RING_AT + 4 * i, ring[i]);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t port[6] = {0, 1, 12, 1, 0x2230, i == 3 ? CONTEXT * PAGE | 1 : 0};
        put(fd, port, sizeof port);
    }
}

static void wake_up_bytes_are_sent_at_once(void **state)
{
    int fd = call(*state), at_once = 0;
    assert_int_equal(
        getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, &(socklen_t){sizeof at_once}), 0);
    assert_int_not_equal(at_once, 0);
    close(fd);
}

static void program_and_a_gpu_that_waits_see_one_another(void **state)
{
    int fd = call(*state), other = call(*state);
    uint32_t *p = share_pages();
    assert_false(eulab_meet()); /* none has begun */
    assert_int_equal(eulab_clock(), 0);
    upload(fd, p, 0);
    begin_to_wait(fd);
    write_word(other, 1);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(eulab_meet());
        assert_int_equal(p[3], 44);
        assert_int_equal(p[5], 5);
    }
    const uint64_t ticks = eulab_clock();
    assert_true(ticks > 0 && eulab_clock() > ticks);
    p[0] = 77;
    assert_false(eulab_meet());
    read_page(fd, 0, p);
    assert_int_equal(p[5], 55);
    eulab_unshare(p);
    free(p);
    close(other);
    close(fd);
    assert_false(eulab_meet());
}

static void driver_that_does_not_find_the_memory_goes_on_without(void **state)
{
    struct gpu_ring_offer offer;
    unsetenv("EULAB_WIRE");
    int fd = call(*state);
    put(fd, GPU_RING_ASK, GPU_RING_ASK_BYTES);
    get(fd, &offer, sizeof offer);
    put(fd, "n", 1);
    write_word(fd, 8);
    assert_int_equal(ask(fd), 8);
    close(fd);
}

static void driver_that_leaves_before_it_answers_disturbs_nobody(void **state)
{
    struct rig *r = *state;
    unsetenv("EULAB_WIRE");
    for (size_t n = 1; n <= GPU_RING_ASK_BYTES; n += 5) {
        int fd = call(r);
        put(fd, GPU_RING_ASK, n);
        close(fd);
    }
    int fd = call(r);
    write_word(fd, 9);
    assert_int_equal(ask(fd), 9);
    close(fd);
}

static void indexes_that_cannot_be_end_the_connection(void **state)
{
    struct rig *r = *state;
    struct pollfd reports = {.fd = r->report, .events = POLLIN};
    int fd = call(*state);
    write_word(fd, 10);
    assert_int_equal(ask(fd), 10);
    atomic_store(&rings()->up.put, UINT64_C(1) << 40);
    assert_int_equal(
        send(fd, "\4\0\0\0\1\0\0\0\14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24, MSG_NOSIGNAL), -1);
    close(fd);
    fd = call(*state);
    write_word(fd, 11);
    assert_int_equal(ask(fd), 11);
    atomic_store(&rings()->down.taken, UINT64_C(1) << 40); /* no room, for ever */
    write_word(fd, 12);
    close(fd);
    fd = call(*state);
    write_word(fd, 13);
    assert_int_equal(ask(fd), 13);
    assert_int_equal(poll(&reports, 1, 0), 0); /* none of it was taken for a message */
    close(fd);
}

/* As for a socket: a driver that takes no note of errors would ask again for ever. */
static void server_that_has_gone_ends_the_driver_by_sigpipe(void **state)
{
    struct rig *r = *state;
    pid_t driver = fork();
    if (driver == 0) {
        signal(SIGPIPE, SIG_DFL);
        alarm(60);
        int fd = call(r);
        write_word(fd, 14);
        if (ask(fd) != 14 || kill(r->server, SIGTERM))
            _exit(1);
        for (;;) {
            (void)!send(fd, "\5\0\0\0\1\0\0\0\14\0\0\0\0\0\1\0\0\0\0\0\4\0\0\0", 24, 0);
            (void)!recv(fd, &(uint32_t){0}, 4, 0);
        }
    }
    int status;
    assert_int_equal(waitpid(driver, &status, 0), driver);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGPIPE);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_wired_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(pages_are_read_as_they_are_in_any_order),
        CASE(what_was_read_before_comes_at_the_first_question),
        CASE(more_of_a_large_buffer_is_read_ahead),
        CASE(questions_before_their_answers_are_read_stay_in_order),
        CASE(messages_may_come_in_pieces),
        CASE(threads_of_a_driver_take_turns),
        CASE(answers_may_be_read_in_pieces),
        CASE(page_that_is_the_same_is_not_written),
        CASE(what_the_gpu_changed_is_not_written_again),
        CASE(what_the_program_changed_is_there_when_the_gpu_begins),
        CASE(what_the_program_changed_is_not_read_over),
        CASE(the_last_page_may_be_a_part),
        CASE(shared_memory_may_go),
        CASE(own_memory_is_uploaded_again_when_a_list_is),
        CASE(memory_is_found_where_it_is_read_back),
        CASE(wake_up_bytes_are_sent_at_once),
        CASE(program_and_a_gpu_that_waits_see_one_another),
        CASE(driver_that_does_not_find_the_memory_goes_on_without),
        CASE(driver_that_leaves_before_it_answers_disturbs_nobody),
        CASE(indexes_that_cannot_be_end_the_connection),
        CASE(server_that_has_gone_ends_the_driver_by_sigpipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
