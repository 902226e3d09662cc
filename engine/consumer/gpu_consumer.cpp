// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_consumer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/consumer/encoded_room.h"
#include "engine/consumer/gpu_config.h"
#include "engine/consumer/gpu_decoding.h"
#include "engine/consumer/gpu_words.h"
#include "engine/spec/gpu_network.h"

namespace throughline::consumer {
namespace {

/// Stretches of a ceiling that differ by less are taken for a steady rate.
constexpr double kSteadySpread = 0.02;
/// One stretch of the ceiling: what the time between two of them costs does not show.
constexpr double kCeilingStretchSeconds = 0.1;

/// What a plug-in may say of how long something took.
bool is_time(double seconds) {
    constexpr double kDay = 86'400.0;
    return seconds >= 0.0 && seconds < kDay;  // false for NaN
}

bool is_rate(double rate) {
    return rate > 0.0 && std::isfinite(rate);
}

/// How far the rates of stretches lie apart, as a share of the largest.
double spread_of(std::span<const double> rates) {
    if (rates.empty()) {
        return 0.0;
    }
    const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
    return (*high - *low) / *high;
}

std::optional<double> if_there(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

GpuConsumer::GpuConsumer(const GpuOptions& options,
                         const batch::BatchArena& arena,
                         std::unique_ptr<GpuProcess> process)
    : options_(options), arena_(arena), process_(std::move(process)) {
    state_.device = options.device;
    listener_ = std::jthread([this] { listen(); });
}

GpuConsumer::~GpuConsumer() {
    process_->hang_up();
    listener_.join();
}

Result<std::unique_ptr<GpuConsumer>> GpuConsumer::start(const GpuOptions& options,
                                                        const batch::BatchArena& arena) {
    auto process = GpuProcess::start(options.access, options.device, arena.file());
    if (!process) {
        return std::move(process).error();
    }
    return std::unique_ptr<GpuConsumer>(new GpuConsumer(options, arena, *std::move(process)));
}

Result<TlGpuExchangeId> GpuConsumer::make_exchange(const std::stop_token& stop) {
    doing_ = to_say("it began the exchange of gradients");
    static_cast<void>(process_->send({.act = GpuAct::MakeExchange}).has_value());
    auto reply = answer(GpuNews::Exchange, options_.access.waking_patience, stop);
    if (!reply) {
        return std::move(reply).error();
    }
    if (reply->text[0] != '\0') {
        return Error{.code = ErrorCode::Unsupported, .what = reply->text};
    }
    return reply->exchange;
}

void GpuConsumer::ask_open(const GpuMembership& membership) {
    membership_ = membership;
    doing_ = to_say("it opened the GPU");
    GpuRequest request{.act = GpuAct::Open,
                       .pin = options_.pinned && !options_.resident ? 1U : 0U,
                       .config = config_of(options_, arena_.options().images_per_slot),
                       .room_bytes = arena_.options().bytes_per_image};
    request.config.rank = membership.rank;
    request.config.ranks = membership.ranks;
    request.config.exchange = membership.exchange;
    options_.network.copy(request.network, sizeof request.network - 1);
    // A process that is gone already says why by how it ended: the answer tells.
    static_cast<void>(process_->send(request).has_value());
}

Result<bool> GpuConsumer::await_open(std::chrono::nanoseconds look,
                                     std::chrono::nanoseconds waited,
                                     const std::stop_token& stop) {
    // cuDNN compiles and times kernels for a network, some seconds to a minute.
    constexpr int kTuning = 10;
    const bool tunes = spec::needs_cudnn(options_.network) && !options_.proxy;
    const GpuAccess& access = options_.access;
    const std::chrono::nanoseconds patience =
        access.waking_patience + access.patience * (tunes ? kTuning : 0);
    auto opened = next(look, stop);
    if (!opened) {
        return std::move(opened).error();
    }
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("stopped while the GPU was opened")};
    }
    if (!*opened) {
        return waited < patience ? Result<bool>(false) : hung(patience);
    }
    if ((*opened)->news != GpuNews::Opened) {
        return out_of_turn();
    }
    const MutexLock lock(mutex_);
    state_.pin_problem = (*opened)->text;
    options_.pinned = options_.pinned && state_.pin_problem.empty();
    state_.proxy_of = options_.proxy ? options_.network : "";
    state_.exchanges = membership_.turn != nullptr;
    state_.exchange_problem = membership_.problem;
    state_.description = gpu_words(options_, arena_.options().images_per_slot, membership_.ranks);
    if (options_.decodes && !options_.resident) {
        state_.decoder = decoder_text((*opened)->decoding);
        state_.decode_way = decode_way_text((*opened)->decoding);
        state_.description += "; " + state_.decoder;
    }
    return true;
}

Result<GpuCeiling> GpuConsumer::ceiling_of(double seconds, const std::stop_token& stop) {
    static_cast<void>(process_->send({.act = GpuAct::Ceiling, .seconds = seconds}).has_value());
    const auto time = from_seconds(2.0 * seconds);  // with its warm-up
    auto reply = answer(GpuNews::Ceiling, time + options_.access.patience, stop);
    if (!reply) {
        return std::move(reply).error();
    }
    const TlGpuCeiling& ceiling = reply->ceiling;
    const auto groups = std::span(ceiling.group_images_per_second)
                            .first(std::min<std::size_t>(ceiling.group_count, kTlGpuGroupsMax));
    if (!is_rate(ceiling.images_per_second) ||
        !std::all_of(groups.begin(), groups.end(), is_rate)) {
        return out_of_turn();
    }
    return GpuCeiling{.images_per_second = ceiling.images_per_second,
                      .clock_hertz = if_there(ceiling.clock_hertz),
                      .groups = {groups.begin(), groups.end()}};
}

/// As long as was asked for; while its stretches differ, again and twice as long, three times in
/// all. The last one counts, and says where it is unsteady too.
Result<void> GpuConsumer::measure_ceiling(const std::stop_token& stop) {
    constexpr int kTries = 3;
    doing_ = to_say("it measured the ceiling");
    double seconds = options_.ceiling_seconds;
    const int due = options_.resident || seconds <= 0.0 ? 0 : kTries;
    for (int tries = 1; tries <= due; ++tries, seconds *= 2.0) {
        auto ceiling = ceiling_of(seconds, stop);
        if (!ceiling) {
            return std::move(ceiling).error();
        }
        const double spread = spread_of(ceiling->groups);
        const MutexLock lock(mutex_);
        state_.ceiling = *std::move(ceiling);
        if (spread < kSteadySpread) {
            state_.ceiling_problem.clear();
            break;
        }
        state_.ceiling_problem = say_english(
            "the rates of its stretches differ by %1 %, even in the last of %2 measurements, which "
            "took %3",
            format_significant(100.0 * spread, 2),
            std::to_string(tries),
            format_duration(seconds));
    }
    return {};
}

/// A GPU gets warm, and its clock changes: what it could do is measured on both ends of a run.
void GpuConsumer::conclude(const std::stop_token& stop) {
    if (!gpu()->ceiling) {
        return;
    }
    const auto drained = drain(stop);
    doing_ = to_say("it measured the ceiling again");
    auto ceiling =
        drained ? ceiling_of(options_.ceiling_seconds, stop) : Result<GpuCeiling>(drained.error());
    const MutexLock lock(mutex_);
    if (ceiling) {
        state_.ceiling_after = *std::move(ceiling);
    } else {
        state_.ceiling_after_problem =
            ceiling.error().code == ErrorCode::Stopped
                ? std::string(to_say("the run was stopped before it was measured"))
                : describe(ceiling.error());
    }
}

/// Waits for what is still under way.
Result<void> GpuConsumer::drain(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kLook{100};
    const Error stopped{.code = ErrorCode::Stopped, .what = say("the run was stopped")};
    while (!under_way_.empty()) {
        if (stop.stop_requested()) {
            return stopped;
        }
        if (auto progress = wait(kLook, stop); !progress) {
            return std::move(progress).error();
        }
    }
    return stop.stop_requested() ? Result<void>(stopped) : Result<void>{};
}

void GpuConsumer::leave() {
    if (membership_.turn && membership_.turn->leave(membership_.rank) && held_) {
        submit(*held_, true);
    }
    held_.reset();
}

void GpuConsumer::release() {
    if (membership_.turn) {
        membership_.turn->release();
    }
}

void GpuConsumer::note_side_figures(const GpuReply& reply) {
    const TlGpuSample& sample = reply.sample;
    state_.side = {.utilisation_percent = if_there(sample.utilisation_percent),
                   .memory_used_bytes = if_there(sample.memory_used_bytes),
                   .power_watts = if_there(sample.power_watts),
                   .clock_hertz = if_there(sample.clock_hertz),
                   .temperature_celsius = if_there(sample.temperature_celsius)};
    state_.side_problem = reply.text;
}

/// The listener's thread: side figures are kept, everything else waits for the consumer's thread.
void GpuConsumer::listen() {
    while (auto reply = process_->receive()) {
        reply->text[sizeof reply->text - 1] = '\0';
        const MutexLock lock(mutex_);
        if (reply->news == GpuNews::Side) {
            note_side_figures(*reply);
        } else if (reply->news == GpuNews::Remarks) {
            state_.remarks = reply->text;
        } else {
            news_.push_back(*reply);
            came_.notify_all();
        }
    }
    const MutexLock lock(mutex_);
    gone_ = true;
    came_.notify_all();
}

Result<std::optional<GpuReply>> GpuConsumer::next(std::chrono::nanoseconds patience,
                                                  const std::stop_token& stop) {
    MutexLock lock(mutex_);
    came_.wait_for(
        lock, stop, patience, [this]() REQUIRES(mutex_) { return !news_.empty() || gone_; });
    if (news_.empty() && gone_) {
        lock.unlock();
        constexpr std::chrono::milliseconds kGrace{200};
        const std::string end = process_->await_end(kGrace);
        return Error{.code = ErrorCode::Internal,
                     .what = say("the process of GPU plug-in '%1' %2 while %3",
                                 options_.access.plugin,
                                 end.empty() ? say("closed the connection") : end,
                                 say(doing_))};
    }
    if (news_.empty()) {
        return std::optional<GpuReply>();
    }
    const GpuReply reply = news_.front();
    news_.pop_front();
    last_news_ = steady_now();
    if (reply.news == GpuNews::Failed) {
        return Error{.code = static_cast<ErrorCode>(reply.error_code), .what = reply.text};
    }
    return std::optional(reply);
}

Error GpuConsumer::hung(std::chrono::nanoseconds patience) const {
    process_->kill();
    return {.code = ErrorCode::Internal,
            .what = say("GPU plug-in '%1' did not answer for %2 while %3, so its process was ended",
                        options_.access.plugin,
                        format_duration(std::chrono::duration<double>(patience).count()),
                        say(doing_))};
}

Result<GpuReply> GpuConsumer::answer(GpuNews wanted,
                                     std::chrono::nanoseconds patience,
                                     const std::stop_token& stop) {
    auto reply = next(patience, stop);
    if (!reply) {
        return std::move(reply).error();
    }
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("stopped while the GPU was opened")};
    }
    if (!*reply) {
        return hung(patience);
    }
    if ((*reply)->news != wanted) {
        return out_of_turn();
    }
    return **reply;
}

