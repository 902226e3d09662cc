// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/run_control.h"

#include <utility>

#include "engine/base/check.h"
#include "engine/base/say.h"

namespace throughline::measure {

void RunControl::pause() {
    const MutexLock lock(mutex_);
    paused_ = true;
}

void RunControl::resume() {
    {
        const MutexLock lock(mutex_);
        paused_ = false;
    }
    changed_.notify_all();
}

bool RunControl::paused() const {
    const MutexLock lock(mutex_);
    return paused_;
}

void RunControl::wait_while_paused() {
    MutexLock lock(mutex_);
    changed_.wait(lock, stop_.get_token(), [this]() REQUIRES(mutex_) { return !paused_; });
}

Result<void> RunControl::begin_at(SteadyTime when) {
    {
        const MutexLock lock(mutex_);
        if (!held_) {
            return usage_error(say("no repeat waits to begin"));
        }
        begin_ = when;
    }
    changed_.notify_all();
    return {};
}

void RunControl::wait_to_begin(const std::function<void()>& on_held) {
    {
        const MutexLock lock(mutex_);
        held_ = true;
        begin_.reset();
    }
    on_held();
    MutexLock lock(mutex_);
    const auto token = stop_.get_token();
    if (changed_.wait(lock, token, [this]() REQUIRES(mutex_) { return begin_.has_value(); })) {
        changed_.wait_until(lock, token, *begin_, [] { return false; });
    }
    held_ = false;
}

Result<void> RunControl::request_setting(std::string_view key, const spec::SettingValue& value) {
    const auto refuse = [&](const std::string& why) { return usage_error(why); };
    const std::string name(key);
    const spec::SettingInfo* info = spec::find_setting(key);
    if (info == nullptr) {
        return refuse(say("there is no setting '%1'", name));
    }
    if (!info->live) {
        return refuse(say("'%1' cannot be changed while a study is measured", name));
    }
    if (recorded_) {
        return refuse(
            say("'%1' cannot be changed in a measurement that is recorded: measure without -o, "
                "--output to play with it",
                name));
    }
    auto checked = spec::check_setting(key, value);
    if (!checked) {
        return std::move(checked).error();
    }
    // decode.threads is the only live setting so far.
    const auto* threads = std::get_if<std::int64_t>(&*checked);
    THROUGHLINE_CHECK(name == "decode.threads" && threads != nullptr);
    const MutexLock lock(mutex_);
    if (decode_threads_most_ == 0) {
        return refuse(say("'%1' cannot be changed now: %2", name, refusal_));
    }
    if (*threads > decode_threads_most_) {
        return refuse(say("'%1' can be at most %2 in this run: its memory is planned for that many",
                          name,
                          std::to_string(decode_threads_most_)));
    }
    decode_threads_wanted_ = static_cast<std::uint32_t>(*threads);
    return {};
}

void RunControl::offer_decode_threads(std::uint32_t most) {
    const MutexLock lock(mutex_);
    decode_threads_most_ = most;
    decode_threads_wanted_.reset();
}

void RunControl::withdraw_decode_threads(std::string reason) {
    const MutexLock lock(mutex_);
    decode_threads_most_ = 0;
    decode_threads_wanted_.reset();
    refusal_ = std::move(reason);
}

std::optional<std::uint32_t> RunControl::take_decode_threads() {
    const MutexLock lock(mutex_);
    return std::exchange(decode_threads_wanted_, std::nullopt);
}

}  // namespace throughline::measure
