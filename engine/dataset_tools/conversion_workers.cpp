// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/conversion_workers.h"

#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/decode/image_decoder.h"

namespace throughline::dataset_tools {

ItemMaker::ItemMaker(const Conversion& conversion)
    : conversion_(conversion),
      fetcher_(conversion.images),
      recoder_(ImageRecoder::make({.short_side_px = conversion.options.short_side_px,
                                   .quality = conversion.options.quality,
                                   .width_px = conversion.options.width_px,
                                   .height_px = conversion.options.height_px})) {}

Result<ShardImage> ItemMaker::make(std::uint64_t item) {
    const std::uint32_t number = conversion_.order[item];
    auto encoded = fetcher_.fetch(number);
    if (!encoded) {
        return std::move(encoded).error();
    }
    ShardImage image{.bytes = *encoded, .number = item};
    if (conversion_.options.format == dataset::Format::RawTensor) {
        auto pixels = recoder_->pixels(*encoded);
        if (!pixels) {
            return std::move(pixels).error();
        }
        image.bytes = *pixels;
        return image;
    }
    if (conversion_.options.short_side_px != 0) {
        auto shrunk = recoder_->shrink(*encoded);
        if (!shrunk) {
            return std::move(shrunk).error();
        }
        image.bytes = *shrunk;
    }
    ImageClass image_class = conversion_.classes.of(number);
    class_name_ = std::move(image_class.name);
    image.label = image_class.label;
    image.class_name = class_name_;
    if (conversion_.options.format == dataset::Format::TfRecord) {  // damaged: 0 x 0
        const decode::ImageFacts facts = decode::read_image_facts(image.bytes).facts;
        image.width_px = facts.width_px;
        image.height_px = facts.height_px;
    }
    return image;
}

void ConversionWorkers::leave_out(std::uint64_t item, const Error& error) {
    const MutexLock lock(mutex_);
    ++left_out_;
    if (item < first_left_out_) {
        first_left_out_ = item;
        first_reason_ = conversion_.images.name(conversion_.order[item]) + ": " + describe(error);
    }
}

Result<void> ConversionWorkers::run(const std::function<Result<void>(ItemMaker&)>& work,
                                    const OnProgress& on_progress,
                                    const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { give_up_.request_stop(); });
    const SteadyTime start = steady_now();
    const auto show = [&] {
        if (on_progress) {
            on_progress({.images_done = images_done_.load(std::memory_order_relaxed),
                         .images = conversion_.order.size(),
                         .bytes_written = bytes_.load(std::memory_order_relaxed),
                         .seconds = in_seconds(steady_now() - start)});
        }
    };
    const auto make_and_work = [&] {
        ItemMaker maker(conversion_);
        return work(maker);
    };
    auto done =
        run_on_threads("convert", conversion_.options.threads, make_and_work, show, give_up_);
    show();
    if (!done) {
        return done;
    }
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("convert data set: stopped")};
    }
    return {};
}

ConvertReport ConversionWorkers::report() const {
    const MutexLock lock(mutex_);
    return {.images = images_done_.load(),
            .bytes = bytes_.load(),
            .left_out = left_out_,
            .first_left_out = first_reason_};
}

}  // namespace throughline::dataset_tools
