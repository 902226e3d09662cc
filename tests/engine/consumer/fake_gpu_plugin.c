/* SPDX-License-Identifier: Apache-2.0 */
/* GPU plug-ins that misbehave in one way each, chosen when compiled: FAKE_<WAY>. Plain C, so that
 * the boundary stays plain C. FAKE_GOOD is a device whose steps take 2 ms and its copies 0.5 ms,
 * one after the other, or as many microseconds as $THROUGHLINE_FAKE_GPU_STEP_US and
 * $THROUGHLINE_FAKE_GPU_COPY_US say; training, its loss is the mean of the batch's first image. One
 * call of it goes wrong where $THROUGHLINE_FAKE_GPU_FAULT says so: "submit:fail", "wait:hang",
 * "open:crash". With $THROUGHLINE_FAKE_GPU_CUDNN the library for networks is there; more images
 * than $THROUGHLINE_FAKE_GPU_HOLDS in a batch do not fit; with $THROUGHLINE_FAKE_GPU_SECRETIVE the
 * device does not tell how much of its memory is free; the first $THROUGHLINE_FAKE_GPU_UNSTEADY
 * ceilings of a session are made of stretches that lie 4 % apart instead of 0.4 %; a ceiling has 4
 * stretches, or $THROUGHLINE_FAKE_GPU_STRETCHES. There are $THROUGHLINE_FAKE_GPU_DEVICES devices,
 * of which $CUDA_VISIBLE_DEVICES leaves one, by its "GPU-fake-1"; number 1 is used by 51 %. With
 * $THROUGHLINE_FAKE_GPU_TAKEN that one cannot be opened. With
 * $THROUGHLINE_FAKE_GPU_UNREADY none is usable, and what it says is the advice. Closing takes
 * $THROUGHLINE_FAKE_GPU_CLOSE_US, and writes $THROUGHLINE_FAKE_GPU_CLOSED behind it. Devices that
 * train together meet in the file $THROUGHLINE_FAKE_GPU_EXCHANGE, which has a number of 8 bytes for
 * each, of steps together, and they hang as real ones do when one of them does not come; with
 * $THROUGHLINE_FAKE_GPU_ALONE they cannot. $THROUGHLINE_FAKE_GPU_REMARKS is said of each session.
 * After its first ceiling a session's steps are slower by $THROUGHLINE_FAKE_GPU_DRIFT percent. With
 * $THROUGHLINE_FAKE_GPU_NVJPEG it decodes: an image that begins like a JPEG and whose width is even
 * is well, one by one where its height is odd, which takes $THROUGHLINE_FAKE_GPU_SINGLE_US; and the
 * loss is the length of the batch's first one, or the mean of its pixels where the host has decoded
 * it. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "engine/consumer/gpu_plugin_abi.h"

#define UNUSED(argument) (void)(argument)

enum { kTicketsKept = 64 };

/* Where devices meet: steps that each has begun together with the others. */
struct Meeting {
    _Atomic uint64_t joined[kTlGpuDevicesMax];
    _Atomic uint64_t steps[kTlGpuDevicesMax];
};

struct TlGpuSession {
    uint64_t tickets;
    long ceilings;
    struct Meeting* meeting;
    uint64_t together[kTicketsKept]; /* number of the step among those together; 0 = alone */
    struct TlGpuConfig config;
    int64_t copied_ns[kTicketsKept];
    int64_t begun_ns[kTicketsKept];
    int64_t ended_ns[kTicketsKept];
    float loss[kTicketsKept];
    struct TlGpuDone decoded[kTicketsKept]; /* what it says of decoding */
};

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleep_ns(int64_t ns) {
    const struct timespec time = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    nanosleep(&time, NULL);
}

static const char* text_set(const char* name, const char* otherwise) {
    const char* const text = getenv(name);
    return text == NULL ? otherwise : text;
}

static int64_t ns_set(const char* name, int64_t otherwise_us) {
    const char* const text = getenv(name);
    return 1000 * (text == NULL ? otherwise_us : strtol(text, NULL, 10));
}

static int64_t step_ns(void) {
    return ns_set("THROUGHLINE_FAKE_GPU_STEP_US", 2000);
}

