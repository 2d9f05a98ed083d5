#define _GNU_SOURCE
#include "CSpawn.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

// What may be written is private to the process, and would be lost: relocated tables lie in segments that are writable in the file.
static int unmap_segments(struct dl_phdr_info *program, size_t size, void *context) {
    (void)size;
    (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t index = 0; index < program->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        uintptr_t start = (program->dlpi_addr + segment->p_vaddr) & -page;
        uintptr_t end = (program->dlpi_addr + segment->p_vaddr + segment->p_memsz) & -page;
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void cspawn_unmap_program(void) {
    dl_iterate_phdr(unmap_segments, NULL);
}
