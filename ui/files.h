/* Host files: which ones a client may name, how they are read as a whole, and how they are replaced
 * as a whole. */
#ifndef EULAB_UI_FILES_H
#define EULAB_UI_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ui_args;

/* Which files a session may name. NULL in place of the structure: those of a command line, all that
 * can be opened. */
enum ui_files_rule {
    UI_FILES_ORDINARY, /* regular files: a pipe that nothing writes to would stop all clients */
    UI_FILES_BENEATH,  /* regular files in or below a folder, by names relative to it, through no
                          link */
    UI_FILES_NONE
};
struct ui_files {
    enum ui_files_rule rule;
    int folder; /* BENEATH: its descriptor; the owner of this structure closes it */
};
extern const struct ui_files ui_files_ordinary;

/* ui_beside - the path of the file that is called @name in the file @file: relative names start at
 * the folder of @file. The caller frees it; NULL: no memory. */
char *ui_beside(const char *file, const char *name);
/* ui_read_file - reads the whole file @path, of at most @most bytes; for a session it must be a
 * regular one. The caller frees the result of *@size bytes. NULL: @why begins with the path.
 * ui_read_input - the same for a command line, where "-" is standard input, which is read once.
 * ui_write_file - the reverse, by a struct ui_output. False: see @why. */
uint8_t *ui_read_file(const struct ui_files *files, const char *path, size_t most, size_t *size,
                      char *why, size_t n);
uint8_t *ui_read_input(const char *path, size_t most, size_t *size, char *why, size_t n);
bool ui_write_file(const struct ui_files *files, const char *path, const void *bytes, size_t size,
                   char *why, size_t n);
/* ui_get_input - ui_read_input(), but NULL: the message was printed. */
uint8_t *ui_get_input(const char *path, size_t most, size_t *size);
/* ui_file_is_ordinary - whether @path leads to a regular file, or to nothing. */
bool ui_file_is_ordinary(const char *path);

/* A file that is being written. Its text is beside the old file, which it replaces at the end:
 * readers always find the old file or the new one, both whole, however this program ends. The
 * permissions and, for root, the owner stay; other names of the old file (hard links) keep the old
 * text. A file that is not regular, such as /dev/null, and an open one, such as /dev/stdout, is
 * written in place. */
struct ui_output {
    FILE *f;
    char *path, *name; /* owned: as given; relative to @folder */
    int folder;        /* folder of the file; -1: it is written in place */
    char draft[48];    /* its name until the end */
};
/* ui_output_begin - @secret: the file is only for this user, mode 0600. False: @why begins with the
 * path, and ui_output_end() must not be called. ui_output_end - @ok: the text written to @f
 * replaces the old file; false: it is dropped. Returns whether the new text is in place; false with
 * @ok: see @why. */
bool ui_output_begin(struct ui_output *o, const struct ui_files *files, const char *path,
                     bool secret, char *why, size_t n);
bool ui_output_end(struct ui_output *o, bool ok, char *why, size_t n);

/* ui_flush - flushes @out. Returns UI_BAD_INPUT, with a message, if the output could not be
 * written; there is no message if the reader has closed. */
int ui_flush(FILE *out, const char *name);

/* ui_put_output - gives @write the file of -o OUT, or stdout. @write returns an exit status and, if
 * that is not UI_OK, has printed why: then the file is as it was. @binary names what is not written
 * to a terminal ("a binary"); NULL: it is text. Returns an exit status; the message was printed. */
int ui_put_output(const struct ui_args *args, const char *binary,
                  int (*write)(void *ctx, FILE *out), void *ctx);

/* ui_user_path - @file in the folder of the environment's @variable, else in @folder of HOME; the
 * caller frees it. NULL with errno: neither is set. ui_make_folders - makes the folders of @path
 * that do not exist, as private ones; false with errno. */
char *ui_user_path(const char *variable, const char *folder, const char *file);
bool ui_make_folders(char *path);

#endif
