// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/text.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers::fio_text {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// The unit of the last digit: 0.1 of "65.9".
double last_digit(std::string_view number) {
    const std::size_t point = number.find('.');
    const std::size_t behind = point == std::string_view::npos ? 0 : number.size() - point - 1;
    return std::pow(10.0, -static_cast<double>(behind));
}

/// What a prefix stands for: "", "k", "Ki", "M", …
std::optional<double> prefix_factor(std::string_view prefix, Prefixes plain) {
    if (prefix.empty()) {
        return 1.0;
    }
    constexpr std::string_view kPrefixes = "kmgtpe";
    const std::size_t power = kPrefixes.find(lower(prefix.substr(0, 1)));
    const bool binary = prefix.substr(1) == "i";
    if (power == std::string_view::npos || (prefix.size() > 1 && !binary)) {
        return std::nullopt;
    }
    return std::pow(binary || plain == Prefixes::Binary ? 1024.0 : 1000.0,
                    static_cast<double>(power + 1));
}

std::optional<double> unit_of_time(std::string_view text) {
    if (text == "nsec") {
        return kNano;
    }
    if (text == "usec") {
        return kMicro;
    }
    if (text == "msec") {
        return kMilli;
    }
    return text == "sec" ? std::optional(1.0) : std::nullopt;
}

/// Of two prints of one number the one with more digits; where they disagree the larger one, since
/// some versions lost a carry ("11.0MiB/s (12.6MB/s)").
std::optional<Printed> finer(std::optional<Printed> one, std::optional<Printed> other) {
    if (!one || !other) {
        return one ? one : other;
    }
    if (std::abs(one->value - other->value) > one->unit + other->unit) {
        return other->value > one->value ? other : one;
    }
    return other->unit < one->unit ? other : one;
}

/// "257MiB/s (270MB/s)": one rate printed twice.
std::optional<Printed> printed_twice(std::string_view text) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.find(')', std::min(open, text.size()));
    const auto first = printed_amount(text.substr(0, open), Prefixes::Decimal);
    if (open == std::string_view::npos || close == std::string_view::npos) {
        return first;
    }
    return finer(first, printed_amount(text.substr(open + 1, close - open - 1), Prefixes::Decimal));
}

/// Whether the line begins with the name of a direction; trims are none.
bool take_direction_name(std::string_view& line, std::optional<FioDirection>& direction) {
    struct Name {
        std::string_view text;
        std::optional<FioDirection> direction;
    };
    static constexpr std::array kNames{Name{"read", FioDirection::Read},
                                       Name{"write", FioDirection::Write},
                                       Name{"trim", std::nullopt},
                                       Name{"mixed", FioDirection::Mixed}};
    for (const Name& name : kNames) {
        const auto found = match(lower(line.substr(0, 8)), std::string(name.text) + "%_:");
        if (found) {
            direction = name.direction;
            line = trim(line.substr(found->end()));
            return true;
        }
    }
    return false;
}

/// "4096B-4096B", "4K-4K", "64.0KiB-64.0KiB".
std::optional<std::pair<double, double>> parse_size_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto bytes = [](std::string_view size) {
        return printed_amount(size, size.ends_with('B') ? Prefixes::Decimal : Prefixes::Binary);
    };
    const auto least = bytes(text.substr(0, dash));
    const auto most = bytes(text.substr(dash + 1));
    return least && most ? std::optional(std::pair(least->value, most->value)) : std::nullopt;
}

}  // namespace

bool Printed::agrees_with(double exact) const {
    // fio prints whole numbers cut off, and others rounded.
    return std::abs(exact - value) <= 1.01 * unit;
}

std::optional<Printed> printed_amount(std::string_view text, Prefixes plain) {
    text = trim(text);
    const std::size_t digits = text.find_first_not_of("0123456789.");
    const std::string_view number = text.substr(0, digits);
    const auto value = parse_number(number);
    if (!value) {
        return std::nullopt;
    }
    std::string_view prefix = digits == std::string_view::npos ? "" : text.substr(digits);
    if (prefix.ends_with("/s")) {
        prefix.remove_suffix(2);
    }
    double bytes = 1.0;
    if (prefix.ends_with("bit")) {
        prefix.remove_suffix(3);
        bytes = 1.0 / 8.0;
    } else if (prefix.ends_with('B')) {
        prefix.remove_suffix(1);
    }
    const auto factor = prefix_factor(prefix, plain);
    if (!factor) {
        return std::nullopt;
    }
    return Printed{*value * *factor * bytes, last_digit(number) * *factor * bytes};
}

