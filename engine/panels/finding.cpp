// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/finding.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::panels {
namespace {

bool has(const record::RunData& run, const Where& where) {
    const auto setting = run.started.settings.find(where.key);
    if (setting == run.started.settings.end()) {
        return false;
    }
    std::string text = spec::setting_text(setting->second);
    if (where.key == "dataset.path") {
        text = std::filesystem::path(text).filename().string();
    }
    return text == where.text;
}

bool is_disturbed(const record::Study& study) {
    return std::any_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
        return std::any_of(run.notes.begin(), run.notes.end(), [](const record::Note& note) {
            return note.code == record::kDisturbedCode || note.code == record::kForeignReadsCode;
        });
    });
}

}  // namespace

const char* name_of(Holds holds) noexcept {
    switch (holds) {
        case Holds::Yes:
            return "yes";
        case Holds::No:
            return "no";
        case Holds::Unknown:
            return "unknown";
    }
    return "";
}

std::string finding_text(const Claim& claim, const Finding& finding) {
    switch (finding.holds) {
        case Holds::Yes:
            return say("%1: yes. %2", say(claim.claim), finding.sentence);
        case Holds::No:
            return say("%1: no. %2", say(claim.claim), finding.sentence);
        case Holds::Unknown:
            return say("%1: unknown. %2", say(claim.claim), finding.sentence);
    }
    return {};
}

std::string grade_text(const Finding& finding) {
    switch (finding.grade) {
        case record::Grade::Measured:
            return say("Measured: the intervals of the repeats leave no other answer.");
        case record::Grade::Indicated:
        case record::Grade::Suggested:
            return say(
                "Indicated: the means say so, but the intervals of the repeats or what "
                "disturbed them leave room for another answer.");
        case record::Grade::None:
            return {};
    }
    return {};
}

const record::RunData* run_where(const record::Study& study, std::initializer_list<Where> where) {
    const auto found =
        std::find_if(study.runs.begin(), study.runs.end(), [&](const record::RunData& run) {
            return run.status == record::RunStatus::Done &&
                   std::all_of(
                       where.begin(), where.end(), [&](const Where& one) { return has(run, one); });
        });
    return found == study.runs.end() ? nullptr : &*found;
}

std::optional<Rate> rate_of(const record::Study& study,
                            std::string_view metric,
                            std::initializer_list<Where> where) {
    const record::RunData* const run = run_where(study, where);
    if (run == nullptr) {
        return std::nullopt;
    }
    const auto figure = run->metrics.find(metric);
    if (figure == run->metrics.end()) {
        return std::nullopt;
    }
    const record::Summary& summary = figure->second;
    const bool repeated = summary.n > 1 && summary.low && summary.high;
    return Rate{.value = summary.value,
                .half_width = repeated ? (*summary.high - *summary.low) / 2.0 : 0.0,
                .repeated = repeated};
}

std::string rate_text(const Rate& rate, const char* unit) {
    const std::string number = format_significant(rate.value, 4);
    return (rate.repeated ? number + " ± " + format_significant(rate.half_width, 2) : number) +
           " " + say(unit);
}

Rate scaled(const Rate& rate, double factor) noexcept {
    return {.value = rate.value * factor,
            .half_width = rate.half_width * factor,
            .repeated = rate.repeated};
}

Rate ratio_of(const Rate& a, const Rate& b) {
    const double value = a.value / b.value;
    return {.value = value,
            .half_width = value * std::hypot(a.half_width / a.value, b.half_width / b.value),
            .repeated = a.repeated && b.repeated};
}

std::string ratio_text(const Rate& ratio) {
    const std::string number = format_significant(ratio.value, 3);
    return ratio.repeated ? number + " ± " + format_significant(ratio.half_width, 2) : number;
}

void Conditions::add(bool holds, bool everywhere, bool somewhere, bool repeated) {
    all_hold_ = all_hold_ && holds;
    all_are_sure_ = all_are_sure_ && repeated && everywhere;
    one_surely_fails_ = one_surely_fails_ || (repeated && !somewhere);
}

void Conditions::is_near(const Rate& rate, double figure, double tolerance) {
    const double low = rate.value - rate.half_width;
    const double high = rate.value + rate.half_width;
    const double least = (1.0 - tolerance) * figure;
    const double most = (1.0 + tolerance) * figure;
    const bool inside = least <= low && high <= most;
    const bool touching = low <= most && least <= high;
    add(least <= rate.value && rate.value <= most, inside, touching, rate.repeated);
}

void Conditions::is_above(const Rate& rate, double bound) {
    add(rate.value > bound,
        rate.value - rate.half_width > bound,
        rate.value + rate.half_width > bound,
        rate.repeated);
}

void Conditions::is_below(const Rate& rate, double bound) {
    add(rate.value < bound,
        rate.value + rate.half_width < bound,
        rate.value - rate.half_width < bound,
        rate.repeated);
}

void Conditions::is_so(bool so) {
    add(so, so, so, true);
}

Finding Conditions::found(const record::Study& study, std::string sentence) const {
    const bool sure = (all_hold_ ? all_are_sure_ : one_surely_fails_) && !is_disturbed(study);
    return {.holds = all_hold_ ? Holds::Yes : Holds::No,
            .grade = sure ? record::Grade::Measured : record::Grade::Indicated,
            .sentence = std::move(sentence)};
}

Finding unknown_finding() {
    return {.holds = Holds::Unknown,
            .grade = record::Grade::None,
            .sentence = say("The record does not have the finished runs that decide.")};
}

}  // namespace throughline::panels
