/* GDB's remote serial protocol for a struct dbg: a state machine that is fed with bytes. */
#ifndef EULAB_STUB_STUB_H
#define EULAB_STUB_STUB_H

#include "debug/dbg.h"

struct stub;
struct stub_ops {
    /* Sends bytes to the client. NULL with stub_serve(), which sends by itself. */
    void (*send)(void *ctx, const void *bytes, size_t n);
    /* Executes `monitor LINE` and sends text to the client by stub_puts(). Returns false if the
     * line was refused. May be NULL. */
    bool (*monitor)(void *ctx, struct stub *stub, const char *line);
    /* For --trace=rsp: called for each packet, `<` from the client, `>` to it. May be NULL. */
    void (*trace)(void *ctx, char dir, const char *packet, size_t n);
    /* The client resumes the machine, which has not moved yet. May be NULL. */
    void (*resumed)(void *ctx);
};
/* NULL: out of memory */
struct stub *stub_new(struct dbg *dbg, const struct stub_ops *ops, void *ctx);
void stub_free(struct stub *stub);

enum stub_state {
    STUB_STOPPED,
    STUB_RUNNING,
    STUB_CLOSED /* D or k: the client is done */,
    STUB_KILLED
};
/* stub_stop_at_end - @on: at the end of the program the client gets a stop, so that it can inspect
 * the machine and go back in time; it gets the exit when it resumes. Other stubs of this machine do
 * the same. */
void stub_stop_at_end(struct stub *stub, bool on);
/* stub_feed - takes bytes from the client. stub_poll - while RUNNING: runs a slice, and reports a
 * stop. stub_reset - a client has left: forgets its state, and stops the machine. */
enum stub_state stub_feed(struct stub *stub, const void *bytes, size_t n);
enum stub_state stub_poll(struct stub *stub);
void stub_reset(struct stub *stub);
void stub_puts(struct stub *stub, const char *text); /* sends console text during `monitor` */

/* --- several clients of one machine, a stub each: one controls, the others observe.
 * stub_fellow - makes another stub of the same machine; NULL: out of memory.
 * stub_observe - the client observes from now on, while @controller (copied) controls; NULL: it
 * controls.
 * stub_controller - that name; NULL: this client controls.
 * stub_told - the machine has stopped: answers an observer that waits for this (RUNNING). */
struct stub *stub_fellow(const struct stub *stub);
void stub_observe(struct stub *stub, const char *controller);
const char *stub_controller(const struct stub *stub);
enum stub_state stub_told(struct stub *stub);

/* The name of the @i-th packet that is answered, and its purpose; NULL past the last. */
const char *stub_packet_at(unsigned i, const char **meaning);

/* The whole target description, as qXfer:features serves it; the caller frees it. NULL: out of
 * memory. */
char *stub_target_xml(struct machine *m);

/* --- transport: stub/server.c --- */
/* A screen or a shell that gets its turns while a server waits. */
enum stub_turn { STUB_TURN_WAIT, STUB_TURN_RUN, STUB_TURN_QUIT };
struct stub_companion {
    int fd; /* what it reads: if it is readable, a turn is due */
    /* Called before each wait. @client: a gdb is connected; @running: and it runs the machine. RUN:
     * the server does not wait, because the companion runs the machine. Signals that the companion
     * has blocked and waits for can arrive here. */
    enum stub_turn (*turn)(void *ctx, bool client, bool running);
    /* Before the first turn: the address, with the real port, that `target remote` takes. May be
     * NULL. */
    void (*listens)(void *ctx, const char *where);
    void *ctx;
    bool interrupts; /* SIGINT is for the companion, and does not end the server */
};
/* stub_addr_is_private - whether only processes of this user can reach ADDR: unix:PATH or -. */
bool stub_addr_is_private(const char *addr);
struct stub_server_opts {
    /* ADDR of docs/design.md section 3: PORT | :PORT | HOST:PORT | [V6]:PORT | unix:PATH | - */
    const char *listen;
    bool once;         /* ends when no client is left */
    bool quiet;        /* does not print where it listens */
    bool no_wait;      /* runs the machine before a client comes */
    unsigned patience; /* ms until a connection must have sent a packet; 0: some seconds */
    const struct stub_companion *companion; /* NULL: none */
    const char *note;                       /* is printed after where it listens; NULL: none */
};
/* stub_serve - listens, prints "Listening on ADDR" and the two lines for gdb on stderr, and serves
 * clients until SIGTERM or the end of stdin ("-"). The first client controls, and those that come
 * meanwhile observe; when it leaves, the next one controls. Returns an exit status of
 * docs/design.md section 3. */
int stub_serve(struct stub *stub, const struct stub_server_opts *opts);
/* The parts of stub_serve, for a companion that does more than wait.
 * stub_server_new - listens, and prints that; the server handles SIGTERM until it is freed. @opts
 * is copied. NULL: it has printed why, and set *@status.
 * stub_server_run - serves until the companion's turn returns QUIT or its fd hangs up; clients that
 * wait are served at least once. It may be called again. False: the server has ended.
 * stub_server_called - whether a client, or SIGTERM, waits for the next run.
 * stub_server_free - disconnects the clients and frees the address. @v may be NULL. */
struct stub_server;
struct stub_server *stub_server_new(struct stub *stub, const struct stub_server_opts *opts,
                                    int *status);
bool stub_server_run(struct stub_server *v);
/* stub_server_signal - the signal that has ended it; 0: none has. */
int stub_server_signal(const struct stub_server *v);
bool stub_server_called(const struct stub_server *v);
void stub_server_free(struct stub_server *v);
/* The path of eulab-gdb.py: in the checkout where the program was built, in the prefix in which the
 * program lies (wherever that was installed), or in the current folder. Returns its length, or
 * 0. */
size_t stub_gdb_script(char *buf, size_t n);

#endif
