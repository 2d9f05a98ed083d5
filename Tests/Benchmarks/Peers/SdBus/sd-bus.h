#ifndef SD_BUS_PEER_H
#define SD_BUS_PEER_H

#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "plain.h"

#define OBJECT "/bench"
#define INTERFACE "bench.Echo"

extern sd_event *event;

// Ends the process where `result` is an error.
void check(int result, const char *what);
sd_bus *open_bus(const char *path);
sd_bus_message *message_of(sd_bus *bus, const char *member, const void *bytes, size_t count);

int serve(const char *path, char **neighbours);
extern const struct peer sd_bus_peer;

#endif
