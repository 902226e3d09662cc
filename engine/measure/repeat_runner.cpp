// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/repeat_runner.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/measure/cold_start.h"
#include "engine/measure/emulation_watch.h"
#include "engine/measure/epoch_figures.h"
#include "engine/measure/failure_judge.h"
#include "engine/measure/host_account.h"
#include "engine/measure/host_watch.h"
#include "engine/measure/loader_figures.h"
#include "engine/measure/measured_interval.h"
#include "engine/measure/pause_watch.h"
#include "engine/measure/repeat_figures.h"
#include "engine/measure/settling.h"
#include "engine/measure/steady_watch.h"
#include "engine/measure/thread_placement.h"
#include "engine/measure/tier_copy.h"
#include "engine/measure/vanished.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::measure {
namespace {
using record::Phase;
using record::RunStatus;

constexpr Nanoseconds kForEver = Nanoseconds::max() / 4;
// How soon a changed setting, a failure or the pipeline's end is noticed.
constexpr Nanoseconds kPoll = std::chrono::milliseconds(100);
// How soon the end of an epoch is, where the page cache is emptied between two of them.
constexpr Nanoseconds kHoldPoll = std::chrono::milliseconds(2);
// How long a batch is waited for, so that a stretch ends with one.
constexpr Nanoseconds kAlignPatience = std::chrono::milliseconds(500);
constexpr std::size_t kProgramsNamed = 3;  // that took processor time beside a run

class RepeatRunner {
public:
    /// What was before the pipeline started; all that happens from then on is in the account.
    struct Before {
        ProcessSnapshot process{};
        metrics::HostSnapshot host{};
        std::optional<double> resident_share{};  ///< see RepeatFacts
        const EmulatedStorage& storage;
        Caches caches{};
    };
    RepeatRunner(const RepeatContext& context,
                 pipeline::Pipeline& pipeline,
                 HostWatch& host,
                 const Before& before)
        : context_(context),
          sample_every_(from_seconds(context.point.sample_seconds)),
          pipeline_(pipeline),
          host_(host),
          resident_share_(before.resident_share),
          last_(with_loader(before.process, &pipeline)),
          last_host_(before.host),
          emulation_(before.storage),
          epochs_(before.caches, context.point),
          copied_(before.caches.copy.lasted),
          others_(context.source.daemons()) {
        others_.look(false);
        last_.pipeline.at = pipeline.started_at();
        paused_at_start_ = before.caches.copy.paused;
        if (pipeline.decode_threads() > 0) {
            context.control.offer_decode_threads(pipeline.decode_threads_most());
        } else {
            context.control.withdraw_decode_threads(to_say("no decoders run in these stages"));
        }
    }
    ~RepeatRunner() {
        context_.control.withdraw_decode_threads(to_say("no run is being measured"));
    }
    RepeatRunner(const RepeatRunner&) = delete;
    RepeatRunner& operator=(const RepeatRunner&) = delete;

    void measure_all() {
        const auto& point = context_.point;
        const bool whole_epoch = point.duration_seconds <= 0.0;
        if (!whole_epoch && point.warmup_seconds > 0.0) {
            begin(Phase::Warmup, point.warmup_seconds);
            if (!run_until(steady_now() + from_seconds(point.warmup_seconds))) {
                align_to_batch();
                boundary();
            } else if (end_epoch()) {
                begin_next_epoch();
            }
            if (!going()) {
                ended_in_warmup_ = true;
                phase_ = Phase::Drain;
                return;
            }
        }
        steady_.begin();
        begin(Phase::Measured, point.duration_seconds);
        keep_latencies();
        measure_for(whole_epoch ? kForEver : from_seconds(point.duration_seconds));
        boundary();
        const bool whole =
            pipeline_.ended() && !pipeline_.failed() && !context_.control.stop_requested();
        if (whole_epoch && whole) {
            epochs_.end_epoch();
        }
        pipeline_.set_measuring(false);
        phase_ = Phase::Drain;
    }

