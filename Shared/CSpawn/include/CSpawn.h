// Starts a child process without running anything but system calls in it between the clone and the exec.
#ifndef COLONNADE_CSPAWN_H
#define COLONNADE_CSPAWN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The steps of a start, in the order in which the child takes them. A failure names one.
enum cspawn_step {
    CSPAWN_STEP_NONE = 0,
    CSPAWN_STEP_PREPARE,
    CSPAWN_STEP_CLONE,
    CSPAWN_STEP_SIGNALS,
    CSPAWN_STEP_SESSION,
    CSPAWN_STEP_DESCRIPTORS,
    CSPAWN_STEP_LIMITS,
    CSPAWN_STEP_GROUP,
    CSPAWN_STEP_USER,
    CSPAWN_STEP_DEATH_SIGNAL,
    CSPAWN_STEP_DIRECTORY,
    CSPAWN_STEP_ISOLATION,
    CSPAWN_STEP_EXECUTE,
};

struct cspawn_descriptor {
    int32_t parent; // the descriptor here
    int32_t child;  // its number in the child
};

struct cspawn_limit {
    int32_t resource;
    uint64_t soft;
    uint64_t hard;
};

struct cspawn_request {
    const char *executable;
    char *const *arguments;   // ends with NULL
    char *const *environment; // ends with NULL
    char *listen_pid;         // where the child writes its pid as text (room for 11 bytes), or NULL
    const char *directory;    // or NULL
    const struct cspawn_descriptor *descriptors;
    size_t descriptor_count;
    const struct cspawn_limit *limits;
    size_t limit_count;
    int64_t user;  // -1: unchanged
    int64_t group; // -1: unchanged
    int32_t cgroup; // descriptor of a cgroup v2 directory, or -1
    int32_t death_signal; // 0: none
    int32_t new_session;
    int32_t umask; // -1: unchanged
    int32_t nice;  // from -20 to 19; anything else: unchanged
    int32_t no_new_privileges;
    int32_t file_rules; // what cspawn_file_rules gave, or -1
    const char *hidden; // a folder that the child sees empty but for `shown`, which lies in it; or NULL
    const char *shown;
};

struct cspawn_result {
    int32_t pid;
    int32_t pidfd; // close-on-exec
    int32_t step;  // CSPAWN_STEP_NONE: the child runs its executable
    int32_t error; // errno of the step that failed
};

// Returns when the child runs its executable, or has failed and was waited for.
struct cspawn_result cspawn_start(const struct cspawn_request *request);

struct cspawn_exit {
    int32_t ended;   // 0: still running; -1: the wait failed, code is errno
    int32_t signalled;
    int32_t dumped;
    int32_t code;    // exit status or signal number
    int64_t peak;    // the most memory it had at once, in bytes; 0 where it is not known
};

// Takes the exit status of a child; where it runs, waits for its end or says so.
struct cspawn_exit cspawn_reap(int32_t pidfd, int32_t waits);

// What a program may do with a file, or with a folder and everything in it.
enum cspawn_right {
    CSPAWN_RIGHT_READ = 1,    // read files, list folders
    CSPAWN_RIGHT_EXECUTE = 2, // run files
    CSPAWN_RIGHT_WRITE = 4,   // change, make and remove files and folders
};

struct cspawn_file_rule {
    const char *path;
    int32_t rights; // of cspawn_right
};

// The version of the kernel's Landlock; 0 where it has none.
int32_t cspawn_landlock_version(void);

// Rules for cspawn_request: nothing may be reached but these. Paths that are not there, or not to be entered, are left out.
// Returns a descriptor, close-on-exec, or an errno as a negative number.
int32_t cspawn_file_rules(const struct cspawn_file_rule *rules, size_t count);

// Gives a folder, and everything in it that belongs to `former`, to another user and group; no link is followed. Returns 0 or errno; where
// it breaks off, the folder itself still belongs to `former`. That nothing is there is fine.
int32_t cspawn_give_tree(const char *path, uint32_t former, uint32_t user, uint32_t group);

// Gives what was bound at `path` to another user. Only a socket of this user, with no other name, is given. Returns 0 or errno.
int32_t cspawn_give_socket(const char *path, uint32_t user);

// Reads an extended attribute of a file. Returns its length, or -1.
ssize_t cspawn_attribute(const char *path, const char *name, void *value, size_t size);

// Returns 0 or errno.
int32_t cspawn_signal(int32_t pidfd, int32_t number);

// A pidfd of a child that nobody has waited for, so that its id is still its own. Returns -1 and sets errno: ECHILD for another's child.
int32_t cspawn_adopt(int32_t pid);

// Keeps SIGHUP, SIGINT and SIGTERM for the calling thread, which does not take them yet: they wait for it, through execve as well.
void cspawn_hold_signals(void);

// Lets the calling thread take them. What cspawn_hold_signals put aside is in force again; after execve it is what was set since.
void cspawn_release_signals(void);

// Runs another program in this process. The calling thread goes on as its first one, so that the children that it has started keep
// their parent and get no death signal. These descriptors stay open. Returns errno; then everything is as before.
int32_t cspawn_execute(const char *path, char *const *arguments, char *const *environment, const int32_t *kept, size_t count);

// Unmaps the pages of this program and its libraries that are only read; the next use of one maps it again from the page cache.
void cspawn_unmap_program(void);

#endif
