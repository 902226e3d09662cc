// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/validity.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "engine/analysis/disturbance.h"
#include "engine/analysis/note_kinds.h"
#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_caveats.h"
#include "engine/base/say.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::analysis {
namespace {

/// Governors that let the clock follow the load slowly, or keep it low.
bool is_slow_governor(std::string_view governor, std::string_view driver) {
    constexpr std::array<std::string_view, 3> kSlow{"conservative", "ondemand", "userspace"};
    // intel_pstate and amd-pstate call "powersave" what lets the processor choose by itself.
    const bool chooses = driver.find("pstate") != std::string_view::npos;
    return std::ranges::find(kSlow, governor) != kSlow.end() ||
           (governor == "powersave" && !chooses);
}

std::string text_of(const spec::Settings& environment, const char* key) {
    const auto found = environment.find(key);
    return found == environment.end() ? std::string() : spec::setting_text(found->second);
}

using Study = record::Study;
using Run = record::RunData;

std::string is_no_result(const Study& /*study*/, const Run& run) {
    return record::is_result(run)
               ? std::string()
               : say(record::why_no_result(run), std::to_string(run.started.run));
}

std::string is_too_fast(const Study& /*study*/, const Run& run) {
    return is_impossible(run.metrics)
               ? say("the pipeline is faster than a stage alone, which is impossible; measure "
                     "again")
               : std::string();
}

std::string cannot_be_judged(const Study& study, const Run& run) {
    return metric_of(run, "images_per_second") ? objection(study, run) : std::string();
}

std::string is_disturbed_by(const Study& study, const Run& run) {
    return is_disturbed(run) || study.header.environment.contains("disturbed")
               ? disturbance_text(run, study.header.environment)
               : std::string();
}

std::string was_cached(const Study& /*study*/, const Run& run) {
    const auto stages = spec::stages_of(run.started.settings);
    const bool reads = stages != spec::Stages::Decode && stages != spec::Stages::Consumer;
    Judgement unused;
    return reads ? cache_caveat(run, unused) : std::string();
}

std::string lost_images(const Study& /*study*/, const Run& run) {
    const double failed = failed_images(run).value_or(0.0);
    return failed > 0.0 ? failure_text(failed) : std::string();
}

std::string has_slow_governor(const Study& study, const Run& /*run*/) {
    const std::string governor = text_of(study.header.environment, "cpu.governor");
    return is_slow_governor(governor, text_of(study.header.environment, "cpu.driver"))
               ? say("the clock of the processors follows the load slowly or stays low (governor "
                     "“%1”); choose “performance”",
                     governor)
               : std::string();
}

struct ValidityRule {
    const char* code;
    Validity weight;
    std::string (*reason)(const Study& study, const Run& run);
};
constexpr auto kValidityRules = std::to_array<ValidityRule>({
    {"no_result", Validity::Invalid, &is_no_result},
    {"impossible", Validity::Invalid, &is_too_fast},
    {"objection", Validity::Invalid, &cannot_be_judged},
    {"disturbed", Validity::Remarks, &is_disturbed_by},
    {"cached", Validity::Remarks, &was_cached},
    {"lost_images", Validity::Remarks, &lost_images},
    {"governor", Validity::Remarks, &has_slow_governor},
});
/// Notes that a rule has told.
constexpr std::array<std::string_view, 5> kTold{record::kTouchedCode,
                                                record::kDisturbedCode,
                                                record::kPausedCode,
                                                record::kForeignReadsCode,
                                                kBesideCode};

void add_warnings(const Run& run, std::vector<Remark>& remarks) {
    std::set<std::string> codes(kTold.begin(), kTold.end());
    for (const record::Note& note : run.notes) {
        if (note.level != record::Level::Info && codes.insert(note.code).second) {
            remarks.push_back({.code = note.code, .text = say_recorded(note.text)});
        }
    }
}

/// "…; measure again." -> "…; measure again": caveats are whole sentences, with a space before.
std::string as_part(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    while (text.ends_with('.')) {
        text.pop_back();
    }
    return text;
}

/// Runs of which the same is said.
struct Alike {
    Validity validity{};
    std::string remarks;
    std::vector<int> runs;
};

const char* words_for(Validity validity, bool several) noexcept {
    switch (validity) {
        case Validity::Valid:
            return several ? to_say("Runs %1 are valid.") : to_say("Run %1 is valid.");
        case Validity::Remarks:
            return several ? to_say("Runs %1 are valid with remarks: %2.")
                           : to_say("Run %1 is valid with remarks: %2.");
        case Validity::Invalid:
            break;
    }
    return several ? to_say("Runs %1 are invalid: %2.") : to_say("Run %1 is invalid: %2.");
}

}  // namespace

bool is_impossible(const record::Summaries& figures) {
    const auto share = figures.find("fed_share");
    return share != figures.end() && share->second.value > kFedTooMuch;
}

const char* name_of(Validity validity) noexcept {
    constexpr std::array<const char*, 3> kNames{"valid", "remarks", "invalid"};
    return kNames[static_cast<std::size_t>(validity)];
}

std::optional<RunValidity> validity_of(const record::Study& study, const record::RunData& run) {
    if (study.header.origin != record::Origin::Measured) {
        return std::nullopt;
    }
    RunValidity found;
    for (const ValidityRule& rule : kValidityRules) {
        if (std::string text = as_part(rule.reason(study, run)); !text.empty()) {
            found.remarks.push_back(
                {.weight = rule.weight, .code = rule.code, .text = std::move(text)});
        }
    }
    add_warnings(run, found.remarks);
    for (const Remark& remark : found.remarks) {
        found.validity = std::max(found.validity, remark.weight);
    }
    return found;
}

std::string validity_text(const record::Study& study) {
    std::vector<Alike> kinds;
    for (const record::RunData& run : study.runs) {
        const auto found = validity_of(study, run);
        if (!found) {
            return {};
        }
        std::string remarks;
        for (const Remark& remark : found->remarks) {
            remarks += (remarks.empty() ? "" : "; ") + remark.text;
        }
        const auto same = std::ranges::find_if(kinds, [&](const Alike& kind) {
            return kind.validity == found->validity && in_one(kind.remarks, remarks);
        });
        Alike& kind =
            same != kinds.end() ? *same : kinds.emplace_back(Alike{found->validity, remarks, {}});
        kind.remarks = *in_one(kind.remarks, remarks);
        kind.runs.push_back(run.started.run);
    }
    std::ranges::stable_sort(kinds, {}, &Alike::validity);
    std::string text;
    for (const Alike& kind : kinds) {
        text += (text.empty() ? "" : " ") + say(words_for(kind.validity, kind.runs.size() > 1),
                                                numbers_text(kind.runs),
                                                kind.remarks);
    }
    return text;
}

}  // namespace throughline::analysis
