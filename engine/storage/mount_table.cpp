// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/mount_table.h"

#include <optional>
#include <utility>

#include "engine/base/text.h"

namespace throughline::storage {
namespace {

/// Takes the text up to the next `separator` off `rest`.
std::string_view take_until(std::string_view& rest, char separator) {
    const std::size_t at = rest.find(separator);
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
    return part;
}

template <class T>
bool parse_number(std::string_view text, T& value) {
    const auto number = number_in<T>(text);
    value = number.value_or(value);
    return number.has_value();
}

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/// Space, tab, newline and backslash are written \040, \011, \012 and \134.
std::string unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 3 < text.size() && is_octal(text[i + 1]) &&
            is_octal(text[i + 2]) && is_octal(text[i + 3])) {
            plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                       (text[i + 3] - '0'));
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

std::optional<MountEntry> parse_line(std::string_view line) {
    MountEntry entry;
    std::string_view rest = line;
    const std::string_view id = take_until(rest, ' ');
    take_until(rest, ' ');  // parent
    std::string_view device = take_until(rest, ' ');
    take_until(rest, ' ');  // root within the file system
    entry.mount_point = unescape(take_until(rest, ' '));
    entry.options = take_until(rest, ' ');
    // Optional fields ("shared:1"), as many as there are, end with a lone dash.
    while (!rest.empty() && take_until(rest, ' ') != "-") {
    }
    entry.file_system = unescape(take_until(rest, ' '));
    entry.source = unescape(take_until(rest, ' '));
    entry.super_options = unescape(take_until(rest, ' '));
    const std::string_view major = take_until(device, ':');
    if (!parse_number(id, entry.mount_id) || !parse_number(major, entry.device_major) ||
        !parse_number(device, entry.device_minor) || entry.mount_point.empty() ||
        entry.file_system.empty()) {
        return std::nullopt;
    }
    return entry;
}

bool holds(std::string_view mount_point, std::string_view path) {
    if (mount_point == "/") {
        return path.starts_with('/');
    }
    return path.starts_with(mount_point) &&
           (path.size() == mount_point.size() || path[mount_point.size()] == '/');
}

}  // namespace

std::vector<MountEntry> parse_mountinfo(std::string_view text) {
    std::vector<MountEntry> mounts;
    while (!text.empty()) {
        if (auto entry = parse_line(take_until(text, '\n'))) {
            mounts.push_back(*std::move(entry));
        }
    }
    return mounts;
}

const MountEntry* mount_of_path(const std::vector<MountEntry>& mounts, std::string_view path) {
    const MountEntry* best = nullptr;
    for (const MountEntry& mount : mounts) {
        if (holds(mount.mount_point, path) &&
            (best == nullptr || mount.mount_point.size() >= best->mount_point.size())) {
            best = &mount;
        }
    }
    return best;
}

std::string_view mount_option(std::string_view options, std::string_view key) {
    while (!options.empty()) {
        std::string_view value = take_until(options, ',');
        if (take_until(value, '=') == key) {
            return value;
        }
    }
    return {};
}

}  // namespace throughline::storage
