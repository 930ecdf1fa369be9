# The headers as Doxygen reads them. A comment that begins a line is of the declarations below it, up to the next empty
# line: it is said again for each. One behind code is of that code. The first of a file is of the file.
FNR == 1 && sub(/^\/\* /, "/** @file\n * ") { print; next }
/^\/\* / { comment = ""; inside = 1 }
inside {
    line = $0
    sub(/^\/\* /, "/** ", line)
    comment = comment line "\n"
    if (line ~ /\*\/$/) inside = 0
    print line
    said = 1
    next
}
/^$/ { comment = "" }
/^(RW_API|typedef|struct|enum|#define) / {
    if (!said && comment != "") printf "%s", comment
    said = 0
}
{
    if ($0 !~ /^ *\/\* /) sub(/[^ ] *\/\* /, "&*< ")
    else sub(/\/\* /, "/** ")
    sub(/\/\* \*< /, "/**< ")
    print
}
