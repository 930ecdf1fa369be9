#include "command.h"

#include "rw_build_id.h"

#include <rootwarp/rootwarp.h>

int rw_command_version(rw_console *console, const rw_arguments *arguments)
{
    if (rw_arguments_has(arguments, "json"))
        fprintf(console->out, "{\"release\":\"%s\",\"commit\":\"%s\",\"solver_version\":%d}\n", rw_build_version(),
                rw_build_commit(), rw_solver_version());
    else
        fprintf(console->out, "rootwarp %s (commit %s, solver version %d)\n", rw_build_version(), rw_build_commit(),
                rw_solver_version());
    return RW_EXIT_OK;
}
