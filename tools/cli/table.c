#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { CELL_SIZE = 512 };

void rw_table_init(rw_table *table, const char *const *headings, size_t count)
{
    *table = (rw_table){.column_count = count < RW_TABLE_COLUMNS ? count : RW_TABLE_COLUMNS};
    for (size_t i = 0; i < table->column_count; i++) {
        table->right[i] = headings[i][0] == '>';
        table->headings[i] = headings[i] + (table->right[i] ? 1 : 0);
    }
}

void rw_table_free(rw_table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->cell_count; i++)
        free(table->cells[i].text);
    free(table->cells);
    *table = (rw_table){0};
}

void rw_table_bytes(rw_table *table, const char *text, size_t length, rw_colour colour)
{
    if (table->failed)
        return;
    if (table->cell_count == table->cell_capacity) {
        size_t capacity = table->cell_capacity == 0 ? 64 : table->cell_capacity * 2;
        rw_table_cell *cells = realloc(table->cells, capacity * sizeof *cells);
        if (cells == NULL) {
            table->failed = true;
            return;
        }
        table->cells = cells;
        table->cell_capacity = capacity;
    }
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        table->failed = true;
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    table->cells[table->cell_count++] = (rw_table_cell){.text = copy, .colour = colour};
}

void rw_table_text(rw_table *table, const char *text, rw_colour colour)
{
    rw_table_bytes(table, text, strlen(text), colour);
}

void rw_table_format(rw_table *table, const char *format, ...)
{
    char text[CELL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rw_table_text(table, length < 0 ? "?" : text, RW_COLOUR_NONE);
}

void rw_table_number(rw_table *table, double value)
{
    rw_table_format(table, "%.6g", value == 0 ? 0.0 : value);
}

/* Columns that a text takes: code points, and four or six for what rw_console_clean escapes. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (const unsigned char *byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        if (*byte < 0x20 || *byte == 0x7F)
            width += 4;
        else if ((*byte & 0xC0) != 0x80)
            width += 1;
    }
    return width;
}

/* `gap` is how many blanks are due before the next text of the line: none are written where no text follows. */
static void print_cell(FILE *stream, bool colours, const char *text, rw_colour colour, size_t width, bool right,
                       size_t *gap)
{
    size_t own = width_of(text);
    size_t padding = width > own ? width - own : 0;
    if (own > 0) {
        fprintf(stream, "%*s", (int)(*gap + (right ? padding : 0)), "");
        fputs(rw_colour_start(colours, colour), stream);
        rw_console_clean(stream, text, strlen(text));
        fputs(rw_colour_end(colours, colour), stream);
        *gap = 0;
    }
    *gap += (right && own > 0 ? 0 : padding) + 2;
}

bool rw_table_print(const rw_table *table, FILE *stream, bool colours, bool heading)
{
    if (table->failed)
        return false;
    size_t widths[RW_TABLE_COLUMNS] = {0};
    size_t columns = table->column_count;
    for (size_t i = 0; heading && i < columns; i++)
        widths[i] = width_of(table->headings[i]);
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t width = width_of(table->cells[i].text);
        if (width > widths[i % columns])
            widths[i % columns] = width;
    }
    size_t gap = 0;
    for (size_t i = 0; heading && i < columns; i++)
        print_cell(stream, colours, table->headings[i], RW_COLOUR_BOLD, widths[i], table->right[i], &gap);
    if (heading)
        putc('\n', stream);
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t column = i % columns;
        if (column == 0)
            gap = 0;
        print_cell(stream, colours, table->cells[i].text, table->cells[i].colour, widths[column],
                   table->right[column], &gap);
        if (column + 1 == columns)
            putc('\n', stream);
    }
    return true;
}
