// Tells ThreadSanitizer of Synchronization.Mutex: where two threads meet at one, the lock is taken and released inside the Swift
// runtime (_MutexHandle._lockSlow and _unlockSlow), which is not instrumented, so everything inside a Mutex looks like a race.
// Preloaded, these two stand before the runtime's own. canary.swift shows that it takes both.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *);
void __tsan_release(void *);

typedef SWIFT void (*Lock)(uint32_t, SELF);
typedef SWIFT void (*Unlock)(SELF);

SWIFT void lockSlow(uint32_t owner, SELF handle) __asm__(LOCK);
SWIFT void unlockSlow(SELF handle) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t owner, SELF handle) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(owner, handle);
    __tsan_acquire(handle);
}

SWIFT void unlockSlow(SELF handle) {
    __tsan_release(handle);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
