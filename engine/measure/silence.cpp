// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/silence.h"

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/record/sample_means.h"

namespace throughline::measure {
namespace {

std::string silence_text(const storage::AnswerWatch::Unanswered& reads, double seconds) {
    return say_english(reads.reads == 1
                           ? to_say("1 read has had no response for %2 (first: %3)")
                           : to_say("%1 reads have had no response for %2 (first: %3)"),
                       std::to_string(reads.reads),
                       format_duration(seconds),
                       percent_escape_non_utf8(reads.first));
}

record::Summaries metrics_so_far(const record::Study& study, int number) {
    for (auto run = study.runs.rbegin(); run != study.runs.rend(); ++run) {
        if (run->started.run == number) {
            return record::summarise_samples(*run);
        }
    }
    return {};
}

std::optional<int> measured_now(const RunSink& sink) {
    const std::vector<int> runs = sink.runs_under_way();
    return runs.empty() ? std::nullopt : std::optional(runs.back());
}

void tell(const Notice& notice, const std::string& text) {
    if (notice) {
        notice(text);
    }
}

}  // namespace

CarryOut silence_told_to(RunSink& sink, const Notice& notice) {
    return {.on_silence =
                [&](const storage::AnswerWatch::Unanswered& reads, double seconds) {
                    const std::string text = silence_text(reads, seconds);
                    sink.note(measured_now(sink),
                              "storage.no_answer",
                              record::Level::Warning,
                              text,
                              percent_escape_non_utf8(reads.first));
                    tell(notice, say_english("%1; still waiting for the storage", text));
                },
            .on_answer =
                [&](double seconds) {
                    const std::string text =
                        say_english("the storage responded after %1", format_duration(seconds));
                    sink.note(measured_now(sink), "storage.answered", record::Level::Warning, text);
                    tell(notice, text);
                }};
}

void leave_behind(RunSink& sink, const Notice& notice, RunControl& control) {
    control.leave_behind();
    sink.take_over();
    const SteadyTime now = steady_now();
    const auto reads = control.answers().asked_before(now);
    const std::string text = reads.reads > 0
                                 ? silence_text(reads, in_seconds(now - reads.since))
                                 : to_say(
                                       "the storage responded only after the study had been "
                                       "given up");
    for (const int number : sink.runs_under_way()) {
        sink.note(number,
                  "storage.left",
                  record::Level::Error,
                  say_english("the study was stopped without waiting any longer: %1", text),
                  percent_escape_non_utf8(reads.first));
        record::RunEnded ended{.run = number,
                               .status = record::RunStatus::Stopped,
                               .metrics = metrics_so_far(sink.study(), number)};
        if (!ended.metrics.contains("images_per_second")) {
            ended.absent["images_per_second"] =
                to_say("the storage stopped responding before anything was measured");
        }
        sink.write(ended);
    }
    tell(notice, say_english("stopping without waiting any longer: %1", text));
}

}  // namespace throughline::measure
