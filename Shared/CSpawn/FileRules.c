// Landlock: what the kernel lets a program do with files, kept for it and for everything that it starts.
// The numbers stand here, because the headers of older systems lack some: they are the same on every architecture.
#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CREATE_RULESET 444
#define ADD_RULE 445
#define ASK_VERSION 1U
#define PATH_BENEATH 1

#define FS_EXECUTE (UINT64_C(1) << 0)
#define FS_WRITE_FILE (UINT64_C(1) << 1)
#define FS_READ_FILE (UINT64_C(1) << 2)
#define FS_READ_FOLDER (UINT64_C(1) << 3)
// Removing and making of every kind: bits 4 to 12.
#define FS_CHANGE_FOLDER (UINT64_C(0x1FF) << 4)
#define FS_MAKE_DEVICES (UINT64_C(1) << 6 | UINT64_C(1) << 11)
#define FS_REFER (UINT64_C(1) << 13)     // version 2
#define FS_TRUNCATE (UINT64_C(1) << 14)  // version 3
#define FS_IOCTL (UINT64_C(1) << 15)     // version 5
#define SCOPE_ABSTRACT_SOCKETS (UINT64_C(1) << 0) // version 6
#define SCOPE_SIGNALS (UINT64_C(1) << 1)          // version 6

// What can be asked of a file that is no folder.
#define OF_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL)

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int32_t cspawn_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    return version < 0 ? 0 : (int32_t)version;
}

// Everything that this version can forbid.
static uint64_t known_to(int32_t version) {
    uint64_t all = FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_READ_FOLDER | FS_CHANGE_FOLDER;
    if (version >= 2) all |= FS_REFER;
    if (version >= 3) all |= FS_TRUNCATE;
    if (version >= 5) all |= FS_IOCTL;
    return all;
}

// An older kernel takes a shorter structure, and a newer one takes it too.
static size_t size_for(int32_t version) {
    return version >= 6 ? 3 * sizeof(uint64_t) : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

static uint64_t allowed(int32_t rights) {
    uint64_t all = 0;
    if (rights & CSPAWN_RIGHT_READ) all |= FS_READ_FILE | FS_READ_FOLDER;
    if (rights & CSPAWN_RIGHT_EXECUTE) all |= FS_EXECUTE;
    // Nobody needs to make device files.
    if (rights & CSPAWN_RIGHT_WRITE)
        all |= FS_WRITE_FILE | (FS_CHANGE_FOLDER & ~FS_MAKE_DEVICES) | FS_REFER | FS_TRUNCATE | FS_IOCTL;
    return all;
}

// Returns 0 or errno.
static int add(int ruleset, uint64_t known, const struct cspawn_file_rule *rule) {
    int file = open(rule->path, O_PATH | O_CLOEXEC);
    if (file < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP ? 0 : errno;
    struct stat information;
    struct path_rule path = {allowed(rule->rights) & known, file};
    int error = 0;
    if (fstat(file, &information) < 0) {
        error = errno;
    } else {
        if (!S_ISDIR(information.st_mode)) path.allowed &= OF_FILES;
        if (path.allowed != 0 && syscall(ADD_RULE, ruleset, PATH_BENEATH, &path, 0) < 0) error = errno;
    }
    close(file);
    return error;
}

int32_t cspawn_file_rules(const struct cspawn_file_rule *rules, size_t count) {
    int32_t version = cspawn_landlock_version();
    if (version == 0) return -EOPNOTSUPP;
    struct ruleset wanted = {known_to(version), 0, version >= 6 ? SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS : 0};
    long ruleset = syscall(CREATE_RULESET, &wanted, size_for(version), 0U);
    if (ruleset < 0) return -errno;
    for (size_t i = 0; i < count; i++) {
        int error = add((int)ruleset, wanted.files, &rules[i]);
        if (error != 0) {
            close((int)ruleset);
            return -error;
        }
    }
    return (int32_t)ruleset;
}