std::string_view value_of(std::string_view line, std::string_view name) {
    std::size_t at = line.find(name);
    while (at != std::string_view::npos && at > 0 && line[at - 1] != ' ' && line[at - 1] != ',') {
        at = line.find(name, at + 1);  // the end of a longer name
    }
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view behind = line.substr(at + name.size());
    return trim(behind.substr(0, behind.find(',')));
}

std::optional<Options> parse_options(std::string_view line) {
    const std::size_t mark = line.find(": (g=");
    if (mark == std::string_view::npos) {
        return std::nullopt;
    }
    const auto found = match(line.substr(mark), ": (g=%n): rw=%s,");
    const std::size_t sizes = line.find("bs");
    const std::size_t engine = line.find("ioengine=");
    if (!found || !found->number(0) || engine == std::string_view::npos) {
        return std::nullopt;
    }
    Options options;
    std::string_view name = line.substr(0, mark);
    if (name.starts_with('<') && contains(name, "> ")) {  // of a client
        name.remove_prefix(name.find("> ") + 2);
    }
    options.name = name;
    options.group = static_cast<int>(*found->number(0));
    options.pattern = (*found)[1];
    options.engine = value_of(line, "ioengine=");
    options.depth = value_of(line, "iodepth=");
    if (sizes != std::string_view::npos && sizes < engine) {
        std::string text(line.substr(sizes, engine - sizes));
        options.by_order = contains(text, "seq");
        std::replace_if(
            text.begin(),
            text.end(),
            [](char byte) { return byte == ',' || byte == '/' || byte == '='; },
            ' ');
        for (const std::string_view word : words(text)) {
            if (const auto range = parse_size_range(word)) {
                options.sizes.push_back(*range);
            }
        }
    }
    return options;
}

std::optional<std::pair<double, double>> size_of(const Options& options, FioDirection direction) {
    const std::size_t at = direction == FioDirection::Write ? 1 : 0;
    const bool both = direction == FioDirection::Mixed || options.by_order;
    if (at >= options.sizes.size() || (both && options.sizes.size() < 2)) {
        return std::nullopt;
    }
    if (both && options.sizes[0] != options.sizes[1]) {
        return std::pair(std::min(options.sizes[0].first, options.sizes[1].first),
                         std::max(options.sizes[0].second, options.sizes[1].second));
    }
    return options.sizes[at];
}

std::string sizes_text(const Options& options) {
    const auto text_of = [](const std::pair<double, double>& range) {
        const std::string least = shortest_text(range.first);
        return range.first == range.second ? least : least + "-" + shortest_text(range.second);
    };
    const bool both = contains(options.pattern, "rw") || contains(options.pattern, "trimwrite");
    const bool writes = contains(options.pattern, "write");
    if (options.sizes.size() < 2) {
        return {};
    }
    if ((both || options.by_order) && options.sizes[0] != options.sizes[1]) {
        return text_of(options.sizes[0]) + "," + text_of(options.sizes[1]);
    }
    return text_of(options.sizes[writes ? 1 : 0]);
}

std::optional<JobHead> parse_job_head(std::string_view line) {
    const std::size_t mark = line.find(": (groupid=");
    if (mark == std::string_view::npos) {
        return std::nullopt;
    }
    const auto found = match(line.substr(mark), ": (groupid=%n, jobs=%n): err=%_%n");
    if (!found || !found->number(0) || !found->number(1)) {
        return std::nullopt;
    }
    JobHead head;
    head.name = line.substr(0, mark);
    head.group = static_cast<int>(std::clamp(*found->number(0), 0.0, 1e6));
    head.jobs = std::clamp(*found->number(1), 1.0, 1e6);
    head.error = found->number(2).value_or(0.0);
    const std::string_view behind = line.substr(mark + found->end());
    if (const std::size_t reason = behind.find("error="); reason != std::string_view::npos) {
        const std::string_view text = behind.substr(reason + std::string_view("error=").size());
        head.error_text = text.substr(0, text.find("):"));
    }
    if (const auto pid = find(behind, "pid=%w")) {
        head.pid = (*pid)[0];
        const std::size_t at = behind.find("pid=");
        const auto stamp = match(behind.substr(at), "pid=%s: ");
        const auto moment =
            stamp ? parse_moment(trim(behind.substr(at + stamp->end()))) : std::nullopt;
        head.printed_at = moment ? std::optional(moment->seconds) : std::nullopt;
    }
    return head;
}

