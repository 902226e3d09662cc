// SPDX-License-Identifier: Apache-2.0
#include "engine/record/study_builder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "engine/base/say.h"
#include "engine/record/failed_run.h"
#include "engine/record/sample_means.h"
#include "engine/record/touched.h"

namespace throughline::record {
namespace {

Error unknown_run(const char* line, int run) {
    return format_error(
        say("%1 of run %2, which was not started before", line, std::to_string(run)));
}

}  // namespace

RunData* StudyBuilder::find_run(int number) {
    // Lines nearly always belong to the newest run.
    const auto found = std::find_if(study_.runs.rbegin(),
                                    study_.runs.rend(),
                                    [&](const RunData& run) { return run.started.run == number; });
    return found == study_.runs.rend() ? nullptr : &*found;
}

/// A run that is measured again takes the place of what was recorded of it before.
Result<void> StudyBuilder::start_run(const RunStarted& started) {
    RunData* const before = find_run(started.run);
    if (before != nullptr && (!taken_up_ || is_result(*before))) {
        return format_error(say("run %1 is started twice", std::to_string(started.run)));
    }
    RunData& run = before == nullptr ? study_.runs.emplace_back() : *before;
    run = RunData{};
    run.started = started;
    return {};
}

Result<void> StudyBuilder::add(const Line& line) {
    const auto* header = std::get_if<Header>(&line);
    if ((header != nullptr) == has_header_) {
        return format_error(say_english(has_header_ ? to_say("a record has a second header")
                                                    : to_say("a record starts with a header")));
    }
    const auto* note = std::get_if<Note>(&line);
    if (note != nullptr && note->code == kTakenUpCode) {
        study_.footer.reset();
        study_.verdict.reset();
        taken_up_ = true;
    }
    if (study_.footer) {
        return format_error(say("a line after the footer"));
    }
    if (header != nullptr) {
        study_.header = *header;
        has_header_ = true;
    } else if (const auto* started = std::get_if<RunStarted>(&line)) {
        return start_run(*started);
    } else if (const auto* sample = std::get_if<Sample>(&line)) {
        RunData* run = find_run(sample->run);
        if (run == nullptr) {
            return unknown_run("a sample", sample->run);
        }
        run->samples.push_back(*sample);
    } else if (const auto* histogram = std::get_if<HistogramLine>(&line)) {
        RunData* run = find_run(histogram->run);
        if (run == nullptr) {
            return unknown_run("a histogram", histogram->run);
        }
        run->histograms.push_back(*histogram);
    } else if (note != nullptr) {
        // Notes may come before their run starts (its cold start failed): they stay with the study.
        RunData* run = note->run ? find_run(*note->run) : nullptr;
        (run == nullptr ? study_.notes : run->notes).push_back(*note);
    } else if (const auto* ended = std::get_if<RunEnded>(&line)) {
        RunData* run = find_run(ended->run);
        if (run == nullptr) {
            return unknown_run("the end", ended->run);
        }
        run->status = ended->status;
        run->metrics = ended->metrics;
        run->absent = ended->absent;
        withhold_failed(run->status, study_.header.origin, run->metrics, run->absent);
    } else if (const auto* verdict = std::get_if<Verdict>(&line)) {
        study_.verdict = *verdict;
    } else if (const auto* footer = std::get_if<Footer>(&line)) {
        study_.footer = *footer;
    }
    return {};
}

Study StudyBuilder::finish() && {
    for (auto& run : study_.runs) {
        if (run.status == RunStatus::Interrupted && run.metrics.empty()) {
            run.metrics = summarise_samples(run);
        }
    }
    return std::move(study_);
}

}  // namespace throughline::record
