/* The addresses on which the server listens. */
#ifndef EULAB_STUB_LISTEN_H
#define EULAB_STUB_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct stub_listener {
    int fd; /* -1: stdio */
    bool is_unix;
    char where[160]; /* as gdb's `target remote` accepts it, with the real port */
    char path[108];  /* of a unix socket, to be removed */
    dev_t dev;
    ino_t ino;
};
/* stub_listen - listens on ADDR (docs/design.md section 3). Prints one line on stderr if it cannot.
 * Returns 0, or an exit status: 1 host error, 2 no such form of address. */
int stub_listen(struct stub_listener *l, const char *addr);
/* stub_listen_peer - writes the name of the peer connected at @fd. Returns false if the process at
 * a unix socket belongs to neither this user nor root. */
bool stub_listen_peer(const struct stub_listener *l, int fd, char *name, size_t n);
void stub_listen_close(struct stub_listener *l);

#endif
