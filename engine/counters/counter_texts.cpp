// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/counter_texts.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/base/text.h"
#include "engine/metrics/busy_programs.h"

namespace throughline::counters {
namespace {

using metrics::MountCounts;

std::string_view cut_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view kBlanks = " \t\r";
    std::vector<std::string_view> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
        if (line.empty()) {
            return words;
        }
        words.push_back(line.substr(0, line.find_first_of(kBlanks)));
        line.remove_prefix(words.back().size());
    }
}

/// The number that word `at` is; none where there is no such word.
std::optional<std::uint64_t> number_at(const std::vector<std::string_view>& words, std::size_t at) {
    return at < words.size() ? number_in<std::uint64_t>(words[at]) : std::nullopt;
}

/// As the kernel writes a path into a line of words.
std::string escaped(std::string_view path) {
    std::string text;
    for (const char c : path) {
        switch (c) {
            case ' ':
                text += "\\040";
                break;
            case '\t':
                text += "\\011";
                break;
            case '\n':
                text += "\\012";
                break;
            case '\\':
                text += "\\134";
                break;
            default:
                text += c;
        }
    }
    return text;
}

/// "device server:/export mounted on /data with fstype nfs4 statvers=1.1".
bool begins_mount(std::string_view line, std::string_view mount_point) {
    const std::string here = " mounted on " + escaped(mount_point) + " with fstype nfs";
    return line.starts_with("device ") && line.find(here) != std::string_view::npos;
}

/// Adds an operation's line: operations, transmissions, timeouts, bytes sent and received, and
/// milliseconds in queue, on their way and in all.
bool add_nfs_operation(const std::vector<std::string_view>& words, MountCounts& counts) {
    constexpr double kMilli = 1e-3;
    const auto operations = number_at(words, 1);
    const auto milliseconds = number_at(words, 8);
    if (!operations || !milliseconds) {
        return false;
    }
    counts.reads = counts.reads.value_or(0) + *operations;
    counts.read_seconds =
        counts.read_seconds.value_or(0.0) + static_cast<double>(*milliseconds) * kMilli;
    return true;
}

/// "read_bytes  4 samples [bytes] 4096 1048576 2105344": count, unit and sum.
struct LustreSum {
    std::uint64_t count = 0;
    std::string_view unit;
    std::uint64_t sum = 0;
};
std::optional<LustreSum> lustre_sum(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const auto words = words_of(cut_line(text));
        if (words.size() < 4 || words[0] != name || words[2] != "samples") {
            continue;
        }
        const auto count = number_at(words, 1);
        const auto sum = number_at(words, 6);
        if (count && sum) {
            return LustreSum{.count = *count, .unit = words[3], .sum = *sum};
        }
    }
    return std::nullopt;
}

/// The whole part of a number that may be written as 222131072 or 2.22131072e+08.
std::optional<std::uint64_t> whole_number(double value) {
    constexpr double kMax = 9.0e18;
    return value >= 0.0 && value < kMax ? std::optional(static_cast<std::uint64_t>(value))
                                        : std::nullopt;
}

}  // namespace

std::optional<MountCounts> parse_mountstats(std::string_view text, const Mount& mount) {
    std::optional<MountCounts> found;
    bool here = false;
    while (!text.empty()) {
        const std::string_view line = cut_line(text);
        if (line.starts_with("device ")) {
            here = begins_mount(line, mount.mount_point);
            continue;
        }
        const auto words = here ? words_of(line) : std::vector<std::string_view>();
        if (words.empty()) {
            continue;
        }
        if (words[0] == "bytes:") {
            const auto read = number_at(words, 1);
            const auto read_directly = number_at(words, 3);
            const auto from_server = number_at(words, 5);
            if (read && read_directly && from_server) {
                found.emplace();  // a mount that covers another comes later
                found->requested_bytes = *read + *read_directly;
                found->read_bytes = *from_server;
            }
        } else if (found && (words[0] == "READ:" || words[0] == "READ_PLUS:")) {
            add_nfs_operation(words, *found);
        }
    }
    return found;
}

