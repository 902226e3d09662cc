// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/shuffle_window.h"

#include <utility>

#include "engine/base/check.h"
#include "engine/dataset/order.h"

namespace throughline::pipeline {

ShuffleWindow::ShuffleWindow(std::uint32_t capacity, std::uint64_t seed)
    : capacity_(capacity), seed_(seed), random_(dataset::epoch_seed(seed, 0)) {
    images_.reserve(capacity);
}

void ShuffleWindow::put(const EncodedImage& image) {
    THROUGHLINE_CHECK(takes(image.epoch));
    if (images_.empty() && image.epoch != epoch_) {
        epoch_ = image.epoch;
        random_ = Random(dataset::epoch_seed(seed_, epoch_));
    }
    images_.push_back(image);
    if (image.epoch == epoch_) {
        THROUGHLINE_CHECK(of_epoch_ + 1 == images_.size());
        ++of_epoch_;
    }
}

EncodedImage ShuffleWindow::take() {
    THROUGHLINE_CHECK(of_epoch_ > 0);
    const auto pick = static_cast<std::size_t>(random_.below(of_epoch_));
    const EncodedImage taken = images_[pick];
    --of_epoch_;
    images_[pick] = images_[of_epoch_];
    images_[of_epoch_] = images_.back();
    images_.pop_back();
    if (of_epoch_ == 0 && !images_.empty()) {
        epoch_ = images_.front().epoch;
        of_epoch_ = images_.size();
        random_ = Random(dataset::epoch_seed(seed_, epoch_));
    }
    return taken;
}

}  // namespace throughline::pipeline
