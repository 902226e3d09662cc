// SPDX-License-Identifier: Apache-2.0
// diskspd as it prints: its parameters, then for each timespan tables of all, read and written I/O
// and the spread of latencies in ms.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/diskspd_result.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace diskspd_text {
namespace {

int claim(const Head& head) {
    bool command = false;
    bool results = false;
    bool mark = false;
    for (const std::string_view line : head.lines) {
        const std::string_view text = trim(line);
        command =
            command || (text.starts_with("Command Line:") && contains(lower(text), "diskspd"));
        results = results || text.starts_with("Results for timespan ");
        mark = mark || text.starts_with("Input parameters:") ||
               text.starts_with("actual test time:") || text.starts_with("Total IO");
    }
    return (command || results) && mark ? kCertain : 0;
}

/// "64KiB", "4K", "65536", "1M": K, M and G are powers of 1,024 to diskspd.
std::optional<double> size_of(std::string_view text) {
    text = trim(text);
    const std::size_t end = text.find_first_not_of("0123456789.");
    const auto number = parse_number(text.substr(0, end));
    const char unit = end == std::string_view::npos ? 'B' : text[end];
    switch (unit) {
        case 'B':
            return number;
        case 'K':
            return scaled(number, kKiB);
        case 'M':
            return scaled(number, kMiB);
        case 'G':
            return scaled(number, kGiB);
        default:
            return std::nullopt;
    }
}

/// The name of a row of the latency table as a percentile.
std::optional<double> percent_of(std::string_view name) {
    struct Nines {
        std::string_view name;
        double percent;
    };
    static constexpr std::array kNamed{
        Nines{"min", 0.0}, Nines{"3-nines", 99.9}, Nines{"4-nines", 99.99}, Nines{"max", 100.0}};
    for (const auto& named : kNamed) {
        if (name == named.name) {
            return named.percent;
        }
    }
    return name.ends_with("th") ? parse_number(name.substr(0, name.size() - 2)) : std::nullopt;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("diskspd"); }

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (text.starts_with("Command Line:")) {
            finish();
            parameters_ = {};
            parameters_.command = trim(text.substr(text.find(':') + 1));
        } else if (text.starts_with("Results for timespan ")) {
            finish();
            span_ = parameters_;
            in_span_ = true;
        } else if (in_span_) {
            take_result(text);
        } else {
            take_parameter(text);
        }
    }

    void finish() {
        if (in_span_) {
            if (put_diskspd(span_, draft_)) {
                draft_.take_rows();
            } else {
                draft_.warn(
                    "diskspd.nothing",
                    say("A timespan without a read or a write was left out: diskspd measured "
                        "nothing in it."));
            }
        }
        in_span_ = false;
        table_ = nullptr;
    }

