/* Memory that a program and its GPU share: allocations of SVM, and of host and shared USM. The host
 * writes to them without a call of the driver, which simulates no coherence: Intel's driver uploads
 * USM before its first use only, and SVM before each submission, as the host last knew it. So this
 * keeps what both sides had last, and exchanges what each of them has changed since. A dword is
 * changed as a whole; if both have changed it, the host's is kept. Source: compute-runtime 22.43,
 * aub_helper.cpp. Status: seen. */
#ifndef EULAB_GPU_LAYER_WIRE_SHARED_H
#define EULAB_GPU_LAYER_WIRE_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For the layers, which look them up by name. eulab_share - the program and the GPU share @n bytes
 * from @at, until eulab_unshare(). */
void eulab_share(const void *at, size_t n);
void eulab_unshare(const void *at);
/* eulab_find - where a driver has memory of its own that no call names: the last that it reads back
 * while @ask runs, in one piece. That memory is left as it was. Returns how many bytes there are,
 * from *@at on; 0: none. */
size_t eulab_find(void (*ask)(void *what), void *what, const void **at);
/* eulab_meet - whether a GPU of this process waits for memory to change. Meanwhile program and GPU
 * have what the other has changed in memory that they share; a GPU that need not wait any more has
 * done its work. */
bool eulab_meet(void);
/* eulab_clock - the time of this process' GPU that is ahead of the others, in ticks. */
uint64_t eulab_clock(void);

/* eulab_renew - a command list that is executed reads @n bytes from @at, the program's own memory.
 * The driver has uploaded them before the list's first execution only: later ones have what is
 * there now. A page of the program's stays where the driver has put it. */
void eulab_renew(const void *at, size_t n);

/* Writes to the GPU's physical memory. False: the server has closed. */
typedef bool shared_put(void *wire, uint64_t address, const uint8_t *bytes, size_t n);
/* Reads the GPU's physical memory. */
typedef bool shared_get(void *wire, uint64_t address, uint8_t *bytes, size_t n);
enum shared_answer { SHARED_NOT, SHARED_DONE, SHARED_CLOSED };
/* shared_send - the driver of connection @wire writes @n bytes from @host to @address. SHARED_NOT:
 * they are none of these, and not written. */
enum shared_answer shared_send(void *wire, const void *host, uint64_t address, size_t n,
                               shared_put *put);
/* shared_submit - puts all that the program has changed. Called before the GPU begins. */
bool shared_submit(void *wire, shared_put *put);
/* shared_has - whether @n bytes at @host lie in one page of such memory. shared_receive - the
 * driver has read them as @bytes from @address; stores them, but for those that the program has
 * changed. The GPU has nothing of a page that the driver did not exchange before: none are stored.
 */
bool shared_has(void *wire, const void *host, size_t n);
/* shared_seek - if this thread runs eulab_find(): notes @n bytes at @host for it, before they are
 * overwritten. */
void shared_seek(const void *host, size_t n);
void shared_receive(void *wire, void *host, uint64_t address, const uint8_t *bytes, size_t n);
/* shared_fetch - stores what the GPU has changed. */
bool shared_fetch(void *wire, shared_get *get);
/* shared_forget - the connection ends. */
void shared_forget(void *wire);

#endif