std::optional<DirectionLine> parse_direction(std::string_view line) {
    DirectionLine result;
    if (!take_direction_name(line, result.direction)) {
        return std::nullopt;
    }
    if (line.starts_with("IOPS=")) {
        result.iops = printed_amount(value_of(line, "IOPS="), Prefixes::Decimal);
        const std::string_view rate = value_of(line, "BW=");
        result.bytes_per_second = printed_twice(rate);
        // "(515MiB/2001msec)" behind the rate and its second print.
        const std::size_t end = rate.find("msec)");
        const std::size_t open = end == std::string_view::npos ? end : rate.rfind('(', end);
        if (open != std::string_view::npos) {
            const std::string_view amount = rate.substr(open + 1, end - open - 1);
            const std::size_t slash = amount.rfind('/');
            result.bytes = printed_amount(amount.substr(0, slash), Prefixes::Decimal);
            result.runtime_s = slash == std::string_view::npos
                                   ? std::nullopt
                                   : seconds_of_ms(parse_number(amount.substr(slash + 1)));
        }
        return result.bytes_per_second ? std::optional(result) : std::nullopt;
    }
    const auto runtime = find(line, "runt=%_%nmsec");
    if (!line.starts_with("io=") || !runtime) {
        return std::nullopt;
    }
    result.bytes = printed_amount(value_of(line, "io="), Prefixes::Binary);
    result.bytes_per_second = printed_amount(value_of(line, "bw="), Prefixes::Binary);
    result.iops = printed_amount(value_of(line, "iops="), Prefixes::Decimal);
    result.runtime_s = seconds_of_ms(runtime->number(0));
    return result;
}

std::optional<DirectionLine> parse_group_line(std::string_view line) {
    DirectionLine result;
    if (!take_direction_name(line, result.direction)) {
        return std::nullopt;
    }
    if (line.starts_with("bw=")) {
        result.bytes_per_second = printed_twice(value_of(line, "bw="));
        result.bytes = printed_twice(value_of(line, "io="));
        const std::string_view run = value_of(line, "run=");
        const auto range = match(run, "%s-%nmsec");
        result.runtime_s = range ? seconds_of_ms(range->number(1)) : std::nullopt;
    } else if (line.starts_with("io=")) {
        result.bytes = printed_amount(value_of(line, "io="), Prefixes::Binary);
        result.bytes_per_second = printed_amount(value_of(line, "aggrb="), Prefixes::Binary);
        const auto longest = match(value_of(line, "maxt="), "%nmsec");
        result.runtime_s = longest ? seconds_of_ms(longest->number(0)) : std::nullopt;
    }
    return result.bytes_per_second ? std::optional(result) : std::nullopt;
}

std::optional<LatencyLine> parse_latency(std::string_view line) {
    for (const std::string_view name : {"slat", "clat", "lat"}) {
        if (!line.starts_with(name)) {
            continue;
        }
        const auto head = match(line.substr(name.size()), "%_(%s)%_:%_min=");
        const auto unit = head ? unit_of_time((*head)[0]) : std::nullopt;
        if (!unit) {
            return std::nullopt;
        }
        const auto seconds = [&](std::string_view key) -> std::optional<double> {
            const auto printed = printed_amount(value_of(line, key), Prefixes::Decimal);
            return printed ? std::optional(printed->value * *unit) : std::nullopt;
        };
        LatencyLine result{
            .name = name,
            .latency = {.mean = seconds("avg="), .min = seconds("min="), .max = seconds("max=")}};
        if (result.latency.mean.value_or(0.0) <= 0.0 && result.latency.max.value_or(0.0) <= 0.0) {
            result.latency = {};
        }
        return result;
    }
    return std::nullopt;
}

