/* A table for people: a heading, aligned columns, two spaces between them. */
#ifndef RW_CLI_TABLE_H
#define RW_CLI_TABLE_H

#include "console.h"

#define RW_TABLE_COLUMNS 16

typedef struct rw_table_cell {
    char *text; /* owned */
    rw_colour colour;
} rw_table_cell;

typedef struct rw_table {
    size_t column_count;
    const char *headings[RW_TABLE_COLUMNS]; /* borrowed */
    bool right[RW_TABLE_COLUMNS];           /* numbers stand at the right edge of their column */
    rw_table_cell *cells;                   /* row by row */
    size_t cell_count, cell_capacity;
    bool failed; /* no memory for a cell: the table prints nothing */
} rw_table;

/* `headings` are borrowed; one that starts with ">" heads a column of numbers, which are set to the right. */
void rw_table_init(rw_table *table, const char *const *headings, size_t count);
void rw_table_free(rw_table *table);

/* Appends one cell; rows fill from the left. Texts are copied. */
void rw_table_text(rw_table *table, const char *text, rw_colour colour);
void rw_table_bytes(rw_table *table, const char *text, size_t length, rw_colour colour);
void rw_table_format(rw_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Six significant digits, which is what a person reads; -0 is 0. */
void rw_table_number(rw_table *table, double value);

/* Prints what there is; false without memory. A heading line only when `heading`. */
bool rw_table_print(const rw_table *table, FILE *stream, bool colours, bool heading);

#endif
