/* audit: who changed what, from the data folder. */
#include "store_access.h"
#include "table.h"

#include "base/clock.h"
#include "codec/json_write.h"

enum { PAGE = 500, LINE_MAX = 4096 };

static void put_text(rw_json_writer *writer, const char *key, const char *text)
{
    if (*text != '\0')
        rw_json_put_text(writer, key, text);
}

/* One object a line: the log may be longer than memory. */
static bool print_line(rw_console *console, const rw_store_audit_entry *entry)
{
    char at[RW_CLOCK_TEXT_SIZE];
    rw_buffer line;
    rw_json_writer writer;
    rw_clock_format_utc(entry->at_ms, at);
    rw_buffer_init(&line, LINE_MAX);
    rw_json_writer_init(&writer, &line);
    rw_json_object_begin(&writer);
    rw_json_put_integer(&writer, "sequence", entry->sequence);
    rw_json_put_text(&writer, "at", at);
    rw_json_put_text(&writer, "actor", entry->actor);
    rw_json_put_text(&writer, "action", entry->action);
    rw_json_put_text(&writer, "subject", entry->subject);
    if (entry->revision != 0)
        rw_json_put_integer(&writer, "revision", entry->revision);
    put_text(&writer, "remote", entry->remote);
    put_text(&writer, "request_id", entry->request_id);
    rw_json_object_end(&writer);
    rw_buffer_append_char(&line, '\n');
    const bool sound = rw_buffer_ok(&line);
    if (sound)
        fwrite(line.data, 1, line.length, console->out);
    rw_buffer_free(&line);
    return sound;
}

static bool print_lines(rw_console *console, const rw_store_audit_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!print_line(console, &list->items[i]))
            return false;
    return true;
}

static bool print_table(rw_console *console, const rw_store_audit_list *list, bool heading)
{
    static const char *const headings[] = {">sequence", "at", "actor", "action", "subject", "from"};
    rw_table table;
    rw_table_init(&table, headings, sizeof headings / sizeof *headings);
    for (size_t i = 0; i < list->count; i++) {
        const rw_store_audit_entry *entry = &list->items[i];
        char at[RW_CLOCK_TEXT_SIZE];
        rw_clock_format_utc(entry->at_ms, at);
        rw_table_format(&table, "%lld", (long long)entry->sequence);
        rw_table_text(&table, at, RW_COLOUR_NONE);
        rw_table_text(&table, entry->actor, RW_COLOUR_NONE);
        rw_table_text(&table, entry->action, RW_COLOUR_NONE);
        if (entry->revision != 0)
            rw_table_format(&table, "%s@%lld", entry->subject, (long long)entry->revision);
        else
            rw_table_text(&table, entry->subject, RW_COLOUR_NONE);
        rw_table_text(&table, entry->remote, RW_COLOUR_NONE);
    }
    const bool printed = rw_table_print(&table, console->out, console->colour_out, heading);
    rw_table_free(&table);
    return printed;
}

static int print_all(rw_console *console, rw_store *store, int64_t since, bool json)
{
    rw_problem problem;
    rw_problem_init(&problem);
    bool first = true, more = true, printed = true;
    while (more && printed) {
        rw_store_audit_list page;
        if (rw_store_audit_read(store, since, PAGE, &page, &problem) != RW_STORE_OK)
            return rw_cli_store_refuse(console, &problem);
        printed = json ? print_lines(console, &page) : page.count == 0 || print_table(console, &page, first);
        more = page.more;
        since = page.count > 0 ? page.items[page.count - 1].sequence : since;
        first = false;
        rw_store_audit_list_free(&page);
    }
    if (!printed)
        rw_console_error(console, "out of memory");
    return printed ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

int rw_command_audit(rw_console *console, const rw_arguments *arguments)
{
    const double since = rw_arguments_number(arguments, "since", 0);
    if (!(since >= 0 && since <= (double)RW_REVISION_MAX)) {
        rw_console_error(console, "--since is the sequence of an entry, a whole number from 0");
        return RW_EXIT_USAGE;
    }
    rw_store *store = NULL;
    int code = rw_cli_store_open(console, arguments, false, &store);
    if (code != RW_EXIT_OK)
        return code;
    code = print_all(console, store, (int64_t)since, rw_arguments_has(arguments, "json"));
    rw_store_close(store);
    return code;
}
