// The limit that everything is measured against: a blocking echo over the same kind of socket, with nothing around it.
//
// rtt64, big1m   write, read
// pipe64         as many writes as the window has room for are one write; what came is one read
// conc64         a thread per connection, on both ends
// stream         the server fills its buffer with outputs and writes it
// fan            the server writes to three servers of its kind, then reads from each
#define _GNU_SOURCE
#include <pthread.h>

#include "plain.h"

enum { BUFFER = 256 * 1024 };

// Serving

static char **asked_paths;

static void serve_stream(int socket, uint8_t *buffer, uint64_t outputs) {
    for (size_t index = 0; index < BUFFER; index++) buffer[index] = (uint8_t)(index % SMALL);
    uint64_t number = 0;
    while (number < outputs) {
        size_t used = 0;
        for (; number < outputs && used < BUFFER; number++, used += SMALL) number_bytes(buffer + used, number);
        if (write_all(socket, buffer, used) != 0) return;
    }
}

static void serve_fan(int socket, uint8_t *buffer) {
    int asked[FANNED];
    for (int index = 0; index < FANNED; index++) {
        asked[index] = connect_to(asked_paths[index], (struct greeting){PLAIN_ECHO, SMALL, 0});
    }
    while (read_all(socket, buffer, SMALL) == 0) {
        for (int index = 0; index < FANNED; index++) {
            if (write_all(asked[index], buffer, SMALL) != 0) fail("fan");
        }
        for (int index = 0; index < FANNED; index++) {
            if (read_all(asked[index], buffer + index * SMALL, SMALL) != 0) fail("fan");
        }
        if (write_all(socket, buffer, FANNED * SMALL) != 0) break;
    }
    for (int index = 0; index < FANNED; index++) close(asked[index]);
}

static void serve_echo(int socket, uint8_t *buffer, size_t bytes) {
    if (bytes > SMALL) {
        // Whole: both ends would wait for each other if this one wrote while the other still does.
        while (read_all(socket, buffer, bytes) == 0 && write_all(socket, buffer, bytes) == 0) {
        }
        return;
    }
    ssize_t got;
    while ((got = read(socket, buffer, BUFFER)) > 0 && write_all(socket, buffer, (size_t)got) == 0) {
    }
}

static void *serve_connection(void *argument) {
    int socket = (int)(intptr_t)argument;
    struct greeting greeting;
    if (read_all(socket, &greeting, sizeof greeting) == 0 && greeting.bytes <= BIG) {
        uint8_t *buffer = malloc(greeting.bytes > BUFFER ? greeting.bytes : BUFFER);
        if (buffer == NULL) fail("malloc");
        if (greeting.purpose == PLAIN_STREAM) {
            serve_stream(socket, buffer, greeting.outputs);
        } else if (greeting.purpose == PLAIN_FAN && asked_paths != NULL) {
            serve_fan(socket, buffer);
        } else if (greeting.purpose == PLAIN_ECHO) {
            serve_echo(socket, buffer, greeting.bytes);
        }
        free(buffer);
    }
    close(socket);
    return NULL;
}

static int serve(const char *path, char **neighbours) {
    asked_paths = neighbours;
    int listener = listen_at(path);
    for (;;) {
        int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (socket < 0 && errno != EINTR && errno != ECONNABORTED) fail("accept4");
        if (socket < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)socket) != 0) fail("pthread_create");
        pthread_detach(thread);
    }
    return 0;
}

// Measuring

static int supports(enum mode mode) { return mode < MODES; }

static void *open_client(const struct workload *workload) {
    int *sockets = calloc(workload->connections, sizeof *sockets);
    if (sockets == NULL) fail("calloc");
    if (workload->mode == STREAM) return sockets;
    for (size_t index = 0; index < workload->connections; index++) {
        sockets[index] = connect_to(workload->path, greeting_of(workload, 0));
    }
    return sockets;
}

