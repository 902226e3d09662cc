// SPDX-License-Identifier: Apache-2.0
// ioping: one request after another. "4 requests completed in 577.9 us, 16 KiB read, 6.92 k iops,
// 27.0 MiB/s" is of the time in requests, "generated …" of all time with the pauses between.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/amounts.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

constexpr std::string_view kStatistics = " ioping statistics ---";

int claim_ioping(const Head& head) {
    return head.any_line_has(kStatistics) ? kCertain - 20 : 0;
}

/// The parts between the commas.
std::vector<std::string_view> parts_of(std::string_view line) {
    std::vector<std::string_view> parts;
    for (const std::string_view part : split(line, ',')) {
        parts.push_back(trim(part));
    }
    return parts;
}

struct Statistics {
    std::string target{};
    std::optional<double> size{};
    std::optional<bool> writes{};
    std::optional<double> requests{};
    std::optional<double> seconds{};
    std::optional<double> iops{};
    std::optional<double> bytes_per_second{};
};

class IopingReader {
public:
    explicit IopingReader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        line = trim(line);
        if (const auto request = find(line, "request=%n time=")) {
            take_request(line);
        } else if (line.starts_with("--- ") && line.ends_with(kStatistics)) {
            statistics_.target = words(line.substr(4)).front();
        } else if (contains(line, " requests completed in ")) {
            take_completed(line);
        } else if (const auto times = match(line, "min/avg/max/mdev = ")) {
            add(split(line.substr(times->end()), '/'));
        }
    }

private:
    /// "4 KiB <<< . (…): request=1 time=…", before 1.0 "4096 bytes from . (…): request=1 time=…".
    void take_request(std::string_view line) {
        for (const std::string_view mark : {" <<< ", " >>> ", " from ", " to "}) {
            const std::size_t at = line.find(mark);
            if (at != std::string_view::npos) {
                statistics_.size = bytes_of(line.substr(0, at), 1024.0);
                statistics_.writes = mark == " >>> " || mark == " to ";
                return;
            }
        }
    }

    void take_completed(std::string_view line) {
        for (const std::string_view part : parts_of(line)) {
            if (const auto in = part.find(" requests completed in ");
                in != std::string_view::npos) {
                statistics_.requests = count_of(part.substr(0, in));
                statistics_.seconds = seconds_of(
                    part.substr(in + std::string_view(" requests completed in ").size()));
            } else if (part.ends_with(" read")) {
                statistics_.writes = false;
            } else if (part.ends_with(" written")) {
                statistics_.writes = true;
            } else if (part.ends_with(" iops")) {
                statistics_.iops = count_of(part.substr(0, part.size() - 5));
            } else if (part.ends_with("/s")) {
                statistics_.bytes_per_second = bytes_of(part.substr(0, part.size() - 2), 1024.0);
            }
        }
    }

    void add(const std::vector<std::string_view>& times) {
        draft_.take_rows();
        if (!statistics_.writes) {
            draft_.ask("pattern", "the file does not say whether ioping read or wrote");
        }
        const auto said = draft_.assumed("pattern");
        const bool writes =
            statistics_.writes ? *statistics_.writes : said && contains(*said, "write");
        const bool known = statistics_.writes || said;
        if (known && times.size() >= 3) {
            RunDraft& run = draft_.add_run();
            const std::string name = writes ? "write" : "read";
            run.set("pattern", std::string_view("rand" + name));
            run.set("block_size", statistics_.size);
            run.set("storage_target", std::string_view(statistics_.target));
            run.set("workers", 1.0);
            run.set("io_depth", 1.0);
            run.set("duration", statistics_.seconds);
            run.figure(name + "_requests", statistics_.requests);
            run.figure(name + "_iops", statistics_.iops);
            run.figure(name + "_bytes_per_second", statistics_.bytes_per_second);
            run.figure(name + "_latency_min", seconds_of(times[0]));
            run.figure(name + "_latency_mean", seconds_of(times[1]));
            run.figure(name + "_latency_max", seconds_of(times[2]));
            run.note(
                "ioping.pauses",
                record::Level::Info,
                to_say("the rates are over the time in requests; ioping's pauses between them are "
                       "left out"));
        }
        statistics_ = {};
    }

    Draft& draft_;
    Statistics statistics_{};
};

Result<void> read_ioping(Input& input, Draft& draft) {
    draft.tool("ioping");
    IopingReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    return {};
}

}  // namespace
}  // namespace tools

const Format kIoping{
    .id = "ioping", .title = "ioping", .claim = &tools::claim_ioping, .read = &tools::read_ioping};

}  // namespace throughline::importers
