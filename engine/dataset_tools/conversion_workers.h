// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/dataset_tools/conversion.h"
#include "engine/dataset_tools/image_recoder.h"
#include "engine/dataset_tools/shard_file.h"

namespace throughline::dataset_tools {

/// Reads items and makes of them what is to be written. Thread: one owner.
class ItemMaker {
public:
    explicit ItemMaker(const Conversion& conversion);
    /// Valid until the next call. Errors: the item is to be left out, and why.
    Result<ShardImage> make(std::uint64_t item);

private:
    const Conversion& conversion_;
    ImageFetcher fetcher_;
    std::unique_ptr<ImageRecoder> recoder_;
    std::string class_name_;
};

/// Runs the threads of a conversion, shows how far they are, and keeps what went wrong.
class ConversionWorkers {
public:
    using OnProgress = std::function<void(const ConvertProgress&)>;
    ConversionWorkers(const Conversion& conversion, std::uint64_t images_there)
        : conversion_(conversion), images_done_(images_there) {}

    /// Calls work() once on each thread. Errors: its first; Stopped.
    Result<void> run(const std::function<Result<void>(ItemMaker&)>& work,
                     const OnProgress& on_progress,
                     const std::stop_token& stop);
    /// One more image written, or left out because of `error`.
    void count(std::uint64_t bytes) {
        images_done_.fetch_add(1, std::memory_order_relaxed);
        bytes_.fetch_add(bytes, std::memory_order_relaxed);
    }
    void leave_out(std::uint64_t item, const Error& error);
    /// Asked for by the caller, or after a failure.
    std::stop_token stopping() const { return give_up_.get_token(); }
    /// images, bytes and what was left out.
    ConvertReport report() const;

private:
    const Conversion& conversion_;
    std::stop_source give_up_;
    std::atomic<std::uint64_t> images_done_;
    std::atomic<std::uint64_t> bytes_ = 0;
    mutable Mutex mutex_;
    std::uint64_t left_out_ GUARDED_BY(mutex_) = 0;
    std::uint64_t first_left_out_ GUARDED_BY(mutex_) = UINT64_MAX;  ///< the lowest item
    std::string first_reason_ GUARDED_BY(mutex_);
};

}  // namespace throughline::dataset_tools
