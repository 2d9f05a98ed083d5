// The limit that svc-echo is measured against: a blocking echo over the same kind of socket, with nothing around it.
//
//   c-echo serve PATH                      echoes, a thread per connection
//   c-echo rtt64|pipe64|stream PATH N [W]  measures, and prints what `svc-echo bench --json` prints
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 64, OUTPUT = 16, BUFFER = 256 * 1024 };

// The first byte of a connection says whether it is echoed or streamed to.
enum { ECHO_MODE = 'e', STREAM_MODE = 's' };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int write_all(int socket, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(socket, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

static int read_all(int socket, uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t got = read(socket, bytes, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return -1;
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "c-echo: the path is too long: %s\n", path);
        exit(2);
    }
    strcpy(address.sun_path, path);
    return address;
}

// Serving

static void stream_to(int socket, uint8_t *buffer) {
    uint64_t count;
    if (read_all(socket, (uint8_t *)&count, sizeof count) != 0) return;
    uint64_t number = 0;
    while (number < count) {
        size_t used = 0;
        memset(buffer, 0, BUFFER);
        for (; number < count && used + OUTPUT <= BUFFER; number++, used += OUTPUT) memcpy(buffer + used, &number, sizeof number);
        if (write_all(socket, buffer, used) != 0) return;
    }
}

static void *serve_connection(void *argument) {
    int socket = (int)(intptr_t)argument;
    uint8_t *buffer = malloc(BUFFER);
    uint8_t mode;
    if (buffer != NULL && read_all(socket, &mode, 1) == 0) {
        if (mode == STREAM_MODE) {
            stream_to(socket, buffer);
        } else {
            ssize_t got;
            while ((got = read(socket, buffer, BUFFER)) > 0 && write_all(socket, buffer, (size_t)got) == 0) {
            }
        }
    }
    free(buffer);
    close(socket);
    return NULL;
}

static void serve(const char *path) {
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 16) != 0) fail(path);
    for (;;) {
        int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (socket < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)socket) != 0) fail("pthread_create");
        pthread_detach(thread);
    }
}

// Measuring

struct measurement {
    uint64_t *latencies; // ns
    size_t count;
    size_t errors;
    size_t bytes;
    uint64_t time; // ns
};

