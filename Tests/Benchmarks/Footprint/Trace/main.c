// Says which functions a program runs, in the order in which each runs first.
//
// usage: trace ADDRESSES OUTPUT PROGRAM [ARGUMENT…]
//
// ADDRESSES is a file of the functions' addresses in the program, a hexadecimal number a line, in rising order. A breakpoint stands at each
// of them and goes when it was hit, so that the program is soon as fast as ever. Threads are followed. A child is, too, until it runs
// another program: up to then it has the breakpoints. SIGTERM is passed on. OUTPUT has a number a line when the program has ended.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long address;

enum { breakpoint = 0xCC, most_tasks = 1 << 16 };

static address *functions;
static unsigned char *bytes;
static char *is_seen;
static size_t count;
static address base;
static volatile pid_t program;
static FILE *output;

static void fail(const char *what) {
    perror(what);
    if (program > 0) kill(program, SIGKILL);
    exit(1);
}

static void pass_on(int number) {
    if (program > 0) kill(program, number);
}

static void read_addresses(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    size_t room = 0;
    for (address next; fscanf(file, "%lx", &next) == 1; functions[count++] = next) {
        if (count < room) continue;
        room = room ? room * 2 : 4096;
        functions = realloc(functions, room * sizeof *functions);
        if (!functions) fail("realloc");
    }
    fclose(file);
    bytes = calloc(count + 1, 1);
    is_seen = calloc(count + 1, 1);
    if (!bytes || !is_seen) fail("calloc");
}

static int memory_of(pid_t task) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", task);
    return open(path, O_RDWR | O_CLOEXEC);
}

/// Where the program lies in memory: it has been loaded, and has not run yet.
static address load_address(const char *path) {
    Elf64_Ehdr header;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, &header, sizeof header) != sizeof header) fail(path);
    close(file);
    if (header.e_type != ET_DYN) return 0;
    char maps[64], *resolved = realpath(path, NULL), line[4096];
    snprintf(maps, sizeof maps, "/proc/%d/maps", program);
    FILE *file_of_maps = fopen(maps, "r");
    if (!file_of_maps || !resolved) fail(maps);
    address start = 0;
    while (!start && fgets(line, sizeof line, file_of_maps))
        if (strstr(line, resolved)) start = strtoul(line, NULL, 16);
    fclose(file_of_maps);
    if (!start) fail("the program is not in its own memory");
    return start;
}

static void set_breakpoints(void) {
    int memory = memory_of(program);
    if (memory < 0) fail("/proc/…/mem");
    unsigned char stop = breakpoint;
    for (size_t index = 0; index < count; index++)
        if (pread(memory, &bytes[index], 1, base + functions[index]) != 1 || pwrite(memory, &stop, 1, base + functions[index]) != 1)
            fail("a function's address");
    close(memory);
}

static int compare(const void *left, const void *right) {
    address a = *(const address *)left, b = *(const address *)right;
    return a < b ? -1 : a > b;
}

/// Whether the task has hit a breakpoint. It goes on with the instruction that stood there.
static int has_hit(pid_t task) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, task, 0, &registers)) return 0;
    address wanted = registers.rip - 1 - base;
    address *found = bsearch(&wanted, functions, count, sizeof *functions, compare);
    if (!found) return 0;
    size_t index = found - functions;
    if (!is_seen[index]) fprintf(output, "%lx\n", wanted);
    is_seen[index] = 1;
    // Another thread may have been here in the meantime, and a child has memory of its own.
    int memory = memory_of(task);
    if (memory < 0 || pwrite(memory, &bytes[index], 1, base + wanted) != 1) fail("/proc/…/mem");
    close(memory);
    registers.rip = base + wanted;
    ptrace(PTRACE_SETREGS, task, 0, &registers);
    return 1;
}

/// What a task that has stopped is to hear when it goes on.
static int signal_for(pid_t task, int status) {
    static pid_t known[most_tasks];
    static size_t tasks;
    size_t index = 0;
    while (index < tasks && known[index] != task) index++;
    int is_new = index == tasks;
    if (is_new && tasks < most_tasks) known[tasks++] = task;
    int number = WSTOPSIG(status);
    if (status >> 16) return 0;
    if (is_new && number == SIGSTOP) return 0;
    return number == SIGTRAP && has_hit(task) ? 0 : number;
}

static void follow(void) {
    for (;;) {
        int status;
        pid_t task = waitpid(-1, &status, __WALL);
        if (task < 0 && errno == EINTR) continue;
        if (task < 0) fail("waitpid");
        if (!WIFSTOPPED(status)) {
            if (task == program) return;
            continue;
        }
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8) && task != program) {
            ptrace(PTRACE_DETACH, task, 0, 0);
            continue;
        }
        ptrace(PTRACE_CONT, task, 0, signal_for(task, status));
    }
}

int main(int arguments, char **words) {
    if (arguments < 4) return fprintf(stderr, "usage: trace ADDRESSES OUTPUT PROGRAM [ARGUMENT...]\n"), 2;
    read_addresses(words[1]);
    output = fopen(words[2], "we");
    if (!output) fail(words[2]);
    struct sigaction action = {.sa_handler = pass_on};
    sigaction(SIGTERM, &action, NULL);
    program = fork();
    if (program < 0) fail("fork");
    if (program == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(words[3], words + 3);
        fail(words[3]);
    }
    int status;
    if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) fail("the program does not start");
    long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, program, 0, options)) fail("ptrace");
    base = load_address(words[3]);
    set_breakpoints();
    ptrace(PTRACE_CONT, program, 0, 0);
    follow();
    return fclose(output) ? 1 : 0;
}