GpuConsumer::Contents GpuConsumer::contents_of(const batch::Batch& batch) const {
    if (!options_.decodes) {
        return {.bytes = batch.images * arena_.options().bytes_per_image};
    }
    Contents contents;
    for (std::uint32_t i = 0; i < batch.images; ++i) {
        const TlGpuEncoded image = encoded_in(arena_.image(batch.slot, i));
        contents.bytes += image.byte_count;
        contents.by_processor += image.is_pixels;
    }
    return contents;
}

std::uint32_t GpuConsumer::batches_max() const noexcept {
    if (held_) {  // one at a time waits for the others
        return static_cast<std::uint32_t>(under_way_.size()) + 1;
    }
    return options_.resident ? 1 : kGpuInFlight;
}

Result<void> GpuConsumer::begin(const batch::Batch& batch, SteadyTime /*free_at*/) {
    if (membership_.turn) {
        held_ = batch;
        membership_.turn->arrive(membership_.rank);
    } else {
        submit(batch, false);
    }
    return {};
}

void GpuConsumer::submit(const batch::Batch& batch, bool together) {
    if (under_way_.empty()) {
        last_news_ = steady_now();
    }
    const Contents contents = options_.resident ? Contents{} : contents_of(batch);
    under_way_.push_back({.batch = batch,
                          .bytes = contents.bytes,
                          .by_processor = contents.by_processor,
                          .alone = membership_.turn != nullptr && !together,
                          .copied = false});
    doing_ = options_.resident ? to_say("it repeated the step on the device")
                               : to_say("a batch was under way");
    const auto pixels = arena_.image(batch.slot, 0);
    const auto first = arena_.image(0, 0);
    // A process that is gone is noticed by wait(), which also knows why.
    static_cast<void>(
        process_
            ->send({.act = options_.resident ? GpuAct::Ceiling : GpuAct::Submit,
                    .seconds = kCeilingStretchSeconds,
                    .offset_bytes = static_cast<std::uint64_t>(pixels.data() - first.data()),
                    .images = batch.images,
                    .together = together ? 1U : 0U})
            .has_value());
}

