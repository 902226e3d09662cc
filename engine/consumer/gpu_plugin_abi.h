// SPDX-License-Identifier: Apache-2.0
#pragma once

/* The boundary to GPU plug-ins: plain C, no CUDA types, so that plug-ins of several CUDA versions
 * and of other runtimes fit behind it, and so that nothing thrown can cross it.
 *
 * A plug-in is a shared object that exports one symbol, kTlGpuEntryName:
 *     const struct TlGpuApi* throughline_gpu_plugin(void);
 * Version:  another major version is refused. A minor version only appends: fields at the end of a
 *           struct, whose `struct_bytes` its maker sets, and functions at the end of TlGpuApi.
 * Errors:   every function gives a TlGpuStatus, and in case of an error a text for people.
 * Thread:   probe, pin, unpin and open: any. A session is used by one thread at a time, but for
 *           stats(), which another one may call beside it.
 * Memory:   what a pointer refers to belongs to the caller and is borrowed for the call; a batch's
 *           pixels, or encoded images, until wait() says that they were copied. Its labels and
 * views must not lie in memory that the caller has pinned, by pin() or otherwise: they would be
 *           read after the call. */
#include "engine/consumer/gpu_decode_abi.h"
#include "engine/consumer/gpu_report_abi.h"
#include "engine/network/program_abi.h"

