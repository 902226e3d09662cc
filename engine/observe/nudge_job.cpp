// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/nudge_job.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/observe/job_sampler.h"
#include "engine/observe/resource_pulse.h"

namespace throughline::observe {
namespace {

constexpr double kStretch_s = 2.0;
/// What was under way before a stretch ends within it.
constexpr double kSettle_s = 0.5;
constexpr double kLook_s = 0.25;
/// Not by a chance low of a job that reads in lumps.
constexpr double kWorthKeeping_s = 1.0;

/// How strongly each resource is taken: more where it was hardly felt, less where too much.
class Strengths {
public:
    int of(Resource resource) const { return strengths_.at(resource); }
    void soften(Resource resource) {
        int& strength = strengths_[resource];
        strength = std::max(1, strength / 2);
    }
    void adapt(const NudgePair& pair) {
        constexpr double kFeltLeast = 0.10;
        const auto quiet = pair.quiet.speed(pair.resource);
        const auto pulse = pair.pulse.speed(pair.resource);
        if (quiet && pulse && *pulse > (1.0 - kFeltLeast) * *quiet) {
            int& strength = strengths_[pair.resource];
            strength = std::min(kStrengthMost, strength * 2);
        }
    }

private:
    std::map<Resource, int> strengths_{{Resource::Cpu, kStrengthMost / 2}, {Resource::Disk, 2}};
};

/// The stretches of one nudging.
class Nudging {
public:
    Nudging(JobSampler& sampler,
            const NudgeTarget& target,
            const NudgeOptions& options,
            double rate,
            const std::stop_token& stop)
        : sampler_(sampler), target_(target), options_(options), stop_(stop), quiet_rate_(rate) {}

    void turn(const NudgeTurn& turn) {
        NudgePair pair{.resource = turn.resource};
        bool early = false;
        for (const bool pulsed : {turn.pulse_first, !turn.pulse_first}) {
            if (!pulsed) {
                pair.quiet = stretch(0.0, early);
                quiet_rate_ = pair.quiet.rate();
                continue;
            }
            const ResourcePulse taken(turn.resource, strengths_.of(turn.resource), target_);
            pair.pulse = stretch(options_.floor * quiet_rate_, early);
        }
        if (over()) {
            return;
        }
        ++result_.pulses;
        slowed_s_ += pair.quiet.rate() > 0.0 ? (1.0 - pair.pulse.rate() / pair.quiet.rate()) *
                                                   (pair.pulse.seconds + kSettle_s)
                                             : 0.0;
        if (early) {  // its end was chosen by its rate: it says nothing of it
            ++result_.ended_early;
            strengths_.soften(turn.resource);
        } else {
            strengths_.adapt(pair);
            pairs_.push_back(pair);
        }
    }

    bool over() const { return stop_.stop_requested() || ended_; }

    Nudged result() {
        result_.slowed_s = std::max(0.0, slowed_s_);
        result_.cpu = target_.processors.empty()
                          ? Leverage{.missing = say_english(
                                         "this program may run on none of the job's processors")}
                          : leverage_of(pairs_, Resource::Cpu);
        result_.disk = target_.files.empty()
                           ? Leverage{.missing = say_english(
                                          "no file that the job reads can be read past the page "
                                          "cache")}
                           : leverage_of(pairs_, Resource::Disk);
        return std::move(result_);
    }

private:
    void run_for(double seconds) {
        sampler_.run(steady_now() + from_seconds(seconds), stop_, {});
        if (options_.on_progress) {
            options_.on_progress(in_seconds(steady_now() - began_));
        }
    }

    /// `early`: it was ended at `least`, of the job's rate.
    Stretch stretch(double least, bool& early) {
        run_for(kSettle_s);
        const Observation before = sampler_.totals();
        Stretch now;
        const SteadyTime until = steady_now() + from_seconds(kStretch_s);
        while (steady_now() < until && !over()) {
            run_for(std::min(kLook_s, in_seconds(until - steady_now())));
            const Observation after = sampler_.totals();
            ended_ = after.ended;
            now = stretch_between(before, after, roles_of(after));
            if (now.seconds >= kWorthKeeping_s && now.rate() < least) {
                early = true;
                break;
            }
        }
        return now;
    }

    JobSampler& sampler_;
    const NudgeTarget& target_;
    const NudgeOptions& options_;
    const std::stop_token& stop_;
    double quiet_rate_;  ///< of the last stretch that was left alone
    const SteadyTime began_ = steady_now();
    Strengths strengths_{};
    std::vector<NudgePair> pairs_{};
    double slowed_s_ = 0.0;
    bool ended_ = false;
    Nudged result_{};
};

}  // namespace

Nudged missing_all(const std::string& why) {
    return {.cpu = {.missing = why}, .disk = {.missing = why}};
}

std::vector<NudgeTurn> nudge_turns(double seconds,
                                   std::vector<Resource> resources,
                                   Random& random) {
    constexpr double kTurn_s = 2.0 * (kSettle_s + kStretch_s);
    std::vector<NudgeTurn> turns;
    while (!resources.empty() &&
           static_cast<double>(turns.size() + resources.size()) * kTurn_s <= seconds) {
        random.shuffle(std::span(resources));
        for (const Resource resource : resources) {
            turns.push_back({.resource = resource, .pulse_first = random.below(2) == 0});
        }
    }
    return turns;
}

Nudged nudge_job(pid_t pid,
                 const Observation& seen,
                 const NudgeOptions& options,
                 const std::stop_token& stop) {
    const double rate = stretch_between({}, seen, roles_of(seen)).rate();
    if (rate <= 0.0) {
        return missing_all(say_english("how much the job reads cannot be seen"));
    }
    auto sampler = JobSampler::open(pid);
    if (!sampler) {
        return missing_all(describe(sampler.error()));
    }
    const NudgeTarget target = nudge_target_of(pid, seen);
    Random random(options.seed);
    std::vector<Resource> resources;
    if (!target.processors.empty()) {
        resources.push_back(Resource::Cpu);
    }
    if (!target.files.empty()) {
        resources.push_back(Resource::Disk);
    }
    Nudging nudging(*sampler, target, options, rate, stop);
    for (const NudgeTurn& turn : nudge_turns(options.seconds, std::move(resources), random)) {
        if (nudging.over()) {
            break;
        }
        nudging.turn(turn);
    }
    return nudging.result();
}

}  // namespace throughline::observe
