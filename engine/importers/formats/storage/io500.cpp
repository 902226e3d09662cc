// SPDX-License-Identifier: Apache-2.0
// IO500: result_summary.txt and what it prints ("[RESULT] …"), and result.txt with a section for
// each phase. Phases run one after another.
#include <map>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace ior {
namespace {

constexpr std::string_view kResult = "[RESULT]%_%w %n %w%_:%_time%_%n";
/// Before 2020: "[RESULT] BW   phase 1   ior_easy_write   8.581 GB/s : time  58.27 seconds".
constexpr std::string_view kOldResult = "[RESULT]%_%w phase %n %w %n %w%_:%_time%_%n";

int claim_io500(const Head& head) {
    const bool results = head.any_line_matches(kResult) || head.any_line_matches(kOldResult);
    const bool sections =
        head.any_line_matches("[ior-easy-write]") && head.any_line_matches("t_start%_=");
    return results || sections ? kCertain : 0;
}

struct Phase {
    std::string name{};
    std::optional<double> value{};
    std::string unit{};  ///< "GiB/s", "kIOPS", …
    std::optional<double> seconds{};
    std::optional<double> began_at{};
    std::string command{};
    bool invalid = false;
};

void add_phase(const Phase& phase, Draft& draft) {
    const std::string name = lower(phase.name);
    if (phase.value.value_or(0.0) <= 0.0) {
        return;  // a phase that was switched off
    }
    RunDraft& run = draft.add_run();
    draft.take_rows();
    run.set("job", std::string_view(phase.name));
    run.set("duration", phase.seconds);
    run.set("command", std::string_view(phase.command));
    if (phase.began_at) {
        run.started_at(draft.utc_of(*phase.began_at));
    }
    const std::string unit = lower(phase.unit);
    if (name.starts_with("ior")) {
        const std::string direction = contains(name, "read") ? "read" : "write";
        run.set("pattern", std::string_view(direction));
        // Scripts before 2020 wrote "GB/s" of what they had divided by 1,024.
        run.figure(direction + "_bytes_per_second", *phase.value * kGiB);
        if (unit == "gb/s") {
            draft.info_once(
                "io500.gib",
                say("this version of IO500 writes GB/s for GiB/s; the rates are taken as "
                    "GiB/s"));
        }
    } else {
        run.set("pattern", std::string_view(phase.name));
        run.figure("entries_per_second", *phase.value * 1e3);
        if (name.ends_with("stat")) {
            run.figure("stat_per_second", *phase.value * 1e3);
        }
    }
    if (phase.invalid) {
        run.note(
            "io500.invalid",
            record::Level::Warning,
            to_say(
                "IO500 marks the phase as invalid: it did not run as long as its rules require"));
    }
}

class Io500Reader {
public:
    explicit Io500Reader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        line = trim(line);
        if (const auto result = match(line, kResult); result && result->number(1)) {
            add_phase({.name = std::string((*result)[0]),
                       .value = result->number(1),
                       .unit = std::string((*result)[2]),
                       .seconds = result->number(3),
                       .invalid = contains(line, "[INVALID]")},
                      draft_);
        } else if (const auto old = match(line, kOldResult)) {
            add_phase({.name = std::string((*old)[2]),
                       .value = old->number(3),
                       .unit = std::string((*old)[4]),
                       .seconds = old->number(5),
                       .invalid = contains(line, "[INVALID]")},
                      draft_);
        } else if (line.starts_with("[SCORE")) {
            if (contains(line, "TOTAL")) {
                draft_.info("io500.score", line);
            }
        } else if (const auto version = match(line, "IO500 version%_%w")) {
            draft_.tool("IO500", (*version)[0]);
        } else if (line.starts_with('[') && line.ends_with(']')) {
            flush();
            section_ = Phase{.name = std::string(line.substr(1, line.size() - 2))};
        } else if (section_) {
            take_setting(line);
        } else if (const auto version_line = match(line, "version%_=%_%w")) {
            draft_.tool("IO500", (*version_line)[0]);
        }
    }

    void flush() {
        const bool measures =
            section_ &&
            (section_->name.starts_with("ior-") || section_->name.starts_with("mdtest-") ||
             section_->name == "find" || section_->name.starts_with("find-"));
        if (measures && section_->value) {
            add_phase(*section_, draft_);
        }
        section_.reset();
    }

private:
    void take_setting(std::string_view line) {
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            return;
        }
        const std::string_view key = trim(line.substr(0, equals));
        const std::string_view value = trim(line.substr(equals + 1));
        if (key == "score") {
            section_->value = parse_number(words(value).empty() ? value : words(value)[0]);
            section_->invalid = contains(value, "INVALID");
        } else if (key == "t_delta") {
            section_->seconds = parse_number(value);
        } else if (key == "t_start") {
            const auto moment = parse_moment(value);
            section_->began_at = moment ? std::optional(moment->seconds) : std::nullopt;
        } else if (key == "exe") {
            section_->command = value;
        } else if (key == "SCORE") {
            draft_.info("io500.score", "[SCORE] " + std::string(value));
        }
    }

    Draft& draft_;
    std::optional<Phase> section_{};
};

Result<void> read_io500(Input& input, Draft& draft) {
    draft.tool("IO500");
    Io500Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.flush();
    return {};
}

}  // namespace
}  // namespace ior

const Format kIo500{
    .id = "io500", .title = "IO500", .claim = &ior::claim_io500, .read = &ior::read_io500};

}  // namespace throughline::importers
