/* One client of the server: its descriptors, what it has sent and is not done yet, and the replies
 * that it has not taken yet. Nothing here waits. Which clients there are is the server's matter. */
#ifndef EULAB_STUB_CLIENT_H
#define EULAB_STUB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stub/text.h"

enum { CLIENT_INPUT_BYTES = 65536 };

struct stub;
struct client {
    struct stub *stub;
    int in, out;
    bool ending, eof; /* it is read no more, but still gets the replies to what it has sent */
    bool gone;        /* nobody reads replies any more */
    char name[64];
    uint8_t input[CLIENT_INPUT_BYTES]; /* read, but not fed to the stub yet: [at, n) */
    size_t at, n;
    struct text output;
    size_t sent;
};

/* client_send - for stub_set_send(): adds a reply of @n bytes for the client @ctx. */
void client_send(void *ctx, const void *bytes, size_t n);
/* client_flush - writes as many of the replies as go without waiting. */
void client_flush(struct client *c);
/* client_serve - reads what @events of poll() say, has its packets done for a while, and writes the
 * replies. */
void client_serve(struct client *c, short events);
/* Whether replies wait; whether so many that no request is done; whether requests wait. */
bool client_has_replies(const struct client *c);
bool client_is_full(const struct client *c);
bool client_has_requests(const struct client *c);
/* client_is_over - it has left, or has all that it is to get. */
bool client_is_over(const struct client *c);
/* client_hung_up - the other side has closed the connection, whatever is still to be read. */
bool client_hung_up(const struct client *c);

#endif
