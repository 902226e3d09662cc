// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Where hosts, users and addresses stand in what a mount table says, and in any text.
namespace throughline::record {

struct PrivateNames {
    std::vector<std::string> hosts{};
    std::vector<std::string> users{};
};

/// Of the source of a mount: user@host:dir (sshfs), host:/export, mon1:6789,mon2:6789:/ (Ceph),
/// 10.2.0.1@tcp:/fs (Lustre), //host/share (CIFS), scheme://user@host/dir. No hosts: it is local,
/// or does not say.
PrivateNames names_in_mount_source(std::string_view source);

/// Users and domains of a mount's options.
PrivateNames names_in_mount_options(std::string_view options);

/// The options without those that may name somebody or something: a switch stays, a value stays
/// where it is a number or a word of a list that the option is known to choose from.
std::string public_mount_options(std::string_view options);

/// A part of a text.
struct TextPart {
    std::size_t at = 0;
    std::size_t bytes = 0;
};
/// The IPv4, IPv6 and MAC addresses in a text, in order.
std::vector<TextPart> addresses_in(std::string_view text);
bool is_address(std::string_view text);

/// A name that a study tells, and what stands in its place where it must not.
struct PrivateName {
    std::string name{};
    std::string instead{};  ///< "host-1", "user", "disk1"; of a path what is left of it

    bool operator==(const PrivateName&) const = default;
};

/// Of a host's name; "fio_node7.json" has it between other words.
bool is_host_byte(char byte);
/// Puts `instead` in place of `name` wherever it is a word of its own.
void replace_word(std::string& text, std::string_view name, std::string_view instead);

/// Puts what stands instead in place of each name that is a word of its own in `text`.
void replace_names(std::string& text, std::span<const PrivateName> names);

}  // namespace throughline::record
