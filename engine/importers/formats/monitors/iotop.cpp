// SPDX-License-Identifier: Apache-2.0
// iotop -b: the bytes that processes had read and written, and what the devices moved for them. Its
// K and M are KiB and MiB per second.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/program_rates.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace iotop {
namespace {

/// "1619.45 M/s" as two words.
std::optional<double> rate_of(std::string_view number, std::string_view unit) {
    const auto value = parse_number(number);
    if (unit == "B/s") {
        return value;
    }
    if (unit == "K/s") {
        return scaled(value, kKiB);
    }
    if (unit == "M/s") {
        return scaled(value, kMiB);
    }
    return unit == "G/s" ? scaled(value, kGiB) : std::nullopt;
}

/// "Total DISK READ:  0.00 B/s | Total DISK WRITE:  1619.45 M/s", with "Current" or "Actual" for
/// the devices; a clock may stand in front.
struct Totals {
    bool of_devices = false;
    std::optional<double> read{};
    std::optional<double> write{};
};
std::optional<Totals> totals_of(std::string_view line) {
    for (const char* const name : {"Total", "Current", "Actual"}) {
        const std::string pattern =
            std::string(name) + " DISK READ%_:%_%n %w%_|%_" + name + " DISK WRITE%_:%_%n %w";
        if (const auto found = find(line, pattern)) {
            return Totals{.of_devices = std::string_view(name) != "Total",
                          .read = rate_of((*found)[0], (*found)[1]),
                          .write = rate_of((*found)[2], (*found)[3])};
        }
    }
    return std::nullopt;
}

int claim(const Head& head) {
    const bool totals = head.any_line([](std::string_view line) {
        return contains(line, "DISK READ") && totals_of(line).has_value();
    });
    return totals ? kCertain : 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const std::string_view text = line.text;
        const auto clock = sysstat_line(text);
        if (contains(text, "DISK READ")) {
            const auto totals = totals_of(text);
            if (!totals) {
                return;  // the heading of the table
            }
            if (!totals->of_devices) {
                ++reports_;
                now_ = static_cast<double>(reports_);
                if (clock) {
                    clocks_.push_back(days_.time_of(clock->clock));
                }
                rates_.touch(now_);
            }
            if (reports_ > 0) {  // of a file that begins in the middle of one: no time is known
                put_totals(*totals);
            }
            return;
        }
        if (reports_ > 0) {
            take_process(clock ? clock->cells : words(text));
        }
    }

    void finish() {
        if (rates_.empty()) {
            return;
        }
        draft_.tool("iotop");
        RunDraft& run = draft_.add_run();
        // Clocks have whole seconds: with a shorter step two reports have the same.
        const bool timed = clocks_.size() == reports_ &&
                           std::adjacent_find(clocks_.begin(), clocks_.end()) == clocks_.end();
        const auto period = timed ? std::nullopt : draft_.assumed_number("period_seconds");
        if (!timed && rates_.intervals() > 1 && !period) {
            draft_.ask(
                "period_seconds",
                "the reports of iotop have no times that tell them apart (-t); its step is 1 "
                "s unless -d said otherwise");
            run.set("step_axis", to_say("reports"));
        }
        const double step = period.value_or(1.0);
        rates_.put(run, [&](double t) {
            return timed ? std::pair(clocks_[static_cast<std::size_t>(t) - 1], 0.0)
                         : std::pair(t * step, step);
        });
        if (!devices_) {
            run.note("iotop.no_devices",
                     record::Level::Info,
                     to_say("This version does not say what the devices moved: the rates are what "
                            "processes requested."));
        }
        if (timed) {
            draft_.info_once(
                "iotop.no_date",
                say("iotop prints the clock without a date: times count from the first "
                    "midnight."));
        }
    }

private:
    /// What the devices moved counts; where a version does not say it, what processes asked for.
    void put_totals(const Totals& totals) {
        if (totals.read) {
            rates_.add_host(now_, "read_bytes_per_second", *totals.read);
        }
        if (totals.write) {
            rates_.add_host(now_, "write_bytes_per_second", *totals.write);
        }
        devices_ = devices_ || totals.of_devices;
    }

    /// "7279 be/4 root 0.00 B/s 1619.45 M/s 0.00 % 12.00 % dd if=…"; shares may be unavailable.
    void take_process(const std::vector<std::string_view>& cells) {
        if (cells.size() < 8 || !parse_number(cells[0]) || !contains(cells[1], "/")) {
            return;
        }
        std::size_t command = 7;
        while (command < cells.size() && is_share(cells[command])) {
            ++command;
        }
        if (command == cells.size()) {
            return;
        }
        rates_.add(now_,
                   ProgramRates::program_of(cells[command]),
                   {.read_bytes_per_second = rate_of(cells[3], cells[4]),
                    .write_bytes_per_second = rate_of(cells[5], cells[6])});
        draft_.take_rows();
    }

    /// A part of the columns SWAPIN and IO.
    static bool is_share(std::string_view cell) {
        return cell == "%" || cell == "?unavailable?" || cell == "unavailable" ||
               parse_number(cell).has_value();
    }

    Draft& draft_;
    ProgramRates rates_{};
    SysstatDays days_{};
    std::vector<double> clocks_{};  ///< of the reports, where they have any
    double now_ = 0.0;              ///< number of the report
    std::size_t reports_ = 0;
    bool devices_ = false;
};

}  // namespace
}  // namespace iotop

const Format kIotop{
    .id = "iotop", .title = "iotop -b", .claim = &iotop::claim, .read = &read_lines<iotop::Reader>};

}  // namespace throughline::importers
