// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/location.h"

#include <algorithm>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/remote/endpoint.h"

namespace throughline::remote {
namespace {

constexpr std::string_view kAfterScheme = "://";
// The longest key of S3 and of Google's store.
constexpr std::size_t kKeyBytesMax = 1024;

bool is_unreserved(unsigned char c) noexcept {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '~';
}

int hex_digit(char c) noexcept {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

Scheme scheme_of(std::string_view name) {
    return name == "s3"             ? Scheme::S3
           : name == "gs"           ? Scheme::Gs
           : name.ends_with("hdfs") ? Scheme::Hdfs
                                    : Scheme::Http;
}

/// `name`: the scheme as written, "webhdfs" or "swebhdfs". Source: Hadoop, hdfs-default.xml,
/// dfs.namenode.http-address and dfs.namenode.https-address.
std::string name_node_origin(std::string_view name, const std::string& authority) {
    const bool tls = name == "swebhdfs";
    const bool has_port = authority.find(':', authority.find(']') + 1) != std::string::npos;
    return (tls ? "https://" : "http://") + authority + (has_port ? "" : tls ? ":9871" : ":9870");
}

}  // namespace

std::string Location::root() const {
    switch (scheme) {
        case Scheme::S3:
            return "s3://" + bucket + "/";
        case Scheme::Gs:
            return "gs://" + bucket + "/";
        case Scheme::Hdfs:
            return (origin.starts_with("https") ? "swebhdfs" : "webhdfs") +
                   origin.substr(origin.find(kAfterScheme)) + "/";
        case Scheme::Http:
            break;
    }
    return origin + "/";
}

Result<Location> parse_location(const std::string& path) {
    const std::string name = far_scheme(path);
    if (name.empty()) {
        return usage_error(
            say("'%1' does not begin with s3://, gs://, http://, https:// or webhdfs://", path));
    }
    const Scheme scheme = scheme_of(name);
    const std::size_t begin = path.find(kAfterScheme) + kAfterScheme.size();
    const std::size_t slash = std::min(path.find('/', begin), path.size());
    const std::string authority = path.substr(begin, slash - begin);
    const std::string rest = slash < path.size() ? path.substr(slash + 1) : std::string();
    if (authority.empty()) {
        return usage_error(scheme == Scheme::S3 || scheme == Scheme::Gs
                               ? say("'%1' names no bucket", path)
                               : say("'%1' names no host", path));
    }
    if (auto open = check_no_secret(path); !open) {
        return std::move(open).error();
    }
    if (scheme == Scheme::Http) {
        return Location{
            .scheme = scheme, .key = rest, .origin = lower(path.substr(0, begin)) + authority};
    }
    if (scheme == Scheme::Hdfs) {
        Location location{
            .scheme = scheme, .key = rest, .origin = name_node_origin(name, authority)};
        if (const auto endpoint = parse_endpoint(location.origin); !endpoint) {
            return endpoint.error();
        }
        return location;
    }
    if (rest.size() > kKeyBytesMax) {
        return usage_error(say("the prefix in '%1' is longer than a key can be", path));
    }
    return Location{.scheme = scheme, .bucket = authority, .key = rest};
}

std::string folder_prefix(const std::string& key) {
    return key.empty() || key.ends_with('/') ? key : key + "/";
}

std::string percent_encoded(std::string_view bytes, bool keep_slash) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text;
    text.reserve(bytes.size() + 16);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_unreserved(byte) || (keep_slash && c == '/')) {
            text += c;
        } else {
            text += '%';
            text += kDigits[byte >> 4U];
            text += kDigits[byte & 15U];
        }
    }
    return text;
}

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus_is_space) {
            bytes += ' ';
        } else if (text[i] != '%') {
            bytes += text[i];
        } else {
            const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            bytes += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return bytes;
}

}  // namespace throughline::remote
