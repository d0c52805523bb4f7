/* The remote protocol from outside, for the bench: nothing of stub/ is used. */
#ifndef EULAB_BENCH_RSP_H
#define EULAB_BENCH_RSP_H

#include <stddef.h>

enum { RSP_MOST = 1 << 22 }; /* bytes of a framed packet */

/* `$`, @payload as it is, `#`, checksum; returns the size. */
size_t rsp_frame(char *out, const char *payload, size_t n);
/* Listens on 127.0.0.1:@port and takes one client; -1: cannot. */
int rsp_accept(int port);
/* Serves one client until it leaves; @ng: bytes of the reply to g. Returns an exit status. */
int rsp_floor(int port, size_t ng);

#endif