std::optional<MountCounts> parse_lustre_osc(std::string_view text, const Mount& /*mount*/) {
    constexpr double kMicro = 1e-6;
    if (text.find("snapshot_time") == std::string_view::npos) {
        return std::nullopt;
    }
    MountCounts counts;
    counts.read_bytes = 0;  // a line is written from the first read on
    counts.reads = 0;
    counts.read_seconds = 0.0;
    if (const auto bytes = lustre_sum(text, "read_bytes"); bytes && bytes->unit == "[bytes]") {
        counts.read_bytes = bytes->sum;
        counts.reads = bytes->count;
        counts.read_seconds.reset();
        const auto times = lustre_sum(text, "ost_read");
        if (times && times->unit.starts_with("[usec") && times->count == bytes->count) {
            counts.read_seconds = static_cast<double>(times->sum) * kMicro;
        }
    }
    return counts;
}

std::optional<MountCounts> parse_lustre_llite(std::string_view text, const Mount& /*mount*/) {
    if (text.find("snapshot_time") == std::string_view::npos) {
        return std::nullopt;
    }
    MountCounts counts;
    const auto bytes = lustre_sum(text, "read_bytes");
    counts.requested_bytes = bytes && bytes->unit == "[bytes]" ? bytes->sum : 0;
    return counts;
}

std::optional<MountCounts> parse_ceph_metrics(std::string_view text, const Mount& /*mount*/) {
    bool sizes = false;
    while (!text.empty()) {
        const auto words = words_of(cut_line(text));
        if (!words.empty() && words[0] == "item") {
            sizes = words.size() == 6 && words[5] == "total_sz(bytes)";
        } else if (sizes && !words.empty() && words[0] == "read") {
            const auto reads = number_at(words, 1);
            const auto bytes = number_at(words, 5);
            if (!reads || !bytes) {
                return std::nullopt;
            }
            MountCounts counts;
            counts.read_bytes = *bytes;
            counts.reads = *reads;
            return counts;
        }
    }
    return std::nullopt;
}

std::optional<MountCounts> parse_juicefs_stats(std::string_view text, const Mount& /*mount*/) {
    MountCounts counts;
    // A line of GETs is written from the first one on.
    double got_bytes = 0.0;
    double gets = 0.0;
    counts.read_seconds = 0.0;
    while (!text.empty()) {
        const auto words = words_of(cut_line(text));
        const auto value = words.size() == 2 ? number_in<double>(words[1]) : std::nullopt;
        if (!value || !std::isfinite(*value) || *value < 0.0) {
            continue;
        }
        if (words[0] == "juicefs_fuse_read_size_bytes_sum") {
            counts.requested_bytes = whole_number(*value);
        } else if (words[0] == "juicefs_object_request_data_bytes_GET") {
            got_bytes = *value;
        } else if (words[0] == "juicefs_object_request_durations_histogram_seconds_GET_total") {
            gets = *value;
        } else if (words[0] == "juicefs_object_request_durations_histogram_seconds_GET_sum") {
            counts.read_seconds = *value;
        }
    }
    if (!counts.requested_bytes) {
        return std::nullopt;
    }
    counts.read_bytes = whole_number(got_bytes);
    counts.reads = whole_number(gets);
    return counts;
}

std::optional<MountCounts> parse_daemon_io(std::string_view text, const Mount& /*mount*/) {
    while (!text.empty()) {
        const auto words = words_of(cut_line(text));
        if (words.size() == 2 && words[0] == "rchar:") {
            const auto bytes = number_at(words, 1);
            if (!bytes) {
                return std::nullopt;
            }
            MountCounts counts;
            counts.read_bytes = *bytes;
            return counts;
        }
    }
    return std::nullopt;
}

std::optional<MountCounts> parse_daemon_stat(std::string_view text, const Mount& /*mount*/) {
    const auto process = metrics::parse_pid_stat(text);
    if (!process) {
        return std::nullopt;
    }
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    MountCounts counts;
    counts.daemon_cpu_seconds = static_cast<double>(process->ticks) / hertz;
    return counts;
}

std::optional<unsigned> parse_fuse_connection(std::string_view fdinfo) {
    while (!fdinfo.empty()) {
        const auto words = words_of(cut_line(fdinfo));
        if (words.size() == 2 && words[0] == "fuse_connection:") {
            return number_in<unsigned>(words[1]);
        }
    }
    return std::nullopt;
}

}  // namespace throughline::counters