private:
    /// "name: value" behind a name; nothing for other lines.
    static std::optional<std::string_view> behind(std::string_view text, std::string_view name) {
        return text.starts_with(name) ? std::optional(trim(text.substr(name.size())))
                                      : std::nullopt;
    }

    void take_parameter(std::string_view text) {
        DiskspdSpan& to = parameters_;
        if (text.starts_with("timespan:")) {  // the parameters of another one begin
            const DiskspdSpan before = to;
            to = {};
            to.command = before.command;
        } else if (const auto path = behind(text, "path: ")) {
            ++to.targets;
            const std::string_view name =
                path->size() > 1 ? path->substr(1, path->size() - 2) : *path;
            to.target.append(to.target.empty() ? "" : " ").append(name);
        } else if (const auto size = behind(text, "block size: ")) {
            to.block_bytes = size_of(*size);
        } else if (const auto depth = match(text, "number of outstanding I/O operations%s: %n")) {
            to.depth = depth->number(1);
        } else if (const auto mix = find(text, "(read/write ratio: %n/")) {
            to.read_share = mix->number(0);
        } else if (text.starts_with("performing read test")) {
            to.read_share = 100.0;
        } else if (text.starts_with("performing write test")) {
            to.read_share = 0.0;
        } else if (text.starts_with("using random I/O")) {
            to.pattern = "random";
        } else if (text.starts_with("using mixed random/sequential I/O")) {
            to.pattern = "mixed random and sequential";
        } else if (text.starts_with("using sequential I/O") ||
                   text.starts_with("using interlocked sequential I/O")) {
            to.pattern = "sequential";
        } else if (text.starts_with("software cache disabled") ||
                   text.starts_with("software and hardware write cache disabled")) {
            to.direct = 1.0;
        } else if (text.starts_with("using software cache")) {
            to.direct = 0.0;
        } else if (const auto host = behind(text, "computer name: ")) {
            to.host = *host;
        } else if (const auto start = behind(text, "start time: ")) {
            to.start = *start;
        }
    }

    void take_result(std::string_view text) {
        if (const auto time = behind(text, "actual test time:")) {
            span_.seconds = parse_number(time->substr(0, time->find('s')));
        } else if (const auto threads = behind(text, "thread count:")) {
            span_.threads = parse_number(*threads);
        } else if (const auto processors = behind(text, "proc count:")) {
            span_.processors = parse_number(*processors);
        } else if (text.starts_with("avg.|") && !span_.cpu) {
            take_processors(split(text, '|'));
        } else if (text == "Total IO") {
            table_ = nullptr;
        } else if (text == "Read IO") {
            table_ = &span_.read;
        } else if (text == "Write IO") {
            table_ = &span_.write;
        } else if (text.starts_with("thread |")) {
            columns_.clear();
            for (const auto cell : split(text, '|')) {
                columns_.emplace_back(trim(cell));
            }
        } else if (text.starts_with("total:") && text.size() > 6 && table_ != nullptr) {
            take_total(text.substr(6));
        } else if (contains(text, "|")) {
            take_percentile(split(text, '|'));
        }
    }

    void take_processors(const std::vector<std::string_view>& cells) {
        const auto percent = [&](std::size_t at) -> std::optional<double> {
            const std::string_view cell = at < cells.size() ? trim(cells[at]) : "";
            return cell.ends_with('%') ? parse_number(cell.substr(0, cell.size() - 1))
                                       : std::nullopt;
        };
        span_.cpu = percent(1);
        span_.cpu_user = percent(2);
        span_.cpu_system = percent(3);
    }

    /// The cells of "total:" stand under the columns behind "thread".
    void take_total(std::string_view text) {
        const auto cells = split(text, '|');
        for (std::size_t i = 0; i < cells.size() && i + 1 < columns_.size(); ++i) {
            const auto number = parse_number(cells[i]);
            if (columns_[i + 1] == "bytes") {
                table_->bytes = number;
            } else if (columns_[i + 1] == "I/Os") {
                table_->requests = number;
            } else if (columns_[i + 1] == "AvgLat") {
                table_->latency_mean_ms = number;
            }
        }
    }

    /// "99th | 49.633 | 0.656 | 49.337": reads, writes, both, in ms.
    void take_percentile(const std::vector<std::string_view>& cells) {
        const auto percent = percent_of(trim(cells.front()));
        if (!percent || cells.size() < 3) {
            return;
        }
        if (const auto read = parse_number(cells[1])) {
            span_.read.percentiles_ms.emplace(*percent, *read);
        }
        if (const auto write = parse_number(cells[2])) {
            span_.write.percentiles_ms.emplace(*percent, *write);
        }
    }

    Draft& draft_;
    DiskspdSpan parameters_{};
    DiskspdSpan span_{};
    bool in_span_ = false;
    DiskspdDirection* table_ = nullptr;  ///< that the next "total:" is of
    std::vector<std::string> columns_{};
};

}  // namespace
}  // namespace diskspd_text

const Format kDiskspdText{.id = "diskspd-text",
                          .title = "diskspd",
                          .claim = &diskspd_text::claim,
                          .read = &read_lines<diskspd_text::Reader>};

}  // namespace throughline::importers
