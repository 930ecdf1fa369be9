#include "client.h"
#include "command.h"

#include <string.h>

static const rw_option common_options[] = {
    {'q', "quiet", NULL, false, false, "no notes and no warnings on standard error, only errors"},
    {'h', "help", NULL, false, false, "print this and exit"},
    {0},
};

static const rw_option json_options[] = {
    {0, "json", NULL, false, false, "print JSON, for programs"},
    {0},
};

static const rw_option progress_options[] = {
    {0, "progress", NULL, false, false, "say how far it is, also where no terminal listens"},
    {0},
};

/* Of what a daemon or the solver answers. */
static const rw_option answer_options[] = {
    {0, "json", NULL, false, false, "print the answer as it came, a JSON document"},
    {0},
};

static const rw_option server_options[] = {
    {0, "server", "URL", false, false,
     "the daemon to talk to; otherwise ROOTWARP_SERVER,\notherwise " RW_CLIENT_DEFAULT_SERVER},
    {0, "token-file", "FILE", false, false,
     "a file that holds the token to send; otherwise\n"
     "ROOTWARP_TOKEN_FILE names one, or ROOTWARP_TOKEN is it"},
    {0, "ca", "FILE", false, false,
     "the certificates (PEM) that vouch for it, in the place\nof the system's; otherwise ROOTWARP_CA names them"},
    {0, "timeout", "SECONDS", false, true, "how long an exchange with it may take (60)"},
    {0},
};

static const rw_option offline_options[] = {
    {0, "offline", NULL, false, false, "ask no daemon: solve in this process"},
    {0, "clip", "[NAME=]FILE", true, false,
     "with --offline: a clip document. Without NAME it is\ncalled like its file up to the first dot"},
    {0, "profile", "[NAME=]FILE", true, false, "with --offline: a profile document, named likewise"},
    {0},
};

/* How a motion is read: for one animation and for many. */
static const rw_option motion_options[] = {
    {0, "root", "NAME", false, false,
     "the node whose motion is the root motion, by its name\n"
     "or as #NUMBER; otherwise the baker chooses"},
    {0, "from-hips", NULL, false, false,
     "the hips move, not the root: take them, put on the\n"
     "ground, with only their turn about up"},
    {0, "keep-height", NULL, false, false, "with --from-hips: keep the height (climbs, vaults)"},
    {0, "facing", "rest|first", false, false,
     "what rotations are relative to: the rest pose (rest),\n"
     "or the first frame where that pose means nothing"},
    {0, "space", "SPACE", false, false,
     "the space of the clip: unreal, unity, godot, gltf,\n"
     "blender, or forward,right,up,metres as in\n"
     "\"+Z,-X,+Y,1\" (gltf)"},
    {0, "scale", "FACTOR", false, true,
     "metres in one unit where the file has none (BVH),\n"
     "otherwise a factor on every length (1)"},
    {0, "up", "AXIS", false, false, "the file's up axis, instead of what it declares: +Y"},
    {0, "forward", "AXIS", false, false, "the file's forward axis likewise: +Z"},
    {0, "fps", "RATE", false, false,
     "samples a second, a number or a fraction as in\n"
     "24000/1001; otherwise the rate of the file's keys"},
    {0, "start-frame", "N", false, true, "the first key that counts, from 0; 1 skips a rest pose"},
    {0, "end-frame", "N", false, true, "the last key that counts"},
    {0, "start-time", "SECONDS", false, true, "the first moment that counts, from the first key"},
    {0, "end-time", "SECONDS", false, true, "the last moment that counts"},
    {0, "loop", NULL, false, false, "the clip repeats and its motion accumulates"},
    {0},
};

static const rw_option bake_options[] = {
    {0, "animation", "NAME", false, false,
     "the animation to bake, by its name or its number;\n"
     "needed where the file has several"},
    {0, "window", "NAME:START:END", true, false, "a window of the clip, in seconds; may be repeated"},
    {0, "event", "NAME:TIME", true, false, "an event of the clip, in seconds; may be repeated"},
    {'o', "output", "FILE", false, false,
     "write the clip there, whole or not at all, instead\n"
     "of to standard output; with --all the folder for the\nclips"},
    {0, "all", NULL, false, false, "FILE is a folder: bake every animation of every file\nin it and below"},
    {'j', "jobs", "N", false, true, "with --all: so many files at a time (as many as there\nare processors)"},
    {0, "json", NULL, false, false,
     "the report on standard error as one JSON object;\n"
     "with --all a list on standard output"},
    {0},
};

