// SPDX-License-Identifier: Apache-2.0
#pragma once

/* The part of gpu_plugin_abi.h that is about what a plug-in finds. */
#ifdef __cplusplus
#include <cstdint>
#else
#include <stdint.h>
#endif

enum { kTlGpuTextBytes = 512, kTlGpuNameBytes = 128 };
enum { kTlGpuDevicesMax = 16, kTlGpuLibrariesMax = 8 };

struct TlGpuDevice {
    char name[kTlGpuNameBytes];
    char pci_address[32];
    char uuid[48]; /* "GPU-6b0c…": CUDA_VISIBLE_DEVICES takes it; "" = it has none of its own */
    uint64_t memory_bytes;
    uint64_t memory_free_bytes; /* 0 = unknown; asking takes no memory of any device */
    uint32_t compute_major;
    uint32_t compute_minor;
    uint32_t usable; /* this plug-in has code for it */
    uint32_t reserved;
};

/* A library that the plug-in opens by name when it is first needed. */
struct TlGpuLibrary {
    char name[kTlGpuNameBytes];       /* "libcudnn.so.9" */
    char needed_for[kTlGpuNameBytes]; /* "networks" */
    char version[32];                 /* "" = it does not say */
    char path[kTlGpuTextBytes];       /* from where, when found */
    char reason[kTlGpuTextBytes];     /* why not, with the places searched, when not found */
    uint32_t found;
    uint32_t reserved;
};

struct TlGpuReport {
    uint32_t struct_bytes;
    uint32_t device_count;
    uint32_t library_count;
    uint32_t reserved;
    char driver[kTlGpuNameBytes]; /* version, "" without one */
    char reason[kTlGpuTextBytes]; /* why no device is usable; "" when one is */
    char advice[kTlGpuTextBytes]; /* what to do about it; "" = the plug-in does not know */
    struct TlGpuDevice devices[kTlGpuDevicesMax];
    struct TlGpuLibrary libraries[kTlGpuLibrariesMax];
};
