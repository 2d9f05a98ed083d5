// Has what a program hands to other threads run on one, in the order in which it was handed over.
#pragma once

/// From now on what is handed to Dispatch's queues, and what Swift's tasks do on the global executor, waits for ``csettle_run``. Once,
/// before anything of either is used.
void csettle_begin(void);

/// Runs what waits, and what comes meanwhile, on the calling thread. It must not be called by what it runs.
void csettle_run(void);
