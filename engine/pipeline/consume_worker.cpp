// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/consume_worker.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "engine/base/clock.h"

namespace throughline::pipeline {
namespace {

/// How soon a batch is seen that comes while others are under way.
constexpr std::chrono::microseconds kLookAround{200};
/// How soon a consumer is looked after that says nothing; what ends, and a stop, wake it at once.
constexpr std::chrono::milliseconds kPatience{100};

}  // namespace

Result<void> ConsumeWorker::run(std::stop_token stop) {
    account_.begin();
    meetings_.begin();
    Result<void> result = consume_all(stop);
    meetings_.end();
    account_.end();
    consumer_->leave();
    if (options_.barrier != nullptr) {
        options_.barrier->leave();
    }
    options_.watch->ended();
    return result;
}

Result<void> ConsumeWorker::consume_all(const std::stop_token& stop) {
    SteadyTime free_at = steady_now();
    std::uint32_t under_way = 0;
    while (!stopping()) {
        const bool has_room = under_way < consumer_->batches_max();
        batch::Batch batch;
        if (has_room && take(batch, under_way == 0)) {
            if (batch.images == 0) {  // every image of it failed; it only keeps the order
                options_.filler->add_free_slot(batch.slot);
                continue;
            }
            if (auto begun = consumer_->begin(batch, free_at); !begun) {
                return begun;
            }
            ++under_way;
            continue;
        }
        if (under_way == 0) {
            return {};  // no more will come
        }
        const auto progress = consumer_->wait(has_room ? kLookAround : kPatience, stop);
        if (!progress) {
            return progress.error();
        }
        if (stopping()) {
            return {};
        }
        // The slot goes back before the others are waited for: they may need it.
        if (progress->freed) {
            give_back(*progress->freed);
        }
        if (progress->ended > 0) {
            under_way -= progress->ended;
            free_at = progress->ended_at;
            count(*progress);
            if (options_.barrier != nullptr) {
                free_at = meet_others(free_at, stop);
            }
        }
    }
    return {};
}

/// Returns: when the next step may begin.
SteadyTime ConsumeWorker::meet_others(SteadyTime ended_at, const std::stop_token& stop) {
    const InState blocked(account_, WorkState::Blocked);
    const InState waiting(meetings_, WorkState::Starved);
    return options_.barrier->meet(ended_at, stop, [this] { meetings_.enter(WorkState::Blocked); });
}

/// False: none is there; where it may wait, no more will come.
bool ConsumeWorker::take(batch::Batch& batch, bool may_wait) {
    if (options_.batches->try_pop(std::span(&batch, 1)) == 1) {
        return true;
    }
    if (!may_wait) {
        return false;
    }
    const bool taken =
        options_.batches->pop(std::span(&batch, 1), 1, account_, WorkState::Starved) == 1;
    if (options_.in_sequence) {
        batch.ready_at = std::max(batch.ready_at, steady_now());  // its turn has only come now
    }
    return taken;
}

void ConsumeWorker::give_back(const batch::Batch& batch) {
    if (options_.refill) {
        options_.batches->push(batch);
    } else {
        options_.filler->add_free_slot(batch.slot);
    }
}

void ConsumeWorker::count(const consumer::Progress& progress) {
    counters_.images.add(progress.images);
    counters_.batches.add(progress.steps);
    for (std::uint32_t ended = 0; ended < progress.ended; ++ended) {
        options_.watch->delivered();
    }
}

}  // namespace throughline::pipeline
