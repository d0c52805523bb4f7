/* Lists that grow by one item at a time. */
#ifndef EULAB_INPUT_LIST_H
#define EULAB_INPUT_LIST_H

#include <stdlib.h>
#include <string.h>

/* list_room - room for one more item in a list of @n items of @size bytes. It is full at each power
 * of two, so that nothing else may give it room. Returns the list, which may have moved. NULL: out
 * of memory; then the list is as it was. */
static inline void *list_room(void *list, size_t n, size_t size)
{
    return n & (n - 1) ? list : realloc(list, (n ? 2 * n : 1) * size);
}

/* list_add - adds an item, filled with zeros, to the list that the pointer at @list is of; such a
 * list grows by this function alone. Returns the item; NULL: out of memory. */
static inline void *list_add(void *list, size_t *n, size_t size)
{
    char *items;
    memcpy(&items, list, sizeof items);
    items = list_room(items, *n, size);
    if (!items)
        return NULL;
    memcpy(list, &items, sizeof items);
    return memset(items + (*n)++ * size, 0, size);
}

#endif
