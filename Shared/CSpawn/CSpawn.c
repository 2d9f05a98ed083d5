#define _GNU_SOURCE
#include "CSpawn.h"
#include "Hiding.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define LAST_SIGNAL 64
#define KERNEL_MASK_SIZE 8
// A few small frames, and no signal handler runs there.
#define CHILD_STACK 16384
#define CSPAWN_P_PIDFD 3
// The same numbers on every architecture, and not known to older libraries.
#define CSPAWN_RESTRICT_SELF 446
#define CSPAWN_CAP_PERFMON 38

// The kernel's own layout: larger than any architecture needs, and zero means the default action.
struct kernel_action {
    uint64_t words[4];
};

struct failure {
    int32_t step;
    int32_t error;
};

struct child {
    const struct cspawn_request *request;
    const struct hiding *hiding;
    int32_t *moved;
    pid_t parent;
    int report;
};

// MARK: In the child. Only raw system calls: the other threads of the parent, and the locks they held, are gone.

static void fail(int report, int step) {
    struct failure failure = {step, errno};
    syscall(SYS_write, report, &failure, sizeof failure);
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}

static void check(long result, int report, int step) {
    if (result < 0) fail(report, step);
}

static void reset_signals(int report) {
    struct kernel_action standard = {{0}};
    for (int number = 1; number <= LAST_SIGNAL; number++) {
        if (number == SIGKILL || number == SIGSTOP) continue;
        check(syscall(SYS_rt_sigaction, number, &standard, NULL, KERNEL_MASK_SIZE), report, CSPAWN_STEP_SIGNALS);
    }
}

// Until here the child has had the parent's own table of descriptors. A copy has those up to the highest that is needed: the others, of
// which a supervisor has several for each child, would be copied to be closed again.
static void own_descriptors(const struct child *child) {
    const struct cspawn_request *request = child->request;
    int32_t highest = child->report > request->file_rules ? child->report : request->file_rules;
    for (size_t i = 0; i < request->descriptor_count; i++)
        if (request->descriptors[i].parent > highest) highest = request->descriptors[i].parent;
    if (syscall(SYS_close_range, (unsigned)highest + 1, ~0U, 2U /* CLOSE_RANGE_UNSHARE */) == 0) return;
    // Old kernels lack the call, and copy all.
    check(syscall(SYS_unshare, CLONE_FILES), child->report, CSPAWN_STEP_DESCRIPTORS);
}

// First everything is moved above the highest target, so that no target overwrites a source.
static int place_descriptors(const struct cspawn_request *request, int32_t *moved, int32_t *rules, int report) {
    int32_t floor = 3;
    for (size_t i = 0; i < request->descriptor_count; i++)
        if (request->descriptors[i].child >= floor) floor = request->descriptors[i].child + 1;
    long raised = syscall(SYS_fcntl, report, F_DUPFD_CLOEXEC, floor);
    check(raised, report, CSPAWN_STEP_DESCRIPTORS);
    report = (int)raised;
    if (*rules >= 0) {
        raised = syscall(SYS_fcntl, *rules, F_DUPFD_CLOEXEC, floor);
        check(raised, report, CSPAWN_STEP_DESCRIPTORS);
        *rules = (int32_t)raised;
    }
    for (size_t i = 0; i < request->descriptor_count; i++) {
        long copy = syscall(SYS_fcntl, request->descriptors[i].parent, F_DUPFD_CLOEXEC, floor);
        check(copy, report, CSPAWN_STEP_DESCRIPTORS);
        moved[i] = (int32_t)copy;
    }
    // Whatever the parent forgot to mark stays behind. Old kernels lack the call; then only marked ones do.
    syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */);
    for (size_t i = 0; i < request->descriptor_count; i++)
        check(syscall(SYS_dup3, moved[i], request->descriptors[i].child, 0), report, CSPAWN_STEP_DESCRIPTORS);
    return report;
}

static void set_limits(const struct cspawn_request *request, int report) {
    for (size_t i = 0; i < request->limit_count; i++) {
        uint64_t limit[2] = {request->limits[i].soft, request->limits[i].hard};
        check(syscall(SYS_prlimit64, 0, request->limits[i].resource, limit, NULL), report, CSPAWN_STEP_LIMITS);
    }
    if (request->nice >= -20 && request->nice <= 19)
        check(syscall(SYS_setpriority, PRIO_PROCESS, 0, request->nice), report, CSPAWN_STEP_LIMITS);
}

