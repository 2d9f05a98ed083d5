// What every peer's client has in common: the command line, the numbered bytes, the times and the line of JSON. It is the
// counterpart of Echo/Bench, in C and C++.
#ifndef MEASURE_H
#define MEASURE_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum mode { RTT64, PIPE64, CONC64, BIG1M, STREAM, FAN, MODES };

enum { SMALL = 64, BIG = 1 << 20, CONNECTIONS = 64, FANNED = 3 };

struct workload {
    enum mode mode;
    const char *path;
    size_t window;      // calls in flight on one connection, in pipe64
    size_t connections; // 64 in conc64, otherwise 1
    size_t bytes;       // of a request
    size_t reply_bytes; // of what comes back: three requests in fan
};

// Times are counted to a thousandth of each, up to 18 minutes.
enum { TIME_STEPS = 1024, TIME_SHIFTS = 31 };

struct run {
    uint64_t calls;  // to be made at most
    uint64_t end_at; // when to make no more
    uint64_t start, end;
    uint64_t begun, done, bytes, errors;
    uint64_t times[(TIME_SHIFTS + 1) * TIME_STEPS];
};

static inline uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline void fail(const char *what) {
    perror(what);
    exit(1);
}

// Whether one more call is to be made; *number is its number.
static inline int run_next(struct run *run, uint64_t time, uint64_t *number) {
    if (run->begun >= run->calls || time >= run->end_at) return 0;
    *number = run->begun++;
    return 1;
}

static inline void run_record(struct run *run, uint64_t time, size_t bytes, int is_right) {
    int shift = time < 2 * TIME_STEPS ? 0 : 53 - __builtin_clzll(time);
    if (shift >= TIME_SHIFTS) shift = TIME_SHIFTS - 1, time = (2 * TIME_STEPS - 1ull) << shift;
    run->times[(size_t)shift * TIME_STEPS + (time >> shift)]++;
    run->done++;
    run->bytes += bytes;
    run->errors += !is_right;
}

// A thread's own part of a run, to be added to it in the end.
static inline struct run *run_part(const struct run *run, uint64_t calls) {
    struct run *part = (struct run *)calloc(1, sizeof *part);
    if (part == NULL) fail("calloc");
    part->calls = calls;
    part->end_at = run->end_at;
    return part;
}

static inline void run_add(struct run *run, struct run *part) {
    for (size_t index = 0; index < sizeof run->times / sizeof *run->times; index++) run->times[index] += part->times[index];
    run->begun += part->begun;
    run->done += part->done;
    run->bytes += part->bytes;
    run->errors += part->errors;
    free(part);
}

// Bytes that differ from call to call by the number that they begin with.
static inline uint8_t *numbered_bytes(size_t count) {
    uint8_t *bytes = (uint8_t *)malloc(count);
    if (bytes == NULL) fail("malloc");
    for (size_t index = 0; index < count; index++) bytes[index] = (uint8_t)index;
    return bytes;
}

static inline void number_bytes(uint8_t *bytes, uint64_t number) { memcpy(bytes, &number, sizeof number); }

static inline int is_echoed(const struct workload *workload, const uint8_t *request, const void *reply, size_t count) {
    if (count != workload->reply_bytes) return 0;
    int difference = 0;
    for (size_t part = 0; part < count; part += workload->bytes) {
        difference |= memcmp(request, (const uint8_t *)reply + part, workload->bytes);
    }
    return difference == 0;
}

// A peer. Its client opens its connections once, and makes two runs over them, the first of which does not count.
struct peer {
    // Serves until the process ends; `neighbours` are the three sockets that fan calls, or NULL.
    int (*serve)(const char *path, char **neighbours);
    int (*supports)(enum mode mode);
    void *(*open)(const struct workload *workload);
    void (*run)(void *opened, const struct workload *workload, struct run *run);
};

static inline double run_quantile(const struct run *run, double share) {
    uint64_t left = (uint64_t)((double)run->done * share), index = 0;
    if (run->done == 0) return 0;
    if (left > run->done - 1) left = run->done - 1;
    while (left >= run->times[index]) left -= run->times[index++];
    if (index < 2 * TIME_STEPS) return (double)index / 1e3;
    uint64_t shift = index / TIME_STEPS - 1;
    return (double)((index - shift * TIME_STEPS) << shift) / 1e3;
}

