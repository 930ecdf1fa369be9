#define _GNU_SOURCE /* prctl, initgroups */
#include "support/postgres.h"

#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_SECONDS 60
#define STEP_NS 20000000L

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "test PostgreSQL: %s%s%s\n", what, detail != NULL ? ": " : "", detail != NULL ? detail : "");
    exit(EXIT_FAILURE);
}

bool rw_test_postgres_program(const char *name, char path[RW_TEST_PATH_SIZE])
{
    static const char *const places[] = {"/usr/lib/postgresql/*/bin/%s", "/usr/pgsql-*/bin/%s", "/usr/local/bin/%s",
                                         "/usr/bin/%s", "/usr/sbin/%s"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char pattern[RW_TEST_PATH_SIZE];
        glob_t found;
        snprintf(pattern, sizeof pattern, places[i], name);
        if (glob(pattern, 0, NULL, &found) != 0)
            continue;
        snprintf(path, RW_TEST_PATH_SIZE, "%s", found.gl_pathv[found.gl_pathc - 1]);
        globfree(&found);
        return true;
    }
    return false;
}

bool rw_test_postgres_available(void)
{
    char path[RW_TEST_PATH_SIZE];
    return rw_test_postgres_program("initdb", path) && rw_test_postgres_program("postgres", path) &&
           (geteuid() != 0 || getpwnam("postgres") != NULL);
}

/* The server refuses to run as root. */
static void become_postgres(void)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user != NULL && (initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 ||
                         setuid(user->pw_uid) != 0))
        _exit(126);
}

pid_t rw_test_postgres_spawn(const rw_test_postgres *server, char *const *argv)
{
    char log[RW_TEST_PATH_SIZE + 8];
    snprintf(log, sizeof log, "%s/log", server->folder);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid != 0)
        return pid;
    become_postgres();
    /* SIGQUIT is the server's word for "at once". After the change of user, which takes it back. */
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (getppid() != parent || freopen("/dev/null", "r", stdin) == NULL || freopen(log, "a", stdout) == NULL ||
        dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
        _exit(126);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(argv[0], argv);
    _exit(127);
}

