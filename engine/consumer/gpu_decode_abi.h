// SPDX-License-Identifier: Apache-2.0
#pragma once

/* The part of gpu_plugin_abi.h that is about images which the device decodes. */
#ifdef __cplusplus
#include <cstdint>
#else
#include <stdint.h>
#endif

enum { kTlGpuDecodeTextBytes = 512 };
/* TlGpuLibrary::needed_for of what decodes. */
#define TL_GPU_DECODER_NEEDED_FOR "decoding on the GPU"

/* What decodes JPEGs on the device; the rest of a batch that this way does not take is decoded one
 * image after the other, as with Hybrid. */
enum TlGpuDecodeWay {
    kTlGpuDecodeNone = 0,    /* nothing: batches are pixels */
    kTlGpuDecodeBest = 1,    /* the first of the following that the device has */
    kTlGpuDecodeEngines = 2, /* its JPEG engines, beside the multiprocessors */
    kTlGpuDecodeKernels = 3, /* its multiprocessors; small batches have their entropy coding undone
                                by the host */
    kTlGpuDecodeHybrid = 4   /* its multiprocessors, behind the host that undoes entropy coding */
};

/* Along one side of a stored image: what becomes the result. A triangle filter as wide as the
 * reduction, which looks only at pixels [limit_begin_px, limit_end_px). */
struct TlGpuExtent {
    double begin_px; /* may be fractional */
    double size_px;
    uint32_t limit_begin_px;
    uint32_t limit_end_px;
    uint32_t mirrored;
    uint32_t reserved;
};

/* A JPEG, and which part of it is wanted; or what has become of one already. The result is first
 * resized and mirrored along both sides and then, where `transposed`, rows and columns change
 * places. */
struct TlGpuEncoded {
    const uint8_t* bytes;
    uint64_t byte_count;
    uint32_t width_px; /* as it is stored; another one in the file fails the image */
    uint32_t height_px;
    struct TlGpuExtent across;
    struct TlGpuExtent down;
    uint32_t transposed;
    uint32_t is_pixels; /* since 2.1: the bytes are the result, [height_px, width_px, 3] of the
                           session; the host has decoded what is too large for the device's ways,
                           and what stands above is not read */
};

/* How a session decodes. */
struct TlGpuDecoding {
    uint32_t struct_bytes;
    uint32_t way;          /* TlGpuDecodeWay that is in force */
    uint32_t engines;      /* JPEG engines in use; 0 = none, or it does not say how many */
    uint32_t engine_cores; /* of each */
    char library[32];      /* version of what decodes */
    char reason[kTlGpuDecodeTextBytes]; /* why none of the ways before it is; "" = there is none, or
                                     another was asked for */
};