Result<Progress> GpuConsumer::wait(std::chrono::nanoseconds patience, std::stop_token stop) {
    if (held_) {
        // While others are under way their news come first, and the turn is looked at in between.
        constexpr std::chrono::microseconds kLook{200};
        const bool idle = under_way_.empty();
        const auto together = membership_.turn->look(
            membership_.rank, idle ? patience : std::chrono::nanoseconds::zero(), stop);
        if (together) {
            submit(*std::exchange(held_, std::nullopt), *together);
        } else if (idle) {
            return Progress{};
        }
        patience = std::min<std::chrono::nanoseconds>(patience, kLook);
    }
    auto reply = next(patience, stop);
    if (!reply) {
        return std::move(reply).error();
    }
    if (!*reply) {
        const Nanoseconds silent = steady_now() - last_news_;
        if (!stop.stop_requested() && silent > options_.access.patience) {
            return hung(options_.access.patience);
        }
        return Progress{};
    }
    switch ((*reply)->news) {
        case GpuNews::Copied:
            return copied();
        case GpuNews::Finished:
            return finished((*reply)->done);
        case GpuNews::Ceiling:
            return ceiling_ended((*reply)->ceiling);
        default:
            return Progress{};
    }
}

/// The process did not say what was asked: what it says is no longer worth anything.
Error GpuConsumer::out_of_turn() const {
    process_->kill();
    return {.code = ErrorCode::Internal,
            .what = say("GPU plug-in '%1' answered out of turn while %2, so its process was ended",
                        options_.access.plugin,
                        say(doing_))};
}

