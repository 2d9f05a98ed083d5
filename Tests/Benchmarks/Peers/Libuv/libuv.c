// The same echo on libuv, which is what Colonnade's loop stands on: one thread and one loop on each end.
//
// rtt64, big1m   the next request is written when the reply was read
// pipe64         what one read made room for goes out with one write
// conc64         64 connections on one loop, on both ends
// stream         a buffer of outputs is written when the one before it is out
// fan            the server writes to three servers of its kind, and answers when the last has answered
#include "libuv.h"

uv_loop_t *loop;

struct rest {
    uv_write_t request;
    uint8_t bytes[];
};

static void free_rest(uv_write_t *request, int status) {
    (void)status;
    free(request->data);
}

void send_bytes(uv_stream_t *stream, const uint8_t *bytes, size_t count) {
    uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)count);
    int written = uv_try_write(stream, &buffer, 1);
    if (written < 0 && written != UV_EAGAIN) return;
    size_t offset = written < 0 ? 0 : (size_t)written;
    if (offset == count) return;
    struct rest *rest = malloc(sizeof *rest + count - offset);
    if (rest == NULL) fail("malloc");
    memcpy(rest->bytes, bytes + offset, count - offset);
    rest->request.data = rest;
    buffer = uv_buf_init((char *)rest->bytes, (unsigned)(count - offset));
    uv_write(&rest->request, stream, &buffer, 1, free_rest);
}

int main(int count, char **arguments) {
    loop = uv_default_loop();
    return peer_main(&libuv_peer, count, arguments);
}