static void set_identity(const struct cspawn_request *request, int report) {
    if (request->group >= 0) {
        gid_t group = (gid_t)request->group;
        check(syscall(SYS_setgroups, 1, &group), report, CSPAWN_STEP_GROUP);
        check(syscall(SYS_setresgid, group, group, group), report, CSPAWN_STEP_GROUP);
    }
    if (request->user >= 0) {
        uid_t user = (uid_t)request->user;
        check(syscall(SYS_setresuid, user, user, user), report, CSPAWN_STEP_USER);
    }
}

// After the change of user, which clears the setting.
static void set_death_signal(const struct cspawn_request *request, pid_t parent, int report) {
    if (request->death_signal == 0) return;
    check(syscall(SYS_prctl, PR_SET_PDEATHSIG, request->death_signal, 0, 0, 0), report, CSPAWN_STEP_DEATH_SIGNAL);
    // The parent may have died before the setting: nobody would send the signal.
    if (syscall(SYS_getppid) != parent) syscall(SYS_exit_group, 127);
}

// With these, root reads the memory and the environment of other programs whatever the rules for files say. Without privileges there
// is nothing to give away, and an older kernel does not know all of them: that is no failure.
static void give_away_capabilities(void) {
    static const int numbers[] = {CAP_SYS_PTRACE, CAP_SYS_ADMIN, CSPAWN_CAP_PERFMON};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) syscall(SYS_prctl, PR_CAPBSET_DROP, numbers[i], 0, 0, 0);
}

// Last, because it closes everything else to the child.
static void isolate(const struct cspawn_request *request, int32_t rules, int report) {
    if (request->no_new_privileges) check(syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), report, CSPAWN_STEP_ISOLATION);
    if (rules < 0) return;
    give_away_capabilities();
    check(syscall(CSPAWN_RESTRICT_SELF, rules, 0), report, CSPAWN_STEP_ISOLATION);
}

static void write_pid(char *text) {
    char digits[12];
    int count = 0;
    for (long pid = syscall(SYS_getpid); pid > 0; pid /= 10) digits[count++] = (char)('0' + pid % 10);
    for (int i = 0; i < count; i++) text[i] = digits[count - 1 - i];
    text[count] = 0;
}

static int run_child(void *argument) {
    struct child *child = argument;
    const struct cspawn_request *request = child->request;
    int report = child->report;
    uint64_t no_signals = 0;
    own_descriptors(child);
    reset_signals(report);
    if (request->new_session) check(syscall(SYS_setsid), report, CSPAWN_STEP_SESSION);
    int32_t rules = request->file_rules;
    report = place_descriptors(request, child->moved, &rules, report);
    if (request->umask >= 0) syscall(SYS_umask, request->umask);
    // Before the limits: it opens a folder, and the numbers up to the limit may be in use until the program runs.
    if (request->hidden) check(hiding_apply(child->hiding, request), report, CSPAWN_STEP_ISOLATION);
    set_limits(request, report);
    set_identity(request, report);
    set_death_signal(request, child->parent, report);
    if (request->directory) check(syscall(SYS_chdir, request->directory), report, CSPAWN_STEP_DIRECTORY);
    isolate(request, rules, report);
    if (request->listen_pid) write_pid(request->listen_pid);
    check(syscall(SYS_rt_sigprocmask, SIG_SETMASK, &no_signals, NULL, KERNEL_MASK_SIZE), report, CSPAWN_STEP_SIGNALS);
    syscall(SYS_execve, request->executable, request->arguments, request->environment);
    fail(report, CSPAWN_STEP_EXECUTE);
    return 127;
}

// MARK: In the parent.

// The child borrows this process's memory until it runs its program, as after vfork(2): nothing is copied, and this thread waits
// meanwhile. A copy costs with what the parent has in memory, and again with each page that it writes to afterwards: with 40 MB, 1.5 ms
// for a start and 0.6 ms behind it, where this takes 0.5 and nothing. What the child writes is its stack, `moved`, `listen_pid`, errno.
static const int borrowing = CLONE_VM;

// The descriptors are common until the child has taken its own copy of them. This thread waits in every case: it would close what the
// child, which may get the processor late, has yet to copy.
static const int sharing = CLONE_FILES | CLONE_VFORK | CLONE_PIDFD;

static long clone_plainly(struct child *child, int flags, int32_t *pidfd) {
    _Alignas(16) char stack[CHILD_STACK];
    return clone(run_child, stack + sizeof stack, sharing | SIGCHLD | flags, child, pidfd, NULL, NULL);
}

