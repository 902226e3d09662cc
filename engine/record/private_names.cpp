// SPDX-License-Identifier: Apache-2.0
#include "engine/record/private_names.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <functional>

namespace throughline::record {
namespace {

bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}
bool is_hex(char byte) {
    return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}
bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

template <class Take>
void for_each_part(std::string_view text, std::string_view separators, Take take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) {
            take(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// Lustre's "10.2.0.1@tcp", "mgs@o2ib1": what stands behind the @ is a network, not a host.
bool is_lustre_network(std::string_view text) {
    return text.starts_with("tcp") || text.starts_with("o2ib") || text.starts_with("gni") ||
           text.starts_with("kfi");
}

/// "user:password@host", "host@network", "host".
void add_authority(std::string_view text, PrivateNames& names) {
    const std::size_t at = text.rfind('@');
    if (at != std::string_view::npos && !is_lustre_network(text.substr(at + 1))) {
        const std::string_view user = text.substr(0, at);
        names.users.emplace_back(user.substr(0, user.find(':')));
        text.remove_prefix(at + 1);
    } else {
        text = text.substr(0, at);
    }
    const bool drive = text.size() == 1;  // "C:/data"
    if (!text.empty() && !drive && !all_digits(text)) {
        names.hosts.emplace_back(text);
    }
}

/// "host:2049", "[fe80::1]:2049", "fe80::1", "host".
std::string_view without_port(std::string_view text) {
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']');
    if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
        return text.substr(open + 1, close - open - 1);
    }
    const std::size_t colon = text.rfind(':');
    const bool port = colon != std::string_view::npos && all_digits(text.substr(colon + 1)) &&
                      text.find(':') == colon;
    return port ? text.substr(0, colon) : text;
}

/// "[2001:db8::1]:/export", "user@[fe80::2]:dir".
bool add_bracketed(std::string_view source, PrivateNames& names) {
    const std::size_t open = source.find('[');
    const std::size_t close = source.find("]:");
    const bool begins = open == 0 || (open != std::string_view::npos && source[open - 1] == '@');
    if (!begins || close == std::string_view::npos) {
        return false;
    }
    if (open > 0) {
        names.users.emplace_back(source.substr(0, open - 1));
    }
    names.hosts.emplace_back(source.substr(open + 1, close - open - 1));
    return true;
}

constexpr std::array<std::string_view, 9> kUserOptions{
    "username", "user", "domain", "dom", "workgroup", "name", "cruid", "credentials", "servername"};

/// Options whose value is one of a list of words.
constexpr std::array<std::string_view, 29> kChoiceOptions{
    "vers",        "nfsvers",    "minorversion", "proto",           "mountproto",
    "sec",         "local_lock", "cache",        "lookupcache",     "errors",
    "data",        "compress",   "discard",      "iocharset",       "compress-force",
    "space_cache", "shortname",  "nls",          "codepage",        "xattr",
    "huge",        "mode",       "jqfmt",        "barrier",         "locktype",
    "recovery",    "alloc_mode", "fsync_mode",   "symlinkroot_mode"};

/// "1048576", "128k", "4.2", "0x1f", "0755".
bool is_number(std::string_view text) {
    std::size_t points = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool unit = i > 0 && i + 1 == text.size() &&
                          std::string_view("kKmMgGtT%").find(text[i]) != std::string_view::npos;
        points += text[i] == '.' ? 1 : 0;
        if (!is_digit(text[i]) && text[i] != '.' && !unit) {
            return false;
        }
    }
    return !text.empty() && is_digit(text[0]) && points < 2;
}

bool is_plain_word(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char byte) {
        return is_digit(byte) || is_letter(byte) ||
               std::string_view("-_:.").find(byte) != std::string_view::npos;
    });
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_mac(std::string_view text) {
    constexpr std::size_t kBytes = 17;
    if (text.size() != kBytes) {
        return false;
    }
    for (std::size_t i = 0; i < kBytes; ++i) {
        if (i % 3 == 2 ? text[i] != ':' : !is_hex(text[i])) {
            return false;
        }
    }
    return true;
}

bool is_of_family(int family, std::string_view text) {
    std::array<unsigned char, sizeof(in6_addr)> address{};
    return ::inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

/// The address that a run of digits, colons and points begins with; 0: none. "10.0.0.1:9100." is
/// one with a port and the end of a sentence.
std::size_t address_bytes(std::string_view run) {
    for (std::size_t end = run.size(); end > 1; --end) {
        const std::string_view rest = run.substr(end);
        const bool cut_within =
            (!rest.empty() && is_hex(run[end - 1]) && is_hex(rest[0])) ||
            (rest.size() > 1 && rest[0] == '.' && is_digit(rest[1]));  // a version: 1.2.3.4.5
        if (!cut_within && is_address(run.substr(0, end))) {
            return end;
        }
    }
    return 0;
}

}  // namespace