Result<Progress> GpuConsumer::copied() {
    const auto batch = std::find_if(
        under_way_.begin(), under_way_.end(), [](const UnderWay& one) { return !one.copied; });
    if (batch == under_way_.end()) {
        return out_of_turn();
    }
    batch->copied = true;
    return Progress{.freed = batch->batch};
}

Result<Progress> GpuConsumer::finished(const TlGpuDone& done) {
    if (under_way_.empty() || !under_way_.front().copied || !is_time(done.copy_seconds) ||
        !is_time(done.step_seconds) || !is_time(done.idle_seconds) ||
        !is_time(done.exchange_seconds)) {
        return out_of_turn();
    }
    const UnderWay front = under_way_.front();
    if (done.decode_failed > front.batch.images) {
        return out_of_turn();
    }
    under_way_.pop_front();
    const MutexLock lock(mutex_);
    state_.copied_bytes += front.bytes;
    state_.decoded_together += done.decoded_together;
    state_.decoded_singly += done.decoded_singly;
    state_.decode_failed += done.decode_failed;
    state_.decoded_by_processor += front.by_processor;
    state_.steps_alone += front.alone ? 1 : 0;
    state_.copy_time += from_seconds(done.copy_seconds);
    state_.step_time += from_seconds(done.step_seconds);
    state_.gap_time += from_seconds(done.idle_seconds);
    state_.exchange_time += from_seconds(done.exchange_seconds);
    ++state_.steps;
    state_.loss = if_there(done.loss);
    const bool trains = options_.phase == GpuPhase::Training;
    state_.diverged = state_.diverged || (trains && !std::isfinite(done.loss));
    return Progress{.ended = 1,
                    .images = front.batch.images - done.decode_failed,
                    .steps = 1,
                    .ended_at = steady_now()};
}

Result<Progress> GpuConsumer::ceiling_ended(const TlGpuCeiling& ceiling) {
    if (under_way_.empty() || !is_time(ceiling.seconds)) {
        return out_of_turn();
    }
    const batch::Batch batch = under_way_.front().batch;
    under_way_.pop_front();
    const MutexLock lock(mutex_);
    state_.step_time += from_seconds(ceiling.seconds);
    return Progress{.freed = batch,
                    .ended = 1,
                    .images = std::uint64_t{ceiling.steps} * arena_.options().images_per_slot,
                    .steps = ceiling.steps,
                    .ended_at = steady_now()};
}

std::optional<GpuState> GpuConsumer::gpu() const {
    const MutexLock lock(mutex_);
    return state_;
}

}  // namespace throughline::consumer
