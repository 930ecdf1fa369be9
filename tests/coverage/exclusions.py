#!/usr/bin/env python3
"""exclusions.py REPORT EXCLUSIONS: holds what tests did not reach against the list of what no input can reach.

REPORT is gcovr's JSON; paths in it are below the current folder. The list has a paragraph for each line of source with
such branches: the file, the function and how many of the line's branches; the line itself; and why nothing reaches them.
A branch that is neither reached nor listed is an offence, and so is an entry for one that is reached or not there.
"""
import json
import re
import sys


def function_at(source, number):
    """The function that a line of C in this house's layout stands in."""
    for text in reversed(source[:number]):
        head = re.match(r"(?:static |inline |const )*[\w ]+[\s*](\w+)\(", text)
        if head and not text.startswith((" ", "\t", "#", "/", "}", "typedef", "struct")):
            return head.group(1)
    return "?"


def unreached(report):
    """{(file, function, text): [branches, place]} of the lines with branches, or all of themselves, that nothing reached."""
    found = {}
    for entry in report["files"]:
        with open(entry["file"], encoding="utf-8") as file:
            source = file.read().splitlines()
        lines = {}
        for line in entry["lines"]:
            if line.get("gcovr/noncode") or line.get("gcovr/excluded"):
                continue
            known = lines.setdefault(line["line_number"], [0, {}])
            known[0] += line["count"]
            for index, branch in enumerate(line.get("branches", [])):
                if branch.get("gcovr/excluded"):
                    continue
                known[1][index] = known[1].get(index, 0) + branch["count"]
        for number, (count, branches) in lines.items():
            missed = sum(1 for taken in branches.values() if taken == 0)
            if missed or count == 0:
                key = (entry["file"], function_at(source, number), source[number - 1].strip())
                found.setdefault(key, [0, "%s:%d" % (entry["file"], number)])[0] += missed
    return found


def listed(path):
    """{(file, function, text): branches}; a paragraph that is not complete ends the program."""
    entries = {}
    with open(path, encoding="utf-8") as file:
        text = "\n".join(line for line in file.read().splitlines() if not line.startswith("#"))
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in paragraph.strip().splitlines()]
        if not lines:
            continue
        head = lines[0].split()
        if len(lines) < 3 or len(head) != 3 or not head[2].isdigit():
            sys.exit("%s: not file, function and count, a line of source and a reason: %s" % (path, lines[0]))
        entries[(head[0], head[1], lines[1])] = int(head[2])
    return entries


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        found = unreached(json.load(file))
    allowed = listed(sys.argv[2])
    offences = []
    for (path, function, text), (missed, place) in sorted(found.items()):
        if (path, function, text) not in allowed:
            offences.append("%s: %s: nothing reaches %s: %s" % (
                place, function, "%d of its branches" % missed if missed else "it", text))
    for key, count in sorted(allowed.items()):
        missed = found.get(key, [0])[0]
        if key not in found or missed != count:
            offences.append("%s: %s: %s: %d branches listed, %d not reached: %s" % (
                sys.argv[2], key[0], key[1], count, missed, key[2]))
    for offence in offences:
        print(offence)
    print("%d branches not reached, %d of them listed" % (
        sum(missed for missed, _ in found.values()), sum(allowed.values())))
    sys.exit(1 if offences else 0)


main()
