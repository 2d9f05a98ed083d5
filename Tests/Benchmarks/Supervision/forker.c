// The least that a supervisor does: it starts each program again as soon as it has ended. What others take beyond this is theirs.
//
//     forker PROGRAM PATH...      runs `PROGRAM PATH` for each path
#include <stdio.h>
#include <stdlib.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static pid_t start(char *program, char *path) {
    pid_t child;
    char *arguments[] = {program, path, NULL};
    if (posix_spawn(&child, program, NULL, NULL, arguments, environ) != 0) {
        perror("forker");
        exit(1);
    }
    return child;
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: forker PROGRAM PATH...\n");
        return 2;
    }
    int children = count - 2;
    pid_t *pids = calloc((size_t)children, sizeof *pids);
    for (int index = 0; index < children; index++) pids[index] = start(arguments[1], arguments[index + 2]);
    for (;;) {
        pid_t ended = wait(NULL);
        for (int index = 0; index < children; index++) {
            if (pids[index] == ended) pids[index] = start(arguments[1], arguments[index + 2]);
        }
    }
}
