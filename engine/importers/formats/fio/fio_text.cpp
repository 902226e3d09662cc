// SPDX-License-Identifier: Apache-2.0
// What fio prints for people, which is its usual output; alone, pasted among other text, several of
// them one after another, or again and again with --status-interval.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/fio/fio_group.h"
#include "engine/importers/formats/fio/fio_text_lines.h"
#include "engine/importers/formats/fio/fio_text_output.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace fio_text {
namespace {

/// Below fio's own terse lines, which say more.
constexpr int kClaim = kCertain - 6;
constexpr std::string_view kGroupHead = "Run status group %n (all jobs)";

int claim(const Head& head) {
    if (head.json.has("fio version")) {
        return 0;  // --output-format=normal,json: the same run, and its JSON says more
    }
    if (head.any_line_finds("(groupid=%n, jobs=%n): err=%_%n") || head.any_line_finds(kGroupHead)) {
        return kClaim;
    }
    const bool options = head.any_line(
        [](const auto line) { return contains(line, ": (g=") && parse_options(line); });
    return options ? kClaim : 0;
}

/// A line without what stands before it where text is quoted, commented out or indented. Of
/// progress lines only the last part counts, which ends in the line that follows it.
std::string_view plain_line(std::string_view line) {
    if (const std::size_t back = line.rfind('\r'); back != std::string_view::npos) {
        line.remove_prefix(back + 1);
    }
    const std::size_t begin = line.find_first_not_of(" \t>#");
    return begin == std::string_view::npos ? std::string_view() : trim(line.substr(begin));
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        line = plain_line(line);
        if (auto options = parse_options(line)) {
            if (output_.has_jobs()) {
                flush();
                output_ = Output::of_new_call();
            }
            output_.add_options(*std::move(options));
        } else if (auto head = parse_job_head(line)) {
            if (output_.has_end()) {
                const Output next = output_.next();
                flush();
                output_ = next;
            }
            output_.begin_job(*std::move(head));
        } else if (const auto group = match(line, kGroupHead)) {
            output_.begin_group(
                static_cast<int>(std::clamp(group->number(0).value_or(0.0), 0.0, 1e6)));
        } else if (line.starts_with("Disk stats (read/write)")) {
            output_.begin_disks();
        } else if (line.starts_with("fio-") && words(line).size() == 1) {
            begin_if_ended();
            output_.take_version(line);
        } else if (const auto jobs = parse_start(line)) {
            begin_if_ended();
            output_.take_start(*jobs);
        } else if (line.starts_with("fio: ") && (contains(line, "err") || contains(line, "fail"))) {
            output_.take_failure(line);
        } else {
            output_.take(line);
        }
    }

    std::vector<FioOutput> finish() {
        if (output_.has_jobs() || output_.has_options()) {
            flush();
        }
        return std::move(outputs_);
    }

private:
    void begin_if_ended() {
        if (output_.has_jobs()) {
            flush();
            output_ = Output::of_new_call();
        }
    }
    void flush() { outputs_.push_back(output_.finish(draft_)); }

    Draft& draft_;
    Output output_{};
    std::vector<FioOutput> outputs_{};
};

Result<void> read(Input& input, Draft& draft) {
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    const std::vector<FioOutput> outputs = reader.finish();
    add_fio_outputs(outputs, draft);
    if (!outputs.empty() && outputs.back().jobs.empty() && outputs.back().all_clients.empty()) {
        draft.warn("fio.cut", say("the text ends before fio printed the results of its last jobs"));
    }
    draft.info(
        "fio.text",
        say("not imported from fio's text: standard deviations, the spread of bw and iops over "
            "time, shares of latencies, and depths"));
    return {};
}

}  // namespace
}  // namespace fio_text

const Format kFioText{.id = "fio-text",
                      .title = "fio text output",
                      .claim = &fio_text::claim,
                      .read = &fio_text::read};

}  // namespace throughline::importers
