#include "libuv.h"

static char **asked_paths;

struct served;

struct asked {
    uv_pipe_t pipe;
    uv_connect_t connect;
    struct served *served;
    uint8_t reply[2 * SMALL]; // libuv reads on where a buffer was filled, and takes one without room for an error
    size_t pending;
};

struct served {
    uv_pipe_t pipe;
    uv_write_t write;
    struct greeting greeting;
    size_t greeted; // bytes of the greeting that came
    uint64_t number;
    uint8_t *buffer;
    uint8_t request[SMALL];
    size_t pending;
    struct asked asked[FANNED];
    int open; // handles
};

static void release(uv_handle_t *handle) {
    struct served *served = handle->data;
    if (--served->open > 0) return;
    free(served->buffer);
    free(served);
}

static void close_served(struct served *served) {
    if (uv_is_closing((uv_handle_t *)&served->pipe)) return;
    uv_close((uv_handle_t *)&served->pipe, release);
    for (int index = 0; index < FANNED && served->open > 1; index++) uv_close((uv_handle_t *)&served->asked[index].pipe, release);
}

static void pour(uv_write_t *write, int status) {
    struct served *served = write->data;
    if (status < 0) return close_served(served);
    size_t used = 0;
    for (; served->number < served->greeting.outputs && used < BUFFER; used += SMALL) {
        number_bytes(served->buffer + used, served->number++);
    }
    if (used == 0) return;
    uv_buf_t buffer = uv_buf_init((char *)served->buffer, (unsigned)used);
    if (uv_write(write, (uv_stream_t *)&served->pipe, &buffer, 1, pour) != 0) close_served(served);
}

static void give_reply_space(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    struct asked *asked = (struct asked *)handle;
    *buffer = uv_buf_init((char *)asked->reply + asked->pending, (unsigned)(sizeof asked->reply - asked->pending));
}

static void take_reply(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    (void)buffer;
    struct asked *asked = (struct asked *)stream;
    struct served *served = asked->served;
    if (got < 0) return close_served(served);
    asked->pending += (size_t)got;
    uint8_t answer[FANNED * SMALL];
    for (int index = 0; index < FANNED; index++) {
        if (served->asked[index].pending < SMALL) return;
        memcpy(answer + index * SMALL, served->asked[index].reply, SMALL);
    }
    for (int index = 0; index < FANNED; index++) served->asked[index].pending = 0;
    send_bytes((uv_stream_t *)&served->pipe, answer, sizeof answer);
}

static void start_asking(uv_connect_t *connect, int status) {
    struct asked *asked = connect->data;
    if (status < 0) return close_served(asked->served);
    uv_read_start((uv_stream_t *)&asked->pipe, give_reply_space, take_reply);
}

static void connect_neighbours(struct served *served) {
    static const struct greeting greeting = {PLAIN_ECHO, SMALL, 0};
    for (int index = 0; index < FANNED; index++) {
        struct asked *asked = &served->asked[index];
        uv_pipe_init(loop, &asked->pipe, 0);
        asked->pipe.data = served;
        asked->served = served;
        asked->connect.data = asked;
        served->open++;
        uv_pipe_connect(&asked->connect, &asked->pipe, asked_paths[index], start_asking);
        send_bytes((uv_stream_t *)&asked->pipe, (const uint8_t *)&greeting, sizeof greeting);
    }
}

static void ask(struct served *served, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        size_t part = count < SMALL - served->pending ? count : SMALL - served->pending;
        memcpy(served->request + served->pending, bytes, part);
        served->pending += part, bytes += part, count -= part;
        if (served->pending < SMALL) return;
        served->pending = 0;
        for (int index = 0; index < FANNED; index++) {
            send_bytes((uv_stream_t *)&served->asked[index].pipe, served->request, SMALL);
        }
    }
}

static void greet(struct served *served) {
    if (served->greeting.purpose == PLAIN_FAN && asked_paths != NULL) connect_neighbours(served);
    if (served->greeting.purpose != PLAIN_STREAM) return;
    for (size_t index = 0; index < BUFFER; index++) served->buffer[index] = (uint8_t)(index % SMALL);
    served->write.data = served;
    pour(&served->write, 0);
}

static void give_space(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    *buffer = uv_buf_init((char *)((struct served *)handle->data)->buffer, BUFFER);
}

static void take_request(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    struct served *served = stream->data;
    if (got < 0) return close_served(served);
    const uint8_t *bytes = (const uint8_t *)buffer->base;
    size_t count = (size_t)got;
    if (served->greeted < sizeof served->greeting) {
        size_t part = sizeof served->greeting - served->greeted;
        if (part > count) part = count;
        memcpy((uint8_t *)&served->greeting + served->greeted, bytes, part);
        served->greeted += part, bytes += part, count -= part;
        if (served->greeted == sizeof served->greeting) greet(served);
    }
    if (count == 0) return;
    if (served->greeting.purpose == PLAIN_FAN) return ask(served, bytes, count);
    send_bytes(stream, bytes, count);
}

static void accept_connection(uv_stream_t *listener, int status) {
    if (status < 0) return;
    struct served *served = calloc(1, sizeof *served);
    if (served == NULL || (served->buffer = malloc(BUFFER)) == NULL) fail("malloc");
    uv_pipe_init(loop, &served->pipe, 0);
    served->pipe.data = served;
    served->open = 1;
    if (uv_accept(listener, (uv_stream_t *)&served->pipe) != 0) return close_served(served);
    uv_read_start((uv_stream_t *)&served->pipe, give_space, take_request);
}

int serve(const char *path, char **neighbours) {
    asked_paths = neighbours;
    uv_pipe_t listener;
    unlink(path);
    uv_pipe_init(loop, &listener, 0);
    if (uv_pipe_bind(&listener, path) != 0 || uv_listen((uv_stream_t *)&listener, 128, accept_connection) != 0) fail(path);
    return uv_run(loop, UV_RUN_DEFAULT);
}
