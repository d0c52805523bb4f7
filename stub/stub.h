/* GDB remote serial protocol over a struct dbg: a state machine fed with bytes. */
#ifndef EULAB_STUB_STUB_H
#define EULAB_STUB_STUB_H

#include "debug/dbg.h"

struct stub;
struct stub_ops {
    /* Bytes for the client. stub_serve() sends by itself: NULL will do there. */
    void (*send)(void *ctx, const void *bytes, size_t n);
    /* `monitor LINE`: appends text to the client by stub_puts(); may be NULL. */
    void (*monitor)(void *ctx, struct stub *stub, const char *line);
    /* --trace=rsp: one packet each, `<` from the client, `>` to it. May be NULL. */
    void (*trace)(void *ctx, char dir, const char *packet, size_t n);
    /* The client resumes the machine, which has not moved yet. May be NULL. */
    void (*resumed)(void *ctx);
};
struct stub *stub_new(struct dbg *dbg, const struct stub_ops *ops, void *ctx); /* NULL: no memory */
void stub_free(struct stub *stub);

enum stub_state {
    STUB_STOPPED,
    STUB_RUNNING,
    STUB_CLOSED /* D, k: the client is done */,
    STUB_KILLED
};
/* stub_stop_at_end - when the program has ended the client is told of a stop there, so that it can
 * look and go back; of the exit only when it resumes. Fellows do the same. */
void stub_stop_at_end(struct stub *stub, bool on);
/* stub_feed - takes bytes from the client. stub_poll - while RUNNING: runs a slice, reports a stop.
 * stub_reset - a client has left: forgets its state; the machine stops. */
enum stub_state stub_feed(struct stub *stub, const void *bytes, size_t n);
enum stub_state stub_poll(struct stub *stub);
void stub_reset(struct stub *stub);
void stub_puts(struct stub *stub, const char *text); /* console text during `monitor` */

/* --- several clients of one machine, a stub each: one controls, the others look on.
 * stub_fellow - another stub of the same machine; NULL: no memory.
 * stub_observe - the client looks on from now, @controller (copied) controls; NULL: it controls.
 * stub_controller - that name; NULL: the client controls.
 * stub_told - the machine has stopped: an observer that waits for it (RUNNING) is answered. */
struct stub *stub_fellow(const struct stub *stub);
void stub_observe(struct stub *stub, const char *controller);
const char *stub_controller(const struct stub *stub);
enum stub_state stub_told(struct stub *stub);

/* The @i-th packet that is answered, by its name, and what it is for; NULL past the end. */
const char *stub_packet_at(unsigned i, const char **meaning);

/* The whole target description, as qXfer:features serves it; the caller frees it. NULL: no memory.
 */
char *stub_target_xml(struct machine *m);

/* --- transport: stub/server.c --- */
/* A screen or a shell that takes its turns while a server waits. */
enum stub_turn { STUB_TURN_WAIT, STUB_TURN_RUN, STUB_TURN_QUIT };
struct stub_companion {
    int fd; /* what it reads: a turn is due when something is there */
    /* Before each wait; @client: gdb is connected, @running: and runs the machine. RUN: do not
     * wait, the companion runs it. Signals that it has blocked and waits for are let in. */
    enum stub_turn (*turn)(void *ctx, bool client, bool running);
    void *ctx;
    bool interrupts; /* SIGINT is the companion's, not the server's end */
};
/* stub_addr_is_private - ADDR is one that only this user's processes can reach: unix:PATH or -. */
bool stub_addr_is_private(const char *addr);
struct stub_server_opts {
    /* ADDR of docs/design.md section 3: PORT | :PORT | HOST:PORT | [V6]:PORT | unix:PATH | - */
    const char *listen;
    bool once;         /* end when no client is left */
    bool quiet;        /* say nothing of where it listens */
    bool no_wait;      /* run before a client comes */
    unsigned patience; /* ms that a connection may take to its first packet; 0: some seconds */
    const struct stub_companion *companion; /* NULL: none */
};
/* stub_serve - listen, print "Listening on ADDR" and the two lines for gdb on stderr, serve clients
 * until SIGTERM or the end of stdin ("-"): the first controls, those that come meanwhile look on,
 * and when it leaves the next does. Returns an exit status of docs/design.md section 3. */
int stub_serve(struct stub *stub, const struct stub_server_opts *opts);
/* Its parts, for a companion that has more to do than wait.
 * stub_server_new - listens, and says so; SIGTERM is the server's until it is freed. @opts is
 * copied. NULL: said why, and *@status.
 * stub_server_run - serves until the companion's turn says QUIT or its fd hangs up; clients that
 * wait are served at least once. It may be called again. False: the server has come to its end.
 * stub_server_called - whether a client, or SIGTERM, waits for the next run.
 * stub_server_free - disconnects the clients and frees the address. @v may be NULL. */
struct stub_server;
struct stub_server *stub_server_new(struct stub *stub, const struct stub_server_opts *opts,
                                    int *status);
bool stub_server_run(struct stub_server *v);
bool stub_server_called(const struct stub_server *v);
void stub_server_free(struct stub_server *v);
/* Path of eulab-gdb.py: of the checkout that the program was built in, of the prefix that it
 * lies in (wherever that was installed), or of the current folder. Returns its length, or 0. */
size_t stub_gdb_script(char *buf, size_t n);

#endif