static const rw_option watch_options[] = {
    {'o', "output", "FOLDER", false, false, "the folder for the clips"},
    {'j', "jobs", "N", false, true, "so many files at a time (as many as there are\nprocessors)"},
    {0},
};

static const rw_option push_options[] = {
    {0, "if-match", "ETAG", false, false,
     "replace the stored document only if it has this ETag;\n"
     "otherwise that which it has now"},
    {0, "create-only", NULL, false, false, "fail if the name is taken"},
    {0, "force", NULL, false, false, "replace whatever is stored by then"},
    {0},
};

static const rw_option get_options[] = {
    {'o', "output", "FILE", false, false, "write there, whole or not at all, instead of to\nstandard output"},
    {0},
};

static const rw_option pull_options[] = {
    {0, "clip", "NAME", true, false, "only this clip; may be repeated"},
    {0, "profile", "NAME", true, false, "only this profile; may be repeated"},
    {0, "prefix", "TEXT", false, false, "only names that begin with it"},
    {0, "tag", "TAG", false, false, "only documents that have it"},
    {0},
};

static const rw_option list_options[] = {
    {0, "prefix", "TEXT", false, false, "only names that begin with it"},
    {0, "tag", "TAG", false, false, "only documents that have it"},
    {0, "clip", "NAME", false, false, "only profiles of this clip"},
    {0, "limit", "N", false, true, "at most N of them; otherwise all"},
    {0},
};

static const rw_option delete_options[] = {
    {0, "if-match", "ETAG", false, false,
     "delete only if the document has this ETag; otherwise\n"
     "that which it has now"},
    {0},
};

static const rw_option resolve_options[] = {
    {'f', "file", "FILE", false, false, "the request, one or a batch; - is standard input"},
    {0},
};

static const rw_option trajectory_options[] = {
    {'f', "file", "FILE", false, false, "the request; - is standard input"},
    {0, "times", "T,T,…", false, false, "the moments, elapsed seconds"},
    {0, "rate", "N", false, true, "N samples a second from start to end"},
    {0},
};

static const rw_option plot_options[] = {
    {'f', "file", "FILE", false, false, "draw the answer to this request; - is standard input"},
    {0, "reach", "PROFILE", false, false, "draw how far a reach profile goes, by distance"},
    {0, "actor-radius", "LENGTH", false, true, "with --reach: of the actor's capsule, units of the clip (0)"},
    {0, "target-radius", "LENGTH", false, true, "with --reach: of the target's capsule, likewise"},
    {0, "scale", "FACTOR", false, true, "with --reach: uniform scale of the character's motion (1)"},
    {0, "panel", "TITLE", true, false, "draw only the part with this title, as in \"from above\""},
    {'o', "output", "FILE", false, false, "write an SVG there (- is standard output) instead of\ndrawing with letters"},
    {0},
};

static const rw_option question_options[] = {
    {'f', "file", "FILE", false, false, "the request; - is standard input"},
    {0},
};

static const rw_option reach_options[] = {
    {0, "actor-radius", "LENGTH", false, true, "of the actor's capsule, units of the clip (0)"},
    {0, "target-radius", "LENGTH", false, true, "of the target's capsule, units of the clip (0)"},
    {0, "scale", "FACTOR", false, true, "uniform scale of the character's motion (1)"},
    {0},
};

static const rw_option validate_options[] = {
    {0, "clip", "FILE", false, false,
     "a clip document to check it against, instead of the\n"
     "stored clip that the profile names"},
    {0, "offline", NULL, false, false, "ask no daemon; needs --clip"},
    {0},
};

static const rw_option replay_options[] = {
    {0, "heads", NULL, false, false,
     "ask as it was asked then, of what is stored now, and not\nof the revisions that answered"},
    {0, "limit", "N", false, true, "ask the first N records; otherwise all"},
    {0},
};

static const rw_option bench_options[] = {
    {'f', "file", "FILE", false, false, "a resolve request, or a batch, to ask again and again"},
    {0, "recording", "FILE", false, false, "the requests of a recording instead, in turn"},
    {0, "connections", "N", false, true, "so many, one request under way on each (16)"},
    {0, "seconds", "SECONDS", false, true, "how long (5)"},
    {0, "rate", "N", false, true, "ask N a second, evenly; otherwise each connection as\nfast as it is answered"},
    {0},
};

