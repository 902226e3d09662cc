// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/loader_worker.h"

#include <string>

#include "engine/base/say.h"

namespace throughline::pipeline {

Result<void> LoaderWorker::run(std::stop_token stop) {
    account_.begin();
    Result<void> result = load_all(stop);
    account_.end();
    options_.batches->close();
    const bool stopped = !result && result.error().code == ErrorCode::Stopped;
    return stopped ? Result<void>() : result;
}

Result<void> LoaderWorker::load_all(const std::stop_token& stop) {
    for (std::uint64_t epoch = 0; options_.epochs_max == 0 || epoch < options_.epochs_max;
         ++epoch) {
        if (epoch > 0 && options_.hold_between_epochs) {
            hold();
        }
        if (stopping()) {
            break;
        }
        if (auto loaded = load_epoch(epoch, stop); !loaded) {
            return loaded;
        }
        epochs_.add(1);
    }
    return {};
}

Result<void> LoaderWorker::load_epoch(std::uint64_t epoch, const std::stop_token& stop) {
    if (auto begun = options_.loader->begin_epoch(epoch); !begun) {
        return begun;
    }
    const std::uint64_t before = images();
    while (!stopping()) {
        bool has_room = false;
        {
            const InState blocked(account_, WorkState::Blocked);
            has_room = options_.filler->wait_claimable();
        }
        if (!has_room) {
            return {};
        }
        const auto batch = options_.loader->next(stop);
        if (!batch) {
            return batch.error();
        }
        if (!*batch) {
            break;
        }
        if (auto fits = check(**batch); !fits) {
            return fits;
        }
        deliver(**batch);
    }
    if (images() == before && !stopping()) {
        return format_error(say("the loader ended epoch %1 without a batch: it found no image",
                                std::to_string(epoch + 1)));
    }
    return {};
}

Result<void> LoaderWorker::check(const loader::LoadedBatch& batch) {
    if (batch.images > options_.batch_images) {
        return format_error(
            say("the loader delivered a batch of %1 images where at most %2 "
                "were asked for (batch.images)",
                std::to_string(batch.images),
                std::to_string(options_.batch_images)));
    }
    const bool tells = batch.bytes.has_value();
    if (tells_bytes_.value_or(tells) != tells) {
        return format_error(
            say("the loader said of some batches how many bytes it read, and of others not"));
    }
    tells_bytes_ = tells;
    return {};
}

void LoaderWorker::deliver(const loader::LoadedBatch& batch) {
    std::optional<batch::Batch> ready;
    for (std::uint64_t image = 0; image < batch.images && !ready; ++image) {
        ready = options_.filler->complete(*options_.filler->try_claim());
    }
    if (!ready) {
        ready = options_.filler->flush();
    }
    images_.add(batch.images);
    bytes_.add(batch.bytes.value_or(0));
    options_.batches->push(*ready);
}

void LoaderWorker::hold() {
    const InState blocked(account_, WorkState::Blocked);
    MutexLock lock(mutex_);
    holds_ = true;
    changed_.wait(lock, [this]() REQUIRES(mutex_) { return !holds_ || aborted_; });
}

bool LoaderWorker::holds() const {
    const MutexLock lock(mutex_);
    return holds_;
}

void LoaderWorker::next_epoch() {
    const MutexLock lock(mutex_);
    holds_ = false;
    changed_.notify_all();
}

void LoaderWorker::abort() {
    const MutexLock lock(mutex_);
    aborted_ = true;
    changed_.notify_all();
}

}  // namespace throughline::pipeline
