// wire-load: many connections to one svc-echo, with a fixed number of calls in flight on each, written from the article "The wire".
//
// usage: wire-load SOCKET HELLO-FILE BOARD CONNECTIONS WINDOW CALLS
// HELLO-FILE holds the frame that opens a connection. Every reply is compared with its request. The result is one line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADER = 12,
    WELCOME = 0x02,
    ACTIVATE = 0x10,
    OUTPUT = 0x11,
    END = 0x01,
    PAYLOAD = 64,
    BODY = 2 + PAYLOAD, // field 1, 64 bytes
    FRAME = HEADER + BODY,
    READ = 256 * 1024,
    // Latencies in buckets of 100 ns up to 1 s; what took longer counts as that.
    BUCKET_NS = 100,
    BUCKETS = 10 * 1000 * 1000,
};

struct connection {
    int descriptor;
    uint32_t next_stream;
    uint8_t *unread; // the front of a frame that a read has cut
    size_t unread_count;
    uint8_t *unsent;
    size_t unsent_count, unsent_capacity;
    int is_blocked;
    uint64_t *started; // by stream, modulo the window
};

static int window;
static uint16_t board;
static uint64_t calls_to_make, calls_made, calls_done, errors;
static uint32_t *latencies;
static uint8_t buffer[READ];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void *must(void *memory) {
    if (!memory) fail("memory");
    return memory;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// MARK: Frames

static uint32_t number(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    for (int index = 0; index < count; index++) value |= (uint32_t)bytes[index] << (8 * index);
    return value;
}

static void put(uint8_t *bytes, int count, uint32_t value) {
    for (int index = 0; index < count; index++) bytes[index] = (uint8_t)(value >> (8 * index));
}

// Differs from call to call and from connection to connection, so that a mixed-up reply is seen.
static void fill(uint8_t *body, int descriptor, uint32_t stream) {
    body[0] = 0x0a;
    body[1] = PAYLOAD;
    for (int index = 0; index < PAYLOAD; index++) body[2 + index] = (uint8_t)((uint32_t)descriptor * 7 + stream + (uint32_t)index);
    put(body + 2, 4, stream);
    put(body + 6, 4, (uint32_t)descriptor);
}

static void call(struct connection *connection) {
    if (calls_made == calls_to_make) return;
    if (connection->unsent_count + FRAME > connection->unsent_capacity) {
        connection->unsent_capacity = connection->unsent_capacity * 2 + FRAME;
        connection->unsent = must(realloc(connection->unsent, connection->unsent_capacity));
    }
    uint8_t *frame = connection->unsent + connection->unsent_count;
    uint32_t stream = connection->next_stream++;
    put(frame, 4, FRAME - 4);
    frame[4] = ACTIVATE;
    frame[5] = END;
    put(frame + 6, 2, board);
    put(frame + 8, 4, stream);
    fill(frame + HEADER, connection->descriptor, stream);
    connection->unsent_count += FRAME;
    connection->started[stream % (uint32_t)window] = now();
    calls_made++;
}

static void take(struct connection *connection, const uint8_t *frame, size_t size) {
    uint8_t expected[BODY];
    uint32_t stream = number(frame + 8, 4);
    fill(expected, connection->descriptor, stream);
    if (frame[4] != OUTPUT || !(frame[5] & END) || size != FRAME || memcmp(frame + HEADER, expected, BODY) != 0) {
        if (errors++ == 0) fprintf(stderr, "stream %u was answered by a frame of type %#x, %zu bytes\n", stream, frame[4], size);
    }
    uint64_t bucket = (now() - connection->started[stream % (uint32_t)window]) / BUCKET_NS;
    latencies[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    calls_done++;
    call(connection);
}

// MARK: The socket

static void flush(struct connection *connection, int poll) {
    size_t sent = 0;
    while (sent < connection->unsent_count) {
        ssize_t count = send(connection->descriptor, connection->unsent + sent, connection->unsent_count - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) break;
        if (count < 0) fail("send");
        sent += (size_t)count;
    }
    memmove(connection->unsent, connection->unsent + sent, connection->unsent_count - sent);
    connection->unsent_count -= sent;
    int is_blocked = connection->unsent_count > 0;
    if (is_blocked == connection->is_blocked) return;
    connection->is_blocked = is_blocked;
    struct epoll_event event = {.events = EPOLLIN | (is_blocked ? EPOLLOUT : 0u), .data.ptr = connection};
    if (epoll_ctl(poll, EPOLL_CTL_MOD, connection->descriptor, &event) != 0) fail("epoll_ctl");
}

static void receive(struct connection *connection) {
    memcpy(buffer, connection->unread, connection->unread_count);
    ssize_t count = recv(connection->descriptor, buffer + connection->unread_count, READ - connection->unread_count, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) fail("recv");
    if (count == 0) {
        fprintf(stderr, "the daemon closed a connection\n");
        exit(1);
    }
    size_t end = connection->unread_count + (size_t)count, position = 0;
    while (end - position >= HEADER) {
        size_t size = 4 + number(buffer + position, 4);
        if (end - position < size) break;
        take(connection, buffer + position, size);
        position += size;
    }
    connection->unread_count = end - position;
    if (connection->unread_count > FRAME) {
        fprintf(stderr, "a frame is longer than any that was asked for\n");
        exit(1);
    }
    memcpy(connection->unread, buffer + position, connection->unread_count);
}

static void read_all(int descriptor, uint8_t *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t part = recv(descriptor, bytes + done, count - done, 0);
        if (part <= 0) fail("no WELCOME");
        done += (size_t)part;
    }
}

static void shake_hands(struct connection *connection, const char *path, const uint8_t *hello, size_t hello_size) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    connection->descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connection->descriptor < 0) fail("socket");
    while (connect(connection->descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        if (errno != EAGAIN && errno != EINTR) fail(path);
    if (send(connection->descriptor, hello, hello_size, MSG_NOSIGNAL) != (ssize_t)hello_size) fail("send hello");
    uint8_t header[HEADER];
    read_all(connection->descriptor, header, HEADER);
    size_t body = number(header, 4) - 8;
    if (header[4] != WELCOME || body > READ) {
        fprintf(stderr, "HELLO was answered by a frame of type %#x\n", header[4]);
        exit(1);
    }
    read_all(connection->descriptor, buffer, body);
    connection->next_stream = 1;
    connection->unread = must(malloc(FRAME));
    connection->started = must(calloc((size_t)window, sizeof *connection->started));
}

// MARK: The run

static void run(struct connection *connections, int count, int poll, uint64_t calls) {
    struct epoll_event events[1024];
    calls_to_make = calls;
    calls_made = calls_done = 0;
    memset(latencies, 0, BUCKETS * sizeof *latencies);
    for (int index = 0; index < count; index++) {
        for (int place = 0; place < window; place++) call(&connections[index]);
        flush(&connections[index], poll);
    }
    while (calls_done < calls) {
        int ready = epoll_wait(poll, events, 1024, 10000);
        if (ready < 0 && errno != EINTR) fail("epoll_wait");
        if (ready == 0) {
            fprintf(stderr, "no reply for 10 s; %llu of %llu calls are done\n", (unsigned long long)calls_done, (unsigned long long)calls);
            exit(1);
        }
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(connection);
            if (connection->unsent_count > 0) flush(connection, poll);
        }
    }
}