static const rw_option data_options[] = {
    {0, "data", "FOLDER", false, false, "the data folder of the daemon, or the address of its\ndatabase, postgres://...; otherwise ROOTWARP_STORE or\nROOTWARP_DATA"},
    {0},
};

static const rw_option replace_options[] = {
    {0, "force", NULL, false, false, "replace what is there"},
    {0},
};

static const rw_option check_options[] = {
    {0, "data", "FOLDER|FILE", false, false, "look at a catalogue instead: a data folder, or a backup"},
    {0},
};

static const rw_option export_options[] = {
    {'o', "output", "FILE", false, false, "write there, whole or not at all, instead of to\nstandard output"},
    {0, "data", "FOLDER", false, false, "ask no daemon: read this data folder, or the database at\nthis address, postgres://..."},
    {0},
};

static const rw_option import_options[] = {
    {0, "dry-run", NULL, false, false, "check, say what would change, and write nothing"},
    {0, "data", "FOLDER", false, false, "ask no daemon: write into this data folder, which no\ndaemon may have open, or into the database at this\naddress, postgres://..."},
    {0},
};

static const rw_option token_options[] = {
    {0, "scopes", "LIST", false, false, "create: some of read,resolve,write,admin"},
    {0, "name", "TEXT", false, false, "create: what it is for, or whose it is"},
    {0, "expires", "TIME", false, false, "create: valid for so long, as in 90d or 12h; otherwise\nfor ever"},
    {0, "grace", "TIME", false, false,
     "rotate: the old secret ends after so long; otherwise\nwhen it is revoked"},
    {0, "old", NULL, false, false, "revoke: only the older of two secrets"},
    {0},
};

static const rw_option audit_options[] = {
    {0, "since", "N", false, true, "only entries after this sequence"},
    {0},
};

static const rw_option config_options[] = {
    {0, "daemon", NULL, false, false, "what limits the daemon has in force, instead"},
    {0, "data", "FOLDER", false, false, "as other commands take it"},
    {0},
};

static const rw_option manual_options[] = {
    {'o', "output", "FOLDER", false, false, "write all pages there, each to a file of its own"},
    {0},
};

