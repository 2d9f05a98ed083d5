#include "CFuzz.h"
#include <stdlib.h>
#include <string.h>

// Weak: a build without libFuzzer links too, and runs the fuzzer that is written in Swift.
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t));

static int argument_count;
static char **arguments;
static const uint8_t *input;
static size_t input_count;
static void (*run_one)(void);

// The loader hands a constructor what it hands to main.
__attribute__((constructor)) static void remember(int argc, char **argv) {
    argument_count = argc;
    arguments = argv;
}

static int callback(const uint8_t *data, size_t count) {
    input = data;
    input_count = count;
    run_one();
    return 0;
}

bool cfuzz_is_linked(void) { return LLVMFuzzerRunDriver != NULL; }

int cfuzz_run(void (*one)(void)) {
    if (!LLVMFuzzerRunDriver) return 2;
    run_one = one;
    int first = 1;
    while (first < argument_count && strcmp(arguments[first], "--") != 0) first++;
    char **rest = calloc((size_t)argument_count + 1, sizeof *rest);
    if (!rest) return 2;
    int count = 0;
    rest[count++] = arguments[0];
    for (int index = first + 1; index < argument_count; index++) rest[count++] = arguments[index];
    return LLVMFuzzerRunDriver(&count, &rest, callback);
}

size_t cfuzz_count(void) { return input_count; }

uint8_t cfuzz_byte(size_t index) { return index < input_count ? input[index] : 0; }

void cfuzz_found(void) { abort(); }
