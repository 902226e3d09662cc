// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_consumer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/consumer/gpu_config.h"

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

std::string work_text(const GpuOptions& options) {
    if (options.network == "transfer") {
        return "copies and normalises batches, no network";
    }
    if (options.proxy) {
        return "runs a proxy of the network " + options.network +
               ", inference: as many multiplications, without cuDNN";
    }
    return options.phase == GpuPhase::Training
               ? "trains the network " + options.network + ", with labels by position"
               : "runs the network " + options.network + ", inference with made-up weights";
}

/// Trivial's layers are small beside the reading of its pixels, and stay in fp32.
std::string precision_text(const GpuOptions& options) {
    return options.network == "transfer"  ? "normalised to fp16 NHWC"
           : options.network == "trivial" ? "normalised to fp16 NHWC, computed in fp32"
                                          : "computed in fp16 NHWC";
}

std::string description_of(const GpuOptions& options, std::uint32_t images) {
    const GpuPluginReport& report = options.access.report;
    const std::string name =
        options.device < report.devices.size() ? report.devices[options.device].name : "a GPU";
    return name + " (device " + std::to_string(options.device) + ") " + work_text(options) +
           "; batches of " + counted(images, "image") + " of " + std::to_string(options.width_px) +
           " x " + std::to_string(options.height_px) + " px, " + precision_text(options) +
           (options.resident ? ", kept on the device"
            : options.pinned ? ", from pinned memory"
                             : ", from pageable memory") +
           "; plug-in " + report.build + ", driver " + report.driver;
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

Result<std::unique_ptr<Consumer>> GpuConsumer::make(const GpuOptions& options,
                                                    const batch::BatchArena& arena,
                                                    std::stop_token stop) {
    auto process = GpuProcess::start(options.access, options.device, arena.file());
    if (!process) {
        return std::move(process).error();
    }
    std::unique_ptr<GpuConsumer> consumer(new GpuConsumer(options, arena, *std::move(process)));
    if (auto opened = consumer->open(stop); !opened) {
        return std::move(opened).error();
    }
    return std::unique_ptr<Consumer>(std::move(consumer));
}

Result<void> GpuConsumer::open(const std::stop_token& stop) {
    doing_ = "it opened the GPU";
    GpuRequest request{.act = GpuAct::Open,
                       .pin = options_.pinned && !options_.resident ? 1U : 0U,
                       .config = config_of(options_, arena_.options().images_per_slot)};
    options_.network.copy(request.network, sizeof request.network - 1);
    // A process that is gone already says why by how it ended: the answer tells.
    static_cast<void>(process_->send(request).has_value());
    // cuDNN compiles and times kernels for a network, some seconds to a minute.
    constexpr int kTuning = 10;
    const bool tunes = request.config.work == kTlGpuNetwork;
    const GpuAccess& access = options_.access;
    auto opened = answer(
        GpuNews::Opened, access.waking_patience + access.patience * (tunes ? kTuning : 0), stop);
    if (!opened) {
        return std::move(opened).error();
    }
    {
        const MutexLock lock(mutex_);
        state_.pin_problem = opened->text;
        options_.pinned = options_.pinned && state_.pin_problem.empty();
        state_.proxy_of = options_.proxy ? options_.network : "";
        state_.description = description_of(options_, arena_.options().images_per_slot);
    }
    if (options_.resident || options_.ceiling_seconds <= 0.0) {
        return {};
    }
    return measure_ceiling(stop);
}

/// As long as was asked for; while its stretches differ, again and twice as long, three times in
/// all. The last one counts, and says where it is unsteady too.
Result<void> GpuConsumer::measure_ceiling(const std::stop_token& stop) {
    constexpr int kTries = 3;
    doing_ = "it measured the ceiling";
    double seconds = options_.ceiling_seconds;
    for (int tries = 1; tries <= kTries; ++tries, seconds *= 2.0) {
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
        const MutexLock lock(mutex_);
        state_.ceiling_images_per_second = ceiling.images_per_second;
        state_.ceiling_groups.assign(groups.begin(), groups.end());
        const double spread = spread_of(groups);
        if (spread < kSteadySpread) {
            state_.ceiling_problem.clear();
            break;
        }
        state_.ceiling_problem = "the rates of its stretches differ by " +
                                 format_significant(100.0 * spread, 2) +
                                 " %, even in the last of " + std::to_string(tries) +
                                 " measurements, which took " + format_duration(seconds);
    }
    return {};
}

/// The listener's thread: side figures are kept, everything else waits for the consumer's thread.
void GpuConsumer::listen() {
    while (auto reply = process_->receive()) {
        reply->text[sizeof reply->text - 1] = '\0';
        const MutexLock lock(mutex_);
        if (reply->news == GpuNews::Side) {
            const TlGpuSample& sample = reply->sample;
            state_.side = {.utilisation_percent = if_there(sample.utilisation_percent),
                           .memory_used_bytes = if_there(sample.memory_used_bytes),
                           .power_watts = if_there(sample.power_watts),
                           .clock_hertz = if_there(sample.clock_hertz),
                           .temperature_celsius = if_there(sample.temperature_celsius)};
            state_.side_problem = reply->text;
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
                     .what = "the process of GPU plug-in '" + options_.access.plugin + "' " +
                             (end.empty() ? "closed the connection" : end) + " while " + doing_};
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
            .what = "GPU plug-in '" + options_.access.plugin + "' did not answer for " +
                    format_duration(std::chrono::duration<double>(patience).count()) + " while " +
                    doing_ + ", so its process was ended"};
}

Result<GpuReply> GpuConsumer::answer(GpuNews wanted,
                                     std::chrono::nanoseconds patience,
                                     const std::stop_token& stop) {
    auto reply = next(patience, stop);
    if (!reply) {
        return std::move(reply).error();
    }
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = "stopped while the GPU was opened"};
    }
    if (!*reply) {
        return hung(patience);
    }
    if ((*reply)->news != wanted) {
        return out_of_turn();
    }
    return **reply;
}