    /// Everything known after the pipeline has ended.
    void conclude(const pipeline::PipelineEnd& end, RepeatOutcome& outcome) {
        write_item_notes();
        write_item_notes(pipeline_.items().take_rest());
        note_few_batches(context_, measured_);
        outcome.read_latency = end.read_latency;
        outcome.store = end.store;
        outcome.reader_facts = end.reader_facts;
        outcome.preloaded_images = end.preloaded_images;
        outcome.cache_bytes_used = end.cache_bytes_used;
        outcome.gpus = pipeline_.snapshot().gpus;
        outcome.loader = loader_text(pipeline_);
        if (auto failure = end.failure ? end.failure : failures_.failure()) {
            outcome.status = RunStatus::Failed;
            outcome.failure = std::move(failure);
        } else if (context_.control.stop_requested()) {
            outcome.status = RunStatus::Stopped;
        } else {
            steady_.conclude(context_, measured_);
        }
        if (measured_.length > Nanoseconds::zero()) {
            fill_figures(context_, facts(outcome), outcome);
            emulation_.conclude(context_, measured_, outcome.metrics);
            epochs_.conclude(context_, outcome);
        } else if (ended_in_warmup_) {
            outcome.absent["images_per_second"] = to_say("the run ended before its warm-up did");
        } else if (changed_) {
            outcome.absent["images_per_second"] =
                to_say("settings were changed so often that nothing settled in the measured time");
        }
    }

private:
    bool going() const {
        return !context_.control.stop_requested() && !pipeline_.ended() && !pipeline_.failed() &&
               !failures_.gave_up() && context_.sink.writable();
    }

    void begin(Phase phase, double seconds) {
        phase_ = phase;
        context_.on_phase(record::name_of(phase), seconds);
    }

    /// Samples until `deadline`; the last interval is stretched rather than left
    /// as a splinter. True: the epoch is over and the feed holds.
    bool run_until(SteadyTime deadline) {
        const bool holds = context_.point.pipeline.hold_between_epochs;
        SteadyTime sample_at = last_.pipeline.at + sample_every_;
        while (going()) {
            const SteadyTime now = steady_now();
            if (pause_ > Nanoseconds::zero()) {
                deadline += leave_pause_out();
                sample_at = last_.pipeline.at + sample_every_;
                continue;
            }
            if (now >= deadline) {
                return false;
            }
            follow_live_settings(now);
            sample_at = std::max(sample_at, last_.pipeline.at + sample_every_ / 2);
            if (now >= sample_at && deadline - now > sample_every_ / 2) {
                boundary();
                sample_at += sample_every_;
                continue;
            }
            if (holds && phase_ != Phase::Drain && pipeline_.feed_holds()) {
                return true;
            }
            wait_until(std::min({deadline,
                                 std::max(sample_at, now + kHoldPoll),
                                 now + (holds ? kHoldPoll : kPoll)}));
        }
        return false;
    }

    void wait_until(SteadyTime at) {
        pause_ += pauses_.look(Nanoseconds::zero());
        const Nanoseconds planned = at - steady_now();
        pause_until(at, context_.control.token());
        pause_ += pauses_.look(planned);
    }

    /// Waits for the next batch; false: none came by then.
    bool await_batch(SteadyTime deadline) {
        while (going()) {
            const SteadyTime until = std::min(deadline, steady_now() + kPoll);
            pause_ += pauses_.look(Nanoseconds::zero());
            const bool came = pipeline_.await_batch(until, context_.control.token());
            const Nanoseconds pause = pauses_.look(kPoll);
            pause_ += pause;
            deadline += pause;
            if (came || steady_now() >= deadline) {
                return came;
            }
        }
        return false;
    }

    /// Ends the stretch in which the process stood still. Returns how long it was.
    Nanoseconds leave_pause_out() {
        const Nanoseconds lost_before = lost_;
        await_next_batch();  // emulated accelerators and full queues are back in step with it
        boundary();
        return lost_ - lost_before;
    }

    /// The interval that ends now has a pause in it, so it is in no figure.
    void note_pause(Nanoseconds interval) {
        const double pause_s = in_seconds(std::exchange(pause_, Nanoseconds::zero()));
        const SteadyTime from = last_.pipeline.at;
        paused_at_start_ = paused_at_start_ || pipeline_.first_batch_at() == kNever ||
                           pipeline_.first_batch_at() > from;
        lost_ += interval;
        if (phase_ != Phase::Measured) {
            return;
        }
        pauses_s_.push_back(pause_s);
        const std::string text =
            pause_text(pause_s, in_seconds(from - context_.run_started), in_seconds(interval));
        context_.sink.note(context_.run, record::kPausedCode, record::Level::Warning, text);
    }

    void measure_for(Nanoseconds left) {
        while (going() && left > Nanoseconds::zero()) {
            const SteadyTime began = last_.pipeline.at;
            const Nanoseconds lost_before = lost_;
            const bool held = run_until(steady_now() + left);
            if (!held) {
                align_to_batch();
                return;
            }
            if (!end_epoch()) {
                return;
            }
            left -= last_.pipeline.at - began - (lost_ - lost_before);
            if (left > Nanoseconds::zero()) {
                pipeline_.set_measuring(false);
                begin_next_epoch();
                keep_latencies();
                begin(Phase::Measured,
                      context_.point.duration_seconds > 0.0 ? in_seconds(left) : 0.0);
            }
        }
    }

