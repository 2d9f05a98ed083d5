#include "sd-bus.h"

static int supports(enum mode mode) { return mode < MODES; }

static void *open_client(const struct workload *workload) {
    sd_bus **buses = calloc(workload->connections, sizeof *buses);
    if (buses == NULL) fail("calloc");
    for (size_t index = 0; index < workload->connections && workload->mode != STREAM; index++) {
        buses[index] = open_bus(workload->path);
        if (workload->connections > 1) check(sd_bus_attach_event(buses[index], event, 0), "sd_bus_attach_event");
    }
    return buses;
}

static void take_reply(const struct workload *workload, struct run *run, uint64_t time, const uint8_t *request, sd_bus_message *reply) {
    const void *bytes = NULL;
    size_t count = 0;
    if (!sd_bus_message_is_method_error(reply, NULL)) check(sd_bus_message_read_array(reply, 'y', &bytes, &count), "reply");
    run_record(run, time, count, is_echoed(workload, request, bytes, count));
}

static void call_in_turn(sd_bus *bus, const struct workload *workload, struct run *run) {
    uint8_t *bytes = numbered_bytes(workload->bytes);
    uint64_t number, start = now();
    while (run_next(run, start, &number)) {
        number_bytes(bytes, number);
        sd_bus_message *request = message_of(bus, workload->mode == FAN ? "Fan" : "Echo", bytes, workload->bytes), *reply;
        check(sd_bus_call(bus, request, UINT64_MAX, NULL, &reply), "sd_bus_call");
        uint64_t end = now();
        take_reply(workload, run, end - start, bytes, reply);
        sd_bus_message_unref(request);
        sd_bus_message_unref(reply);
        start = end;
    }
    free(bytes);
}

// A place in the window of a connection: one call at a time.
struct lane {
    sd_bus *bus;
    const struct workload *workload;
    struct run *run;
    uint64_t start;
    uint8_t *bytes;
};

static int end_call(sd_bus_message *message, void *data, sd_bus_error *error);

static void call(struct lane *lane, uint64_t number, uint64_t time) {
    number_bytes(lane->bytes, number);
    lane->start = time;
    sd_bus_message *request = message_of(lane->bus, "Echo", lane->bytes, SMALL);
    check(sd_bus_call_async(lane->bus, NULL, request, end_call, lane, UINT64_MAX), "sd_bus_call_async");
    sd_bus_message_unref(request);
}

static int end_call(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct lane *lane = data;
    uint64_t number, time = now();
    take_reply(lane->workload, lane->run, time - lane->start, lane->bytes, message);
    if (run_next(lane->run, time, &number)) call(lane, number, time);
    return 0;
}

static void call_at_once(sd_bus **buses, size_t window, const struct workload *workload, struct run *run) {
    size_t count = workload->connections * window;
    struct lane *lanes = calloc(count, sizeof *lanes);
    if (lanes == NULL) fail("calloc");
    uint64_t number, time = now();
    for (size_t index = 0; index < count && run_next(run, time, &number); index++) {
        lanes[index] = (struct lane){buses[index / window], workload, run, 0, numbered_bytes(SMALL)};
        call(&lanes[index], number, time);
    }
    while (run->done < run->begun) {
        if (workload->connections > 1) {
            check(sd_event_run(event, UINT64_MAX), "sd_event_run");
            continue;
        }
        int result = sd_bus_process(buses[0], NULL);
        check(result, "sd_bus_process");
        if (result == 0) check(sd_bus_wait(buses[0], UINT64_MAX), "sd_bus_wait");
    }
    for (size_t index = 0; index < count; index++) free(lanes[index].bytes);
    free(lanes);
}

static int take_output(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct lane *lane = data;
    uint64_t number;
    if (!run_next(lane->run, lane->start, &number)) return 0;
    number_bytes(lane->bytes, number);
    uint64_t time = now();
    take_reply(lane->workload, lane->run, time - lane->start, lane->bytes, message);
    lane->start = time;
    return 0;
}

static void take_stream(const struct workload *workload, struct run *run) {
    sd_bus *bus = open_bus(workload->path);
    struct lane lane = {bus, workload, run, now(), numbered_bytes(SMALL)};
    check(sd_bus_match_signal(bus, NULL, NULL, OBJECT, INTERFACE, "Output", take_output, &lane), "sd_bus_match_signal");
    check(sd_bus_call_method_async(bus, NULL, NULL, OBJECT, INTERFACE, "Pour", NULL, NULL, "t", run->calls), "Pour");
    while (run->done < run->calls && lane.start < run->end_at) {
        int result = sd_bus_process(bus, NULL);
        check(result, "sd_bus_process");
        if (result == 0) check(sd_bus_wait(bus, UINT64_MAX), "sd_bus_wait");
    }
    sd_bus_close(bus);
    sd_bus_unref(bus);
    free(lane.bytes);
}

static void run_client(void *client, const struct workload *workload, struct run *run) {
    sd_bus **buses = client;
    switch (workload->mode) {
    case STREAM: take_stream(workload, run); break;
    case PIPE64: call_at_once(buses, workload->window, workload, run); break;
    case CONC64: call_at_once(buses, 1, workload, run); break;
    default: call_in_turn(buses[0], workload, run);
    }
}

const struct peer sd_bus_peer = {serve, supports, open_client, run_client};
