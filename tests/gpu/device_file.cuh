// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/cuda/libraries.cuh"
#include "tests/gpu/cufile_api.cuh"

namespace throughline::gpu_check {

/// cuFile: ranges of files straight into memory of the device, or in compatibility mode through
/// memory of the host, which is slower than reading there. Which one is in force is not for the
/// library to choose in silence: a driver that may not fall back fails where it would have to.
/// Thread: open() by one, once a process; read() by any.
class FileDriver {
public:
    enum class Fallback { Refused, Allowed };

    /// `folder`: where its settings and its log may be written. The current device is used.
    /// Null: `error` says why.
    static std::unique_ptr<FileDriver> open(Fallback fallback,
                                            const std::string& folder,
                                            std::string& error);
    FileDriver(const FileDriver&) = delete;
    FileDriver& operator=(const FileDriver&) = delete;
    ~FileDriver();

    const cufile::Api& api() const noexcept { return api_; }
    /// "GPUDirect Storage by nvidia-fs 2.26", "compatibility mode: ...": with a driver that refuses
    /// to fall back and has a file, the former holds.
    std::string describe() const;

private:
    explicit FileDriver(Fallback fallback) : fallback_(fallback) {}

    Fallback fallback_;
    cuda::OpenLibrary library_;
    cufile::Api api_;
    bool is_open_ = false;
};

/// One file, open for reading. The driver must outlive it. Thread: any.
class DeviceFile {
public:
    /// Null: `error` says why; with Fallback::Refused, why the device cannot read it directly.
    static std::unique_ptr<DeviceFile> open(const FileDriver& driver,
                                            const std::string& path,
                                            std::string& error);
    DeviceFile(const DeviceFile&) = delete;
    DeviceFile& operator=(const DeviceFile&) = delete;
    ~DeviceFile();

    /// Whether it bypasses the page cache, which some file systems cannot.
    bool is_direct() const noexcept { return direct_; }
    /// Blocks. `buffer`: of the device. Returns: bytes read; negative: an error, see words_of().
    std::int64_t read(void* buffer,
                      std::uint64_t bytes,
                      std::uint64_t file_offset,
                      std::uint64_t buffer_offset) const;

private:
    explicit DeviceFile(const FileDriver& driver) : driver_(driver) {}

    const FileDriver& driver_;
    int fd_ = -1;
    bool direct_ = false;
    cufile::File file_ = nullptr;
};

}  // namespace throughline::gpu_check