static int64_t slowed_step_ns(const struct TlGpuSession* session) {
    const char* const percent = text_set("THROUGHLINE_FAKE_GPU_DRIFT", "0");
    return session->ceilings == 0 ? step_ns() : step_ns() * (100 + strtol(percent, NULL, 10)) / 100;
}

static int64_t copy_ns(void) {
    return ns_set("THROUGHLINE_FAKE_GPU_COPY_US", 500);
}

static uint32_t devices_there(void) {
    return (uint32_t)strtoul(text_set("THROUGHLINE_FAKE_GPU_DEVICES", "1"), NULL, 10);
}

static const char kUuid[] = "GPU-fake-";

/* The number of the one device that is in sight; -1 = all are. */
static long only_device(void) {
    const char* const visible = text_set("CUDA_VISIBLE_DEVICES", "");
    const size_t length = sizeof kUuid - 1;
    return strncmp(visible, kUuid, length) == 0 ? strtol(visible + length, NULL, 10) : -1;
}

static void describe(struct TlGpuDevice* device, long number) {
    snprintf(device->name, sizeof device->name, "Fake GPU");
    snprintf(device->uuid, sizeof device->uuid, "%s%ld", kUuid, number);
    device->memory_bytes = 8ULL << 30U;
    device->memory_free_bytes = getenv("THROUGHLINE_FAKE_GPU_SECRETIVE") == NULL ? 7ULL << 30U : 0;
    device->usable = 1;
}

static int64_t later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static void say(struct TlGpuError* error, const char* text) {
    snprintf(error->text, sizeof error->text, "%s", text);
}

static void hang(void) {
    for (;;) {
        pause();
    }
}

static void crash(void) {
    signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would end the process in its own way */
    raise(SIGSEGV);
}

