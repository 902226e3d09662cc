// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "engine/cuda/exchange.cuh"
#include "engine/cuda/libraries.cuh"
#include "engine/cuda/status.cuh"

namespace throughline::cuda {

/// NCCL's few functions, with own prototypes: a result is an int with 0 for success, a member a
/// pointer, an id 128 bytes that are passed by value. Source: nccl.h of NCCL 2.28.
struct Exchange::Library {
    OpenLibrary handle;
    int (*get_id)(TlGpuExchangeId*) = nullptr;
    int (*join)(void**, int, TlGpuExchangeId, int) = nullptr;
    int (*all_reduce)(const void*, void*, std::size_t, int, int, void*, cudaStream_t) = nullptr;
    int (*abort)(void*) = nullptr;
    const char* (*error_text)(int) = nullptr;

    template <class Function>
    bool find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(handle.get(), name));
        return function != nullptr;
    }

    std::int32_t load(TlGpuError* error) {
        std::string tried;
        handle = open_library(kNccl, tried);
        if (!handle) {
            return fail(error, kTlGpuNoLibrary, std::string(kNccl) + ": " + tried);
        }
        const bool complete = find(get_id, "ncclGetUniqueId") && find(join, "ncclCommInitRank") &&
                              find(all_reduce, "ncclAllReduce") && find(abort, "ncclCommAbort") &&
                              find(error_text, "ncclGetErrorString");
        return complete ? kTlGpuOk
                        : fail(error, kTlGpuNoLibrary, std::string(kNccl) + " lacks a function");
    }
};

std::int32_t Exchange::make_id(TlGpuExchangeId& id, TlGpuError* error) {
    Library library;
    if (const std::int32_t status = library.load(error); status != kTlGpuOk) {
        return status;
    }
    const int result = library.get_id(&id);
    return result == 0 ? kTlGpuOk
                       : fail(error,
                              kTlGpuDeviceFailed,
                              std::string("begin an exchange of gradients: NCCL: ") +
                                  library.error_text(result));
}

std::int32_t Exchange::join(const TlGpuConfig& config,
                            std::unique_ptr<Exchange>& exchange,
                            TlGpuError* error) {
    std::unique_ptr<Exchange> made(new Exchange);
    made->library_ = std::make_unique<Library>();
    if (const std::int32_t status = made->library_->load(error); status != kTlGpuOk) {
        return status;
    }
    cudaError_t code = make_stream(made->stream_);
    code = code ? code : make_event(made->before_);
    code = code ? code : make_event(made->after_);
    for (Times& times : made->times_) {
        code = code ? code : make_event(times.begin);
        code = code ? code : make_event(times.end);
    }
    if (code) {
        return fail(error, "make room for the exchange of gradients", code);
    }
    const bool joined = made->succeeded(made->library_->join(&made->member_,
                                                             static_cast<int>(config.ranks),
                                                             config.exchange,
                                                             static_cast<int>(config.rank)));
    if (!joined) {
        return fail(error, kTlGpuDeviceFailed, "join the exchange of gradients: " + made->failure_);
    }
    exchange = std::move(made);
    return kTlGpuOk;
}

Exchange::~Exchange() {
    // Not ncclCommDestroy, which waits for the others: one of them may have crashed.
    if (member_ != nullptr) {
        library_->abort(member_);
    }
}

bool Exchange::succeeded(int result) {
    if (result != 0) {
        failure_ = std::string("NCCL: ") + library_->error_text(result);
    }
    return result == 0;
}

cudaError_t Exchange::all_reduce(void* values,
                                 std::uint64_t count,
                                 Type type,
                                 cudaStream_t stream) {
    constexpr int kFloat16 = 6;
    constexpr int kFloat32 = 7;
    constexpr int kMean = 4;
    Times& times = times_[slot_];
    cudaError_t code = cudaEventRecord(before_.get(), stream);
    code = code ? code : cudaStreamWaitEvent(stream_.get(), before_.get(), 0);
    if (!times.open) {
        code = code ? code : cudaEventRecord(times.begin.get(), stream_.get());
    }
    if (code) {
        return code;
    }
    if (!succeeded(library_->all_reduce(values,
                                        values,
                                        count,
                                        type == Type::Float16 ? kFloat16 : kFloat32,
                                        kMean,
                                        member_,
                                        stream_.get()))) {
        return cudaErrorUnknown;
    }
    times.open = true;
    code = cudaEventRecord(times.end.get(), stream_.get());
    code = code ? code : cudaEventRecord(after_.get(), stream_.get());
    return code ? code : cudaStreamWaitEvent(stream, after_.get(), 0);
}

cudaError_t Exchange::seconds_of(std::uint32_t slot, double& seconds) {
    Times& times = times_[slot];
    seconds = 0.0;
    if (!times.open) {
        return cudaSuccess;
    }
    times.open = false;
    return seconds_between(times.begin, times.end, seconds);
}

}  // namespace throughline::cuda
