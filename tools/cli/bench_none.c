#include "command.h"

int rw_command_bench(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    rw_console_error(console, "bench needs Linux; run it there, against this daemon's address");
    return RW_EXIT_INTERNAL;
}
