#include "libuv.h"

struct called {
    uv_pipe_t pipe;
    const struct workload *workload;
    struct run *run;
    size_t window;
    uint64_t begun, done;
    uint64_t *starts, *numbers; // of the calls in flight, by their place in the window
    uint8_t *in, *out, *expected;
    size_t room, pending;
    int *busy; // connections that still wait for replies
};

static void call_more(struct called *called, uint64_t time) {
    size_t used = 0, bytes = called->workload->bytes;
    uint64_t number;
    for (; called->begun - called->done < called->window && run_next(called->run, time, &number); used += bytes) {
        size_t slot = called->begun++ % called->window;
        number_bytes(called->out + used, number);
        called->starts[slot] = time;
        called->numbers[slot] = number;
    }
    if (used > 0) send_bytes((uv_stream_t *)&called->pipe, called->out, used);
    if (called->begun == called->done && --*called->busy == 0) uv_stop(loop);
}

static void give_called_space(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    struct called *called = (struct called *)handle;
    *buffer = uv_buf_init((char *)called->in + called->pending, (unsigned)(called->room - called->pending));
}

static void take_replies(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    (void)buffer;
    struct called *called = (struct called *)stream;
    if (got < 0) fail("read");
    uint64_t time = now();
    size_t offset = 0, bytes = called->workload->reply_bytes;
    called->pending += (size_t)got;
    if (called->pending < bytes) return;
    for (; called->pending - offset >= bytes; offset += bytes) {
        size_t slot = called->done++ % called->window;
        number_bytes(called->expected, called->numbers[slot]);
        int is_right = is_echoed(called->workload, called->expected, called->in + offset, bytes);
        run_record(called->run, time - called->starts[slot], bytes, is_right);
    }
    memmove(called->in, called->in + offset, called->pending - offset);
    called->pending -= offset;
    call_more(called, time);
}

static void take_outputs(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    (void)buffer;
    struct called *called = (struct called *)stream;
    struct run *run = called->run;
    if (got < 0) fail("read");
    uint64_t time = now(), number;
    size_t offset = 0;
    called->pending += (size_t)got;
    for (; called->pending - offset >= SMALL && run_next(run, called->starts[0], &number); offset += SMALL) {
        number_bytes(called->expected, number);
        run_record(run, time - called->starts[0], SMALL, is_echoed(called->workload, called->expected, called->in + offset, SMALL));
        called->starts[0] = time;
    }
    memmove(called->in, called->in + offset, called->pending - offset);
    called->pending -= offset;
    if (run->done == run->calls || time >= run->end_at) {
        uv_read_stop(stream);
        uv_close((uv_handle_t *)stream, NULL);
    }
}

static void open_called(struct called *called, const struct workload *workload, uint64_t outputs) {
    size_t bytes = workload->bytes;
    called->workload = workload;
    called->window = workload->mode == PIPE64 ? workload->window : 1;
    called->room = workload->reply_bytes > BUFFER ? workload->reply_bytes : BUFFER;
    called->pending = 0;
    called->starts = calloc(called->window, sizeof *called->starts);
    called->numbers = calloc(called->window, sizeof *called->numbers);
    called->expected = numbered_bytes(bytes);
    called->in = malloc(called->room);
    called->out = malloc(called->window * bytes);
    if (called->starts == NULL || called->numbers == NULL || called->in == NULL || called->out == NULL) fail("malloc");
    for (size_t slot = 0; slot < called->window; slot++) memcpy(called->out + slot * bytes, called->expected, bytes);
    uv_pipe_init(loop, &called->pipe, 0);
    if (uv_pipe_open(&called->pipe, connect_to(workload->path, greeting_of(workload, outputs))) != 0) fail("uv_pipe_open");
}

static int supports(enum mode mode) { return mode < MODES; }

static void *open_client(const struct workload *workload) {
    struct called *called = calloc(workload->connections, sizeof *called);
    if (called == NULL) fail("calloc");
    for (size_t index = 0; index < workload->connections && workload->mode != STREAM; index++) {
        open_called(&called[index], workload, 0);
        uv_read_start((uv_stream_t *)&called[index].pipe, give_called_space, take_replies);
    }
    return called;
}

static void run_client(void *client, const struct workload *workload, struct run *run) {
    struct called *called = client;
    int busy = (int)workload->connections;
    uint64_t time = now();
    if (workload->mode == STREAM) {
        open_called(called, workload, run->calls);
        called->run = run;
        called->starts[0] = time;
        uv_read_start((uv_stream_t *)&called->pipe, give_called_space, take_outputs);
    }
    for (size_t index = 0; index < workload->connections && workload->mode != STREAM; index++) {
        called[index].run = run;
        called[index].busy = &busy;
        call_more(&called[index], time);
    }
    uv_run(loop, UV_RUN_DEFAULT);
}

const struct peer libuv_peer = {serve, supports, open_client, run_client};
