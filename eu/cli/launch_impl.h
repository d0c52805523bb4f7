/* What the files that read a launch file share. Private to eu/cli/. */
#ifndef EULAB_EU_CLI_LAUNCH_IMPL_H
#define EULAB_EU_CLI_LAUNCH_IMPL_H

#include "eu/cli/launch.h"

/* --- launch_dispatch.c --- */
void launch_read_dispatch(struct ui_json *j, struct launch *l);
void launch_read_curbe(struct ui_json *j, struct launch *l);
/* --- launch_descriptors.c --- */
void launch_read_descriptors(struct ui_json *j, const json_t *object, struct launch *l);
/* launch_place_descriptors - copies the descriptors of @l, with their addresses, to @out. Returns
 * an exit status; messages are printed. */
int launch_place_descriptors(const struct launch *l, const struct ui_machine *m,
                             struct eu_descriptor *out);
/* --- launch_file.c --- */
/* launch_is_file - whether the name is that of a launch file. */
bool launch_is_file(const char *path);
/* launch_read_gen - the key "gen", a number or a string (7.5 or "7.5"), if it is there. */
void launch_read_gen(struct ui_json *j, enum eu_gen *gen);
/* launch_defaults - makes @l the launch of an empty file. launch_read_file - then launch_read(),
 * which prints its messages. Returns an exit status. */
void launch_defaults(struct launch *l);
int launch_read_file(struct launch *l, const char *path);
/* launch_take_routine - reads the routine of the launch file at @path, with its scratch memory and
 * the description of its work. Returns an exit status; messages are printed. */
int launch_take_routine(struct launch *l, const char *path);
/* --- build.c --- */
/* launch_make - makes an empty machine with @threads threads and room for programs. Returns an exit
 * status; messages are printed. Call ui_machine_fini() in any case. */
int launch_make(const struct launch *l, struct ui_machine *m, uint32_t threads);
/* launch_place_program - places @prog, one of @m's programs, at @base. It returns the same. */
int launch_place_program(const struct launch *l, struct ui_machine *m, struct eu_program *prog,
                         uint32_t base, struct launch_from from);
/* --- launch_stream.c --- */
/* launch_room - the number of threads for which the machine of a launch with @threads threads needs
 * memory; sets m->streams. launch_stream_start - starts the threads, if that is set; @d: for kind
 * opencl, its enables are used. Returns an exit status. */
uint32_t launch_room(const struct launch *l, struct ui_machine *m, uint32_t threads);
int launch_stream_start(const struct launch *l, struct ui_machine *m, const struct eu_dispatch *d);
void launch_stream_free(struct launch_stream *s);
/* --- launch_proof.c --- */
void launch_read_proof(struct ui_json *j, struct launch *l);
void launch_proof_fini(struct launch_proof *p);
/* launch_read_host - reads "host"; must be called after "image" was read. */
void launch_read_host(struct ui_json *j, struct launch *l);
void launch_host_fini(struct launch_proof *p);
/* --- launch_opencl.c --- */
/* launch_opencl_start - starts the threads of all its kernels. */
void launch_opencl_start(const struct launch *l, struct ui_machine *m);
/* launch_check_dispatch - reports keys that contradict each other, at the line of "dispatch". */
void launch_check_dispatch(struct ui_json *j, const struct launch *l);

#endif
