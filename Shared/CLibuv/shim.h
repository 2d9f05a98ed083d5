#include <sys/epoll.h>
#include <sys/socket.h>
#include <malloc.h>
#include <uv.h>

// Linux calls that glibc exports but shows only with _GNU_SOURCE, which a Swift import cannot define.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int pipe2(int fds[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

// The task that runs on this thread, of the Swift runtime: `withUnsafeCurrentTask` asks it too, and counts references besides.
extern void *swift_task_getCurrent(void);
// Whether a task is cancelled.
extern _Bool swift_task_isCancelled(void *task);