/* Whether this call is to fail; it may not come back at all. */
static int goes_wrong(const char* call, struct TlGpuError* error) {
    const char* const fault = getenv("THROUGHLINE_FAKE_GPU_FAULT");
    const size_t length = strlen(call);
    if (fault == NULL || strncmp(fault, call, length) != 0 || fault[length] != ':') {
        return 0;
    }
    if (strcmp(fault + length + 1, "hang") == 0) {
        hang();
    } else if (strcmp(fault + length + 1, "crash") == 0) {
        crash();
    }
    say(error, "the fake was told to fail");
    return 1;
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
    hang();
    return kTlGpuInternal;
#elif defined(FAKE_CRASHING)
    UNUSED(report);
    UNUSED(error);
    crash();
    return kTlGpuInternal;
#else
    UNUSED(error);
    if (report->struct_bytes < sizeof *report) {
        return kTlGpuInvalid;
    }
    snprintf(report->driver, sizeof report->driver, "999.1");
    const char* const unready = getenv("THROUGHLINE_FAKE_GPU_UNREADY");
    report->device_count = unready != NULL ? 0 : only_device() >= 0 ? 1 : devices_there();
    for (uint32_t i = 0; i < report->device_count; ++i) {
        describe(&report->devices[i], only_device() >= 0 ? only_device() : (long)i);
    }
    if (unready != NULL) {
        snprintf(report->reason, sizeof report->reason, "the fake is not ready");
        snprintf(report->advice, sizeof report->advice, "%s", unready);
    }
    report->library_count = 3;
    snprintf(report->libraries[0].name, sizeof report->libraries[0].name, "libfound.so.1");
    snprintf(
        report->libraries[0].path, sizeof report->libraries[0].path, "/somewhere/libfound.so.1");
    report->libraries[0].found = 1;
    snprintf(report->libraries[1].name, sizeof report->libraries[1].name, "libmissing.so.9");
    snprintf(report->libraries[1].needed_for, sizeof report->libraries[1].needed_for, "networks");
    snprintf(report->libraries[1].reason,
             sizeof report->libraries[1].reason,
             "not in the loader's path, not beside the plug-in");
    report->libraries[1].found = getenv("THROUGHLINE_FAKE_GPU_CUDNN") != NULL;
    snprintf(report->libraries[2].name, sizeof report->libraries[2].name, "libjpegs.so.1");
    snprintf(report->libraries[2].needed_for,
             sizeof report->libraries[2].needed_for,
             TL_GPU_DECODER_NEEDED_FOR);
    snprintf(report->libraries[2].reason,
             sizeof report->libraries[2].reason,
             "not beside the plug-in either");
    report->libraries[2].found = getenv("THROUGHLINE_FAKE_GPU_NVJPEG") != NULL;
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
    if (goes_wrong("pin", error)) {
        return kTlGpuOutOfMemory;
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

/* Blocks until all have come. */
static int join(struct TlGpuSession* session) {
    const struct TlGpuConfig* const config = &session->config;
    const char* const path = getenv("THROUGHLINE_FAKE_GPU_EXCHANGE");
    const int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || config->exchange.bytes[0] == 0 ||
        ftruncate(file, sizeof(struct Meeting)) != 0) {
        return 0;
    }
    void* const memory =
        mmap(NULL, sizeof(struct Meeting), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) {
        return 0;
    }
    session->meeting = memory;
    session->meeting->joined[config->rank] = 1;
    const int64_t deadline_ns = now_ns() + 10000000000;
    for (uint32_t rank = 0; rank < config->ranks && now_ns() < deadline_ns;) {
        if (session->meeting->joined[rank] != 0) {
            ++rank;
        } else {
            sleep_ns(1000000);
        }
    }
    return now_ns() < deadline_ns;
}

/* Whether the step of a ticket has exchanged its gradients. */
static int have_met(const struct TlGpuSession* session, uint64_t at) {
    for (uint32_t rank = 0; session->together[at] != 0 && rank < session->config.ranks; ++rank) {
        if (session->meeting->steps[rank] < session->together[at]) {
            return 0;
        }
    }
    return 1;
}

static int32_t open_session(const struct TlGpuConfig* config,
                            struct TlGpuSession** session,
                            struct TlGpuError* error) {
    if (config->batch_images == 0) { /* FAKE_FAILING: any other opens, so that the rest can fail */
        say(error, "a batch of 1 image does not fit: 12 GB are free");
        return kTlGpuOutOfMemory;
    }
    if (goes_wrong("open", error)) {
        return kTlGpuDeviceFailed;
    }
    const char* const taken = getenv("THROUGHLINE_FAKE_GPU_TAKEN");
    if (taken != NULL && only_device() == strtol(taken, NULL, 10)) {
        say(error, "another program has the fake to itself");
        return kTlGpuDeviceFailed;
    }
    if (config->device >= (only_device() >= 0 ? 1 : devices_there())) {
        say(error, "no such device is in sight");
        return kTlGpuNoDevice;
    }
    if ((config->work == kTlGpuNetwork || config->work == kTlGpuProxy) &&
        (config->program == NULL || config->program->step_count < 5 ||
         config->program->images != config->batch_images)) {
        say(error, "a network without its program");
        return kTlGpuInvalid;
    }
    if (config->work == kTlGpuNetwork && getenv("THROUGHLINE_FAKE_GPU_CUDNN") == NULL) {
        say(error, "libmissing.so.9");
        return kTlGpuNoLibrary;
    }
    if (config->decode != kTlGpuDecodeNone && getenv("THROUGHLINE_FAKE_GPU_NVJPEG") == NULL) {
        say(error, "libjpegs.so.1");
        return kTlGpuNoLibrary;
    }
    const char* const holds = getenv("THROUGHLINE_FAKE_GPU_HOLDS");
    if (holds != NULL && (long)config->batch_images > strtol(holds, NULL, 10)) {
        say(error, "the fake holds no such batch");
        return kTlGpuOutOfMemory;
    }
    *session = calloc(1, sizeof **session);
    if (*session == NULL) {
        return kTlGpuInternal;
    }
    (*session)->config = *config;
    if (config->ranks > 0 && !join(*session)) {
        free(*session);
        say(error, "nobody came to the exchange");
        return kTlGpuDeviceFailed;
    }
    return kTlGpuOk;
}

static int32_t ceiling(struct TlGpuSession* session,
                       double seconds,
                       struct TlGpuCeiling* result,
                       struct TlGpuError* error) {
#ifdef FAKE_FAILING
    UNUSED(session);
    UNUSED(result);
    UNUSED(seconds);
    return fails(error, kTlGpuNoLibrary);
#else
    if (goes_wrong("ceiling", error)) {
        return kTlGpuDeviceFailed;
    }
    const double step_seconds = (double)slowed_step_ns(session) * 1e-9;
    result->steps = (uint32_t)(seconds / step_seconds) + 1;
    result->seconds = (double)result->steps * step_seconds;
    result->images_per_second = session->config.batch_images / step_seconds;
    result->clock_hertz = session->ceilings == 0 ? 1.98e9 : NAN;
    const char* const unsteady = getenv("THROUGHLINE_FAKE_GPU_UNSTEADY");
    const int is_unsteady = unsteady != NULL && session->ceilings < strtol(unsteady, NULL, 10);
    ++session->ceilings;
    const char* const stretches = getenv("THROUGHLINE_FAKE_GPU_STRETCHES");
    result->group_count = stretches == NULL ? 4 : (uint32_t)strtol(stretches, NULL, 10);
    for (uint32_t i = 0; i < result->group_count; ++i) {
        const double off = i % 2 == 0 ? 0.02 : -0.02;
        result->group_images_per_second[i] =
            result->images_per_second * (is_unsteady ? 1.0 + off : 1.0 + off / 10.0);
    }
    sleep_ns((int64_t)(result->seconds * 1e9));
    return kTlGpuOk;
#endif
}

#ifndef FAKE_FAILING
static float mean_of(const uint8_t* bytes, uint64_t count) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; ++i) {
        sum += bytes[i];
    }
    return (float)sum / (float)count;
}

