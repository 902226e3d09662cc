// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/proc_texts.h"

#include <algorithm>
#include <charconv>

#include "engine/base/text.h"

namespace throughline::observe {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

std::string_view next_word_of(std::string_view& text) {
    const std::size_t from = std::min(text.find_first_not_of(kBlanks), text.size());
    const std::size_t end = std::min(text.find_first_of(kBlanks, from), text.size());
    const std::string_view word = text.substr(from, end - from);
    text.remove_prefix(end);
    return word;
}

std::string_view next_line_of(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::optional<std::uint64_t> hexadecimal(std::string_view word) {
    if (!word.starts_with("0x")) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data() + 2, last, value, 16);
    return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<SyscallLook> parse_syscall(std::string_view text) {
    std::string_view word = next_word_of(text);
    SyscallLook look;
    if (word == "running") {
        look.running = true;
        return look;
    }
    const auto number = number_in<std::int64_t>(word);
    if (!number) {
        return std::nullopt;
    }
    look.number = *number;
    if (look.number < 0) {
        return look;
    }
    for (std::uint64_t& argument : look.arguments) {
        const auto value = hexadecimal(next_word_of(text));
        if (!value) {
            return std::nullopt;
        }
        argument = *value;
    }
    return look;
}

std::optional<SchedTimes> parse_schedstat(std::string_view text) {
    const auto on = number_in<std::uint64_t>(next_word_of(text));
    const auto waiting = number_in<std::uint64_t>(next_word_of(text));
    return on && waiting ? std::optional(SchedTimes{*on, *waiting}) : std::nullopt;
}

std::optional<ProcessIo> parse_process_io(std::string_view text) {
    const auto bytes = number_in<std::uint64_t>(line_value(text, "rchar"));
    const auto calls = number_in<std::uint64_t>(line_value(text, "syscr"));
    const auto fetched = number_in<std::uint64_t>(line_value(text, "read_bytes"));
    return bytes && calls && fetched ? std::optional(ProcessIo{*bytes, *calls, *fetched})
                                     : std::nullopt;
}

std::uint64_t parse_cpu_count(std::string_view list) {
    constexpr std::uint64_t kMost = 1U << 20U;  // beyond any machine: the text is no list
    std::uint64_t count = 0;
    list = trim(list);
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const std::string_view part = list.substr(0, end);
        list.remove_prefix(std::min(end + 1, list.size()));
        const std::size_t dash = part.find('-');
        const auto first = number_in<std::uint64_t>(part.substr(0, dash));
        const auto last =
            dash == part.npos ? first : number_in<std::uint64_t>(part.substr(dash + 1));
        if (!first || !last || *last < *first || *last >= kMost) {
            return 0;
        }
        count += *last - *first + 1;
    }
    return std::min(count, kMost);
}

std::string_view line_value(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const std::string_view line = next_line_of(text);
        if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == ':') {
            return trim(line.substr(name.size() + 1));
        }
    }
    return {};
}

std::vector<std::uint64_t> parse_numbers(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    for (std::string_view word = next_word_of(text); !word.empty(); word = next_word_of(text)) {
        if (const auto number = number_in<std::uint64_t>(word)) {
            numbers.push_back(*number);
        }
    }
    return numbers;
}

std::vector<int> parse_epoll_targets(std::string_view fdinfo) {
    std::vector<int> targets;
    while (!fdinfo.empty()) {
        std::string_view line = next_line_of(fdinfo);
        if (next_word_of(line) == "tfd:") {
            if (const auto number = number_in<int>(next_word_of(line)); number && *number >= 0) {
                targets.push_back(*number);
            }
        }
    }
    return targets;
}

std::vector<std::uint64_t> parse_socket_inodes(std::string_view text) {
    constexpr int kInodeColumn = 9;
    std::vector<std::uint64_t> inodes;
    next_line_of(text);  // the heading
    while (!text.empty()) {
        std::string_view line = next_line_of(text);
        std::string_view word;
        for (int column = 0; column <= kInodeColumn; ++column) {
            word = next_word_of(line);
        }
        if (const auto inode = number_in<std::uint64_t>(word); inode && *inode > 0) {
            inodes.push_back(*inode);
        }
    }
    return inodes;
}

Target target_of_link(std::string_view link) {
    if (link.starts_with("pipe:")) {
        return Target::Pipe;
    }
    if (link.starts_with("socket:")) {
        return Target::Socket;
    }
    if (link.starts_with("anon_inode:")) {
        return link.find("eventpoll") != link.npos  ? Target::Epoll
               : link.find("io_uring") != link.npos ? Target::Ring
               : link.find("eventfd") != link.npos  ? Target::Event
                                                    : Target::Other;
    }
    if (link.starts_with("/dev/nvidia") || link.starts_with("/dev/dri/") || link == "/dev/kfd") {
        return Target::Gpu;
    }
    if (link.starts_with("/dev/") && !link.starts_with("/dev/shm/")) {
        return Target::Other;
    }
    return link.starts_with("/") ? Target::File : Target::Other;
}

std::optional<int> gpu_of_link(std::string_view link) {
    constexpr std::string_view kDevice = "/dev/nvidia";
    return link.starts_with(kDevice) ? number_in<int>(link.substr(kDevice.size())) : std::nullopt;
}

std::optional<std::uint64_t> inode_of_link(std::string_view link) {
    constexpr std::string_view kSocket = "socket:[";
    return link.starts_with(kSocket) && link.ends_with("]")
               ? number_in<std::uint64_t>(
                     link.substr(kSocket.size(), link.size() - kSocket.size() - 1))
               : std::nullopt;
}

std::vector<std::string> parse_command_line(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\0'), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::string program_name(std::string_view kernel_name, const std::vector<std::string>& command) {
    constexpr std::size_t kKernelNameMax = 15;
    const auto base = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
    const std::string_view program = command.empty() ? std::string_view() : base(command.front());
    if (program.starts_with("python")) {
        const auto script =
            std::find_if(command.begin() + 1, command.end(), [](std::string_view word) {
                return !word.starts_with('-');
            });
        // Behind -c and -m stands no file.
        const bool is_file = script != command.end() && script->ends_with(".py");
        return std::string(is_file ? base(*script) : kernel_name);
    }
    const bool cut = kernel_name.size() == kKernelNameMax && program.starts_with(kernel_name);
    return std::string(cut ? program : kernel_name);
}

std::optional<std::uint64_t> parse_throttle(std::string_view text, std::string_view device) {
    while (!text.empty()) {
        std::string_view line = next_line_of(text);
        if (next_word_of(line) == device) {
            return number_in<std::uint64_t>(next_word_of(line));
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> parse_io_max(std::string_view text,
                                          std::string_view device,
                                          std::string_view key) {
    while (!text.empty()) {
        std::string_view line = next_line_of(text);
        if (next_word_of(line) != device) {
            continue;
        }
        for (std::string_view word = next_word_of(line); !word.empty(); word = next_word_of(line)) {
            if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
                return number_in<std::uint64_t>(word.substr(key.size() + 1));
            }
        }
    }
    return std::nullopt;
}

}  // namespace throughline::observe
