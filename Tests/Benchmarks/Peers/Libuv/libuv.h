#ifndef LIBUV_PEER_H
#define LIBUV_PEER_H

#include <uv.h>

#include "plain.h"

enum { BUFFER = 256 * 1024 };

extern uv_loop_t *loop;

// One write now; what the socket has no room for is copied and follows.
void send_bytes(uv_stream_t *stream, const uint8_t *bytes, size_t count);

int serve(const char *path, char **neighbours);
extern const struct peer libuv_peer;

#endif