/* Of the batch's first image the length, or the mean of its pixels. */
static float decode(const struct TlGpuBatch* batch, struct TlGpuDone* decoded) {
    memset(decoded, 0, sizeof *decoded);
    for (uint32_t i = 0; i < batch->images; ++i) {
        const struct TlGpuEncoded* const image = &batch->encoded[i];
        if (image->is_pixels != 0) {
            continue;
        }
        const int is_jpeg =
            image->byte_count > 2 && image->bytes[0] == 0xff && image->bytes[1] == 0xd8;
        if (!is_jpeg || image->width_px % 2 == 1) {
            ++decoded->decode_failed;
        } else if (image->height_px % 2 == 1) {
            ++decoded->decoded_singly;
            sleep_ns(ns_set("THROUGHLINE_FAKE_GPU_SINGLE_US", 0));
            if (batch->goes_on != NULL) {
                batch->goes_on(batch->goes_on_context);
            }
        } else {
            ++decoded->decoded_together;
        }
    }
    const struct TlGpuEncoded* const first = &batch->encoded[0];
    return first->is_pixels != 0 ? mean_of(first->bytes, first->byte_count)
                                 : (float)first->byte_count;
}
#endif

static int32_t submit(struct TlGpuSession* session,
                      const struct TlGpuBatch* batch,
                      uint64_t* ticket,
                      struct TlGpuError* error) {
#ifdef FAKE_FAILING
    UNUSED(session);
    UNUSED(batch);
    UNUSED(ticket);
    return fails(error, 4711);
#else
    if (goes_wrong("submit", error)) {
        return kTlGpuDeviceFailed;
    }
    const uint64_t before = session->tickets % kTicketsKept;
    *ticket = ++session->tickets;
    const uint64_t at = *ticket % kTicketsKept;
    session->copied_ns[at] = later(now_ns(), session->copied_ns[before]) + copy_ns();
    session->begun_ns[at] = later(session->copied_ns[at], session->ended_ns[before]);
    session->ended_ns[at] = session->begun_ns[at] + slowed_step_ns(session);
    session->together[at] = 0;
    if (batch->together != 0) {
        if (session->meeting == NULL) {
            say(error, "a step together with nobody");
            return kTlGpuInvalid;
        }
        session->together[at] = ++session->meeting->steps[session->config.rank];
    }
    if (session->config.decode != kTlGpuDecodeNone) {
        if (batch->encoded == NULL) {
            say(error, "a batch of pixels");
            return kTlGpuInvalid;
        }
        session->loss[at] = decode(batch, &session->decoded[at]);
        return kTlGpuOk;
    }
    const uint64_t bytes = (uint64_t)session->config.width_px * session->config.height_px * 3;
    session->loss[at] = session->config.phase == kTlGpuTraining && batch->pixels != NULL
                            ? mean_of(batch->pixels, bytes)
                            : NAN;
    return kTlGpuOk;
#endif
}

