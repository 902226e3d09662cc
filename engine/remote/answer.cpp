// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/answer.h"

#include <algorithm>
#include <cerrno>

#include "engine/base/say.h"

namespace throughline::remote {
namespace {

struct Facts {
    const char* name;
    Remedy remedy;
    int errno_value;
};

/// In the order of Answer.
constexpr std::array<Facts, kAnswers> kFacts{{
    {"200", Remedy::None, 0},
    {"206", Remedy::None, 0},
    {"307", Remedy::None, 0},
    {"503 SlowDown", Remedy::SlowDown, EBUSY},
    {"503", Remedy::SlowDown, EBUSY},
    {"429", Remedy::SlowDown, EBUSY},
    {"408", Remedy::TryAgain, ETIMEDOUT},
    {"500", Remedy::TryAgain, EIO},
    {"502", Remedy::TryAgain, EIO},
    {"504", Remedy::TryAgain, ETIMEDOUT},
    {to_say("other 5xx"), Remedy::GiveUp, EIO},
    {to_say("redirect"), Remedy::GiveUp, EIO},
    {"403 RequestTimeTooSkewed", Remedy::GiveUp, EACCES},
    {"403 InvalidAccessKeyId", Remedy::GiveUp, EACCES},
    {"403 SignatureDoesNotMatch", Remedy::GiveUp, EACCES},
    {"ExpiredToken", Remedy::GiveUp, EACCES},
    {"403", Remedy::GiveUp, EACCES},
    {"400 AuthorizationHeaderMalformed", Remedy::GiveUp, EACCES},
    {"404 NoSuchBucket", Remedy::GiveUp, ENOENT},
    {"404", Remedy::GiveUp, ENOENT},
    {"416", Remedy::GiveUp, EIO},
    {"403 StandbyException", Remedy::GiveUp, EACCES},
    {"403 SafeModeException", Remedy::TryAgain, EBUSY},
    {to_say("no data node"), Remedy::TryAgain, EIO},
    {"403 IOException", Remedy::TryAgain, EIO},
    {to_say("other 4xx"), Remedy::GiveUp, EIO},
    {to_say("other status"), Remedy::GiveUp, EIO},
    {to_say("no connection"), Remedy::TryAgain, ECONNREFUSED},
    {to_say("unknown host"), Remedy::TryAgain, EHOSTUNREACH},
    {to_say("certificate"), Remedy::GiveUp, EACCES},
    {to_say("no answer"), Remedy::TryAgain, ETIMEDOUT},
    {to_say("reset"), Remedy::TryAgain, ECONNRESET},
    {to_say("short body"), Remedy::TryAgain, EIO},
    {to_say("wrong length"), Remedy::TryAgain, EIO},
    {to_say("wrong range"), Remedy::TryAgain, EIO},
    {to_say("no ranges"), Remedy::GiveUp, EIO},
    {to_say("broken answer"), Remedy::TryAgain, EIO},
}};

const Facts& facts_of(Answer answer) noexcept {
    return kFacts[static_cast<std::size_t>(answer)];
}

/// Codes that ask to slow down, whatever the status. Source: AWS SDKs and Tools Reference Guide,
/// "Retry behavior".
bool says_too_many(std::string_view code) noexcept {
    constexpr std::array<std::string_view, 6> kCodes{"Throttling",
                                                     "ThrottlingException",
                                                     "RequestThrottled",
                                                     "RequestLimitExceeded",
                                                     "BandwidthLimitExceeded",
                                                     "TooManyRequestsException"};
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

/// What Hadoop answers with 401 or 403, where it is more than a refusal of rights. Source: Hadoop,
/// web/resources/ExceptionHandler, NamenodeWebHdfsMethods.chooseDatanode() and its bestNode().
Answer hadoop_exception(std::string_view code, std::string_view message) noexcept {
    if (code == "StandbyException") {
        return Answer::Standby;
    }
    if (code == "SafeModeException") {
        return Answer::SafeMode;
    }
    if (code == "InvalidToken" || message.find("InvalidToken") != message.npos) {
        return Answer::Expired;
    }
    if (code == "AccessControlException" || code == "SecurityException" ||
        code == "AuthenticationException" || code == "AuthorizationException") {
        return Answer::Denied;
    }
    // The first where there is none at all, the second where all that have the block are left out.
    const bool none_left = message.find("Failed to find datanode") != message.npos ||
                           message.find("No active nodes contain this block") != message.npos;
    return none_left ? Answer::NoDataNode : Answer::NodeFault;
}

Answer denied_as(std::string_view code, std::string_view message, Codes codes) noexcept {
    if (codes == Codes::OfHadoop && (code.ends_with("Exception") || code == "InvalidToken")) {
        return hadoop_exception(code, message);
    }
    if (code == "RequestTimeTooSkewed") {
        return Answer::Clock;
    }
    if (code == "InvalidAccessKeyId") {
        return Answer::Key;
    }
    return code == "SignatureDoesNotMatch" ? Answer::Signature : Answer::Denied;
}

Answer client_error(long status,
                    std::string_view code,
                    std::string_view message,
                    Codes codes) noexcept {
    if (code == "ExpiredToken" || code == "TokenRefreshRequired") {
        return Answer::Expired;
    }
    switch (status) {
        case 400:
            return code == "RequestTimeout"                 ? Answer::Timeout408
                   : code == "AuthorizationHeaderMalformed" ? Answer::Region
                                                            : Answer::OtherClient;
        case 401:
        case 403:
            return denied_as(code, message, codes);
        case 404:
            return code == "NoSuchBucket" ? Answer::NoBucket : Answer::NotFound;
        case 408:
            return Answer::Timeout408;
        case 416:
            return Answer::Range;
        case 429:
            return Answer::TooMany;
        default:
            return Answer::OtherClient;
    }
}

}  // namespace

const char* answer_name(Answer answer) noexcept {
    return facts_of(answer).name;
}

Remedy remedy_of(Answer answer) noexcept {
    return facts_of(answer).remedy;
}

int errno_of(Answer answer) noexcept {
    return facts_of(answer).errno_value;
}

Answer answer_of(long status,
                 std::string_view code,
                 std::string_view message,
                 Codes codes) noexcept {
    if (says_too_many(code)) {
        return Answer::TooMany;
    }
    switch (status) {
        case 200:
            return Answer::Whole;
        case 206:
            return Answer::Part;
        case 500:
            return Answer::Internal;
        case 502:
            return Answer::BadGateway;
        case 503:
            return code == "SlowDown" ? Answer::SlowDown : Answer::Unavailable;
        case 504:
            return Answer::GatewayTimeout;
        default:
            break;
    }
    if (status >= 500 && status < 600) {
        return Answer::OtherServer;
    }
    if (status >= 400 && status < 500) {
        return client_error(status, code, message, codes);
    }
    return status >= 300 && status < 400 ? Answer::Redirect : Answer::Odd;
}

}  // namespace throughline::remote
