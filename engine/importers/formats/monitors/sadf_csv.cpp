// SPDX-License-Identifier: Apache-2.0
// sadf -d: a block for each activity, with a header "# hostname;interval;timestamp;…"; and sadf -p:
// a line for each value, "host TAB interval TAB timestamp TAB device TAB name TAB value". Interval
// -1 marks a restart.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace sadf_csv {
namespace {

constexpr std::string_view kMark = "# hostname;interval;timestamp;";

int claim(const Head& head) {
    return head.any_line([](std::string_view line) { return line.starts_with(kMark); }) ? kCertain
                                                                                        : 0;
}

void put_run(SysstatIntervals& intervals, const std::string& host, Draft& draft) {
    const SysstatBanner machine{.host = host};
    if (intervals.put(draft, "sadf", machine, SysstatIntervals::Times::Utc) != nullptr) {
        machine.describe(draft);
    }
}

class Reader {
public:
    Reader(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    Result<void> read() {
        while (const TextLine* const line = input_.text.next()) {
            if (line->text.starts_with('#')) {
                auto names = split(line->text.substr(1), ';');
                std::transform(names.begin(), names.end(), names.begin(), trim);
                columns_ = Columns(names);
                subject_ = names.size() > 3 ? names[3] : std::string_view();
                if (line->text.find("[...]") != std::string_view::npos) {
                    return Error{.code = ErrorCode::Unsupported,
                                 .what = say("sadf -dh (one line for each time) is not read; write "
                                             "it with sadf -d")};
                }
            } else if (columns_.size() > 0) {
                take_row(*line);
            }
        }
        put_run(intervals_, host_, draft_);
        return {};
    }

private:
    void take_row(const TextLine& line) {
        const auto cells = split(line.text, ';');
        if (cells.size() < 4 || contains(line.text, "LINUX-RESTART") ||
            contains(line.text, ";COM ") ||
            (subject_ != "CPU" && subject_ != "DEV" && subject_ != "IFACE")) {
            return;
        }
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const auto moment = parse_moment(cells[2]);
        if (!moment) {
            draft_.drop_row(line.number, "a row without a time");
            return;
        }
        host_ = cells[0];
        draft_.take_rows();
        const double t = draft_.utc_of(*moment);
        metrics::MetricValues& into = intervals_.at(t, parse_number(cells[1]).value_or(0.0));
        const NamedCells number(columns_, cells, &with_decimal_comma);
        if (subject_ == "CPU" && columns_.has("%idle")) {
            if (cells[3] == "-1") {  // all CPUs together
                take_cpu(cpu_shares(number), into);
            }
        } else if (subject_ == "DEV") {
            take_columns(kDiskColumns, number, "device", cells[3], into);
        } else if (subject_ == "IFACE") {
            take_columns(kNetworkColumns, number, "interface", cells[3], into);
        }
    }

    Input& input_;
    Draft& draft_;
    Columns columns_{};
    std::string subject_{};  ///< "DEV": what the fourth column names
    SysstatIntervals intervals_{};
    std::string host_{};
};

Result<void> read(Input& input, Draft& draft) {
    return Reader(input, draft).read();
}

// --- sadf -p -------------------------------------------------------------------------------------

struct ValueLine {
    std::string_view host{};
    double interval = 0.0;
    Moment moment{};
    std::string_view device{};
    std::string_view name{};
    double value = 0.0;
};

/// The time is text (UTC, or local with -t) or, with -U, seconds since 1970.
std::optional<Moment> timestamp_of(std::string_view cell) {
    const auto epoch = parse_number(cell);
    return epoch ? std::optional(Moment{.seconds = *epoch, .has_zone = true}) : parse_moment(cell);
}

std::optional<ValueLine> value_line(std::string_view line) {
    const auto cells = split(line, '\t');
    if (cells.size() != 6) {
        return std::nullopt;
    }
    const auto interval = parse_number(cells[1]);
    const auto moment = timestamp_of(cells[2]);
    const auto value = parse_number(cells[5], true);
    if (!interval || !moment || !value || *interval < 0.0) {
        return std::nullopt;
    }
    return ValueLine{.host = cells[0],
                     .interval = *interval,
                     .moment = *moment,
                     .device = cells[3],
                     .name = cells[4],
                     .value = *value};
}

/// A name as sysstat heads its columns; six cells with numbers among them are any table.
bool is_column_of_sysstat(std::string_view name) {
    const auto is = [&](const Column& column) { return name == column.name; };
    return name.starts_with('%') || name.ends_with("/s") ||
           std::any_of(kDiskColumns.begin(), kDiskColumns.end(), is) ||
           std::any_of(kNetworkColumns.begin(), kNetworkColumns.end(), is);
}

int claim_lines(const Head& head) {
    const auto is_one = [](std::string_view line) {
        const auto value = value_line(line);
        return value && is_column_of_sysstat(value->name);
    };
    return head.any_line(is_one) ? kLikely : 0;
}

Result<void> read_lines(Input& input, Draft& draft) {
    SysstatIntervals intervals;
    std::map<double, std::map<std::string, double, std::less<>>> cpus;
    std::string host;
    while (const TextLine* const line = input.text.next()) {
        const auto one = value_line(line->text);
        if (!one) {
            if (!trim(line->text).empty() && !contains(line->text, "LINUX-RESTART") &&
                !contains(line->text, "\tCOM ")) {
                draft.drop_row(line->number, "not a line of sadf -p");
            }
            continue;
        }
        draft.take_rows();
        host = one->host;
        const double t = draft.utc_of(one->moment);
        metrics::MetricValues& into = intervals.at(t, one->interval);
        if (one->device == "all") {
            cpus[t].insert_or_assign(std::string(one->name), one->value);
        } else if (one->device != "-" && !one->device.empty()) {
            const auto number = [&](std::string_view name) {
                return name == one->name ? std::optional(one->value) : std::nullopt;
            };
            take_columns(kDiskColumns, number, "device", one->device, into);
            take_columns(kNetworkColumns, number, "interface", one->device, into);
        }
    }
    for (const auto& [t, shares] : cpus) {
        const auto number = [&shares = shares](std::string_view name) {
            const auto found = shares.find(name);
            return found == shares.end() ? std::nullopt : std::optional(found->second);
        };
        if (number("%idle")) {
            take_cpu(cpu_shares(number), intervals.at(t, 0.0));
        }
    }
    put_run(intervals, host, draft);
    return {};
}

}  // namespace
}  // namespace sadf_csv

const Format kSadfCsv{
    .id = "sadf-csv", .title = "sadf -d", .claim = &sadf_csv::claim, .read = &sadf_csv::read};
const Format kSadfLines{.id = "sadf-lines",
                        .title = "sadf -p",
                        .claim = &sadf_csv::claim_lines,
                        .read = &sadf_csv::read_lines};

}  // namespace throughline::importers
