// The program's own dispatch_async and its kin stand before those of libdispatch, because the dynamic linker looks in the program
// first; each keeps what it is given, in one line for all queues, and csettle_run gives it to its queue by dispatch_sync, which runs it
// on the calling thread. Tasks without an executor of their own come through a hook of the concurrency runtime
// (swift_task_enqueueGlobal_hook). So no other thread does anything, and nothing depends on which thread is quicker.
#define _GNU_SOURCE
#include "include/CSettle.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))

typedef void (*Work)(void *context);

// The beginning of a block, as Clang's Block-ABI-Apple fixes it.
struct Block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(struct Block *self);
};

// The global executor, as an executor that a job is told it runs on: no identity, no implementation.
struct Executor {
    void *identity;
    uintptr_t implementation;
};

// What waits: a block for a queue, or a task's job where there is no queue.
struct Unit {
    struct Unit *next;
    void *queue;
    void *group;
    void *content;
    int is_barrier;
};

extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void dispatch_sync_f(void *queue, void *context, Work work);
extern void dispatch_barrier_sync_f(void *queue, void *context, Work work);
extern void dispatch_group_enter(void *group);
extern void dispatch_group_leave(void *group);
extern SWIFT void swift_job_run(void *job, struct Executor executor);
extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, SWIFT void (*original)(void *job));

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct Unit *first = NULL;
static struct Unit **last = &first;

static void append(void *queue, void *group, void *content, int is_barrier) {
    struct Unit *unit = malloc(sizeof *unit);
    if (unit == NULL) abort();
    *unit = (struct Unit){NULL, queue, group, content, is_barrier};
    if (queue != NULL) dispatch_retain(queue);
    if (group != NULL) dispatch_group_enter(group);
    pthread_mutex_lock(&mutex);
    *last = unit;
    last = &unit->next;
    pthread_mutex_unlock(&mutex);
}

static struct Unit *take(void) {
    pthread_mutex_lock(&mutex);
    struct Unit *unit = first;
    if (unit != NULL) {
        first = unit->next;
        if (first == NULL) last = &first;
    }
    pthread_mutex_unlock(&mutex);
    return unit;
}

static void run_block(void *context) {
    struct Block *block = context;
    block->invoke(block);
}

static void run(struct Unit *unit) {
    if (unit->queue == NULL) {
        swift_job_run(unit->content, (struct Executor){NULL, 0});
        return;
    }
    (unit->is_barrier ? dispatch_barrier_sync_f : dispatch_sync_f)(unit->queue, unit->content, run_block);
    _Block_release(unit->content);
    if (unit->group != NULL) dispatch_group_leave(unit->group);
    dispatch_release(unit->queue);
}

static SWIFT void enqueue_job(void *job, SWIFT void (*original)(void *job)) {
    (void)original;
    append(NULL, NULL, job, 0);
}

void dispatch_async(void *queue, void *block) { append(queue, NULL, _Block_copy(block), 0); }

void dispatch_barrier_async(void *queue, void *block) { append(queue, NULL, _Block_copy(block), 1); }

void dispatch_group_async(void *group, void *queue, void *block) { append(queue, group, _Block_copy(block), 0); }

void csettle_begin(void) {
    // Where another library's functions were called instead, time would run ahead of what other threads do.
    if (dlsym(RTLD_DEFAULT, "dispatch_async") != (void *)dispatch_async) {
        fputs("simulate-suite: libraries do not call its own dispatch_async; link it with shared libraries\n", stderr);
        exit(2);
    }
    swift_task_enqueueGlobal_hook = enqueue_job;
}

void csettle_run(void) {
    struct Unit *unit;
    while ((unit = take()) != NULL) {
        run(unit);
        free(unit);
    }
}
