// SPDX-License-Identifier: Apache-2.0
// sar as it prints: each line begins with a clock; the header repeats; the device stands first or,
// with --pretty, last. The date is that of the first line and moves on after midnight.
#include <map>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace sar_text {
namespace {

/// What a header's rows are about.
enum class Subject { Unknown, Cpu, Disk, Network };

Subject subject_of(const std::vector<std::string_view>& cells) {
    const auto names = [&](std::string_view name) {
        return cells.front() == name || cells.back() == name;
    };
    if (names("CPU")) {
        return Subject::Cpu;
    }
    if (names("DEV")) {
        return Subject::Disk;
    }
    return names("IFACE") ? Subject::Network : Subject::Unknown;
}

int claim(const Head& head) {
    bool banner = false;
    for (const std::string_view line : head.lines) {
        banner = banner || parse_banner(line).has_value();
        const auto parsed = sysstat_line(line);
        if (parsed && !parsed->cells.empty() && subject_of(parsed->cells) != Subject::Unknown) {
            return banner ? kCertain - 10 : kLikely;
        }
    }
    return 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        if (const auto banner = parse_banner(line.text)) {
            banner->describe(draft_);
            machine_ = *banner;
            days_.clear();
            subject_ = Subject::Unknown;
            return;
        }
        if (line.text.starts_with("Average:") || contains(line.text, "RESTART") ||
            contains(line.text, "COM ")) {
            return;
        }
        const auto parsed = sysstat_line(line.text);
        if (!parsed) {
            return;
        }
        if (parse_number(parsed->cells.front(), true) || is_value_row(parsed->cells)) {
            take_row(line, *parsed);
            return;
        }
        subject_ = subject_of(parsed->cells);
        columns_ = Columns(parsed->cells);
        if (subject_ != Subject::Unknown) {
            const std::string_view last = parsed->cells.back();
            named_last_ = last == "DEV" || last == "IFACE" || last == "CPU";
            day_ = &days_[{parsed->cells.begin(), parsed->cells.end()}];
            day_->time_of(parsed->clock);  // when the first interval of the table began
        }
    }

    void finish() {
        intervals_.put(
            draft_,
            "sar",
            machine_,
            machine_.date ? SysstatIntervals::Times::Local : SysstatIntervals::Times::Clock);
    }

private:
    /// A row has numbers everywhere but where the device or CPU stands.
    static bool is_value_row(const std::vector<std::string_view>& cells) {
        std::size_t numbers = 0;
        for (const auto cell : cells) {
            // With --human an amount of any column has its unit, and a share its sign.
            numbers += sysstat_number(cell, "kB") ? 1 : 0;
        }
        return numbers + 1 >= cells.size();
    }

    void take_row(const TextLine& line, const SysstatLine& row) {
        if (subject_ == Subject::Unknown) {
            return;  // a table of something else, or text before the first header
        }
        if (row.cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        draft_.take_rows();
        // The header's clock tells when the first interval began, also behind a restart.
        const double begin = day_->last();
        const double end = day_->time_of(row.clock);
        const NamedCells number(columns_, row.cells, &sysstat_number);
        const std::string_view name = named_last_ ? row.cells.back() : row.cells.front();
        metrics::MetricValues& values =
            intervals_.at(machine_.date.value_or(0.0) + end, end - begin);
        if (subject_ == Subject::Cpu && name == "all") {
            take_cpu(cpu_shares(number), values);
        } else if (subject_ == Subject::Disk) {
            take_columns(kDiskColumns, number, "device", name, values);
        } else if (subject_ == Subject::Network) {
            take_columns(kNetworkColumns, number, "interface", name, values);
        }
    }

    Draft& draft_;
    SysstatBanner machine_{};
    SysstatIntervals intervals_{};
    Subject subject_ = Subject::Unknown;
    Columns columns_{};
    bool named_last_ = false;
    /// By the header of a table: each starts over at the first clock, and counts its midnights.
    std::map<std::vector<std::string>, SysstatDays> days_{};
    SysstatDays* day_ = nullptr;
};

}  // namespace
}  // namespace sar_text

const Format kSarText{.id = "sar-text",
                      .title = "sar",
                      .claim = &sar_text::claim,
                      .read = &read_lines<sar_text::Reader>};

}  // namespace throughline::importers
