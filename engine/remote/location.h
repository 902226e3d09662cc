// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::remote {

enum class Scheme : std::uint8_t {
    S3,    ///< s3://bucket/prefix
    Gs,    ///< gs://bucket/prefix, Google's store by its S3-like interface with HMAC keys
    Http,  ///< http:// or https://: one object, as it is written
    Hdfs,  ///< webhdfs://host:port/path, or by TLS swebhdfs://: a file system of Hadoop
};

/// What a written path to far away data names.
struct Location {
    Scheme scheme = Scheme::S3;
    std::string bucket{};  ///< "" with Http and Hdfs
    std::string key{};     ///< bytes, without the first '/'; Http: the path, as it is written
    std::string origin{};  ///< Http and Hdfs: "https://host:port"

    bool is_hdfs() const noexcept { return scheme == Scheme::Hdfs; }
    /// S3, or a store that speaks as it does.
    bool is_s3() const noexcept { return scheme == Scheme::S3 || scheme == Scheme::Gs; }
    /// What stands before its keys, with the last '/': "s3://bucket/", "https://host/".
    std::string root() const;
};

/// Errors: Usage, for a path that is not is_far() (far_path.h) or makes no sense: no bucket, no
/// host, user names, a signed link.
Result<Location> parse_location(const std::string& path);

/// What the keys below `key` begin with: "" for a whole bucket, else its bytes with a last '/'.
std::string folder_prefix(const std::string& key);

/// Every byte but those that RFC 3986 calls unreserved as %XX, and with `keep_slash` but '/'.
std::string percent_encoded(std::string_view bytes, bool keep_slash);
/// The bytes of a text with %XX in it, and of a '+' a space where `plus_is_space`. None: a '%' that
/// no two hexadecimal digits follow.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space);

}  // namespace throughline::remote