#ifdef __cplusplus
#include <cstdint>
extern "C" {
#else
#include <stdint.h>
#endif

enum { kTlGpuAbiMajor = 2, kTlGpuAbiMinor = 1 };
enum { kTlGpuInFlightMax = 64, kTlGpuGroupsMax = 32 };
#define TL_GPU_ENTRY_NAME "throughline_gpu_plugin"

enum TlGpuStatus {
    kTlGpuOk = 0,
    kTlGpuInvalid = 1,      /* the call makes no sense: a fault of the engine */
    kTlGpuNoDriver = 2,     /* no driver, or too old for this plug-in */
    kTlGpuNoDevice = 3,     /* no such device, or none that this plug-in has code for */
    kTlGpuNoLibrary = 4,    /* a library that is opened by name was not found */
    kTlGpuOutOfMemory = 5,  /* of the device, or memory that may be pinned */
    kTlGpuUnsupported = 6,  /* this plug-in cannot do it */
    kTlGpuTimeout = 7,      /* wait(): not in the time given; everything goes on */
    kTlGpuDeviceFailed = 8, /* the device reported an error; the session is of no more use */
    kTlGpuInternal = 9      /* a fault of the plug-in */
};

struct TlGpuError {
    char text[kTlGpuTextBytes]; /* ends with a 0; "" = nothing to say */
};

enum TlGpuWork {
    kTlGpuTransfer = 0, /* copy and normalise only */
    kTlGpuTrivial = 1,  /* and the three dense layers of the network Trivial */
    kTlGpuNetwork = 2,  /* and the network of the config's program, which is for its phase */
    kTlGpuProxy = 3 /* inference: and a stand-in of that network, of as many multiplications, which
                       needs no library and whose results mean nothing */
};
enum TlGpuPhase { kTlGpuInference = 0, kTlGpuTraining = 1 };

/* What the sessions of one exchange of gradients find each other by: one of them makes it, all get
 * it. */
struct TlGpuExchangeId {
    char bytes[128];
};

/* What a session does. Pixels arrive as [images, height_px, width_px, 3] uint8, RGB; or encoded, to
 * be decoded and resized to that. */
struct TlGpuConfig {
    uint32_t struct_bytes;
    uint32_t device;       /* index of TlGpuReport.devices */
    uint32_t work;         /* TlGpuWork */
    uint32_t phase;        /* TlGpuPhase */
    uint32_t batch_images; /* most images of a batch */
    uint32_t width_px;
    uint32_t height_px;
    uint32_t in_flight_max; /* batches submitted and not yet finished */
    float mean[3];          /* of R, G, B in 0..255, taken off each pixel */
    float deviation[3];     /* and what the rest is divided by */
    const struct TlGpuProgram*
        program;         /* network and proxy: for batch_images, of pictures this large */
    uint32_t trial;      /* 1: only takes the memory, to see whether it fits; then it is closed */
    uint32_t one_by_one; /* 1: each kernel of a step is launched by itself, never as a graph */
    uint32_t ranks; /* devices that train together, each by a session in a process of its own; 0: it
                       trains alone */
    uint32_t rank;  /* of this session among them, from 0 */
    struct TlGpuExchangeId exchange; /* where ranks > 0 */
    uint32_t decode;                 /* TlGpuDecodeWay */
    uint32_t smooth_chroma;          /* 1: colour is brought to full resolution by interpolation */
};

/* What is done to one image on the device: a box of the slot's picture, mirrored or not. The box is
 * as large as the session's pictures; one that reaches beyond the stored picture is kTlGpuInvalid.
 */
struct TlGpuView {
    uint16_t left_px;
    uint16_t top_px;
    uint16_t mirrored;
    uint16_t reserved;
};

/* The engine's runs send pixels alone or encoded images alone: labels are not read, and of pixels
 * decoders crop and mirror. The rest is for whoever drives a plug-in without them. */
struct TlGpuBatch {
    uint32_t struct_bytes;
    uint32_t images;
    const uint8_t* pixels;
    const int32_t* labels; /* one an image; null, or no class of the network's (-1 = unknown): one
                              that is made up, the image's place */
    const struct TlGpuView* views; /* one an image; null: as they are */
    uint32_t together; /* with ranks: this step exchanges gradients, as that of every other session
                          does; 0: it is trained alone */
    uint32_t reserved;
    const struct TlGpuEncoded* encoded; /* one an image, instead of pixels, where the session
                                           decodes, and then without labels and views; read only
                                           during the call, but for the bytes */
    /* Since 2.1. Called during submit() by its thread, with the context, for each image that was
     * decoded by itself: the caller tells a device that is slow from one that is dead. Null: it
     * does not ask. */
    void (*goes_on)(void* context);
    void* goes_on_context;
};

/* One submitted batch. Times are from events of the device. */
struct TlGpuDone {
    uint32_t struct_bytes;
    uint32_t copied;   /* the slot may be reused */
    uint32_t finished; /* the step is over, and the times below are known */
    float loss;        /* training; NaN elsewhere */
    double copy_seconds;
    double step_seconds;
    double idle_seconds;     /* of the compute stream since the step before; 0 for the first */
    double exchange_seconds; /* of the step: gradients were exchanged, or the others waited for */
    /* Where the session decodes, which then is part of copy_seconds: images that went each way. One
     * that failed has black pixels. */
    uint32_t decoded_together; /* by the way that is in force */
    uint32_t decoded_singly;
    uint32_t decode_failed;
    uint32_t reserved;
};

/* The same step over batches that are already on the device. */
struct TlGpuCeiling {
    uint32_t struct_bytes;
    uint32_t steps;
    double seconds;
    double images_per_second; /* over all of that time */
    uint32_t group_count;     /* stretches of about the same time that it was made of */
    uint32_t reserved;
    double group_images_per_second[kTlGpuGroupsMax]; /* in the order in which they were run */
    double clock_hertz; /* of the multiprocessors amid it; NaN = not to be had */
};

/* Side figures of a device; NaN = not to be had. */
struct TlGpuSample {
    uint32_t struct_bytes;
    uint32_t reserved;
    double utilisation_percent;
    double memory_used_bytes;
    double power_watts;
    double clock_hertz;
    double temperature_celsius;
};

/* What is to be known of a session beside its figures, in whole sentences; "" = nothing. */
struct TlGpuRemarks {
    char text[kTlGpuTextBytes];
};

struct TlGpuSession; /* the plug-in's own */

struct TlGpuApi {
    uint32_t abi_major;
    uint32_t abi_minor;
    uint32_t struct_bytes;
    uint32_t reserved;
    const char* build; /* "CUDA 13.0, sm_75 sm_80 sm_90 and PTX" */

    /* What there is, and why not. Gives kTlGpuOk also where nothing is usable. */
    int32_t (*probe)(struct TlGpuReport* report, struct TlGpuError* error);
    /* Page-locks memory of the caller, so that copies from it overlap with work. */
    int32_t (*pin)(void* memory, uint64_t bytes, struct TlGpuError* error);
    int32_t (*unpin)(void* memory, struct TlGpuError* error);
    int32_t (*open)(const struct TlGpuConfig* config,
                    struct TlGpuSession** session,
                    struct TlGpuError* error);
    /* Gradients are not exchanged in it. Blocks for about `seconds`, and the first time somewhat
     * longer: steps to warm up come before and are not counted. */
    int32_t (*ceiling)(struct TlGpuSession* session,
                       double seconds,
                       struct TlGpuCeiling* ceiling,
                       struct TlGpuError* error);
    /* From pinned memory it never waits for the device; where it decodes, it takes as long as the
     * host's share of that, which with JPEG engines is nearly all of the time.
     * From pageable memory it does: until the copies before it are over and the driver has taken
     * these pixels into memory of its own. More than in_flight_max: kTlGpuInvalid. Tickets count
     * from 1. */
    int32_t (*submit)(struct TlGpuSession* session,
                      const struct TlGpuBatch* batch,
                      uint64_t* ticket,
                      struct TlGpuError* error);
    /* Until the step is finished or the time is over; 0 ns only looks. `done` is filled in both
     * cases. Each ticket can be asked for until it was told to be finished, in any order; batches
     * are copied and finished in the order in which they came. */
    int32_t (*wait)(struct TlGpuSession* session,
                    uint64_t ticket,
                    int64_t timeout_ns,
                    struct TlGpuDone* done,
                    struct TlGpuError* error);
    int32_t (*stats)(struct TlGpuSession* session,
                     struct TlGpuSample* sample,
                     struct TlGpuError* error);
    /* Ends the session, whatever it gives back. */
    int32_t (*close)(struct TlGpuSession* session, struct TlGpuError* error);
    /* Makes the id of an exchange; its process has to live until all have joined. */
    int32_t (*make_exchange)(struct TlGpuExchangeId* id, struct TlGpuError* error);
    /* Never waits. They may change after the first steps. */
    int32_t (*remarks)(struct TlGpuSession* session,
                       struct TlGpuRemarks* remarks,
                       struct TlGpuError* error);
    /* How it decodes. kTlGpuInvalid for a session that takes pixels. */
    int32_t (*decoding)(struct TlGpuSession* session,
                        struct TlGpuDecoding* decoding,
                        struct TlGpuError* error);
};

#ifdef __cplusplus
}
#endif
