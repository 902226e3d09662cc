// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/proc_samplers.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/text.h"

namespace throughline::metrics {
namespace {

constexpr std::uint64_t kSectorBytes = 512;  // always, whatever the device's block size is

/// Cuts the first line off `text`.
std::string_view next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// Cuts the first word off `line`; empty at the end.
std::string_view next_word(std::string_view& line) {
    constexpr std::string_view kBlanks = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(word.size());
    return word;
}

/// Reads numbers until `values` is full; false when a word is missing or not a number.
bool read_numbers(std::string_view line, std::span<std::uint64_t> values) {
    return std::all_of(values.begin(), values.end(), [&](std::uint64_t& value) {
        const auto number = number_in<std::uint64_t>(next_word(line));
        value = number.value_or(value);
        return number.has_value();
    });
}

UniqueFd open_or_none(const char* path) {
    auto file = open_file(path, O_RDONLY);
    return file ? std::move(*file) : UniqueFd();
}

}  // namespace

std::map<std::string, DiskCounters> parse_diskstats(std::string_view text,
                                                    std::span<const std::string> keep) {
    std::map<std::string, DiskCounters> disks;
    while (!text.empty()) {
        std::string_view line = next_line(text);
        next_word(line);  // major
        next_word(line);  // minor
        const std::string_view name = next_word(line);
        const bool wanted = keep.empty() || std::find(keep.begin(), keep.end(), name) != keep.end();
        std::array<std::uint64_t, 11> field{};
        if (name.empty() || !wanted || !read_numbers(line, field)) {
            continue;
        }
        disks[std::string(name)] = {.reads = field[0],
                                    .read_merges = field[1],
                                    .read_bytes = field[2] * kSectorBytes,
                                    .read_ms = field[3],
                                    .writes = field[4],
                                    .write_bytes = field[6] * kSectorBytes,
                                    .io_ms = field[9],
                                    .weighted_io_ms = field[10]};
    }
    return disks;
}

std::optional<CpuCounters> parse_proc_stat(std::string_view text) {
    while (!text.empty()) {
        std::string_view line = next_line(text);
        if (next_word(line) != "cpu") {
            continue;
        }
        // user nice system idle iowait irq softirq steal; guest times are within user and nice.
        std::array<std::uint64_t, 8> field{};
        if (!read_numbers(line, field)) {
            return std::nullopt;
        }
        return CpuCounters{.busy = field[0] + field[1] + field[2] + field[5] + field[6] + field[7],
                           .idle = field[3],
                           .iowait = field[4]};
    }
    return std::nullopt;
}

std::map<std::string, NetworkCounters> parse_net_dev(std::string_view text) {
    std::map<std::string, NetworkCounters> interfaces;
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        const std::size_t colon = line.rfind(':');  // old kernels leave no blank after it
        if (colon == std::string_view::npos) {
            continue;
        }
        std::string_view head = line.substr(0, colon);
        const std::string_view name = next_word(head);
        std::array<std::uint64_t, 9> field{};
        if (name.empty() || name == "lo" || !read_numbers(line.substr(colon + 1), field)) {
            continue;
        }
        interfaces[std::string(name)] = {.receive_bytes = field[0], .send_bytes = field[8]};
    }
    return interfaces;
}

/// Bytes of a line "Name:   123 kB".
static std::optional<std::uint64_t> bytes_of_line(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        std::string_view line = next_line(text);
        if (next_word(line) != name) {
            continue;
        }
        const auto kib = number_in<std::uint64_t>(next_word(line));
        return kib && next_word(line) == "kB" ? std::optional(*kib * 1024) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<ProcessCounters> parse_self_status(std::string_view text) {
    const auto resident = bytes_of_line(text, "VmRSS:");
    return resident ? std::optional(ProcessCounters{.resident_bytes = *resident}) : std::nullopt;
}

std::optional<std::uint64_t> parse_memory_available(std::string_view meminfo) {
    return bytes_of_line(meminfo, "MemAvailable:");
}

std::optional<std::uint64_t> parse_fetched_bytes(std::string_view io) {
    while (!io.empty()) {
        std::string_view line = next_line(io);
        if (next_word(line) == "read_bytes:") {
            return number_in<std::uint64_t>(next_word(line));
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> bytes_fetched_by_this_process() {
    const auto io = read_whole_file("/proc/self/io", 4096);
    return io ? parse_fetched_bytes(*io) : std::nullopt;
}

HostSampler::HostSampler(std::vector<std::string> devices)
    : devices_(std::move(devices)),
      diskstats_(open_or_none("/proc/diskstats")),
      stat_(open_or_none("/proc/stat")),
      net_dev_(open_or_none("/proc/net/dev")),
      self_status_(open_or_none("/proc/self/status")),
      buffer_(std::size_t{1} << 16U, '\0') {}

std::string_view HostSampler::read(const UniqueFd& file) {
    if (!file) {
        return {};
    }
    constexpr std::size_t kBytesMax = std::size_t{1} << 22U;
    std::size_t filled = 0;
    for (;;) {
        const ssize_t got = ::pread(file.get(),
                                    buffer_.data() + filled,
                                    buffer_.size() - filled,
                                    static_cast<off_t>(filled));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return std::string_view(buffer_).substr(0, got < 0 ? 0 : filled);
        }
        filled += static_cast<std::size_t>(got);
        if (filled == buffer_.size()) {
            if (buffer_.size() >= kBytesMax) {
                return {};
            }
            buffer_.resize(buffer_.size() * 2);
        }
    }
}

HostSnapshot HostSampler::take() {
    HostSnapshot snapshot;
    snapshot.at = steady_now();
    if (!devices_.empty()) {
        snapshot.disks = parse_diskstats(read(diskstats_), devices_);
    }
    snapshot.cpu = parse_proc_stat(read(stat_));
    snapshot.network = parse_net_dev(read(net_dev_));
    snapshot.process = parse_self_status(read(self_status_));
    return snapshot;
}

}  // namespace throughline::metrics
