// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/unique_handle.h"
#include "engine/consumer/gpu_facts.h"
#include "engine/consumer/gpu_plugin_abi.h"

namespace throughline::consumer {

constexpr const char* kGpuPluginFile = "throughline_cuda.so";

struct SharedLibraryTraits {
    using Raw = void*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept;
};
using SharedLibrary = UniqueHandle<SharedLibraryTraits>;

class GpuSession;

/// A loaded GPU plug-in. Whoever loads one runs foreign code in this process: what must survive a
/// crash or a hang of it asks in a child process.
/// Thread: any. Errors of every call: the plug-in's words, after the act they belong to.
class GpuPlugin {
public:
    /// Errors: NotFound; Format for a library that is not a plug-in; Unsupported when it cannot be
    /// loaded or lacks a function; Version with both versions named.
    static Result<std::unique_ptr<GpuPlugin>> load(const std::string& path);
    GpuPlugin(const GpuPlugin&) = delete;
    GpuPlugin& operator=(const GpuPlugin&) = delete;
    ~GpuPlugin() = default;

    const std::string& path() const noexcept { return path_; }
    Result<GpuPluginReport> probe() const;
    /// Errors: Limit when the system allows no more locked memory; the run can go on pageable.
    Result<void> pin(std::span<std::byte> memory) const;
    Result<void> unpin(std::span<std::byte> memory) const;
    /// The plug-in must outlive the session. Errors: Limit when it does not fit the device.
    Result<std::unique_ptr<GpuSession>> open(const TlGpuConfig& config) const;
    /// What sessions that exchange gradients find each other by. Errors: Unsupported without NCCL.
    Result<TlGpuExchangeId> make_exchange() const;

private:
    GpuPlugin(std::string path, SharedLibrary library, const TlGpuApi* api)
        : path_(std::move(path)), library_(std::move(library)), api_(api) {}

    std::string path_;
    SharedLibrary library_;
    const TlGpuApi* api_;
};

/// One device at work. Closed when it is destroyed. Thread: see gpu_plugin_abi.h.
class GpuSession {
public:
    GpuSession(const TlGpuApi* api, TlGpuSession* session) : api_(api), session_(session) {}
    GpuSession(const GpuSession&) = delete;
    GpuSession& operator=(const GpuSession&) = delete;
    ~GpuSession();

    /// Blocks: about `seconds`.
    Result<TlGpuCeiling> ceiling(double seconds);
    /// Returns: the ticket. The batch's memory is borrowed until it was copied.
    Result<std::uint64_t> submit(const TlGpuBatch& batch);
    /// Blocks: at most `timeout`; a batch that is not finished then is no error, `finished` says
    /// so.
    Result<TlGpuDone> wait(std::uint64_t ticket, std::chrono::nanoseconds timeout);
    Result<TlGpuSample> stats();
    Result<std::string> remarks();
    /// Errors: Internal for a session that takes pixels.
    Result<TlGpuDecoding> decoding();

private:
    const TlGpuApi* api_;
    TlGpuSession* session_;
};

}  // namespace throughline::consumer
