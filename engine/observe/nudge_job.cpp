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
/// A pulse that was ended early says something from so long on.
constexpr double kWorthKeeping_s = 0.5;

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
    std::map<Resource, int> strengths_{{Resource::Cpu, kStrengthMost / 2}, {Resource::Disk, 1}};
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
        Looks quiet;
        Looks pulse;
        bool early = false;
        for (const bool pulsed : {turn.pulse_first, !turn.pulse_first}) {
            if (!pulsed) {
                bool never = false;
                quiet = stretch(0.0, never);
                quiet_rate_ = rate_of(quiet);
                continue;
            }
            const ResourcePulse taken(turn.resource, strengths_.of(turn.resource), target_);
            pulse = stretch(options_.floor * quiet_rate_, early);
        }
        if (over()) {
            return;
        }
        ++result_.pulses;
        result_.ended_early += early ? 1 : 0;
        looks_.push_back({turn.resource, std::move(quiet), std::move(pulse)});
        if (early) {
            strengths_.soften(turn.resource);
        } else {
            strengths_.adapt(pair_of(looks_.back()));
        }
    }

    bool over() const { return stop_.stop_requested() || ended_; }

    Nudged result() {
        std::vector<NudgePair> pairs;
        for (const Turn& turn : looks_) {
            pairs.push_back(pair_of(turn));
            const NudgePair& pair = pairs.back();
            if (pair.quiet.rate() > 0.0) {
                result_.slowed_s += std::max(0.0, 1.0 - pair.pulse.rate() / pair.quiet.rate()) *
                                    (pair.pulse.seconds + kSettle_s);
            }
        }
        result_.cpu = target_.processors.empty()
                          ? Leverage{.missing = say_english(
                                         "this program may run on none of the job's processors")}
                          : leverage_of(pairs, Resource::Cpu);
        result_.disk = target_.files.empty()
                           ? Leverage{.missing = say_english(
                                          "no file that the job reads can be read past the page "
                                          "cache")}
                           : leverage_of(pairs, Resource::Disk);
        return std::move(result_);
    }

private:
    struct Looks {
        Observation before{};
        Observation after{};
    };
    struct Turn {
        Resource resource;
        Looks quiet;
        Looks pulse;
    };

    void run_for(double seconds) {
        sampler_.run(steady_now() + from_seconds(seconds), stop_, {});
        if (options_.on_progress) {
            options_.on_progress(in_seconds(steady_now() - began_));
        }
    }

    Stretch stretch_of(const Looks& looks) const {
        return stretch_between(looks.before, looks.after, roles_of(looks.after));
    }
    NudgePair pair_of(const Turn& turn) const {
        return {.resource = turn.resource,
                .quiet = stretch_of(turn.quiet),
                .pulse = stretch_of(turn.pulse)};
    }
    double rate_of(const Looks& looks) const { return stretch_of(looks).rate(); }

    /// `early`: it was ended at `least`, of the job's rate.
    Looks stretch(double least, bool& early) {
        run_for(kSettle_s);
        Looks looks;
        looks.before = sampler_.totals();
        const SteadyTime until = steady_now() + from_seconds(kStretch_s);
        while (steady_now() < until && !over()) {
            run_for(std::min(kLook_s, in_seconds(until - steady_now())));
            looks.after = sampler_.totals();
            ended_ = looks.after.ended;
            const double seconds = looks.after.seconds - looks.before.seconds;
            if (seconds >= kWorthKeeping_s && rate_of(looks) < least) {
                early = true;
                break;
            }
        }
        return looks;
    }

    JobSampler& sampler_;
    const NudgeTarget& target_;
    const NudgeOptions& options_;
    const std::stop_token& stop_;
    double quiet_rate_;  ///< of the last stretch that was left alone
    const SteadyTime began_ = steady_now();
    Strengths strengths_{};
    std::vector<Turn> looks_{};
    bool ended_ = false;
    Nudged result_{};
};

}  // namespace

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

Result<Nudged> nudge_job(pid_t pid,
                         const Observation& seen,
                         const NudgeOptions& options,
                         const std::stop_token& stop) {
    auto sampler = JobSampler::open(pid);
    if (!sampler) {
        return std::move(sampler).error();
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
    const double rate = stretch_between({}, seen, roles_of(seen)).rate();
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
