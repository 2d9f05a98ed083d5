#define _GNU_SOURCE
#include "Hiding.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same numbers on every architecture, and not known to older libraries.
#define OPEN_TREE_CALL 428
#define MOVE_MOUNT_CALL 429
#define TREE_CLONE 1U
#define TREE_CLOSE_ON_EXEC ((unsigned)O_CLOEXEC)
#define FROM_DESCRIPTOR 4U

void hiding_prepare(struct hiding *hiding) {
    hiding->needs_user = geteuid() != 0;
    // Each keeps its number, so that peers see each other as before.
    hiding->user_length = (size_t)snprintf(hiding->user, sizeof hiding->user, "%u %u 1", geteuid(), geteuid());
    hiding->group_length = (size_t)snprintf(hiding->group, sizeof hiding->group, "%u %u 1", getegid(), getegid());
}

uint64_t hiding_flags(const struct hiding *hiding) {
    return CLONE_NEWNS | (hiding->needs_user ? CLONE_NEWUSER : 0);
}

static int write_line(const char *path, const char *text, size_t length) {
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
    if (file < 0) return -1;
    long count = syscall(SYS_write, file, text, length);
    int error = errno;
    syscall(SYS_close, file);
    errno = error;
    return count == (long)length ? 0 : -1;
}

static int become_user(const struct hiding *hiding) {
    if (!hiding->needs_user) return 0;
    if (write_line("/proc/self/setgroups", "deny", 4) < 0) return -1;
    if (write_line("/proc/self/uid_map", hiding->user, hiding->user_length) < 0) return -1;
    return write_line("/proc/self/gid_map", hiding->group, hiding->group_length);
}

int hiding_apply(const struct hiding *hiding, const struct cspawn_request *request) {
    if (become_user(hiding) < 0) return -1;
    // What is mounted outside later is seen here too; what is mounted here stays here.
    if (syscall(SYS_mount, NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) < 0) return -1;
    long shown = syscall(OPEN_TREE_CALL, AT_FDCWD, request->shown, TREE_CLONE | TREE_CLOSE_ON_EXEC);
    if (shown < 0) return -1;
    unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (syscall(SYS_mount, "tmpfs", request->hidden, "tmpfs", flags, "mode=0711,size=64k") < 0) return -1;
    if (syscall(SYS_mkdirat, AT_FDCWD, request->shown, 0700) < 0) return -1;
    return syscall(MOVE_MOUNT_CALL, shown, "", AT_FDCWD, request->shown, FROM_DESCRIPTOR) < 0 ? -1 : 0;
}
