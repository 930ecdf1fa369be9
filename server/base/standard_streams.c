#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

bool rw_standard_streams_hold(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            return false;
    return true;
}
