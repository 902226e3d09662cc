// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.h"

namespace throughline::pipeline {

/// Something about one image that a user should know.
struct ItemEvent {
    bool failed = false;  ///< the image was not delivered; otherwise a remark
    std::string code;     ///< "read.open", "decode.truncated", "image.progressive", …
    std::string text;
    std::uint32_t item = 0;  ///< index in the image folder
    std::uint64_t more = 0;  ///< so many further ones of this code have no event of their own
};

/// Collects what workers report of single images, each image once as failed and once as remarkable
/// however many epochs it is read in. Thread: report() any; take() the runner.
class ItemLog {
public:
    explicit ItemLog(std::uint32_t images);

    /// Events of one code that are kept with their texts; further ones are counted.
    static constexpr std::uint64_t kEventsOfOneCodeMax = 100;

    /// True when the caller shall build the text and call report(): nothing of this kind was
    /// reported of the image yet, and not too many of this code. Costs one relaxed load for images
    /// already known, and no memory however many images there are.
    bool wants(std::uint32_t item, bool failed, std::string_view code);
    void report(ItemEvent event);
    std::vector<ItemEvent> take();
    /// One event a code that had more than kEventsOfOneCodeMax, with the number of the others.
    std::vector<ItemEvent> take_rest();

private:
    std::unique_ptr<std::atomic<std::uint8_t>[]> seen_;
    Mutex mutex_;
    std::vector<ItemEvent> events_ GUARDED_BY(mutex_);
    struct Tally {
        std::uint64_t count = 0;
        bool failed = false;
        std::uint32_t last_item = 0;
    };
    /// By code.
    std::map<std::string, Tally, std::less<>> tallies_ GUARDED_BY(mutex_);
};

}  // namespace throughline::pipeline