// Into a control group goes only what clone3 makes, which takes no function to run: without a stack of its own, the child needs a copy.
static long clone_into_group(struct child *child, uint64_t flags, int32_t *pidfd) {
    struct clone_args arguments = {
        .flags = (uint64_t)sharing | CLONE_INTO_CGROUP | flags,
        .pidfd = (uint64_t)(uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
        .cgroup = (uint64_t)child->request->cgroup,
    };
    long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
    if (pid == 0) run_child(child);
    return pid;
}

// A child that becomes another user could be traced by that user's processes before it runs its program, and lead them to borrowed memory.
// The kernel keeps them from it, unless a system is set to let such programs be dumped, for debugging: proc(5), /proc/sys/fs/suid_dumpable.
static int may_borrow(const struct cspawn_request *request) {
    if (request->user < 0 && request->group < 0) return 1;
    char setting = '1';
    int file = open("/proc/sys/fs/suid_dumpable", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, &setting, 1);
    close(file);
    return count == 1 && setting != '1';
}

static long clone_child(struct child *child, int32_t *pidfd) {
    uint64_t own = child->request->hidden ? hiding_flags(child->hiding) : 0;
    if (child->request->cgroup >= 0) return clone_into_group(child, own, pidfd);
    if (!may_borrow(child->request)) return clone_plainly(child, (int)own, pidfd);
    int dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    long pid = clone_plainly(child, borrowing | (int)own, pidfd);
    int error = errno;
    // By the same rule this process could not be dumped any more.
    if (dumpable == 1) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    errno = error;
    return pid;
}

static struct failure read_failure(int report) {
    struct failure failure = {CSPAWN_STEP_NONE, 0};
    ssize_t count;
    do {
        count = read(report, &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    return failure;
}

struct cspawn_result cspawn_start(const struct cspawn_request *request) {
    struct cspawn_result result = {-1, -1, CSPAWN_STEP_PREPARE, 0};
    int32_t moved[request->descriptor_count + 1];
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) {
        result.error = errno;
        return result;
    }
    struct hiding hiding = {0};
    if (request->hidden) hiding_prepare(&hiding);
    struct child child = {request, &hiding, moved, getpid(), report[1]};
    // A signal between the clone and the reset would run the parent's handler in the child.
    uint64_t all_signals = ~UINT64_C(0), old_mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all_signals, &old_mask, KERNEL_MASK_SIZE);
    long pid = clone_child(&child, &result.pidfd);
    int clone_error = errno;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &old_mask, NULL, KERNEL_MASK_SIZE);
    close(report[1]);
    if (pid < 0) {
        close(report[0]);
        result.step = CSPAWN_STEP_CLONE;
        result.error = clone_error;
        return result;
    }
    struct failure failure = read_failure(report[0]);
    close(report[0]);
    result.pid = (int32_t)pid;
    result.step = failure.step;
    result.error = failure.error;
    if (failure.step != CSPAWN_STEP_NONE) {
        siginfo_t ignored;
        waitid((idtype_t)CSPAWN_P_PIDFD, (id_t)result.pidfd, &ignored, WEXITED | __WALL);
        close(result.pidfd);
        result.pidfd = -1;
    }
    return result;
}

struct cspawn_exit cspawn_reap(int32_t pidfd, int32_t waits) {
    struct cspawn_exit exit = {0, 0, 0, 0, 0};
    siginfo_t info = {0};
    struct rusage usage = {0};
    int result;
    // waitid itself would not wait where the pidfd is non-blocking.
    struct pollfd entry = {pidfd, POLLIN, 0};
    while (waits && poll(&entry, 1, -1) < 0 && errno == EINTR) {
    }
    do {
        // The system call itself: waitid(3) does not give what the child has used.
        result = (int)syscall(SYS_waitid, CSPAWN_P_PIDFD, pidfd, &info, WEXITED | WNOHANG | __WALL, &usage);
    } while (result < 0 && errno == EINTR);
    if (result < 0) {
        if (errno == EAGAIN) return exit; // a non-blocking pidfd says so where WNOHANG gives 0
        exit.ended = -1;
        exit.code = errno;
    } else if (info.si_pid != 0) {
        exit.ended = 1;
        exit.signalled = info.si_code != CLD_EXITED;
        exit.dumped = info.si_code == CLD_DUMPED;
        exit.code = info.si_status;
        exit.peak = (int64_t)usage.ru_maxrss * 1024;
    }
    return exit;
}

int32_t cspawn_signal(int32_t pidfd, int32_t number) {
    return syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0) < 0 ? errno : 0;
}

ssize_t cspawn_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}