static inline void run_print(const struct run *run, const char *mode) {
    double seconds = (double)(run->end - run->start) / 1e9;
    printf("{\"calls\":%llu,\"calls_per_s\":%.0f,\"errors\":%llu,\"mb_per_s\":%.3f,\"mode\":\"%s\","
           "\"p50_us\":%.3f,\"p999_us\":%.3f,\"p99_us\":%.3f,\"seconds\":%.6f}\n",
           (unsigned long long)run->done, (double)run->done / seconds, (unsigned long long)run->errors,
           (double)run->bytes / seconds / 1e6, mode, run_quantile(run, 0.5), run_quantile(run, 0.999), run_quantile(run, 0.99),
           seconds);
    fflush(stdout);
}

static inline struct run *run_make(const struct peer *peer, void *opened, const struct workload *workload, uint64_t calls,
                                   double seconds) {
    struct run *run = (struct run *)calloc(1, sizeof *run);
    if (run == NULL) fail("calloc");
    run->start = now();
    run->calls = calls;
    run->end_at = seconds > 0 ? run->start + (uint64_t)(seconds * 1e9) : UINT64_MAX;
    peer->run(opened, workload, run);
    run->end = now();
    return run;
}

static inline int measure_usage(const char *name) {
    fprintf(stderr,
            "usage: %s serve PATH [FIRST SECOND THIRD]   the three are the sockets that fan calls\n"
            "       %s bench --socket PATH --mode rtt64|pipe64|conc64|big1m|stream|fan [--calls N] [--seconds N] [--window N] [--json]\n"
            "bench goes on until so many calls are made or the time is over. It prints one line of JSON, or nothing where this peer\n"
            "has no such mode.\n",
            name, name);
    return 2;
}

// `PEER bench …`: `arguments` begins with "bench".
static inline int measure(const char *name, const struct peer *peer, int count, char **arguments) {
    static const char *const names[MODES] = {"rtt64", "pipe64", "conc64", "big1m", "stream", "fan"};
    struct workload workload = {RTT64, NULL, 256, 1, SMALL, SMALL};
    uint64_t calls = 0;
    double seconds = 0;
    for (int index = 1; index < count; index++) {
        const char *option = arguments[index];
        if (strcmp(option, "--json") == 0) continue;
        const char *value = ++index < count ? arguments[index] : "";
        if (strcmp(option, "--socket") == 0) {
            workload.path = value;
        } else if (strcmp(option, "--mode") == 0) {
            int mode = 0;
            while (mode < MODES && strcmp(names[mode], value) != 0) mode++;
            if (mode == MODES) return measure_usage(name);
            workload.mode = (enum mode)mode;
        } else if (strcmp(option, "--calls") == 0) {
            calls = strtoull(value, NULL, 10);
        } else if (strcmp(option, "--seconds") == 0) {
            seconds = strtod(value, NULL);
        } else if (strcmp(option, "--window") == 0) {
            workload.window = strtoull(value, NULL, 10);
        } else {
            return measure_usage(name);
        }
    }
    if (calls == 0) calls = seconds > 0 ? UINT64_MAX : 50000;
    if (workload.path == NULL || workload.window == 0 || workload.window > 1024) return measure_usage(name);
    if (!peer->supports(workload.mode)) return 0;
    if (workload.mode == CONC64) workload.connections = CONNECTIONS;
    if (workload.mode == BIG1M) workload.bytes = workload.reply_bytes = BIG;
    if (workload.mode == FAN) workload.reply_bytes = FANNED * SMALL;
    void *opened = peer->open(&workload);
    free(run_make(peer, opened, &workload, calls == UINT64_MAX ? calls : calls / 10 + 1, seconds / 10));
    struct run *run = run_make(peer, opened, &workload, calls, seconds);
    run_print(run, names[workload.mode]);
    return run->errors > 0;
}

// What `main` of a peer is.
static inline int peer_main(const struct peer *peer, int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    int has_neighbours = count == 3 + FANNED;
    if ((count == 3 || has_neighbours) && strcmp(arguments[1], "serve") == 0) {
        return peer->serve(arguments[2], has_neighbours ? arguments + 3 : NULL);
    }
    if (count >= 2 && strcmp(arguments[1], "bench") == 0) return measure(arguments[0], peer, count - 1, arguments + 1);
    return measure_usage(arguments[0]);
}

#endif
