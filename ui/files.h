/* Host files, read whole and replaced whole: which ones a client may name, and how a new text takes
 * the old one's place. */
#ifndef EULAB_UI_FILES_H
#define EULAB_UI_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Which files a session may name. NULL instead: those of a command line, whatever can be opened. */
enum ui_files_rule {
    UI_FILES_ORDINARY, /* regular files: a pipe that nobody feeds would stop all clients */
    UI_FILES_BENEATH,  /* ... in or below a folder, by names relative to it, through no link */
    UI_FILES_NONE
};
struct ui_files {
    enum ui_files_rule rule;
    int folder; /* BENEATH: its descriptor, the owner of this structure closes it */
};
extern const struct ui_files ui_files_ordinary;

/* ui_read_file - the whole file @path, for a session a regular one, of at most @most bytes, to be
 * freed; *@size bytes. NULL: @why begins with the path. ui_write_file - the reverse, by a struct
 * ui_output. False: @why. */
uint8_t *ui_read_file(const struct ui_files *files, const char *path, size_t most, size_t *size,
                      char *why, size_t n);
bool ui_write_file(const struct ui_files *files, const char *path, const void *bytes, size_t size,
                   char *why, size_t n);
/* ui_file_is_ordinary - @path leads to a regular file, or to nothing. */
bool ui_file_is_ordinary(const char *path);

/* A file that is being written. Its text lies beside the old file, which it replaces at the end:
 * whoever reads, and whatever ends this program, finds the old file or the new one, both whole.
 * Rights and, for root, the owner stay; other names of the old file (hard links) keep the old text.
 * What is no regular file, as /dev/null, and what is open already, as /dev/stdout, is written in
 * place. */
struct ui_output {
    FILE *f;
    char *path, *name; /* owned: as it was given; inside of @folder */
    int folder;        /* that it lies in; -1: it is written in place */
    char draft[48];    /* the name until the end */
};
/* ui_output_begin - @secret: the file is for this user alone, 0600. False: @why begins with the
 * path, and nothing is to be ended.
 * ui_output_end - @ok: what was printed to @f takes the old file's place; false: it is dropped.
 * Returns whether the new text is there; false with @ok: @why. */
bool ui_output_begin(struct ui_output *o, const struct ui_files *files, const char *path,
                     bool secret, char *why, size_t n);
bool ui_output_end(struct ui_output *o, bool ok, char *why, size_t n);

/* ui_flush - UI_BAD_INPUT with a message when what was written to @out did not arrive;
 * no message when nobody reads it any more. */
int ui_flush(FILE *out, const char *name);

/* ui_user_path - @file in the folder that the environment's @variable names, else in @folder of
 * HOME; the caller frees. NULL with errno: neither is there. ui_make_folders - the folders that
 * @path lies in, private ones where there are none; false with errno. */
char *ui_user_path(const char *variable, const char *folder, const char *file);
bool ui_make_folders(char *path);

#endif
