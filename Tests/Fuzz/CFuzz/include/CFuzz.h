// LibFuzzer, without a pointer in sight.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the program was linked with libFuzzer: `Tests/Fuzz/fuzz.py` builds it so.
bool cfuzz_is_linked(void);

/// Hands over to libFuzzer, with the arguments that stand behind `--` on the command line; `one` is called for each input.
/// Returns the program's exit code.
int cfuzz_run(void (*one)(void));

/// The input of the call that runs.
size_t cfuzz_count(void);
uint8_t cfuzz_byte(size_t index);

/// Ends the process in the way of a crash, so that libFuzzer keeps the input.
void cfuzz_found(void);
