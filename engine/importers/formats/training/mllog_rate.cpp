// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/training/mllog_rate.h"

#include <algorithm>
#include <cmath>

#include "engine/base/say.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

/// Steps a second beyond which a count cannot be of samples, for want of anything that agrees.
constexpr double kStepsMax = 100.0;
/// What a log tracks leaves start-up and evaluations out, and may only see part of the time.
constexpr double kAgreeFactor = 2.0;
/// Images of OpenImages' training set, as the object detectors train on it.
constexpr double kOpenImages = 1'170'301.0;

bool is_whole(double number) {
    return std::floor(number) == number;
}

/// The epochs that ended, when all that began did and they are numbered one after another from 0 or
/// 1; else 0. Some benchmarks number epochs by samples, tokens or shares.
double whole_epochs(const MllogCounts& counts) {
    std::set<double> ended = counts.epochs_ended;
    if (ended.empty() && counts.early_version && !counts.epochs_begun.empty() &&
        counts.last_quality_epoch == *counts.epochs_begun.rbegin()) {
        ended = counts.epochs_begun;
    }
    if (ended.empty() || ended != counts.epochs_begun || *ended.begin() > 1.0 ||
        (counts.last_quality_epoch && !is_whole(*counts.last_quality_epoch))) {
        return 0.0;
    }
    const auto count = static_cast<double>(ended.size());
    const bool in_a_row = std::all_of(ended.begin(), ended.end(), &is_whole) &&
                          *ended.rbegin() - *ended.begin() == count - 1.0;
    return in_a_row && *ended.begin() >= 0.0 ? count : 0.0;
}

/// The object detectors of several submitters log the number of batches as train_samples.
double samples_of_epoch(const MllogCounts& counts) {
    const double said = counts.train_samples.value_or(0.0);
    const double batch = counts.global_batch.value_or(1.0);
    const bool batches = (counts.model == "ssd" || counts.model == "retinanet") && batch > 1.0 &&
                         std::abs(said * batch - kOpenImages) <= batch;
    return batches ? said * batch : said;
}

std::optional<MllogTrained> trained_by_stop(const MllogCounts& counts) {
    if (counts.stop_samples && *counts.stop_samples > 0.0) {
        return MllogTrained{*counts.stop_samples, "samples_count of run_stop"};
    }
    if (counts.stop_steps && counts.global_batch && *counts.stop_steps > 0.0) {
        return MllogTrained{*counts.stop_steps * *counts.global_batch,
                            "steps of run_stop x global_batch_size"};
    }
    if (counts.stop_epoch && counts.train_samples && *counts.stop_epoch > 0.0 &&
        !is_whole(*counts.stop_epoch)) {
        return MllogTrained{*counts.stop_epoch * *counts.train_samples,
                            to_say("epoch_num of run_stop x train_samples")};
    }
    return std::nullopt;
}

std::string steps_text(double steps) {
    return number_to_show(steps) + " steps/s";
}

}  // namespace

std::optional<MllogTrained> mllog_trained(const MllogCounts& counts) {
    if (auto trained = trained_by_stop(counts)) {
        return trained;
    }
    constexpr double kSamplesMin = 1e4;  // its epoch_num counts samples, since round v0.7
    if (counts.model == "bert") {
        const double last = counts.last_quality_epoch.value_or(0.0);
        return last >= kSamplesMin ? std::optional(MllogTrained{
                                         last, to_say("epoch_num, which counts samples in BERT")})
                                   : std::nullopt;
    }
    const double epochs = whole_epochs(counts);
    if (epochs > 0.0 && counts.train_samples && *counts.train_samples > 0.0) {
        return MllogTrained{samples_of_epoch(counts) * epochs, to_say("train_samples x epochs")};
    }
    return std::nullopt;
}

bool mllog_counts_tokens(const MllogCounts& counts) {
    constexpr double kTokensMin = 64.0;  // of a sample; a shorter sequence may divide by chance
    if (counts.model == "bert" || !counts.global_batch || *counts.global_batch <= 0.0 ||
        counts.sequence_length.value_or(0.0) < kTokensMin) {
        return false;
    }
    const double step = *counts.global_batch * *counts.sequence_length;
    const double last_epoch = counts.epochs_ended.empty() ? 0.0 : *counts.epochs_ended.rbegin();
    for (const double count :
         {counts.stop_samples.value_or(0.0), counts.last_quality_epoch.value_or(0.0), last_epoch}) {
        if (count >= step && std::fmod(count, step) == 0.0) {
            return true;
        }
    }
    return false;
}

MllogRate mllog_rate(const MllogCounts& counts, std::optional<double> tracked) {
    MllogRate rate;
    const bool tokens = mllog_counts_tokens(counts);
    const auto trained = mllog_trained(counts);
    rate.derived = trained ? ratio(std::optional(trained->samples), counts.seconds) : std::nullopt;
    rate.by = trained ? trained->by : "";
    if (tokens) {
        rate.derived.reset();
        rate.refused = to_say("the log counts tokens, not samples");
        rate.tracked_refused = rate.refused;
        return rate;
    }
    if (!rate.derived) {
        rate.refused =
            !counts.seconds
                ? to_say("the log does not contain both run_start and run_stop")
                : to_say(
                      "the log does not say how many samples were trained: train_samples is the "
                      "size of the data set, and no whole number of epochs ended");
    }
    const auto steps = [&](std::optional<double> samples) {
        return ratio(samples, counts.global_batch).value_or(0.0);
    };
    const bool agree = rate.derived && tracked && *tracked < kAgreeFactor * *rate.derived &&
                       *rate.derived < kAgreeFactor * *tracked;
    if (!agree && steps(rate.derived) > kStepsMax) {
        rate.refused = say_english(
            "by the %1 it would be %2, which cannot be", rate.by, steps_text(steps(rate.derived)));
        rate.derived.reset();
    }
    if (!agree && tracked && rate.derived) {
        rate.tracked_refused = say_english(
            "the log tracks %1 /s, but by the %2 it was %3 samples/s: it may be that of one GPU, "
            "or count something else",
            number_to_show(*tracked),
            rate.by,
            number_to_show(*rate.derived));
    } else if (!agree && steps(tracked) > 2.0 * kStepsMax) {
        rate.tracked_refused =
            say_english("the throughput that the log tracks would be %1: it counts something else",
                        steps_text(steps(tracked)));
    }
    return rate;
}

}  // namespace throughline::importers
