// SPDX-License-Identifier: Apache-2.0
// nccl-tests (and rccl-tests): a collective operation by message size, out of place and in place.
// GB are 10^9, times microseconds. "#wrong" above 0 means that the result was false.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace nccl_tests {
namespace {

constexpr double kGigabyte = 1e9;

/// "#  size  count  type  redop  root  time  algbw  busbw  #wrong  time …": the names of the
/// columns.
std::vector<std::string_view> header_of(std::string_view line) {
    // A launcher may put the rank in front: "[1,0]<stdout>:#   size".
    const std::size_t at = line.find('#');
    auto names = words(at == std::string_view::npos ? std::string_view() : line.substr(at + 1));
    const bool header = names.size() > 6 && names[0] == "size" && names[1] == "count" &&
                        std::count(names.begin(), names.end(), "busbw") > 0;
    return header ? names : std::vector<std::string_view>();
}

int claim(const Head& head) {
    return head.any_line([](std::string_view line) { return !header_of(line).empty(); }) ? kCertain
                                                                                         : 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("nccl-tests"); }

    void take(const TextLine& line) {
        const std::string_view text = line.text;
        if (const auto names = header_of(text); !names.empty()) {
            names_.assign(names.begin(), names.end());
            prefix_ = text.find('#');
            times_.clear();
            for (std::size_t i = 0; i < names_.size(); ++i) {
                if (names_[i] == "time") {
                    times_.push_back(i);
                }
            }
            return;
        }
        if (const auto rank = find(text, "Rank %n")) {
            ranks_.emplace((*rank)[0]);
            if (const auto on = find(text, "Pid%_%n on%_%w")) {
                nodes_.emplace((*on)[1]);
            }
            return;
        }
        if (const auto starting = find(text, "Collective test starting: %w")) {
            test_ = (*starting)[0];
        }
        for (const std::string_view word : words(text)) {
            if (test_.empty() && word.ends_with("_perf")) {
                test_ = word.substr(word.find_last_of('/') + 1);
            }
        }
        if (!times_.empty()) {
            take_row(text.size() > prefix_ ? text.substr(prefix_) : text);
        }
    }

    void finish() {}

private:
    /// Numbers under the names; operations without an operator or root print nothing or "none".
    void take_row(std::string_view text) {
        const auto cells = words(text);
        const auto bytes = cells.empty() ? std::nullopt : parse_number(cells[0]);
        if (!bytes || cells.size() < 8 || cells.size() > names_.size()) {
            return;
        }
        // Columns that a version leaves empty stand in front of the times: count from the end.
        const std::size_t missing = names_.size() - cells.size();
        for (std::size_t i = 0; i < times_.size(); ++i) {
            const std::size_t at = times_[i] - missing;
            if (times_[i] < missing || at + 2 >= cells.size()) {
                return;
            }
            put(*bytes, i == 0 ? "out of place" : "in place", cells, at);
        }
        draft_.take_rows();
    }

    void put(double bytes,
             std::string_view place,
             const std::vector<std::string_view>& cells,
             std::size_t at) {
        const auto time = parse_number(cells[at]);
        const auto bus = parse_number(cells[at + 2]);
        if (!time || !bus) {
            return;  // an operation that cannot be done in place
        }
        RunDraft& run = draft_.add_run();
        run.set("block_size", bytes);
        run.set("pattern", test_ + (test_.empty() ? "" : ", ") + std::string(place));
        if (!ranks_.empty()) {
            run.set("gpu_count", static_cast<double>(ranks_.size()));
        }
        if (!nodes_.empty()) {
            run.set("node_count", static_cast<double>(nodes_.size()));
        }
        run.figure("collective_time", scaled(time, kMicro));
        run.figure("collective_bus_bytes_per_second", scaled(bus, kGigabyte));
        run.figure("collective_bytes_per_second", scaled(parse_number(cells[at + 1]), kGigabyte));
        const auto wrong = at + 3 < cells.size() ? parse_number(cells[at + 3]) : std::nullopt;
        const bool counts = std::find(names_.begin(), names_.end(), "#wrong") != names_.end();
        if (counts && wrong.value_or(0.0) > 0.0) {
            run.note("nccl.wrong",
                     record::Level::Warning,
                     say_english("%1 values of the result were wrong.", shortest_text(*wrong)));
        }
    }

    Draft& draft_;
    std::vector<std::string> names_{};
    std::vector<std::size_t> times_{};  ///< columns of the times, out of place and in place
    std::size_t prefix_ = 0;
    std::string test_{};
    std::set<std::string, std::less<>> ranks_{};
    std::set<std::string, std::less<>> nodes_{};
};

}  // namespace
}  // namespace nccl_tests

const Format kNcclTests{.id = "nccl-tests",
                        .title = "nccl-tests",
                        .claim = &nccl_tests::claim,
                        .read = &read_lines<nccl_tests::Reader>};

}  // namespace throughline::importers
