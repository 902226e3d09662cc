// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <sys/types.h>

#include <cstddef>
#include <string>
#include <type_traits>

/// The few functions of cuFile that are used, with own prototypes: the toolkit may lack its header,
/// and the library is opened by name. Names, values and layouts: the cuFile API reference guide.
namespace throughline::gpu_check::cufile {

/// 0 = success, from kFirstError on errors of cuFile.
struct Status {
    int error;
    int driver_error;  ///< of CUDA, where `error` is kDriverError
};
constexpr int kFirstError = 5000;
constexpr int kDriverError = kFirstError + 11;

constexpr const char* words_of(int error) noexcept {
    switch (error) {
        case 0:
            return "no error";
        case kFirstError + 1:
            return "the nvidia-fs driver is not loaded";
        case kFirstError + 4:
            return "the nvidia-fs driver has another version";
        case kFirstError + 7:
            return "this platform has no GPUDirect Storage";
        case kFirstError + 8:
            return "this file system has no GPUDirect Storage";
        case kFirstError + 9:
            return "this GPU has no GPUDirect Storage";
        case kDriverError:
            return "the CUDA driver reports an error";
        case kFirstError + 18:
            return "this kind of file is not supported";
        case kFirstError + 20:
            return "the file was opened without O_DIRECT";
        case kFirstError + 25:
            return "permission denied";
        case kFirstError + 33:
            return "its driver cannot be set up";
        case kFirstError + 36:
            return "too little memory of the GPU can be pinned";
        default:
            return "an error of cuFile";
    }
}

using File = void*;

/// CUfileDescr_t of a Linux file.
struct Description {
    int type = 1;  ///< CU_FILE_HANDLE_TYPE_OPAQUE_FD
    union {
        int fd;
        void* handle;
    } of{};
    const void* operations = nullptr;
};

/// CUfileDrvProps_t.
struct Properties {
    unsigned major_version;  ///< of nvidia-fs; 0 = it is not loaded
    unsigned minor_version;
    std::size_t poll_bytes;
    std::size_t direct_bytes_max;
    unsigned status_flags;
    unsigned control_flags;
    unsigned features;
    unsigned cache_kib_max;
    unsigned cache_kib_per_buffer;
    unsigned pinned_kib_max;
    unsigned batch_max;
    unsigned batch_timeout_ms;
};
constexpr unsigned kAllowsCompatibility = 1U << 1U;  ///< of control_flags
constexpr unsigned kPeerToPeer = 1U << 4U;           ///< of features

struct Api {
    Status (*open_driver)() = nullptr;
    Status (*close_driver)() = nullptr;
    Status (*properties)(Properties*) = nullptr;
    Status (*add_file)(File*, Description*) = nullptr;
    void (*remove_file)(File) = nullptr;
    Status (*add_buffer)(const void*, std::size_t, int) = nullptr;
    Status (*remove_buffer)(const void*) = nullptr;
    ssize_t (*read)(File, void*, std::size_t, off_t, off_t) = nullptr;

    /// "" when all of them are there, else the first that is not.
    std::string load(void* library) {
        std::string missing;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            if (function == nullptr && missing.empty()) {
                missing = name;
            }
        };
        find(open_driver, "cuFileDriverOpen");
        find(close_driver, "cuFileDriverClose_v2");
        find(properties, "cuFileDriverGetProperties");
        find(add_file, "cuFileHandleRegister");
        find(remove_file, "cuFileHandleDeregister");
        find(add_buffer, "cuFileBufRegister");
        find(remove_buffer, "cuFileBufDeregister");
        find(read, "cuFileRead");
        return missing;
    }
};

}  // namespace throughline::gpu_check::cufile
