// SPDX-License-Identifier: Apache-2.0
// What warp prints of a benchmark of an object store: a part for each kind of operation. Durations
// are Go's ("1m0s", "994.4µs"), whole milliseconds in many versions.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/warp_result.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace warp_text {
namespace {

/// "Operation: GET (78188). Concurrency: 32." or "Report: PUT. Concurrency: 20. Ran: 58s".
std::optional<std::string> operation_of(std::string_view text) {
    auto found = match(text, "Operation: %w");
    found = found ? found : match(text, "Report: %w");
    if (!found) {
        return std::nullopt;
    }
    std::string_view name = (*found)[0];
    name = name.substr(0, name.find_first_of(".,:;("));
    const bool capitals = !name.empty() && name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") ==
                                               std::string_view::npos;
    return capitals || name == "Total" ? std::optional(std::string(name)) : std::nullopt;
}

/// The rates of "* Average: 94.10 MiB/s, 9866.97 obj/s" or, of a mix, "* 632.28 MiB/s, 354.78
/// obj/s (59.993s, …".
struct Rates {
    std::optional<double> bytes{};
    std::optional<double> operations{};
};
std::optional<Rates> rates_of(std::string_view text) {
    for (const char* const form : {"* Average: %n MiB/s, %n obj/s",
                                   "* %n MiB/s, %n obj/s",
                                   "* Throughput: %n MiB/s, %n obj/s"}) {
        if (const auto found = match(text, form)) {
            return Rates{scaled(found->number(0), kMiB), found->number(1)};
        }
    }
    for (const char* const form : {"* Average: %n obj/s",
                                   "* Average: %n ops/s",
                                   "* %n obj/s",
                                   "* %n ops/s",
                                   "* Throughput: %n obj/s"}) {
        if (const auto found = match(text, form)) {
            return Rates{std::nullopt, found->number(0)};
        }
    }
    return std::nullopt;
}

int claim(const Head& head) {
    bool operation = false;
    for (const std::string_view line : head.lines) {
        const std::string_view text = trim(line);
        operation = operation || operation_of(text).has_value();
        if (operation && rates_of(text)) {
            return kCertain;
        }
    }
    return 0;
}

/// "1m0s", "1.101s", "40ms", "994.4µs", "1h2m3s" in seconds.
std::optional<double> go_duration(std::string_view text) {
    double seconds = 0.0;
    if (text.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const std::size_t digits = text.find_first_not_of("0123456789.");
        const auto number = parse_number(text.substr(0, digits));
        if (!number || digits == std::string_view::npos) {
            return std::nullopt;
        }
        text.remove_prefix(digits);
        const std::string_view unit = text.substr(0, text.find_first_of("0123456789."));
        text.remove_prefix(unit.size());
        if (unit == "h") {
            seconds += *number * 3600.0;
        } else if (unit == "m") {
            seconds += *number * 60.0;
        } else if (unit == "s") {
            seconds += *number;
        } else if (unit == "ms") {
            seconds += *number / 1e3;
        } else if (unit == "us" || unit == "µs" || unit == "\xce\xbcs") {
            seconds += *number / 1e6;
        } else if (unit == "ns") {
            seconds += *number / 1e9;
        } else {
            return std::nullopt;
        }
    }
    return seconds;
}

/// The duration behind a name, up to a comma or bracket: "Avg: 3ms, 50%: 3ms".
std::optional<double> duration_behind(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = trim(text.substr(at + name.size()));
    std::string_view word = rest.substr(0, rest.find_first_of(" ,)"));
    word = word.ends_with('.') ? word.substr(0, word.size() - 1) : word;
    return go_duration(word);
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("warp"); }

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (const auto name = operation_of(text)) {
            finish();
            now_ = {};
            begun_ = true;
            now_.name = *name;
            take_head(text);
            by_host_ = false;
        } else if (begun_) {
            take_detail(text);
        }
    }

    void finish() {
        if (!begun_) {
            return;
        }
        if (now_.name == "Total") {
            draft_.info_once(
                "warp.total",
                say("The total of all operations is left out: it adds reads and writes."));
        } else if (put_warp(now_, draft_)) {
            draft_.take_rows();
        }
        begun_ = false;
    }

private:
    /// What stands behind the name, in the order of the version.
    void take_head(std::string_view text) {
        const auto number = [&](const char* form) {
            const auto found = find(text, form);
            return found ? parse_number(without_mark((*found)[0])) : std::nullopt;
        };
        now_.concurrency = number("Concurrency: %w");
        now_.hosts = number("Hosts: %w");
        now_.object_bytes = number("Size: %w");
        for (const char* const name : {"Ran: ", "Ran ", "Duration: "}) {
            now_.seconds = now_.seconds ? now_.seconds : duration_behind(text, name);
        }
    }

    static std::string_view without_mark(std::string_view word) {
        while (!word.empty() && (word.back() == '.' || word.back() == ',')) {
            word.remove_suffix(1);
        }
        return word;
    }

    void take_detail(std::string_view text) {
        if (contains(text, " by host") || contains(text, " by client")) {
            by_host_ = true;  // parts of the operation, until the next heading
        } else if (text == "Throughput:" || text.starts_with("Throughput, split")) {
            by_host_ = false;
        }
        if (by_host_) {
            return;
        }
        const auto rates = rates_of(text);
        if (rates && !now_.operations_per_second) {
            now_.bytes_per_second = rates->bytes;
            now_.operations_per_second = rates->operations;
        } else if (text.starts_with("* Avg: ") || text.starts_with("* Reqs: Avg: ")) {
            now_.latency_mean_s = duration_behind(text, "Avg: ");
            now_.latency_p50_s = duration_behind(text, "50%: ");
            now_.latency_p90_s = duration_behind(text, "90%: ");
            now_.latency_p99_s = duration_behind(text, "99%: ");
            now_.latency_min_s = duration_behind(text, "Fastest: ");
            now_.latency_max_s = duration_behind(text, "Slowest: ");
        } else if (text.starts_with("* TTFB: Avg: ")) {
            now_.first_byte_mean_s = duration_behind(text, "Avg: ");
        } else if (const auto errors = match(text, "Errors: %n")) {
            now_.errors = errors->number(0);
        }
    }

    Draft& draft_;
    WarpOperation now_{};
    bool begun_ = false;
    bool by_host_ = false;
};

}  // namespace
}  // namespace warp_text

const Format kWarpText{.id = "warp-text",
                       .title = "warp",
                       .claim = &warp_text::claim,
                       .read = &read_lines<warp_text::Reader>};

}  // namespace throughline::importers