PrivateNames names_in_mount_source(std::string_view source) {
    PrivateNames names;
    if (const std::size_t hash = source.find('#'); hash != std::string_view::npos && hash > 0) {
        source.remove_prefix(hash + 1);  // "sshfs#user@host:"
    }
    std::size_t authority = source.find("://");
    if (authority != std::string_view::npos) {
        authority += 3;
    } else if (source.starts_with("//") || source.starts_with("\\\\")) {
        authority = 2;
    }
    if (authority != std::string_view::npos) {
        source.remove_prefix(authority);
        const std::string_view text = source.substr(0, source.find_first_of("/\\"));
        const std::size_t at = text.rfind('@');
        add_authority(at == std::string_view::npos
                          ? std::string(without_port(text))
                          : std::string(text.substr(0, at + 1)) +
                                std::string(without_port(text.substr(at + 1))),
                      names);
        return names;
    }
    if (add_bracketed(source, names)) {
        return names;
    }
    const std::size_t colon = source.find(':');
    if (colon == std::string_view::npos || source.find('/') < colon) {
        // Ceph's newer form: "user@fsid.name=/dir".
        if (const std::size_t equals = source.find("=/"); equals != std::string_view::npos) {
            add_authority(source.substr(0, equals), names);
        }
        return names;
    }
    const std::size_t path = source.find(":/");
    if (path == std::string_view::npos) {
        add_authority(source.substr(0, colon), names);
    } else if (const std::string_view whole = source.substr(0, path); is_address(whole)) {
        names.hosts.emplace_back(whole);
    } else {
        for_each_part(whole, ",:", [&](std::string_view part) { add_authority(part, names); });
    }
    return names;
}

PrivateNames names_in_mount_options(std::string_view options) {
    PrivateNames names;
    for_each_part(options, ",", [&](std::string_view option) {
        const std::size_t equals = option.find('=');
        if (equals != std::string_view::npos && equals + 1 < option.size() &&
            is_one_of(kUserOptions, option.substr(0, equals)) &&
            !all_digits(option.substr(equals + 1))) {
            names.users.emplace_back(option.substr(equals + 1));
        }
    });
    return names;
}

std::string public_mount_options(std::string_view options) {
    std::string kept;
    for_each_part(options, ",", [&](std::string_view option) {
        const std::size_t equals = option.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : option.substr(equals + 1);
        const bool is_public =
            equals == std::string_view::npos
                ? is_plain_word(option) && addresses_in(option).empty()
                : is_number(value) || (is_one_of(kChoiceOptions, option.substr(0, equals)) &&
                                       is_plain_word(value) && addresses_in(value).empty());
        if (is_public) {
            kept += (kept.empty() ? "" : ",") + std::string(option);
        }
    });
    return kept;
}

bool is_address(std::string_view text) {
    const bool digit = std::any_of(text.begin(), text.end(), is_digit);
    return (digit && is_of_family(AF_INET, text)) || is_mac(text) ||
           (digit && text.size() > 2 && is_of_family(AF_INET6, text));
}

std::vector<TextPart> addresses_in(std::string_view text) {
    std::vector<TextPart> found;
    const auto in_run = [&](std::size_t i) {
        return is_hex(text[i]) || text[i] == ':' || text[i] == '.';
    };
    for (std::size_t at = 0; at < text.size();) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const bool word_before = is_letter(before) || is_digit(before) || before == '.';
        if (!in_run(at) || text[at] == '.' || word_before) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && in_run(end)) {
            ++end;
        }
        const std::size_t bytes = address_bytes(text.substr(at, end - at));
        const bool cut_word =
            (at + bytes == end && end < text.size() && is_letter(text[end])) ||
            (before == ':' && text.substr(at, bytes).find('.') == std::string_view::npos);
        if (bytes > 0 && !cut_word) {
            found.push_back({at, bytes});
            at += bytes;
        } else {
            ++at;
        }
    }
    return found;
}

bool is_host_byte(char byte) {
    const auto letter = static_cast<unsigned char>(byte);
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter >= 0x80;
}

void replace_word(std::string& text, std::string_view name, std::string_view instead) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        const std::size_t end = at + name.size();
        const bool word = (at == 0 || !is_host_byte(text[at - 1])) &&
                          (end == text.size() || !is_host_byte(text[end]));
        if (word) {
            text.replace(at, name.size(), instead);
            at += instead.size();
        } else {
            at = end;
        }
    }
}

void replace_names(std::string& text, std::span<const PrivateName> names) {
    std::vector<const PrivateName*> longest;
    for (const PrivateName& one : names) {
        longest.push_back(&one);
    }
    // Longer names first, so that a name within another one does not break it.
    std::ranges::stable_sort(
        longest, std::greater<>(), [](const PrivateName* one) { return one->name.size(); });
    for (const PrivateName* one : longest) {
        if (!one->name.empty()) {
            replace_word(text, one->name, one->instead);
        }
    }
}

}  // namespace throughline::record
