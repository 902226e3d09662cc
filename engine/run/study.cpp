// SPDX-License-Identifier: Apache-2.0
#include "engine/run/study.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/run/derive.h"
#include "engine/run/failed_run.h"
#include "engine/run/record_lines.h"
#include "engine/run/touched.h"

namespace throughline::run {
namespace {

Error misfit(std::string what) {
    return Error{.code = ErrorCode::Format, .what = std::move(what)};
}

Error unknown_run(const char* line, int run) {
    return misfit(std::string(line) + " of run " + std::to_string(run) +
                  ", which was not started before");
}

/// Takes one line of a file into the study. Errors: Format, Version.
Result<void> take_line(std::string_view text, StudyBuilder& builder, Study& counts) {
    const std::uint64_t number = counts.lines + 1;
    auto parsed = parse_line(text);
    if (!parsed) {
        return std::move(parsed).error();
    }
    if (parsed->seq != number) {
        return misfit("its seq is " + std::to_string(parsed->seq) + ": lines are missing");
    }
    if (parsed->line) {
        if (auto added = builder.add(*parsed->line); !added) {
            return added;
        }
    } else if (number == 1) {
        return misfit("a record starts with a header, not with " + parsed->type);
    } else {
        ++counts.unknown_lines;
    }
    ++counts.lines;
    return {};
}

RecordDamage damage_at(std::uint64_t line, std::uint64_t offset, const std::string& cause) {
    return RecordDamage{.line = line,
                        .byte_offset = offset,
                        .text = "line " + std::to_string(line) + " at byte " +
                                std::to_string(offset) + " is damaged (" + cause +
                                "); what precedes it is kept, the rest is left out"};
}

}  // namespace

RunStatus status_of(const Study& study) {
    if (!study.footer) {
        return RunStatus::Interrupted;
    }
    const auto any = [&](RunStatus status) {
        return std::any_of(study.runs.begin(), study.runs.end(), [&](const RunData& run) {
            return run.status == status;
        });
    };
    for (const auto status : {RunStatus::Failed, RunStatus::Interrupted, RunStatus::Stopped}) {
        if (any(status)) {
            return status;
        }
    }
    const bool short_of_plan =
        static_cast<std::int64_t>(study.runs.size()) < study.header.plan.runs;
    return short_of_plan ? RunStatus::Stopped : RunStatus::Done;
}

std::vector<int> missing_runs(const Study& study) {
    std::vector<int> missing;
    if (study.header.origin != Origin::Measured) {
        return missing;
    }
    std::set<int> results;
    for (const auto& run : study.runs) {
        if (is_result(run)) {
            results.insert(run.started.run);
        }
    }
    for (int number = 1; number <= static_cast<int>(study.header.plan.runs); ++number) {
        if (!results.contains(number)) {
            missing.push_back(number);
        }
    }
    return missing;
}

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
        return misfit("run " + std::to_string(started.run) + " is started twice");
    }
    RunData& run = before == nullptr ? study_.runs.emplace_back() : *before;
    run = RunData{};
    run.started = started;
    return {};
}

Result<void> StudyBuilder::add(const Line& line) {
    const auto* header = std::get_if<Header>(&line);
    if ((header != nullptr) == has_header_) {
        return misfit(has_header_ ? "a second header" : "a record starts with a header");
    }
    const auto* note = std::get_if<Note>(&line);
    if (note != nullptr && note->code == kTakenUpCode) {
        study_.footer.reset();
        study_.verdict.reset();
        taken_up_ = true;
    }
    if (study_.footer) {
        return misfit("a line after the footer");
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

Result<ReadRecord> read_record(const std::string& path) {
    StudyBuilder builder;
    Study counts;
    std::optional<Error> header_error;
    std::optional<RecordDamage> damage;
    std::uint64_t next_offset = 0;
    std::uint64_t complete_bytes = 0;
    const auto read =
        for_each_complete_line(path, 0, [&](std::string_view text, std::uint64_t offset) {
            next_offset = offset + text.size() + 1;
            auto taken = take_line(text, builder, counts);
            complete_bytes = taken ? next_offset : complete_bytes;
            if (!taken && counts.lines == 0) {
                header_error = std::move(taken).error();
            } else if (!taken) {
                damage = damage_at(counts.lines + 1, offset, taken.error().what);
            }
            return !header_error && !damage;
        });
    if (!read && (counts.lines == 0 || read.error().code != ErrorCode::Format)) {
        return read.error();
    }
    if (!read) {
        damage = damage_at(counts.lines + 1, next_offset, read.error().what);
    }
    if (header_error) {
        header_error->what = "'" + path + "': " + header_error->what;
        return *std::move(header_error);
    }
    if (counts.lines == 0) {
        return Error{.code = ErrorCode::Format,
                     .what = "'" + path + "' has no complete line: it is no record"};
    }
    ReadRecord record{.study = std::move(builder).finish(), .damage = std::move(damage)};
    record.study.lines = counts.lines;
    record.study.unknown_lines = counts.unknown_lines;
    record.bytes = complete_bytes;
    return record;
}

}  // namespace throughline::run