    void keep_latencies() { pipeline_.set_measuring(!settling_.active()); }

    /// Carries out what was asked by `set`, and notices when it has settled. What was measured
    /// before the change and what is measured after it each end with a sample of their own.
    void follow_live_settings(SteadyTime now) {
        if (const auto threads = context_.control.take_decode_threads()) {
            change_decode_threads(*threads);
        } else if (settling_.active() && settling_.over(now, pipeline_.snapshot().batches)) {
            await_next_batch();
            boundary();  // what ends here is still unsettled
            settling_.end();
            if (phase_ == Phase::Measured) {
                keep_latencies();
            }
        }
    }

    /// So that stretches before and after a change begin and end with a batch, if these are quick.
    void await_next_batch() { static_cast<void>(await_batch(steady_now() + kAlignPatience)); }

    void change_decode_threads(std::uint32_t threads) {
        const std::uint32_t before = pipeline_.decode_threads();
        if (threads == before) {
            return;
        }
        await_next_batch();
        boundary();
        if (auto changed = pipeline_.set_decode_threads(threads); !changed) {
            note_threads_stay(context_, changed.error());
            return;
        }
        note_threads_changed(context_, before, threads, last_.pipeline.at);
        changed_ = true;
        steady_.begin();
        settling_.begin(steady_now(), last_.pipeline.batches, context_.point.pipeline.batch_slots);
        pipeline_.set_measuring(false);
    }

    /// A count of batches over a time that begins and ends with one has no rounding to whole
    /// batches in it. Slow pipelines are given time for three batches; what still does not come is
    /// said, for the figure then carries up to a batch of rounding.
    void align_to_batch() {
        if (!going()) {
            return;
        }
        const pipeline::Snapshot now = pipeline_.snapshot();
        const Nanoseconds so_far = now.at - pipeline_.started_at();
        const Nanoseconds batch_time =
            so_far / static_cast<std::int64_t>(std::max<std::uint64_t>(now.batches, 1));
        const Nanoseconds patience = std::max(kAlignPatience, 3 * batch_time);
        if (!await_batch(steady_now() + patience) && going()) {
            note_unaligned(context_, patience);
        }
    }

    /// Waits until the epoch's last image was delivered; this time belongs to the epoch. False: the
    /// run ended before, so it is none.
    bool end_epoch() {
        while (going() && !pipeline_.epoch_drained()) {
            wait_until(steady_now() + kHoldPoll);
        }
        boundary();
        if (going()) {
            epochs_.end_epoch();
        }
        return going();
    }

    /// Between two epochs; of a buffered run evict again, outside the account.
    void begin_next_epoch() {
        begin(Phase::Drain, 0.0);
        const auto& c = context_;
        evict_between_epochs(c.source, c.point, c.run, c.sink, c.control.token());
        boundary();
        epochs_.begin_epoch();
        pipeline_.next_epoch();
    }

    /// Ends the interval since the last boundary: writes its sample and, in the measured phase,
    /// adds it to the account.
    void boundary() {
        const auto now = take_process_snapshot(&pipeline_, emulation_.traffic(context_.source));
        const metrics::HostSnapshot host_now = host_.take();
        pause_ += pauses_.look(Nanoseconds::zero());
        const PipelineInterval interval = interval_between(last_, now);
        if (interval.length <= Nanoseconds::zero()) {
            return;
        }
        record::Sample sample{.run = context_.run,
                              .repeat = context_.repeat,
                              .t_s = in_seconds(now.pipeline.at - context_.run_started),
                              .dt_s = in_seconds(interval.length),
                              .phase = phase_,
                              .unsettled = settling_.active(),
                              .metrics = pipeline_rates(interval, context_.point.pipeline)};
        if (sample.unsettled && phase_ == Phase::Measured) {
            sample.phase = Phase::Warmup;  // which no reader of records takes into a figure
        }
        const bool pause_now = pause_ > Nanoseconds::zero();
        if (pause_now) {
            note_pause(interval.length);
            sample.phase = Phase::Drain;
        }
        sample.metrics.merge(metrics::host_rates(last_host_, host_now));
        add_other_cpu(interval, sample.metrics);
        add_own_reads(context_, interval, sample.metrics);
        emulation_.end_interval(now.pipeline.at, sample);
        epochs_.end_interval(interval, pause_now, sample);
        context_.sink.write(sample);
        if (sample.phase == Phase::Measured) {
            measured_ += interval;
            steady_.add(sample.dt_s, sample.metrics);
            host_account_.add(last_host_, host_now);
        }
        last_ = now;
        last_host_ = host_now;
        others_.look(sample.phase == Phase::Measured);
        write_item_notes();
        failures_.look(now.pipeline);
    }

