// Gives a folder with everything in it to another user. Nothing is followed: names may be changed meanwhile by whoever owns the folder.
#define _GNU_SOURCE
#include "CSpawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// Deeper folders are refused: each costs a descriptor.
#define DEEPEST 128

static int give_folder(int folder, uint32_t former, uint32_t user, uint32_t group, int depth);

static int give_entry(int folder, const char *name, uint32_t former, uint32_t user, uint32_t group, int depth) {
    int entry = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (entry < 0) return errno == ENOENT ? 0 : errno;
    struct stat information;
    int error = fstat(entry, &information) < 0 ? errno : 0;
    if (error == 0 && S_ISDIR(information.st_mode)) {
        int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        error = inner < 0 ? errno : give_folder(inner, former, user, group, depth + 1);
    } else if (error == 0 && information.st_uid == former && fchownat(entry, "", user, group, AT_EMPTY_PATH) < 0) {
        error = errno;
    }
    close(entry);
    return error;
}

// Takes the descriptor. The folder itself comes last: until then it can be seen that not all was given.
static int give_folder(int folder, uint32_t former, uint32_t user, uint32_t group, int depth) {
    if (depth > DEEPEST) {
        close(folder);
        return ELOOP;
    }
    DIR *list = fdopendir(folder);
    if (list == NULL) {
        int error = errno;
        close(folder);
        return error;
    }
    int error = 0;
    struct dirent *entry;
    while (error == 0 && (entry = readdir(list)) != NULL) {
        const char *name = entry->d_name;
        if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0))) continue;
        error = give_entry(folder, name, former, user, group, depth);
    }
    struct stat information;
    if (error == 0 && fstat(folder, &information) < 0) error = errno;
    if (error == 0 && information.st_uid == former && fchown(folder, user, group) < 0) error = errno;
    closedir(list);
    return error;
}

// The owner of a folder could have put something else in the place of what was bound there.
int32_t cspawn_give_socket(const char *path, uint32_t user) {
    int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return errno;
    struct stat information;
    int error = fstat(file, &information) < 0 ? errno : 0;
    if (error == 0 && (!S_ISSOCK(information.st_mode) || information.st_uid != geteuid() || information.st_nlink != 1)) error = EPERM;
    if (error == 0 && fchownat(file, "", user, (gid_t)-1, AT_EMPTY_PATH) < 0) error = errno;
    close(file);
    return error;
}

int32_t cspawn_give_tree(const char *path, uint32_t former, uint32_t user, uint32_t group) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return errno == ENOENT ? 0 : errno;
    return give_folder(folder, former, user, group, 0);
}
