// sd-bus peer to peer: D-Bus messages between two processes without a broker, by systemd's own library.
//
// rtt64, big1m   sd_bus_call
// pipe64         sd_bus_call_async, 256 in flight
// conc64         64 connections in one sd_event loop, on both ends
// stream         a method that is followed by a signal for each output: D-Bus has no other form of many outputs. The server
//                waits until its queue is out whenever it holds 64 of them, because nothing else holds it back
// fan            the handler starts three calls at once, and answers when the last has ended
#include "sd-bus.h"

sd_event *event;

void check(int result, const char *what) {
    if (result >= 0) return;
    errno = -result;
    fail(what);
}

sd_bus *open_bus(const char *path) {
    sd_bus *bus;
    char address[160];
    snprintf(address, sizeof address, "unix:path=%s", path);
    check(sd_bus_new(&bus), "sd_bus_new");
    check(sd_bus_set_address(bus, address), "sd_bus_set_address");
    check(sd_bus_start(bus), path);
    return bus;
}

sd_bus_message *message_of(sd_bus *bus, const char *member, const void *bytes, size_t count) {
    sd_bus_message *message;
    check(sd_bus_message_new_method_call(bus, &message, NULL, OBJECT, INTERFACE, member), member);
    check(sd_bus_message_append_array(message, 'y', bytes, count), member);
    return message;
}

int main(int count, char **arguments) {
    check(sd_event_default(&event), "sd_event_default");
    return peer_main(&sd_bus_peer, count, arguments);
}