    RepeatFacts facts(const RepeatOutcome& outcome) const {
        const bool began = pipeline_.first_batch_at() != kNever;
        return {
            .measured = measured_,
            .host = host_account_,
            .first_batch_s = began ? std::optional(in_seconds(copied_ + pipeline_.first_batch_at() -
                                                              pipeline_.started_at()))
                                   : std::nullopt,
            .resident_share = resident_share_,
            .busiest = others_.busiest(kProgramsNamed),
            .pauses_s = pauses_s_,
            .paused_at_start = paused_at_start_,
            .whole_epochs = context_.point.duration_seconds <= 0.0 &&
                            outcome.status == RunStatus::Done && !changed_};
    }

    void write_item_notes() { write_item_notes(pipeline_.items().take()); }

    void write_item_notes(std::vector<pipeline::ItemEvent> events) {
        for (auto& event : events) {
            if (event.failed) {
                failures_.keep_first(event.text);
            }
            context_.sink.write(
                record::Note{.run = context_.run,
                             .code = std::move(event.code),
                             .level = event.failed ? record::Level::Warning : record::Level::Info,
                             .text = std::move(event.text),
                             .item = context_.source.images->name(event.item),
                             .count = std::max<std::uint64_t>(event.more, 1)});
        }
    }

    const RepeatContext& context_;
    const Nanoseconds sample_every_;
    pipeline::Pipeline& pipeline_;
    HostWatch& host_;
    std::optional<double> resident_share_;
    ProcessSnapshot last_;
    metrics::HostSnapshot last_host_;
    EmulationWatch emulation_;
    EpochFigures epochs_;
    Nanoseconds copied_;  ///< how long the data set was copied before
    PipelineInterval measured_;
    HostAccount host_account_;
    SteadyWatch steady_;
    metrics::BusyPrograms others_;
    Phase phase_ = Phase::Warmup;
    Settling settling_;
    bool changed_ = false;  ///< a live setting, in this repeat
    bool ended_in_warmup_ = false;
    FailureJudge failures_{context_, context_.point.pipeline.stages};
    PauseWatch pauses_;
    Nanoseconds pause_{};             ///< since the last boundary
    Nanoseconds lost_{};              ///< left out because of pauses, all together
    std::vector<double> pauses_s_{};  ///< in the measured time
    bool paused_at_start_ = false;    ///< before the first batch, or in a copy before the run
};

RepeatOutcome measure_repeat(const RepeatContext& context) {
    const auto stop = context.control.token();
    context.on_phase("preparing", 0.0);
    if (std::string gone = vanished_root(*context.source.images); !gone.empty()) {
        return failed_with(Error{.code = ErrorCode::NotFound, .what = std::move(gone)});
    }
    const auto own = make_caches(context.point);
    if (!own) {
        return failed_with(own.error());
    }
    auto resident = prepare_page_cache(
        context.source, context.point, own->group.get(), context.run, context.sink, stop);
    if (!resident) {
        return failed_with(std::move(resident).error());
    }
    HostWatch host(context.source);
    const auto emulated = EmulatedStorage::make(context.point, context.repeat);
    auto options = context.point.pipeline;
    emulated.put_under(options);
    put_in_front(own->tier, options);
    const auto copied = copy_before(context, options, own->tier.get());
    if (!copied) {
        return failed_with(copied.error());
    }
    RepeatRunner::Before before{.resident_share = *resident, .storage = emulated};
    before.caches = {.group = own->group.get(), .tier = own->tier.get(), .copy = *copied};
    options.measuring =
        context.point.duration_seconds <= 0.0 || context.point.warmup_seconds <= 0.0;
    auto placed = ThreadPlacement::make(context.point.placement, options);
    if (!placed) {
        return failed_with(std::move(placed).error());
    }
    auto pipeline = pipeline::Pipeline::start(options, stop, [&] {
        context.wait_to_begin();
        before.process = take_process_snapshot(nullptr, emulated.traffic(context.source));
        before.host = host.take();
        before.caches.begun = before.caches.counts();
    });
    if (!pipeline) {
        return failed_with(std::move(pipeline).error());
    }
    context.on_begun((*pipeline)->started_at());
    RepeatOutcome outcome;
    RepeatRunner runner(context, **pipeline, host, before);
    runner.measure_all();
    runner.conclude((*pipeline)->conclude(stop), outcome);
    outcome.placement = (*placed)->describe();
    outcome.placement_problem = (*placed)->problem();
    return outcome;
}

}  // namespace

RepeatOutcome run_repeat(const RepeatContext& context) {
    try {
        return measure_repeat(context);
    } catch (const std::system_error& error) {  // how the library says that it got no thread
        return failed_with(thread_refused(error.code().value()));
    }
}

}  // namespace throughline::measure