static int32_t wait_for(struct TlGpuSession* session,
                        uint64_t ticket,
                        int64_t timeout_ns,
                        struct TlGpuDone* done,
                        struct TlGpuError* error) {
#ifdef FAKE_FAILING
    UNUSED(session);
    UNUSED(ticket);
    UNUSED(timeout_ns);
    UNUSED(done);
    return fails(error, kTlGpuDeviceFailed);
#else
    if (goes_wrong("wait", error)) {
        return kTlGpuDeviceFailed;
    }
    const uint64_t at = ticket % kTicketsKept;
    const uint64_t before = (ticket - 1) % kTicketsKept;
    const int64_t left_ns = session->ended_ns[at] - now_ns();
    if (left_ns > 0 && timeout_ns > 0) {
        sleep_ns(left_ns < timeout_ns ? left_ns : timeout_ns);
    }
    done->decoded_together = session->decoded[at].decoded_together;
    done->decoded_singly = session->decoded[at].decoded_singly;
    done->decode_failed = session->decoded[at].decode_failed;
    done->copied = now_ns() >= session->copied_ns[at];
    done->finished = now_ns() >= session->ended_ns[at] && have_met(session, at);
    done->exchange_seconds = session->together[at] == 0 ? 0.0 : (double)step_ns() * 1e-10;
    done->loss = session->loss[at];
    done->copy_seconds = (double)copy_ns() * 1e-9;
    done->step_seconds = (double)slowed_step_ns(session) * 1e-9;
    done->idle_seconds =
        ticket == 1 ? 0.0 : (double)(session->begun_ns[at] - session->ended_ns[before]) * 1e-9;
    return done->finished ? kTlGpuOk : kTlGpuTimeout;
#endif
}

static int32_t stats(struct TlGpuSession* session,
                     struct TlGpuSample* sample,
                     struct TlGpuError* error) {
    UNUSED(session);
#ifdef FAKE_FAILING
    UNUSED(sample);
    return fails(error, kTlGpuUnsupported);
#else
    if (goes_wrong("stats", error)) {
        return kTlGpuDeviceFailed;
    }
    sample->utilisation_percent = 50.0 + (only_device() > 0 ? (double)only_device() : 0.0);
    sample->memory_used_bytes = 1e9;
    sample->power_watts = NAN;
    sample->clock_hertz = NAN;
    sample->temperature_celsius = NAN;
    return kTlGpuOk;
#endif
}

static int32_t close_session(struct TlGpuSession* session, struct TlGpuError* error) {
    (void)goes_wrong("close", error);
    sleep_ns(ns_set("THROUGHLINE_FAKE_GPU_CLOSE_US", 0));
    const char* const closed = getenv("THROUGHLINE_FAKE_GPU_CLOSED");
    FILE* const file = closed == NULL ? NULL : fopen(closed, "w");
    if (file != NULL) {
        (void)fclose(file);
    }
    free(session);
    return kTlGpuOk;
}

static int32_t make_exchange(struct TlGpuExchangeId* id, struct TlGpuError* error) {
    if (getenv("THROUGHLINE_FAKE_GPU_ALONE") != NULL) {
        say(error, "the fake has no library for this");
        return kTlGpuNoLibrary;
    }
    snprintf(id->bytes, sizeof id->bytes, "an exchange of fakes");
    return kTlGpuOk;
}

static int32_t remarks(struct TlGpuSession* session,
                       struct TlGpuRemarks* remarks,
                       struct TlGpuError* error) {
    UNUSED(session);
    UNUSED(error);
    snprintf(
        remarks->text, sizeof remarks->text, "%s", text_set("THROUGHLINE_FAKE_GPU_REMARKS", ""));
    return kTlGpuOk;
}

static int32_t decoding(struct TlGpuSession* session,
                        struct TlGpuDecoding* how,
                        struct TlGpuError* error) {
    if (session->config.decode == kTlGpuDecodeNone) {
        say(error, "the session takes pixels");
        return kTlGpuInvalid;
    }
    how->way = kTlGpuDecodeKernels;
    snprintf(how->library, sizeof how->library, "a fake 1.2");
    snprintf(how->reason, sizeof how->reason, "JPEG engines: the fake has none");
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
    .struct_bytes = offsetof(struct TlGpuApi, remarks),
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
    .make_exchange = make_exchange,
    .remarks = remarks,
    .decoding = decoding,
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