std::optional<PercentilesHead> parse_percentiles_head(std::string_view line) {
    const std::size_t at = line.find(" percentiles (");
    const auto unit =
        at == std::string_view::npos ? std::nullopt : match(line.substr(at), " percentiles (%s)");
    const auto seconds = unit ? unit_of_time((*unit)[0]) : std::nullopt;
    return seconds ? std::optional(PercentilesHead{line.substr(0, at), *seconds}) : std::nullopt;
}

std::vector<std::pair<double, double>> parse_percentiles(std::string_view line) {
    std::vector<std::pair<double, double>> values;
    while (true) {
        const std::size_t mark = line.find("th=[");
        if (mark == std::string_view::npos) {
            return values;
        }
        const std::size_t begin = line.find_last_not_of("0123456789.", mark - (mark > 0 ? 1 : 0));
        const auto percent =
            parse_number(line.substr(begin == std::string_view::npos ? 0 : begin + 1,
                                     mark - (begin == std::string_view::npos ? 0 : begin + 1)));
        line.remove_prefix(mark + std::string_view("th=[").size());
        const auto value = parse_number(line.substr(0, line.find(']')));
        if (percent && value && *percent > 0.0 && line.find(']') != std::string_view::npos) {
            values.emplace_back(*percent, *value);
        }
    }
}

std::optional<Issued> parse_issued(std::string_view line) {
    if (!line.starts_with("issued")) {
        return std::nullopt;
    }
    const std::size_t at = line.find("total=");
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    // "r=1/w=2/d=3", "1/2/3" and "1,2,3,0": three numbers and what separates them.
    const auto numbers = [](std::string_view text) {
        text = text.substr(0, text.find_first_of(" \t"));
        std::vector<double> found;
        while (found.size() < 3 && text.find_first_of(kDigits) != std::string_view::npos) {
            text.remove_prefix(text.find_first_of(kDigits));
            const std::size_t end = text.find_first_not_of(kDigits);
            found.push_back(parse_number(text.substr(0, end)).value_or(0.0));
            text.remove_prefix(std::min(end, text.size()));
        }
        return found;
    };
    Issued issued{.requests = numbers(line.substr(at + std::string_view("total=").size()))};
    for (const std::string_view name : {"short=", "dropped=", "drop="}) {
        if (const std::size_t part = line.find(name); part != std::string_view::npos) {
            const auto lost = numbers(line.substr(part + name.size()));
            issued.whole = issued.whole && std::all_of(lost.begin(), lost.end(), [](double count) {
                               return count == 0.0;
                           });
        }
    }
    return issued;
}

std::optional<FioDisk> parse_disk(std::string_view line) {
    const std::size_t mark = line.find(": ios=");
    const auto reads =
        mark == std::string_view::npos ? std::nullopt : match(line.substr(mark), ": ios=%n/%n,");
    if (!reads || mark == 0) {
        return std::nullopt;
    }
    const auto percent = [&](std::string_view name) -> std::optional<double> {
        std::string_view text = value_of(line, name);
        if (!text.ends_with('%')) {
            return std::nullopt;
        }
        text.remove_suffix(1);
        return parse_number(text);
    };
    const auto sectors = find(line, "sectors=%n/");
    const auto members = percent("aggrutil=");
    return FioDisk{
        .name = std::string(line.substr(0, mark)),
        .utilisation = members ? members : percent("util="),
        .read_request_size = ratio(
            scaled(sectors ? sectors->number(0) : std::nullopt, kSectorBytes), reads->number(0))};
}

std::optional<double> parse_start(std::string_view line) {
    const auto first = match(line, "Starting %n %w");
    if (!first || !first->number(0)) {
        return std::nullopt;
    }
    const bool of_jobs = (*first)[1].starts_with("process") || (*first)[1].starts_with("thread");
    const auto second = find(line, "and %n ");
    return of_jobs
               ? std::optional(*first->number(0) + (second ? second->number(0).value_or(0.0) : 0.0))
               : std::nullopt;
}

}  // namespace throughline::importers::fio_text
