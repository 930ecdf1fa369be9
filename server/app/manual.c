#include "app/manual.h"

#include "config/config.h"
#include "rw_build_id.h"

static const char before[] =
    ".SH NAME\n"
    "rootwarpd \\- answers how root motion is warped, over HTTP\n"
    ".SH SYNOPSIS\n"
    ".B rootwarpd serve\n[\\fIOPTION\\fR]...\n.br\n"
    ".B rootwarpd config print\n[\\fIOPTION\\fR]...\n.br\n"
    ".B rootwarpd config check\n[\\fIOPTION\\fR]...\n.br\n"
    ".B rootwarpd health\n[\\fIURL\\fR]\n"
    ".SH DESCRIPTION\n"
    "\\fBserve\\fR serves the catalogue until SIGTERM, which lets it answer what has been asked first.\n"
    "It prints where it listens as its first line. SIGHUP makes it read its settings, tokens and\n"
    "certificates again; what is wrong with them is logged and changes nothing.\n"
    "\\fBconfig print\\fR shows every setting and where it comes from, \\fBconfig check\\fR says what is\n"
    "wrong with them. \\fBhealth\\fR asks a running daemon whether it is ready.\n"
    ".SH OPTIONS\n"
    "Each is also a variable of the environment and, without the dashes, a key of the file, of lines\n"
    "\\fIname = value\\fR. A flag wins over the environment, the environment over the file.\n";

static const char after[] =
    ".SH EXIT STATUS\n"
    ".TP\n\\fB0\\fR\ndone, ended as asked, or ready\n"
    ".TP\n\\fB1\\fR\nit could not do its work, or is not ready\n"
    ".TP\n\\fB2\\fR\nthe settings or the command line are wrong\n"
    ".SH SEE ALSO\n.BR rootwarp (1)\n";

bool rw_manual_write(rw_buffer *out)
{
    rw_buffer_append_format(out, ".TH rootwarpd 8 \"\" \"rootwarp %s\" \"rootwarp\"\n", rw_build_version());
    rw_buffer_append_text(out, before);
    rw_config_write_manual(out);
    rw_buffer_append_text(out, after);
    return rw_buffer_ok(out);
}