// Nanoseconds of processor time that the daemon's first thread, its loop, has had; 0 where the kernel does not tell.
static uint64_t peer_time(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    char path[64];
    unsigned long long time = 0;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", peer.pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fscanf(file, "%llu", &time) != 1) time = 0;
    fclose(file);
    return time;
}

static double quantile(double part) {
    uint64_t wanted = (uint64_t)(part * (double)calls_done), seen = 0;
    for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
        seen += latencies[bucket];
        if (seen > wanted) return (double)(bucket * BUCKET_NS) / 1000.0;
    }
    return (double)BUCKETS * BUCKET_NS / 1000.0;
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: wire-load SOCKET HELLO-FILE BOARD CONNECTIONS WINDOW CALLS\n");
        return 2;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    uint8_t hello[4096];
    FILE *file = fopen(arguments[2], "rb");
    if (!file) fail(arguments[2]);
    size_t hello_size = fread(hello, 1, sizeof hello, file);
    fclose(file);
    board = (uint16_t)atoi(arguments[3]);
    int opened = atoi(arguments[4]);
    window = atoi(arguments[5]);
    uint64_t calls = strtoull(arguments[6], NULL, 10);
    if (opened < 1 || window < 1 || calls < 1) {
        fprintf(stderr, "CONNECTIONS, WINDOW and CALLS are 1 or more\n");
        return 2;
    }
    latencies = must(calloc(BUCKETS, sizeof *latencies));
    struct connection *connections = must(calloc((size_t)opened, sizeof *connections));
    int poll = epoll_create1(0);
    for (int index = 0; index < opened; index++) {
        shake_hands(&connections[index], arguments[1], hello, hello_size);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[index]};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, connections[index].descriptor, &event) != 0) fail("epoll_ctl");
    }
    // A tenth goes before and does not count.
    run(connections, opened, poll, calls / 10 + 1);
    uint64_t start = now(), peer_start = peer_time(connections[0].descriptor);
    run(connections, opened, poll, calls);
    double seconds = (double)(now() - start) / 1e9;
    double peer_seconds = (double)(peer_time(connections[0].descriptor) - peer_start) / 1e9;
    printf(
        "{\"connections\": %d, \"window\": %d, \"calls\": %llu, \"seconds\": %.6f, \"calls_per_s\": %.0f, \"p50_us\": %.1f, "
        "\"p99_us\": %.1f, \"p999_us\": %.1f, \"cpu_us_per_call\": %.3f, \"errors\": %llu}\n",
        opened, window, (unsigned long long)calls, seconds, (double)calls / seconds, quantile(0.5), quantile(0.99), quantile(0.999),
        peer_seconds * 1e6 / (double)calls, (unsigned long long)errors);
    return errors > 0;
}