static int connect_to(const char *path, uint8_t mode) {
    struct sockaddr_un address = address_of(path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    if (write_all(descriptor, &mode, 1) != 0) fail("write");
    return descriptor;
}

static void fill(uint8_t *message, uint64_t number) {
    memset(message, (int)(number & 0xFF), MESSAGE);
    memcpy(message, &number, sizeof number);
}

static void measure_rtt(int socket, struct measurement *result, size_t calls) {
    uint8_t request[MESSAGE], reply[MESSAGE];
    for (size_t number = 0; number < calls; number++) {
        fill(request, number);
        uint64_t start = now();
        if (write_all(socket, request, MESSAGE) != 0 || read_all(socket, reply, MESSAGE) != 0) fail("echo");
        result->latencies[result->count++] = now() - start;
        result->errors += memcmp(request, reply, MESSAGE) != 0;
        result->bytes += MESSAGE;
    }
}

static void measure_pipe(int socket, struct measurement *result, size_t calls, size_t window) {
    uint8_t *buffer = malloc(BUFFER), *out = malloc(window * MESSAGE), expected[MESSAGE];
    uint64_t *starts = malloc(window * sizeof *starts);
    if (buffer == NULL || out == NULL || starts == NULL) fail("malloc");
    size_t sent = 0, received = 0, pending = 0;
    while (received < calls) {
        size_t used = 0;
        uint64_t start = now();
        for (; sent < calls && sent - received < window; sent++, used += MESSAGE) {
            fill(out + used, sent);
            starts[sent % window] = start;
        }
        if (used > 0 && write_all(socket, out, used) != 0) fail("write");
        ssize_t got = read(socket, buffer + pending, BUFFER - pending);
        if (got <= 0) fail("read");
        pending += (size_t)got;
        uint64_t end = now();
        size_t offset = 0;
        for (; pending - offset >= MESSAGE; offset += MESSAGE, received++) {
            fill(expected, received);
            result->errors += memcmp(expected, buffer + offset, MESSAGE) != 0;
            result->latencies[result->count++] = end - starts[received % window];
        }
        memmove(buffer, buffer + offset, pending - offset);
        pending -= offset;
    }
    result->bytes = calls * MESSAGE;
    free(buffer), free(out), free(starts);
}

static void measure_stream(int socket, struct measurement *result, size_t calls) {
    uint8_t *buffer = malloc(BUFFER);
    uint64_t count = calls, last = now();
    if (buffer == NULL || write_all(socket, (uint8_t *)&count, sizeof count) != 0) fail("stream");
    size_t pending = 0;
    while (result->count < calls) {
        ssize_t got = read(socket, buffer + pending, BUFFER - pending);
        if (got <= 0) fail("read");
        pending += (size_t)got;
        uint64_t end = now();
        size_t offset = 0;
        for (; pending - offset >= OUTPUT; offset += OUTPUT) {
            uint64_t number;
            memcpy(&number, buffer + offset, sizeof number);
            result->errors += number != result->count;
            result->latencies[result->count++] = end - last;
            last = end;
        }
        memmove(buffer, buffer + offset, pending - offset);
        pending -= offset;
    }
    result->bytes = calls * 8;
    free(buffer);
}

static int ascending(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void measure(const char *mode, const char *path, size_t calls, size_t window, int is_printed) {
    struct measurement result = {.latencies = malloc(calls * sizeof(uint64_t))};
    if (result.latencies == NULL) fail("malloc");
    int is_stream = strcmp(mode, "stream") == 0;
    int socket = connect_to(path, is_stream ? STREAM_MODE : ECHO_MODE);
    uint64_t start = now();
    if (is_stream) {
        measure_stream(socket, &result, calls);
    } else if (strcmp(mode, "pipe64") == 0) {
        measure_pipe(socket, &result, calls, window);
    } else {
        measure_rtt(socket, &result, calls);
    }
    result.time = now() - start;
    close(socket);
    qsort(result.latencies, result.count, sizeof(uint64_t), ascending);
    double seconds = (double)result.time / 1e9;
    if (is_printed) {
        printf("{\"calls\":%zu,\"calls_per_s\":%.0f,\"errors\":%zu,\"mb_per_s\":%.3f,\"mode\":\"%s\","
               "\"p50_us\":%.3f,\"p999_us\":%.3f,\"p99_us\":%.3f,\"seconds\":%.6f}\n",
               calls, (double)calls / seconds, result.errors, (double)result.bytes / seconds / 1e6, mode,
               (double)result.latencies[(size_t)((double)calls * 0.5)] / 1e3,
               (double)result.latencies[(size_t)((double)calls * 0.999)] / 1e3,
               (double)result.latencies[(size_t)((double)calls * 0.99)] / 1e3, seconds);
    }
    free(result.latencies);
    if (result.errors > 0) exit(1);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    if (count == 3 && strcmp(arguments[1], "serve") == 0) serve(arguments[2]);
    size_t calls = count >= 4 ? strtoull(arguments[3], NULL, 10) : 0;
    size_t window = count >= 5 ? strtoull(arguments[4], NULL, 10) : 256;
    if (calls == 0 || window == 0 || window * MESSAGE > 64 * 1024) {
        fprintf(stderr, "usage: c-echo serve PATH | c-echo rtt64|pipe64|stream PATH CALLS [WINDOW, 1 to 1024]\n");
        return 2;
    }
    measure(arguments[1], arguments[2], calls < 10 ? 1 : calls / 10, window, 0);
    measure(arguments[1], arguments[2], calls, window, 1);
    return 0;
}
