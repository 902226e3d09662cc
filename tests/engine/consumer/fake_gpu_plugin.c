/* SPDX-License-Identifier: Apache-2.0 */
/* GPU plug-ins that misbehave in one way each, chosen when compiled: FAKE_<WAY>. Plain C, so that
 * the boundary stays plain C. FAKE_GOOD counts, and copies at once. */
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/consumer/gpu_plugin_abi.h"

#define UNUSED(argument) (void)(argument)

struct TlGpuSession {
    uint64_t tickets;
};

static void say(struct TlGpuError* error, const char* text) {
    snprintf(error->text, sizeof error->text, "%s", text);
}

#ifdef FAKE_FAILING
static int32_t fails(struct TlGpuError* error, int32_t status) {
    memset(error->text, 'x', sizeof error->text); /* an end that was forgotten */
    return status;
}
#endif

static int32_t probe(struct TlGpuReport* report, struct TlGpuError* error) {
#if defined(FAKE_FAILING)
    UNUSED(report);
    return fails(error, kTlGpuNoDriver);
#elif defined(FAKE_HANGING)
    UNUSED(report);
    UNUSED(error);
    for (;;) {
        pause();
    }
#elif defined(FAKE_CRASHING)
    UNUSED(report);
    UNUSED(error);
    signal(SIGSEGV, SIG_DFL);  /* a sanitizer's handler would end the process in its own way */
    raise(SIGSEGV);
    return kTlGpuInternal;
#else
    UNUSED(error);
    if (report->struct_bytes < sizeof *report) {
        return kTlGpuInvalid;
    }
    snprintf(report->driver, sizeof report->driver, "999.1");
    report->device_count = 1;
    snprintf(report->devices[0].name, sizeof report->devices[0].name, "Fake GPU");
    report->devices[0].memory_bytes = 8ULL << 30U;
    report->devices[0].memory_free_bytes = 7ULL << 30U;
    report->devices[0].usable = 1;
    report->library_count = 2;
    snprintf(report->libraries[0].name, sizeof report->libraries[0].name, "libfound.so.1");
    snprintf(
        report->libraries[0].path, sizeof report->libraries[0].path, "/somewhere/libfound.so.1");
    report->libraries[0].found = 1;
    snprintf(report->libraries[1].name, sizeof report->libraries[1].name, "libmissing.so.9");
    snprintf(report->libraries[1].needed_for, sizeof report->libraries[1].needed_for, "networks");
    snprintf(report->libraries[1].reason,
             sizeof report->libraries[1].reason,
             "not in the loader's path, not beside the plug-in");
    return kTlGpuOk;
#endif
}

static int32_t pin(void* memory, uint64_t bytes, struct TlGpuError* error) {
    UNUSED(memory);
#ifdef FAKE_FAILING
    UNUSED(bytes);
    return fails(error, kTlGpuOutOfMemory);
#else
    if (bytes == 0) {
        say(error, "nothing to pin");
        return kTlGpuInvalid;
    }
    return kTlGpuOk;
#endif
}

static int32_t unpin(void* memory, struct TlGpuError* error) {
    UNUSED(memory);
    UNUSED(error);
#ifdef FAKE_FAILING
    return fails(error, kTlGpuInvalid);
#else
    return kTlGpuOk;
#endif
}

static int32_t open_session(const struct TlGpuConfig* config,
                            struct TlGpuSession** session,
                            struct TlGpuError* error) {
    if (config->batch_images == 0) { /* FAKE_FAILING: any other opens, so that the rest can fail */
        say(error, "a batch of 1 image does not fit: 12 GB are free");
        return kTlGpuOutOfMemory;
    }
    *session = calloc(1, sizeof **session);
    return *session == NULL ? kTlGpuInternal : kTlGpuOk;
}

static int32_t ceiling(struct TlGpuSession* session,
                       double seconds,
                       struct TlGpuCeiling* result,
                       struct TlGpuError* error) {
    UNUSED(session);
    UNUSED(error);
    UNUSED(result);
#ifdef FAKE_FAILING
    UNUSED(seconds);
    return fails(error, kTlGpuNoLibrary);
#else
    result->steps = 100;
    result->seconds = seconds;
    result->images_per_second = 100.0 / seconds;
    return kTlGpuOk;
#endif
}

static int32_t submit(struct TlGpuSession* session,
                      const struct TlGpuBatch* batch,
                      uint64_t* ticket,
                      struct TlGpuError* error) {
    UNUSED(batch);
    UNUSED(error);
    *ticket = ++session->tickets;
#ifdef FAKE_FAILING
    return fails(error, 4711);
#else
    return kTlGpuOk;
#endif
}

static int32_t wait_for(struct TlGpuSession* session,
                        uint64_t ticket,
                        int64_t timeout_ns,
                        struct TlGpuDone* done,
                        struct TlGpuError* error) {
    UNUSED(error);
#ifdef FAKE_FAILING
    UNUSED(session);
    UNUSED(ticket);
    UNUSED(timeout_ns);
    UNUSED(done);
    return fails(error, kTlGpuDeviceFailed);
#else
    done->copied = ticket <= session->tickets;
    done->finished = ticket <= session->tickets && timeout_ns > 0;
    done->loss = NAN;
    return done->finished ? kTlGpuOk : kTlGpuTimeout;
#endif
}

static int32_t stats(struct TlGpuSession* session,
                     struct TlGpuSample* sample,
                     struct TlGpuError* error) {
    UNUSED(session);
    UNUSED(error);
    UNUSED(sample);
#ifdef FAKE_FAILING
    return fails(error, kTlGpuUnsupported);
#else
    sample->utilisation_percent = 50.0;
    sample->power_watts = NAN;
    return kTlGpuOk;
#endif
}

static int32_t close_session(struct TlGpuSession* session, struct TlGpuError* error) {
    UNUSED(error);
    free(session);
    return kTlGpuOk;
}

static const struct TlGpuApi kApi = {
#ifdef FAKE_WRONG_VERSION
    .abi_major = kTlGpuAbiMajor + 1,
#else
    .abi_major = kTlGpuAbiMajor,
#endif
    .abi_minor = kTlGpuAbiMinor,
#ifdef FAKE_OLDER
    .struct_bytes = offsetof(struct TlGpuApi, close),
#else
    .struct_bytes = sizeof(struct TlGpuApi),
#endif
    .build = "a fake without CUDA",
    .probe = probe,
    .pin = pin,
    .unpin = unpin,
    .open = open_session,
    .ceiling = ceiling,
    .submit = submit,
    .wait = wait_for,
#ifndef FAKE_NO_FUNCTION
    .stats = stats,
#endif
    .close = close_session,
};

#ifdef FAKE_NO_SYMBOL
const struct TlGpuApi* another_name(void);
const struct TlGpuApi* another_name(void) {
    return &kApi;
}
#else
const struct TlGpuApi* throughline_gpu_plugin(void);
const struct TlGpuApi* throughline_gpu_plugin(void) {
    return &kApi;
}
#endif
