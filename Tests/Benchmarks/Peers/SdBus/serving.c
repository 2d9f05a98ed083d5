#define _GNU_SOURCE
#include "sd-bus.h"

static char **asked_paths;
static sd_bus *asked[FANNED];

static int serve_echo(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const void *bytes;
    size_t count;
    int result = sd_bus_message_read_array(message, 'y', &bytes, &count);
    if (result < 0) return result;
    sd_bus_message *reply;
    result = sd_bus_message_new_method_return(message, &reply);
    if (result < 0) return result;
    result = sd_bus_message_append_array(reply, 'y', bytes, count);
    if (result >= 0) result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

struct fanning {
    sd_bus_message *message;
    uint8_t bytes[FANNED][SMALL];
    int left;
};

struct fanned {
    struct fanning *fanning;
    uint8_t *bytes;
};

static int take_echo(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct fanned *fanned = data;
    struct fanning *fanning = fanned->fanning;
    const void *bytes;
    size_t count;
    if (sd_bus_message_read_array(message, 'y', &bytes, &count) >= 0 && count == SMALL) memcpy(fanned->bytes, bytes, SMALL);
    free(fanned);
    if (--fanning->left > 0) return 0;
    sd_bus_message *reply;
    check(sd_bus_message_new_method_return(fanning->message, &reply), "fan");
    check(sd_bus_message_append_array(reply, 'y', fanning->bytes, sizeof fanning->bytes), "fan");
    sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    sd_bus_message_unref(fanning->message);
    free(fanning);
    return 0;
}

static int serve_fan(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const void *bytes;
    size_t count;
    int result = sd_bus_message_read_array(message, 'y', &bytes, &count);
    if (result < 0 || count != SMALL || asked_paths == NULL) return -EINVAL;
    struct fanning *fanning = calloc(1, sizeof *fanning);
    if (fanning == NULL) fail("calloc");
    fanning->message = sd_bus_message_ref(message);
    fanning->left = FANNED;
    for (int index = 0; index < FANNED; index++) {
        if (asked[index] == NULL) {
            asked[index] = open_bus(asked_paths[index]);
            check(sd_bus_attach_event(asked[index], event, 0), "sd_bus_attach_event");
        }
        struct fanned *fanned = malloc(sizeof *fanned);
        if (fanned == NULL) fail("malloc");
        *fanned = (struct fanned){fanning, fanning->bytes[index]};
        sd_bus_message *request = message_of(asked[index], "Echo", bytes, count);
        check(sd_bus_call_async(asked[index], NULL, request, take_echo, fanned, UINT64_MAX), "sd_bus_call_async");
        sd_bus_message_unref(request);
    }
    return 1;
}

static int serve_pour(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    sd_bus *bus = sd_bus_message_get_bus(message);
    uint64_t outputs, queued;
    int result = sd_bus_message_read(message, "t", &outputs);
    if (result < 0) return result;
    uint8_t *bytes = numbered_bytes(SMALL);
    for (uint64_t number = 0; number < outputs && result >= 0; number++) {
        number_bytes(bytes, number);
        sd_bus_message *output;
        check(sd_bus_message_new_signal(bus, &output, OBJECT, INTERFACE, "Output"), "Output");
        check(sd_bus_message_append_array(output, 'y', bytes, SMALL), "Output");
        result = sd_bus_send(bus, output, NULL);
        sd_bus_message_unref(output);
        if (result >= 0) result = sd_bus_get_n_queued_write(bus, &queued);
        if (result >= 0 && queued >= 64) result = sd_bus_flush(bus);
    }
    free(bytes);
    return sd_bus_reply_method_return(message, NULL);
}

static const sd_bus_vtable boards[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Echo", "ay", "ay", serve_echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Fan", "ay", "ay", serve_fan, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Pour", "t", "", serve_pour, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("Output", "ay", 0),
    SD_BUS_VTABLE_END,
};

static int end_connection(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    sd_bus *bus = sd_bus_message_get_bus(message);
    sd_bus_detach_event(bus);
    sd_bus_unref(bus);
    return 0;
}

static int accept_connection(sd_event_source *source, int listener, uint32_t events, void *data) {
    (void)source, (void)events, (void)data;
    int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) return 0;
    sd_bus *bus;
    sd_id128_t id;
    check(sd_id128_randomize(&id), "sd_id128_randomize");
    check(sd_bus_new(&bus), "sd_bus_new");
    check(sd_bus_set_fd(bus, socket, socket), "sd_bus_set_fd");
    check(sd_bus_set_server(bus, 1, id), "sd_bus_set_server");
    check(sd_bus_add_object_vtable(bus, NULL, OBJECT, INTERFACE, boards, NULL), "sd_bus_add_object_vtable");
    check(sd_bus_match_signal(bus, NULL, NULL, "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local", "Disconnected",
                              end_connection, NULL),
          "sd_bus_match_signal");
    check(sd_bus_attach_event(bus, event, 0), "sd_bus_attach_event");
    if (sd_bus_start(bus) < 0) {
        // Whoever connected has left already.
        sd_bus_detach_event(bus);
        sd_bus_unref(bus);
    }
    return 0;
}

int serve(const char *path, char **neighbours) {
    asked_paths = neighbours;
    check(sd_event_add_io(event, NULL, listen_at(path), 1 /* EPOLLIN */, accept_connection, NULL), "sd_event_add_io");
    return sd_event_loop(event);
}