static void fail_with_log(const rw_test_postgres *server, const char *what)
{
    char path[RW_TEST_PATH_SIZE + 8];
    char text[2000] = "";
    snprintf(path, sizeof path, "%s/log", server->folder);
    FILE *log = fopen(path, "r");
    if (log != NULL) {
        text[fread(text, 1, sizeof text - 1, log)] = '\0';
        fclose(log);
    }
    fail(what, text);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static void make_cluster(const rw_test_postgres *server)
{
    char program[RW_TEST_PATH_SIZE];
    char data[RW_TEST_PATH_SIZE + 8];
    snprintf(data, sizeof data, "%s/data", server->folder);
    rw_test_postgres_program("initdb", program);
    char *const argv[] = {program, "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync",
                          NULL};
    if (wait_for(rw_test_postgres_spawn(server, argv)) != 0)
        fail_with_log(server, "initdb fails");
}

static void plain_address(const rw_test_postgres *server, char address[RW_TEST_ADDRESS_SIZE])
{
    snprintf(address, RW_TEST_ADDRESS_SIZE, "postgres://postgres@/postgres?host=%s", server->folder);
}

static void await_answer(rw_test_postgres *server)
{
    const struct timespec step = {.tv_nsec = STEP_NS};
    char address[RW_TEST_ADDRESS_SIZE];
    plain_address(server, address);
    for (long waited = 0; waited < PATIENCE_SECONDS * 1000000000L; waited += STEP_NS) {
        if (PQping(address) == PQPING_OK)
            return;
        if (waitpid(server->pid, NULL, WNOHANG) == server->pid)
            fail_with_log(server, "the server ended");
        nanosleep(&step, NULL);
    }
    fail_with_log(server, "the server does not answer");
}

void rw_test_postgres_restart(rw_test_postgres *server)
{
    char program[RW_TEST_PATH_SIZE];
    char data[RW_TEST_PATH_SIZE + 8];
    char sockets[RW_TEST_PATH_SIZE + 32];
    snprintf(data, sizeof data, "%s/data", server->folder);
    snprintf(sockets, sizeof sockets, "unix_socket_directories=%s", server->folder);
    rw_test_postgres_program("postgres", program);
    char *const argv[] = {program, "-D", data, "-c", sockets, "-c", "listen_addresses=", "-c", "fsync=off", "-c",
                          "shared_buffers=16MB", "-c", "max_connections=300", NULL};
    server->pid = rw_test_postgres_spawn(server, argv);
    if (server->pid < 0)
        fail("cannot fork", NULL);
    await_answer(server);
}

/* Not those of support/folder.h, which report to a test case, and there is none yet. */
static void make_folder(char path[RW_TEST_PATH_SIZE])
{
    const char *parent = getenv("TMPDIR");
    snprintf(path, RW_TEST_PATH_SIZE, "%s/rw-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(path) == NULL)
        fail("cannot make a folder", path);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void rw_test_postgres_start(rw_test_postgres *server)
{
    *server = (rw_test_postgres){.pid = 0};
    make_folder(server->folder);
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user != NULL && chown(server->folder, user->pw_uid, user->pw_gid) != 0)
        fail("cannot give the folder to postgres", NULL);
    make_cluster(server);
    rw_test_postgres_restart(server);
}

/* A test case runs in a child of the process that started the server: there the server is nobody's to wait for, and one
 * that has ended stays as a zombie until its parent looks. */
static bool has_ended(pid_t pid)
{
    char path[64];
    char text[256] = "";
    if (waitpid(pid, NULL, WNOHANG) == pid)
        return true;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return true;
    const bool some = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    const char *name_end = strrchr(text, ')');
    return some && name_end != NULL && strncmp(name_end, ") Z", 3) == 0;
}

void rw_test_postgres_kill(rw_test_postgres *server)
{
    const struct timespec step = {.tv_nsec = STEP_NS};
    if (server->pid == 0)
        return;
    kill(server->pid, SIGQUIT);
    while (!has_ended(server->pid))
        nanosleep(&step, NULL);
    server->pid = 0;
}

void rw_test_postgres_end(rw_test_postgres *server)
{
    rw_test_postgres_kill(server);
    nftw(server->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void drop_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* The last result. */
static PGresult *run_on(PGconn *connection, const char *sql)
{
    PQsetNoticeProcessor(connection, drop_notice, NULL);
    PGresult *result = PQexec(connection, sql);
    const ExecStatusType kind = PQresultStatus(result);
    if (kind != PGRES_COMMAND_OK && kind != PGRES_TUPLES_OK)
        fail(sql, PQerrorMessage(connection));
    return result;
}

char *rw_test_postgres_run_at(const char *address, const char *sql)
{
    PGconn *connection = PQconnectdb(address);
    PGresult *result = run_on(connection, sql);
    char *value = strdup(PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(connection);
    return value;
}

void *rw_test_postgres_hold(const char *address, const char *sql)
{
    PGconn *connection = PQconnectdb(address);
    PQclear(run_on(connection, sql));
    return connection;
}

void rw_test_postgres_let_go(void *connection)
{
    PQfinish(connection);
}

char *rw_test_postgres_run(const rw_test_postgres *server, const char *sql)
{
    char address[RW_TEST_ADDRESS_SIZE];
    plain_address(server, address);
    return rw_test_postgres_run_at(address, sql);
}

void rw_test_postgres_address(const rw_test_postgres *server, const char *socket_folder, const char *schema,
                              char address[RW_TEST_ADDRESS_SIZE])
{
    char sql[256];
    snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS \"%s\"", schema);
    free(rw_test_postgres_run(server, sql));
    snprintf(address, RW_TEST_ADDRESS_SIZE, "postgres://postgres@/postgres?host=%s&options=-csearch_path%%3D%%22%s%%22",
             socket_folder != NULL ? socket_folder : server->folder, schema);
}