static const rw_command commands[] = {
    {"bake", "FILE", 1, 1, "turn an animation file into a clip",
     "Reads glTF, GLB, BVH or FBX, takes the motion of one node as root motion, samples it\n"
     "at an even rate, converts it to the space asked for and prints the clip document.\n"
     "What was chosen, and what is doubtful, goes to standard error.",
     {{bake_options, motion_options, progress_options, common_options}},
     "rootwarp bake lunge.glb --space unreal --window attack:0:1 -o lunge.clip.json\n"
     "rootwarp bake --all motion/ --space unity -o clips/\n"
     "rootwarp bake walk.bvh --scale 0.01 --from-hips --start-frame 1 --loop > walk.clip.json",
     rw_command_bake},
    {"watch", "FOLDER", 1, 1, "bake what changes in a folder, as it changes",
     "Bakes every animation of every file in a folder and below, and again whenever a file is\n"
     "new or has changed and then stands still for half a second. Prints the path of each clip\n"
     "on a line of its own, for the next program to read.",
     {{watch_options, motion_options, progress_options, common_options}},
     "rootwarp watch motion/ -o clips/ --space unreal\n"
     "rootwarp watch motion/ -o clips/ | while read -r clip; do\n"
     "    rootwarp push clip \"$(basename \"$clip\" .clip.json)\" \"$clip\"; done",
     rw_command_watch},
    {"inspect", "FILE", 1, 1, "show what is in an animation file",
     "Lists the animations of a file, the nodes that move and how far, and which of them\n"
     "bake would choose.",
     {{progress_options, json_options, common_options}},
     "rootwarp inspect lunge.glb\n"
     "rootwarp inspect --json mocap.fbx | jq -r '.animations[].name'",
     rw_command_inspect},
    {"push", "clip|profile NAME FILE", 3, 3, "store a clip or a profile",
     "Stores the document in FILE (- is standard input) under a name. What stands there now\n"
     "is replaced only if nobody changes it in between. A profile's findings are printed;\n"
     "one of severity error makes the exit code 1, though the profile is stored.",
     {{push_options, answer_options, server_options, common_options}},
     "rootwarp push clip lunge lunge.clip.json\n"
     "rootwarp push profile lunge lunge.profile.json --create-only",
     rw_command_push},
    {"pull", "FOLDER", 1, 1, "fetch clips and profiles into a folder",
     "Writes every stored clip and profile into the folder, NAME.clip.json and NAME.profile.json,\n"
     "as get gives them; push takes them back. A file that holds what is stored is left alone,\n"
     "one that is written is named on standard output. Nothing is removed.",
     {{pull_options, progress_options, json_options, server_options, common_options}},
     "rootwarp pull documents/\n"
     "rootwarp pull documents/ --clip lunge --profile lunge --profile leap\n"
     "rootwarp pull documents/ --prefix combat. --json",
     rw_command_pull},
    {"get", "clip|profile NAME[@REVISION]", 2, 2, "print a stored clip or profile",
     "Prints the document as it is stored, with what is derived from it.",
     {{get_options, server_options, common_options}},
     "rootwarp get profile lunge\n"
     "rootwarp get clip lunge -o lunge.clip.json",
     rw_command_get},
    {"list", "clips|profiles", 1, 1, "list what is stored",
     "Lists clips or profiles by name.",
     {{list_options, json_options, server_options, common_options}},
     "rootwarp list clips\n"
     "rootwarp list profiles --clip lunge --json",
     rw_command_list},
    {"diff", "clip|profile FROM [TO]", 2, 3, "what differs between two documents",
     "Compares two revisions, or a file with what is stored: FROM and TO are NAME, NAME@REVISION\n"
     "or a file, which has a / in its path or ends in .json. Without TO it is what is stored now\n"
     "under FROM's name. The exit code is 1 when they differ.",
     {{json_options, server_options, common_options}},
     "rootwarp diff profile lunge@3\n"
     "rootwarp diff profile lunge@3 lunge@5\n"
     "rootwarp diff profile lunge ./lunge.profile.json",
     rw_command_diff},
    {"delete", "clip|profile NAME", 2, 2, "remove a stored clip or profile",
     "Removes what is stored under a name; its revisions stay readable. A clip that profiles\n"
     "use cannot be removed.",
     {{delete_options, json_options, server_options, common_options}},
     "rootwarp delete profile lunge",
     rw_command_delete},
    {"resolve", "", 0, 0, "where the root lands, how far, how fast",
     "Answers one request or a batch. The exit code is 1 when any answer is no: rejected,\n"
     "refused, window_passed or no_travel.",
     {{resolve_options, answer_options, offline_options, server_options, common_options}},
     "rootwarp resolve -f request.json\n"
     "rootwarp resolve -f request.json --offline --clip lunge.clip.json --profile lunge.profile.json",
     rw_command_resolve},
    {"trajectory", "", 0, 0, "the warped root at given times",
     "Answers a resolve request with the root at the times that it, --times or --rate asks\n"
     "for.",
     {{trajectory_options, answer_options, offline_options, server_options, common_options}},
     "rootwarp trajectory -f request.json --rate 30\n"
     "rootwarp trajectory -f request.json --times 0,0.25,0.5 --offline --clip lunge.clip.json "
     "--profile lunge.profile.json",
     rw_command_trajectory},
    {"plot", "[CLIP]", 0, 1, "draw a clip, the way of an answer, or a reach",
     "Draws the position and yaw of a stored clip, CLIP or CLIP@REVISION, or of the document that\n"
     "--clip names, with its windows and events, and its way from above. With --file it asks a\n"
     "resolve request and draws the warped way beside the authored one, with --reach how far a\n"
     "profile travels for a target at each distance.",
     {{plot_options, offline_options, server_options, common_options}},
     "rootwarp plot lunge -o lunge.svg\n"
     "rootwarp plot --clip lunge.clip.json\n"
     "rootwarp plot -f request.json --offline --clip lunge.clip.json --profile lunge.profile.json -o way.svg\n"
     "rootwarp plot --reach lunge --actor-radius 40 --target-radius 40",
     rw_command_plot},
    {"verify", "", 0, 0, "hold a track against the motion",
     "Asks a daemon whether the moments that a client observed lie on the path of a resolve\n"
     "request, within tolerances. The exit code is 1 when one does not. With --data it looks\n"
     "at a catalogue instead, a running daemon's or a backup: its structure, every document\n"
     "against its hash, the change log, what the heads point to. Faults are printed, a line\n"
     "each, and make the exit code 1.",
     {{question_options, check_options, answer_options, server_options, common_options}},
     "rootwarp verify -f track.json\n"
     "rootwarp verify --data /var/lib/rootwarp",
     rw_command_verify},
    {"select", "", 0, 0, "which of many profiles reaches a target",
     "Asks a daemon to hold many profiles against one target, and lists them, the best\n"
     "first. The exit code is 1 when none fits.",
     {{question_options, answer_options, server_options, common_options}},
     "rootwarp select -f target.json",
     rw_command_select},
    {"reach", "PROFILE", 1, 1, "at which distances a profile reaches",
     "Prints up to which distances, from where its first window opens to the target's\n"
     "centre, a reach profile of the daemon is overlapping, compressed and in band. It is\n"
     "the newest revision that answers.",
     {{reach_options, answer_options, server_options, common_options}},
     "rootwarp reach lunge --actor-radius 40 --target-radius 40",
     rw_command_reach},
    {"validate", "FILE", 1, 1, "look for mistakes in a profile",
     "Checks a profile document (- is standard input) that need not be stored, and lists\n"
     "what is doubtful about it. A finding of severity error makes the exit code 1.",
     {{validate_options, answer_options, server_options, common_options}},
     "rootwarp validate lunge.profile.json\n"
     "rootwarp validate lunge.profile.json --offline --clip lunge.clip.json",
     rw_command_validate},
    {"replay", "FILE", 1, 1, "ask a recording again and compare the answers",
     "Sends every request of a recording that rootwarpd serve --record made, and holds each\n"
     "answer against the recorded one, byte for byte. Where the documents have changed since,\n"
     "the revisions that answered then are asked. The first value that differs is told with its\n"
     "place and its bits; the exit code is 1 when any does.",
     {{replay_options, progress_options, json_options, server_options, common_options}},
     "rootwarp replay today.recording\n"
     "rootwarp replay today.recording --server https://next.example:7420 --json",
     rw_command_replay},
    {"bench", "", 0, 0, "how much a daemon answers, and how fast",
     "Puts load on a daemon and prints answers a second and latencies. With --rate a latency\n"
     "counts from the moment at which its request was due, so that a daemon that stalls is\n"
     "charged for every request that had to wait. The exit code is 1 when any answer was\n"
     "not 200. Run it on another machine than the daemon: it needs a processor of its own.",
     {{bench_options, progress_options, json_options, server_options, common_options}},
     "rootwarp bench -f request.json --connections 64\n"
     "rootwarp bench --recording today.recording --rate 2000 --seconds 60 --json",
     rw_command_bench},
    {"token", "create|list|revoke|rotate [ID]", 1, 2, "who may ask the daemon",
     "Makes, lists, revokes and renews tokens in the daemon's data folder; no daemon needs to\n"
     "run, and one that does notices within two seconds. From the first token on every request\n"
     "needs one. A token is printed when it is made, alone on standard output, and never\n"
     "again. rotate gives a token a second secret; both work until the old one is revoked\n"
     "or its grace is over.",
     {{token_options, json_options, data_options, common_options}},
     "rootwarp token create --data /var/lib/rootwarp --scopes read,resolve --name game-eu --expires 90d\n"
     "rootwarp token rotate wn3k5xq2m7ab --data /var/lib/rootwarp --grace 24h\n"
     "rootwarp token revoke wn3k5xq2m7ab --data /var/lib/rootwarp",
     rw_command_token},
    {"audit", "", 0, 0, "who changed what",
     "Prints the audit log of the daemon's data folder, oldest first: every change of the\n"
     "catalogue and of the tokens, who made it and from where.",
     {{audit_options, json_options, data_options, common_options}},
     "rootwarp audit --data /var/lib/rootwarp --since 1200 --json",
     rw_command_audit},
    {"backup", "FILE", 1, 1, "copy a catalogue while it is in use",
     "Copies the database of the daemon's data folder, as of one moment, and verifies the\n"
     "copy before it gets its name. Writers wait for as long as that takes.",
     {{replace_options, json_options, data_options, common_options}},
     "rootwarp backup --data /var/lib/rootwarp /backups/rootwarp-monday.db",
     rw_command_backup},
    {"restore", "FILE", 1, 1, "make a backup the catalogue of a data folder",
     "Verifies a copy of the backup and puts it in place. No daemon may have the folder open.\n"
     "With --force it replaces the catalogue that is there, which is kept beside it as\n"
     "rootwarp.db.before-restore.",
     {{replace_options, json_options, data_options, common_options}},
     "rootwarp restore --data /var/lib/rootwarp /backups/rootwarp-monday.db",
     rw_command_restore},
    {"export", "", 0, 0, "the whole catalogue as lines of JSON",
     "Prints every name with all its revisions, in an order and a form that are the same for\n"
     "the same content. The content hash of it all is noted at the end.",
     {{export_options, server_options, common_options}},
     "rootwarp export -o catalogue.ndjson\n"
     "rootwarp export --data /var/lib/rootwarp > catalogue.ndjson",
     rw_command_export},
    {"import", "FILE", 1, 1, "merge an export into a catalogue",
     "Adds the names and revisions of an export (- is standard input) that are missing, with\n"
     "their numbers, and makes its heads the heads: all of it or, when a line is wrong or\n"
     "contradicts what is stored, nothing. Again, it changes nothing.",
     {{import_options, answer_options, server_options, common_options}},
     "rootwarp import catalogue.ndjson --dry-run\n"
     "rootwarp import catalogue.ndjson",
     rw_command_import},
    {"purge", "clip|profile NAME", 2, 2, "remove old revisions for ever",
     "Removes every revision of a name but its head and, of a clip, those that a revision of\n"
     "a profile was saved against.",
     {{answer_options, server_options, common_options}},
     "rootwarp purge clip lunge",
     rw_command_purge},
    {"config", "", 0, 0, "what this program goes by, or the daemon",
     "Prints the settings of this program with where each comes from: an option, the\n"
     "environment, or the default; secrets as ***. With --daemon it prints the limits that the\n"
     "daemon has in force. The daemon's own settings are printed by rootwarpd config print.",
     {{config_options, json_options, server_options, common_options}},
     "rootwarp config\n"
     "rootwarp config --daemon --json | jq .max_batch_items",
     rw_command_config},
    {"health", "", 0, 0, "whether the daemon is there and ready",
     "Asks the daemon whether requests should be sent to it, and prints what it looked at. The\n"
     "exit code is 0 when it is ready, 1 when it is not, 3 when nobody answers. A daemon with\n"
     "--admin answers this on that address only.",
     {{json_options, server_options, common_options}},
     "rootwarp health && echo ready\n"
     "rootwarp health --server http://127.0.0.1:7421 --json",
     rw_command_health},
    {"version", "", 0, 0, "print release, commit and solver version",
     "Prints which build this is. Two builds with one solver version answer alike to the\n"
     "last bit.",
     {{json_options, common_options}},
     "rootwarp version --json",
     rw_command_version},
    {"completion", "bash|zsh|fish", 1, 1, "print what a shell needs to complete commands",
     "Prints a script for the shell, which completes commands, options and their values.",
     {{common_options}},
     "rootwarp completion bash > ~/.local/share/bash-completion/completions/rootwarp\n"
     "rootwarp completion fish > ~/.config/fish/completions/rootwarp.fish",
     rw_command_completion},
    {"manual", "[COMMAND]", 0, 1, "print a manual page",
     "Prints the manual page of the command line, or of one command, in the macros of man(7).",
     {{manual_options, common_options}},
     "rootwarp manual bake | man -l -\n"
     "rootwarp manual -o share/man/man1",
     rw_command_manual},
    {"help", "[COMMAND]", 0, 1, "print help",
     "Prints the list of commands, or the help of one.",
     {{common_options}},
     "rootwarp help bake",
     rw_command_help},
};

const rw_command *rw_command_table(size_t *count)
{
    *count = sizeof commands / sizeof commands[0];
    return commands;
}

const rw_command *rw_command_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

const rw_command *rw_command_nearest(const char *name)
{
    const rw_command *nearest = NULL;
    size_t best = (strlen(name) + 2) / 3 + 1;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        size_t distance = rw_text_distance(commands[i].name, name);
        if (distance < best) {
            best = distance;
            nearest = &commands[i];
        }
    }
    return nearest;
}

int rw_command_refuse(rw_console *console, const char *name)
{
    const rw_command *nearest = rw_command_nearest(name);
    const char *what = name[0] == '-' ? "option" : "command";
    if (nearest != NULL)
        rw_console_error(console, "there is no %s \"%s\"; did you mean \"%s\"?", what, name, nearest->name);
    else
        rw_console_error(console, "there is no %s \"%s\"; \"rootwarp --help\" lists the commands", what, name);
    return RW_EXIT_USAGE;
}
