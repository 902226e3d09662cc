// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/name_node_access.h"

#include <nettle/base64.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kTokenFileBytesMax = 1U << 20U;
constexpr std::string_view kTokenMark = "HDTS";

/// What Java's DataOutput and Hadoop's WritableUtils wrote.
class WritableReader {
public:
    explicit WritableReader(std::string_view bytes) : bytes_(bytes) {}

    std::size_t at() const noexcept { return at_; }
    std::optional<std::uint8_t> byte() {
        if (at_ == bytes_.size()) {
            return std::nullopt;
        }
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }
    /// A length or a count: a byte, or how many bytes follow, behind -112.
    std::optional<std::uint64_t> count() {
        const auto first = byte();
        if (!first) {
            return std::nullopt;
        }
        const auto small = static_cast<std::int8_t>(*first);
        if (small >= -112) {
            return small < 0 ? std::nullopt : std::optional<std::uint64_t>(small);
        }
        const int follow = -112 - small;
        if (follow > 8) {
            return std::nullopt;  // a number below zero
        }
        std::uint64_t value = 0;
        for (int i = 0; i < follow; ++i) {
            const auto next = byte();
            if (!next) {
                return std::nullopt;
            }
            value = value << 8U | *next;
        }
        return value;
    }
    std::optional<std::string_view> text() {
        const auto length = count();
        if (!length || *length > bytes_.size() - at_) {
            return std::nullopt;
        }
        const std::string_view text = bytes_.substr(at_, *length);
        at_ += *length;
        return text;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

/// Base64 as Hadoop writes it into an address: '-' and '_', without padding.
std::string for_address(std::string_view bytes) {
    std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
    base64_encode_raw(
        text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    text.erase(std::min(text.find('='), text.size()));
    return text;
}

bool is_of_hdfs(std::string_view kind) {
    return kind == "HDFS_DELEGATION_TOKEN" || kind == "WEBHDFS delegation" ||
           kind == "SWEBHDFS delegation";
}

Result<std::string> token_of(const Environment& environment, const std::string& host) {
    std::string given = environment("HADOOP_DELEGATION_TOKEN");
    const std::string path = environment("HADOOP_TOKEN_FILE_LOCATION");
    if (!given.empty() || path.empty()) {
        return given;
    }
    const auto bytes = read_whole_file(path, kTokenFileBytesMax);
    if (!bytes) {
        return bytes.error();
    }
    auto token = token_in_file(*bytes, host);
    if (!token) {
        Error error = std::move(token).error();
        error.what = "'" + path + "': " + error.what;
        return error;
    }
    return token;
}

}  // namespace

Result<std::string> token_in_file(std::string_view bytes, const std::string& host) {
    const Error broken = format_error(say("this is no file of Hadoop's delegation tokens"));
    if (!bytes.starts_with(kTokenMark)) {
        return broken;
    }
    WritableReader reader(bytes);
    for (std::size_t i = 0; i < kTokenMark.size(); ++i) {
        reader.byte();
    }
    const auto version = reader.byte();
    if (version != 0) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("the tokens are written in a form that cannot be read here; "
                                 "'hadoop dtutil' writes the other with -format java")};
    }
    const auto tokens = reader.count();
    std::string found;
    for (std::uint64_t i = 0; tokens && i < *tokens; ++i) {
        const auto alias = reader.text();
        const std::size_t begin = reader.at();
        const auto identifier = reader.text();
        const auto password = identifier ? reader.text() : std::nullopt;
        const auto kind = password ? reader.text() : std::nullopt;
        const auto service = kind ? reader.text() : std::nullopt;
        if (!alias || !service) {
            return broken;
        }
        if (is_of_hdfs(*kind) && (found.empty() || *service == host)) {
            found = for_address(bytes.substr(begin, reader.at() - begin));
        }
    }
    return found.empty() ? format_error(say("no token of HDFS is in it"))
                         : Result<std::string>(std::move(found));
}

Result<Target> find_name_node(const Location& location,
                              const Access& access,
                              const Environment& environment) {
    Target target;
    target.origin = location.origin;
    target.host = location.origin.substr(location.origin.find("://") + 3);
    target.path_prefix = "/webhdfs/v1";
    target.signed_in_by = to_say("nobody: no user is named");
    if (access.anonymous) {
        return target;
    }
    const auto token = token_of(environment, target.host);
    if (!token) {
        return token.error();
    }
    const std::string named = environment("HADOOP_USER_NAME");
    const std::string user = named.empty() ? environment("USER") : named;
    if (!token->empty()) {
        target.query_end = "&delegation=" + percent_encoded(*token, false);
        target.signed_in_by = to_say("a delegation token");
    } else if (!user.empty()) {
        target.query_end = "&user.name=" + percent_encoded(user, false);
        target.signed_in_by = named.empty() ? to_say("the user of this session")
                                            : to_say("the user in HADOOP_USER_NAME");
    }
    return target;
}

}  // namespace throughline::remote
