// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/remote/retry.h"

namespace throughline::remote {

/// What became of one request as it was sent: each is counted as one of these.
enum class Answer : std::uint8_t {
    Whole,           ///< 200
    Part,            ///< 206
    DataNode,        ///< 307 of a name node, to the data node that holds a block
    SlowDown,        ///< 503 with the code SlowDown
    Unavailable,     ///< 503 otherwise
    TooMany,         ///< 429, or a code that says the same
    Timeout408,      ///< 408, or 400 with the code RequestTimeout
    Internal,        ///< 500
    BadGateway,      ///< 502
    GatewayTimeout,  ///< 504
    OtherServer,     ///< another 5xx
    Redirect,        ///< 3xx
    Clock,           ///< 403 RequestTimeTooSkewed
    Key,             ///< 403 InvalidAccessKeyId
    Signature,       ///< 403 SignatureDoesNotMatch
    Expired,         ///< 400 or 403 with the code ExpiredToken
    Denied,          ///< 401 or 403 otherwise
    Region,          ///< 400 AuthorizationHeaderMalformed, which names the region
    NoBucket,        ///< 404 NoSuchBucket
    NotFound,        ///< 404 otherwise
    Range,           ///< 416
    Standby,         ///< 403 StandbyException
    SafeMode,        ///< 403 SafeModeException
    NoDataNode,      ///< 403, as no data node is left that may have the block
    NodeFault,       ///< 403 with another exception of Hadoop than one of permissions
    OtherClient,     ///< another 4xx
    Odd,             ///< a status that none of these is
    Refused,         ///< no connection
    NoHost,          ///< the name is unknown
    Certificate,     ///< it does not fit
    Silent,          ///< no byte for too long, or no connection for too long
    Reset,           ///< the connection was closed before the answer's end of headers
    ShortBody,       ///< or after it
    WrongLength,     ///< more or fewer bytes than there are
    WrongRange,      ///< another part than was asked for
    NoRanges,        ///< 200 with the whole object where a part was asked for
    Broken,          ///< what came is no HTTP, or the library failed otherwise
};
inline constexpr std::size_t kAnswers = static_cast<std::size_t>(Answer::Broken) + 1;

/// "200", "503 SlowDown", "short body": the label in records, a message where it has no digits.
const char* answer_name(Answer answer) noexcept;

/// What to do about it.
Remedy remedy_of(Answer answer) noexcept;

/// The errno(3) that says nearly the same, for those who go by it. 0: it is a success.
int errno_of(Answer answer) noexcept;

/// Whose codes an answer holds.
enum class Codes : std::uint8_t { OfS3, OfHadoop };

/// By the status, and the code and the message in the body ("" where there are none). For data the
/// caller looks on.
Answer answer_of(long status,
                 std::string_view code,
                 std::string_view message,
                 Codes codes) noexcept;

}  // namespace throughline::remote