static void call_in_turn(int socket, const struct workload *workload, struct run *run) {
    uint8_t *request = numbered_bytes(workload->bytes), *reply = malloc(workload->reply_bytes);
    uint64_t number, start = now();
    while (run_next(run, start, &number)) {
        number_bytes(request, number);
        if (write_all(socket, request, workload->bytes) != 0 || read_all(socket, reply, workload->reply_bytes) != 0) fail("echo");
        uint64_t end = now();
        run_record(run, end - start, workload->reply_bytes, is_echoed(workload, request, reply, workload->reply_bytes));
        start = end;
    }
    free(request), free(reply);
}

struct lane {
    pthread_t thread;
    int socket;
    const struct workload *workload;
    struct run *run;
};

static void *run_lane(void *argument) {
    struct lane *lane = argument;
    call_in_turn(lane->socket, lane->workload, lane->run);
    return NULL;
}

static void call_by_threads(const int *sockets, const struct workload *workload, struct run *run) {
    struct lane lanes[CONNECTIONS];
    for (size_t index = 0; index < CONNECTIONS; index++) {
        uint64_t calls = run->calls / CONNECTIONS + (index < run->calls % CONNECTIONS);
        lanes[index] = (struct lane){0, sockets[index], workload, run_part(run, calls)};
        if (pthread_create(&lanes[index].thread, NULL, run_lane, &lanes[index]) != 0) fail("pthread_create");
    }
    for (size_t index = 0; index < CONNECTIONS; index++) {
        pthread_join(lanes[index].thread, NULL);
        run_add(run, lanes[index].run);
    }
}

static void call_at_once(int socket, const struct workload *workload, struct run *run) {
    uint8_t *in = malloc(BUFFER), *out = malloc(workload->window * SMALL), *expected = numbered_bytes(SMALL);
    uint64_t *starts = malloc(workload->window * sizeof *starts), number, time = now();
    if (in == NULL || out == NULL || starts == NULL) fail("malloc");
    for (size_t slot = 0; slot < workload->window; slot++) memcpy(out + slot * SMALL, expected, SMALL);
    size_t pending = 0;
    for (;;) {
        size_t used = 0;
        for (; run->begun - run->done < workload->window && run_next(run, time, &number); used += SMALL) {
            number_bytes(out + used, number);
            starts[number % workload->window] = time;
        }
        if (used > 0 && write_all(socket, out, used) != 0) fail("write");
        if (run->done == run->begun) break;
        ssize_t got = read(socket, in + pending, BUFFER - pending);
        if (got <= 0) fail("read");
        pending += (size_t)got;
        time = now();
        size_t offset = 0;
        for (; pending - offset >= SMALL; offset += SMALL) {
            number_bytes(expected, run->done);
            run_record(run, time - starts[run->done % workload->window], SMALL, is_echoed(workload, expected, in + offset, SMALL));
        }
        memmove(in, in + offset, pending - offset);
        pending -= offset;
    }
    free(in), free(out), free(starts), free(expected);
}

static void take_stream(const struct workload *workload, struct run *run) {
    int socket = connect_to(workload->path, greeting_of(workload, run->calls));
    uint8_t *buffer = malloc(BUFFER), *expected = numbered_bytes(SMALL);
    uint64_t last = now(), number;
    size_t pending = 0;
    while (run->done < run->calls && last < run->end_at) {
        ssize_t got = read(socket, buffer + pending, BUFFER - pending);
        if (got <= 0) fail("read");
        pending += (size_t)got;
        uint64_t time = now();
        size_t offset = 0;
        for (; pending - offset >= SMALL && run_next(run, last, &number); offset += SMALL) {
            number_bytes(expected, number);
            run_record(run, time - last, SMALL, is_echoed(workload, expected, buffer + offset, SMALL));
            last = time;
        }
        memmove(buffer, buffer + offset, pending - offset);
        pending -= offset;
    }
    close(socket);
    free(buffer), free(expected);
}

static void run_client(void *client, const struct workload *workload, struct run *run) {
    const int *sockets = client;
    switch (workload->mode) {
    case STREAM: take_stream(workload, run); break;
    case PIPE64: call_at_once(sockets[0], workload, run); break;
    case CONC64: call_by_threads(sockets, workload, run); break;
    default: call_in_turn(sockets[0], workload, run);
    }
}

int main(int count, char **arguments) {
    const struct peer peer = {serve, supports, open_client, run_client};
    return peer_main(&peer, count, arguments);
}
