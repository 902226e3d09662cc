// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/advice.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "engine/analysis/answer.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/calibration.h"
#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

constexpr std::size_t kGainsMost = 3;
constexpr double kGainLeast = 1.05;  // less is not worth a change, and within the model's error

std::vector<std::string> gains_of(const record::Study& study) {
    std::vector<std::string> gains;
    const auto calibration = calibrate({&study, 1});
    if (!calibration) {
        return gains;
    }
    const Resolved& base = calibration->base;
    const double now = answer(base, base).prediction.images_per_s();
    for (const model::Leverage& lever : leverage(base)) {
        if (lever.input == model::Input::Nodes) {
            continue;  // which always helps, and is no change of this machine
        }
        if (gains.size() == kGainsMost || lever.best() < kGainLeast * now) {
            break;
        }
        const bool doubled = lever.images_per_s_doubled >= lever.images_per_s_halved.value_or(0.0);
        gains.push_back(say(doubled ? to_say("Twice “%1”: %2 times the rate.")
                                    : to_say("Half “%1”: %2 times the rate."),
                            say(model::title_of(lever.input)),
                            format_significant(lever.best() / now, 2)));
    }
    return gains;
}

}  // namespace

Advice advice_on(const record::Study& study) {
    const bool observed = analysis::is_observed(study);
    if (!observed && study.header.origin != record::Origin::Measured) {
        return {};
    }
    Advice advice;
    const record::RunData* const run =
        observed && !study.runs.empty() ? &study.runs.front() : nullptr;
    const auto limit = analysis::answer_of(study).limit;
    const auto add = [&advice](std::span<const analysis::Remedy> remedies) {
        std::ranges::copy(remedies, std::back_inserter(advice.remedies));
    };
    const bool few = run != nullptr && analysis::has_too_few_processors(*run);
    const bool waits = run != nullptr && limit == analysis::Limit::Cpu;
    if (few) {
        add(analysis::remedies_for(analysis::Limit::Cpu));
    } else if (waits || (run != nullptr && analysis::others_have_processors(*run))) {
        advice.remedies.push_back(analysis::processors_remedy());
    }
    if (!waits) {
        add(analysis::remedies_for(limit));
    }
    if (!observed && !advice.remedies.empty()) {
        advice.gains = gains_of(study);
    }
    return advice;
}

}  // namespace throughline::whatif
