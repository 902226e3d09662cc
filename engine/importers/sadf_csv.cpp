// SPDX-License-Identifier: Apache-2.0
// sadf -d: a block for each activity, with a header "# hostname;interval;timestamp;…". Interval -1
// marks a restart.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/sysstat_columns.h"
#include "engine/importers/timestamp.h"

namespace throughline::importers {
namespace {

constexpr std::string_view kMark = "# hostname;interval;timestamp;";

int claim(const Head& head) {
    for (const std::string_view line : head.lines) {
        if (line.starts_with(kMark)) {
            return kCertain;
        }
    }
    return 0;
}

struct AtTime {
    double interval = 0.0;
    metrics::MetricValues values{};
};

class Reader {
public:
    Reader(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    Result<void> read() {
        while (const TextLine* const line = input_.text.next()) {
            if (line->text.starts_with('#')) {
                names_.clear();
                for (const auto cell : split(line->text.substr(1), ';')) {
                    names_.emplace_back(trim(cell));
                }
                columns_ = Columns(names_);
                if (line->text.find("[...]") != std::string_view::npos) {
                    return Error{.code = ErrorCode::Unsupported,
                                 .what =
                                     "sadf -dh (one line for each time) is not read; write it "
                                     "with sadf -d"};
                }
            } else if (!names_.empty()) {
                take_row(*line);
            }
        }
        put_run();
        return {};
    }

private:
    void take_row(const TextLine& line) {
        const auto cells = split(line.text, ';');
        if (cells.size() < 4 || names_.size() < 4 || contains(line.text, "LINUX-RESTART") ||
            contains(line.text, ";COM ")) {
            return;
        }
        const std::string& subject = names_.at(3);
        if (subject != "CPU" && subject != "DEV" && subject != "IFACE") {
            return;
        }
        if (cells.size() != names_.size()) {
            draft_.drop_row(line.number, "a row of another length than its header");
            return;
        }
        const auto moment = parse_moment(cells[2]);
        if (!moment) {
            draft_.drop_row(line.number, "a row without a time");
            return;
        }
        host_ = cells[0];
        draft_.take_rows();
        const double t = moment->has_zone ? moment->seconds : draft_.utc_of(moment->seconds);
        AtTime& into = at_[t];
        into.interval = parse_number(cells[1]).value_or(0.0);
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns_.at(name);
            return at ? parse_number(cells[*at], true) : std::nullopt;
        };
        if (subject == "CPU" && columns_.has("%idle")) {
            if (cells[3] == "-1") {  // all CPUs together
                take_cpu(cpu_shares(number), into.values);
            }
        } else if (subject == "DEV") {
            take_columns(kDiskColumns, number, "device", cells[3], into.values);
        } else if (subject == "IFACE") {
            take_columns(kNetworkColumns, number, "interface", cells[3], into.values);
        }
    }

    void put_run() {
        if (at_.empty()) {
            return;
        }
        draft_.tool("sadf");
        draft_.environment("host.name", host_);
        RunDraft& run = draft_.add_run();
        run.set("host", host_);
        run.times_are_absolute();
        for (auto& [t, moment] : at_) {
            run.sample(t, moment.interval, std::move(moment.values));
        }
    }

    Input& input_;
    Draft& draft_;
    std::vector<std::string> names_{};
    Columns columns_{};
    std::map<double, AtTime> at_{};
    std::string host_{};
};

Result<void> read(Input& input, Draft& draft) {
    return Reader(input, draft).read();
}

}  // namespace

const Format kSadfCsv{.id = "sadf-csv", .title = "sadf -d", .claim = &claim, .read = &read};

}  // namespace throughline::importers
