/* Columns that grow by doubling. */

#include <stdlib.h>

#include "kernel.h"

enum { FIRST_ROOM = 1024 };

int column_open(Column *column, size_t width)
{
    column->count = 0;
    column->room = FIRST_ROOM;
    column->width = width;
    column->rows = malloc(FIRST_ROOM * width);
    return column->rows != NULL;
}

void *column_add(Column *column)
{
    if (column->count == column->room) {
        char *more = realloc(column->rows, 2 * column->room * column->width);
        if (more == NULL)
            return NULL;
        column->rows = more;
        column->room *= 2;
    }
    return column->rows + column->width * column->count++;
}

void column_close(Column *column)
{
    free(column->rows);
    column->rows = NULL;
}
