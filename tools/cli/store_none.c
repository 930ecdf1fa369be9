#include "command.h"

static int refuse(rw_console *console)
{
    rw_console_error(console, "this rootwarp was built without the daemon (RW_BUILD_SERVER=OFF), and so without its store");
    return RW_EXIT_INTERNAL;
}

int rw_command_token(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_audit(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_backup(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_restore(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_verify_store(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_export(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_import(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}

int rw_command_purge(rw_console *console, const rw_arguments *arguments)
{
    (void)arguments;
    return refuse(console);
}
