// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace throughline::pipeline {

/// Something about one image that a user should know.
struct ItemEvent {
    bool failed = false;  ///< the image was not delivered; otherwise a remark
    std::string code;     ///< "read.open", "decode.truncated", "image.progressive", …
    std::string text;
    std::uint32_t item = 0;  ///< index in the image folder
};

/// Collects what workers report of single images, each image once as failed and once as remarkable
/// however many epochs it is read in. Thread: report() any; take() the runner.
class ItemLog {
public:
    explicit ItemLog(std::uint32_t images);

    /// True when nothing of this kind was reported of the image yet; the caller then builds the
    /// text and calls report(). Costs one relaxed load for images already known.
    bool is_new(std::uint32_t item, bool failed) noexcept;
    void report(ItemEvent event);
    std::vector<ItemEvent> take();

private:
    std::unique_ptr<std::atomic<std::uint8_t>[]> seen_;
    std::mutex mutex_;
    std::vector<ItemEvent> events_;
};

}  // namespace throughline::pipeline
