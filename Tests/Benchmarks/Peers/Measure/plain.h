// What the two peers without RPC (Limit and Libuv) speak: a greeting that says what a connection is for, then bytes.
#ifndef PLAIN_H
#define PLAIN_H

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "measure.h"

enum purpose { PLAIN_ECHO = 'e', PLAIN_STREAM = 's', PLAIN_FAN = 'f' };

struct greeting {
    uint64_t purpose;
    uint64_t bytes;   // of each message
    uint64_t outputs; // of a stream
};

static inline struct greeting greeting_of(const struct workload *workload, uint64_t outputs) {
    enum purpose purpose = workload->mode == STREAM ? PLAIN_STREAM : workload->mode == FAN ? PLAIN_FAN : PLAIN_ECHO;
    return (struct greeting){purpose, workload->bytes, outputs};
}

static inline struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "the path is too long for a socket: %s\n", path);
        exit(2);
    }
    strcpy(address.sun_path, path);
    return address;
}

static inline int write_all(int socket, const void *from, size_t count) {
    const uint8_t *bytes = (const uint8_t *)from;
    while (count > 0) {
        ssize_t written = write(socket, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

static inline int read_all(int socket, void *into, size_t count) {
    uint8_t *bytes = (uint8_t *)into;
    while (count > 0) {
        ssize_t got = read(socket, bytes, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return -1;
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}

// A connection on which `greeting` was said.
static inline int connect_to(const char *path, struct greeting greeting) {
    struct sockaddr_un address = address_of(path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    if (write_all(descriptor, &greeting, sizeof greeting) != 0) fail("write");
    return descriptor;
}

static inline int listen_at(const char *path) {
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 128) != 0) fail(path);
    return listener;
}

#endif
