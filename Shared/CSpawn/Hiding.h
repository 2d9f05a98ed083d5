// A view of the file system of the child's own, in which a folder is empty but for one in it.
#ifndef COLONNADE_CSPAWN_HIDING_H
#define COLONNADE_CSPAWN_HIDING_H

#include "CSpawn.h"

// What the parent says before the clone: in its new user namespace, the child does not know any more who it is.
struct hiding {
    int32_t needs_user;  // only root makes a mount namespace without a user namespace of its own
    char user[32];       // lines of uid_map and gid_map
    char group[32];
    size_t user_length;
    size_t group_length;
};

void hiding_prepare(struct hiding *hiding);

// The flags of clone(2) that it takes.
uint64_t hiding_flags(const struct hiding *hiding);

// In the child, by raw system calls alone. Returns 0, or -1 with errno.
int hiding_apply(const struct hiding *hiding, const struct cspawn_request *request);

#endif
