// Another program in the same process.
#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIDFD_OPEN_CALL 434
#define HELD_SIGNALS 3

static const int held_signals[HELD_SIGNALS] = {SIGHUP, SIGINT, SIGTERM};

static struct sigaction actions_before[HELD_SIGNALS];
static int is_holding;
static volatile pid_t holder;

int32_t cspawn_adopt(int32_t pid) {
    siginfo_t information = {0};
    // It may have ended, and must not be waited for here: whoever has the pidfd does that.
    if (waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG | WNOWAIT | __WALL) < 0) return -1;
    return (int32_t)syscall(PIDFD_OPEN_CALL, pid, 0);
}

// Another thread took the signal: it goes on to the holder, where it waits.
static void pass_on(int number) {
    int error = errno;
    syscall(SYS_tgkill, getpid(), holder, number);
    errno = error;
}

static void mask_held(int how) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < HELD_SIGNALS; i++) sigaddset(&set, held_signals[i]);
    pthread_sigmask(how, &set, NULL);
}

void cspawn_hold_signals(void) {
    mask_held(SIG_BLOCK);
    holder = (pid_t)syscall(SYS_gettid);
    struct sigaction passing = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    for (int i = 0; i < HELD_SIGNALS; i++) sigaction(held_signals[i], &passing, &actions_before[i]);
    is_holding = 1;
}

void cspawn_release_signals(void) {
    for (int i = 0; i < HELD_SIGNALS && is_holding; i++) sigaction(held_signals[i], &actions_before[i], NULL);
    is_holding = 0;
    mask_held(SIG_UNBLOCK);
}

int32_t cspawn_execute(const char *path, char *const *arguments, char *const *environment, const int32_t *kept, size_t count) {
    size_t opened = 0;
    int error = 0;
    // Every other thread ends, and with it the children that it has started.
    if (getpid() != (pid_t)syscall(SYS_gettid)) return EPERM;
    while (opened < count && error == 0) {
        if (fcntl(kept[opened], F_SETFD, 0) < 0) error = errno;
        else opened++;
    }
    if (error == 0) {
        execve(path, arguments, environment);
        error = errno;
    }
    for (size_t i = 0; i < opened; i++) fcntl(kept[i], F_SETFD, FD_CLOEXEC);
    return error;
}
