// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <library_types.h>

#include <cstddef>
#include <string>
#include <type_traits>

/// The few functions of nvJPEG that are used, with own prototypes: the toolkit may lack its header,
/// and the library is opened by name. Names, values and layouts: nvJPEG's documentation, API
/// reference of CUDA 13.0.
namespace throughline::cuda::nvjpeg {

enum class Status : int {
    Success = 0,
    NotInitialised = 1,
    InvalidParameter = 2,
    BadJpeg = 3,
    NotSupported = 4,
    OutOfMemory = 5,
    ExecutionFailed = 6,
    ArchitectureMismatch = 7,
    InternalError = 8,
    NotImplemented = 9,
    Incomplete = 10
};

constexpr const char* words_of(Status status) noexcept {
    switch (status) {
        case Status::Success:
            return "no error";
        case Status::NotInitialised:
            return "not initialised";
        case Status::InvalidParameter:
            return "invalid parameter";
        case Status::BadJpeg:
            return "the JPEG is damaged";
        case Status::NotSupported:
            return "this kind of JPEG is not supported";
        case Status::OutOfMemory:
            return "out of memory";
        case Status::ExecutionFailed:
            return "execution on the device failed";
        case Status::ArchitectureMismatch:
            return "the device does not have it";
        case Status::InternalError:
            return "internal error";
        case Status::NotImplemented:
            return "not implemented";
        case Status::Incomplete:
            return "the JPEG ends early";
    }
    return "unknown error";
}

enum class Backend : int { Hybrid = 1, GpuHybrid = 2, Hardware = 3 };
constexpr int kPlanarRgb = 3;                 ///< NVJPEG_OUTPUT_RGB
constexpr unsigned kSmoothChroma = 1U << 5U;  ///< NVJPEG_FLAGS_UPSAMPLING_WITH_INTERPOLATION

constexpr int kBaseline = 0xc0;  ///< NVJPEG_ENCODING_BASELINE_DCT

/// Where a picture goes: planes, and bytes from a row to the next.
struct Image {
    unsigned char* channel[4];
    std::size_t pitch[4];
};

using Handle = struct HandleOf*;
using State = struct StateOf*;
using Stream = struct StreamOf*;    ///< a parsed file
using Decoder = struct DecoderOf*;  ///< of single pictures
using Params = struct ParamsOf*;
using Pinned = struct PinnedOf*;
using Device = struct DeviceOf*;

struct Api {
    Status (*property)(libraryPropertyType, int*) = nullptr;
    Status (*create)(Backend, void*, void*, unsigned, Handle*) = nullptr;
    Status (*destroy)(Handle) = nullptr;
    Status (*hardware)(Handle, unsigned*, unsigned*) = nullptr;  ///< null: older than 11.8
    Status (*create_state)(Handle, State*) = nullptr;
    Status (*destroy_state)(State) = nullptr;
    Status (*create_stream)(Handle, Stream*) = nullptr;
    Status (*destroy_stream)(Stream) = nullptr;
    Status (*parse_header)(Handle, const unsigned char*, std::size_t, Stream) = nullptr;
    Status (*parse)(Handle, const unsigned char*, std::size_t, int, int, Stream) = nullptr;
    Status (*frame)(Stream, unsigned*, unsigned*) = nullptr;
    Status (*components)(Stream, unsigned*) = nullptr;
    Status (*encoding)(Stream, int*) = nullptr;
    Status (*create_params)(Handle, Params*) = nullptr;
    Status (*destroy_params)(Params) = nullptr;
    Status (*set_format)(Params, int) = nullptr;
    Status (*allow_cmyk)(Params, int) = nullptr;
    Status (*batch_supports)(Handle, Stream, Params, int*) = nullptr;
    Status (*begin_batch)(Handle, State, int, int, int) = nullptr;
    Status (*decode_batch)(Handle,
                           State,
                           const unsigned char* const*,
                           const std::size_t*,
                           Image*,
                           cudaStream_t) = nullptr;
    Status (*create_decoder)(Handle, Backend, Decoder*) = nullptr;
    Status (*destroy_decoder)(Decoder) = nullptr;
    Status (*create_decoder_state)(Handle, Decoder, State*) = nullptr;
    Status (*create_pinned)(Handle, void*, Pinned*) = nullptr;
    Status (*destroy_pinned)(Pinned) = nullptr;
    Status (*create_device)(Handle, void*, Device*) = nullptr;
    Status (*destroy_device)(Device) = nullptr;
    Status (*attach_pinned)(State, Pinned) = nullptr;
    Status (*attach_device)(State, Device) = nullptr;
    Status (*decode)(Handle, Decoder, State, Stream, Image*, Params, cudaStream_t) = nullptr;

    /// "" when all of them are there, else the first that is not.
    std::string load(void* library) {
        std::string missing;
        const auto find = [&](auto& function, const char* name, bool needed = true) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            if (function == nullptr && needed && missing.empty()) {
                missing = name;
            }
        };
        find(property, "nvjpegGetProperty");
        find(create, "nvjpegCreateEx");
        find(destroy, "nvjpegDestroy");
        find(hardware, "nvjpegGetHardwareDecoderInfo", false);
        find(create_state, "nvjpegJpegStateCreate");
        find(destroy_state, "nvjpegJpegStateDestroy");
        find(create_stream, "nvjpegJpegStreamCreate");
        find(destroy_stream, "nvjpegJpegStreamDestroy");
        find(parse_header, "nvjpegJpegStreamParseHeader");
        find(parse, "nvjpegJpegStreamParse");
        find(frame, "nvjpegJpegStreamGetFrameDimensions");
        find(components, "nvjpegJpegStreamGetComponentsNum");
        find(encoding, "nvjpegJpegStreamGetJpegEncoding");
        find(create_params, "nvjpegDecodeParamsCreate");
        find(destroy_params, "nvjpegDecodeParamsDestroy");
        find(set_format, "nvjpegDecodeParamsSetOutputFormat");
        find(allow_cmyk, "nvjpegDecodeParamsSetAllowCMYK");
        find(batch_supports, "nvjpegDecodeBatchedSupportedEx");
        find(begin_batch, "nvjpegDecodeBatchedInitialize");
        find(decode_batch, "nvjpegDecodeBatched");
        find(create_decoder, "nvjpegDecoderCreate");
        find(destroy_decoder, "nvjpegDecoderDestroy");
        find(create_decoder_state, "nvjpegDecoderStateCreate");
        find(create_pinned, "nvjpegBufferPinnedCreate");
        find(destroy_pinned, "nvjpegBufferPinnedDestroy");
        find(create_device, "nvjpegBufferDeviceCreate");
        find(destroy_device, "nvjpegBufferDeviceDestroy");
        find(attach_pinned, "nvjpegStateAttachPinnedBuffer");
        find(attach_device, "nvjpegStateAttachDeviceBuffer");
        find(decode, "nvjpegDecodeJpeg");
        return missing;
    }

    /// "13.0.4"; "" = it does not say.
    std::string version() const {
        std::string text;
        for (const libraryPropertyType part : {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL}) {
            int number = 0;
            if (property(part, &number) != Status::Success) {
                return {};
            }
            text += text.empty() ? "" : ".";  // by itself: GCC bug 105651
            text += std::to_string(number);
        }
        return text;
    }
};

}  // namespace throughline::cuda::nvjpeg
