// The daemon that every supervisor runs: it listens on a Unix socket and answers each connection with one byte.
//
//     answerer PATH [READY-DESCRIPTOR]
//
// Who is asked which process answers: the kernel, by the credentials of the listening socket. Ready is said as the supervisor
// wants to hear it: READY=1 to NOTIFY_SOCKET, a line on a descriptor, or not at all.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) {
        fprintf(stderr, "answerer: %s is too long for a socket\n", path);
        exit(1);
    }
    strcpy(name.sun_path, path);
    return name;
}

static void say_ready(const char *descriptor) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (descriptor != NULL) {
        int number = atoi(descriptor);
        if (write(number, "\n", 1) != 1) perror("answerer: ready");
        close(number);
    } else if (path != NULL) {
        struct sockaddr_un name = address(path);
        int socket_number = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (sendto(socket_number, "READY=1", 7, 0, (struct sockaddr *)&name, sizeof name) != 7) perror("answerer: READY=1");
        close(socket_number);
    }
}

int main(int count, char **arguments) {
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: answerer PATH [READY-DESCRIPTOR]\n");
        return 2;
    }
    struct sockaddr_un name = address(arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(arguments[1]);
    if (bind(listener, (struct sockaddr *)&name, sizeof name) != 0 || listen(listener, 128) != 0) {
        perror("answerer");
        return 1;
    }
    say_ready(arguments[2]);
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) continue;
        if (send(client, "x", 1, MSG_NOSIGNAL) != 1) perror("answerer: answer");
        close(client);
    }
}