std::uint32_t GpuConsumer::batches_max() const noexcept {
    return options_.resident ? 1 : kGpuInFlight;
}

Result<void> GpuConsumer::begin(const batch::Batch& batch, SteadyTime /*free_at*/) {
    if (under_way_.empty()) {
        last_news_ = steady_now();
    }
    under_way_.push_back({.batch = batch});
    doing_ = options_.resident ? "it repeated the step on the device" : "a batch was under way";
    const auto pixels = arena_.image(batch.slot, 0);
    const auto first = arena_.image(0, 0);
    // A process that is gone is noticed by wait(), which also knows why.
    static_cast<void>(
        process_
            ->send({.act = options_.resident ? GpuAct::Ceiling : GpuAct::Submit,
                    .seconds = kCeilingStretchSeconds,
                    .offset_bytes = static_cast<std::uint64_t>(pixels.data() - first.data()),
                    .images = batch.images})
            .has_value());
    return {};
}

Result<Progress> GpuConsumer::wait(std::chrono::nanoseconds patience, std::stop_token stop) {
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
            .what = "GPU plug-in '" + options_.access.plugin + "' answered out of turn while " +
                    doing_ + ", so its process was ended"};
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
        !is_time(done.step_seconds) || !is_time(done.idle_seconds)) {
        return out_of_turn();
    }
    const std::uint32_t images = under_way_.front().batch.images;
    under_way_.pop_front();
    const MutexLock lock(mutex_);
    state_.copied_bytes += images * arena_.options().bytes_per_image;
    state_.copy_time += from_seconds(done.copy_seconds);
    state_.step_time += from_seconds(done.step_seconds);
    state_.gap_time += from_seconds(done.idle_seconds);
    ++state_.steps;
    state_.loss = if_there(done.loss);
    const bool trains = options_.phase == GpuPhase::Training;
    state_.diverged = state_.diverged || (trains && !std::isfinite(done.loss));
    return Progress{.ended = 1, .images = images, .steps = 1, .ended_at = steady_now()};
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
