/* SPDX-License-Identifier: Apache-2.0 */
/* A driver's library whose cuInit does what $THROUGHLINE_FAKE_DRIVER says: "hang", "crash", or the
 * number that it gives back. With 0 there is one device. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cuInit(unsigned flags);
int cuDeviceGetCount(int* count);
int cuDeviceGet(int* device, int index);
int cuDeviceGetName(char* name, int bytes, int device);
int cuGetErrorName(int result, const char** name);

int cuInit(unsigned flags) {
    const char* const told = getenv("THROUGHLINE_FAKE_DRIVER");
    (void)flags;
    if (told != NULL && strcmp(told, "hang") == 0) {
        for (;;) {
            pause();
        }
    }
    if (told != NULL && strcmp(told, "crash") == 0) {
        signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would end the process in its own way */
        raise(SIGSEGV);
    }
    return told == NULL ? 0 : (int)strtol(told, NULL, 10);
}

int cuDeviceGetCount(int* count) {
    *count = 1;
    return 0;
}

int cuDeviceGet(int* device, int index) {
    *device = index;
    return 0;
}

int cuDeviceGetName(char* name, int bytes, int device) {
    (void)device;
    snprintf(name, (size_t)bytes, "Card of the fake driver");
    return 0;
}

int cuGetErrorName(int result, const char** name) {
    *name = result == 802 ? "CUDA_ERROR_SYSTEM_NOT_READY" : "CUDA_ERROR_UNKNOWN";
    return 0;
}
