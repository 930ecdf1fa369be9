# Prints every line of C or C++ sources as "path:line:code", without comments and with the contents of
# string and character literals blanked; -v strings=keep leaves literals as they are.
FNR == 1 { state = "code" }
{
    out = ""
    n = length($0)
    if (state != "comment") state = "code"
    for (i = 1; i <= n; i++) {
        c = substr($0, i, 1)
        two = substr($0, i, 2)
        if (state == "comment") {
            if (two == "*/") { state = "code"; i++ }
        } else if (state == "code") {
            if (two == "/*") { state = "comment"; out = out " "; i++ }
            else if (two == "//") break
            else {
                if (c == "\"" || c == "'") state = c
                out = out c
            }
        } else if (c == "\\") {
            out = out (strings == "keep" ? two : "")
            i++
        } else if (c == state) {
            out = out c
            state = "code"
        } else if (strings == "keep") out = out c
    }
    print FILENAME ":" FNR ":" out
}
