// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/machine_keys.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/remote/small_request.h"

namespace throughline::remote {
namespace {

constexpr const char* kContainerHost = "http://169.254.170.2";
constexpr const char* kInstanceHost = "http://169.254.169.254";
constexpr const char* kInstanceHost6 = "http://[fd00:ec2::254]";
constexpr const char* kRoles = "/latest/meta-data/iam/security-credentials/";
constexpr std::size_t kTokenBytesMax = 64U << 10U;

/// "2026-11-27T13:00:00Z". None for what is no such time.
std::optional<std::int64_t> unix_seconds_of(const std::string& text) {
    std::tm time{};
    const char* const end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
    return end == nullptr ? std::nullopt : std::optional<std::int64_t>(::timegm(&time));
}

Error lender_refused(const char* who, long status) {
    return Error{
        .code = ErrorCode::Permission,
        .what = say("%1 lends no keys: its service answered %2", say(who), std::to_string(status))};
}

Result<LentKeys> keys_in(const char* who, const Result<SmallAnswer>& answer) {
    if (!answer) {
        return answer.error();
    }
    return answer->status == 200 ? parse_lent_keys(answer->body)
                                 : Result<LentKeys>(lender_refused(who, answer->status));
}

class ContainerLender final : public KeyLender {
public:
    ContainerLender(std::string url, std::string token, std::string token_file)
        : url_(std::move(url)), token_(std::move(token)), token_file_(std::move(token_file)) {}

    const char* name() const noexcept override { return to_say("the role of this container"); }
    Result<LentKeys> lend() const override {
        std::string token = token_;
        if (!token_file_.empty()) {
            auto written = read_whole_file(token_file_, kTokenBytesMax);  // it is renewed there
            if (!written) {
                return std::move(written).error();
            }
            token = trim(*written);
        }
        if (token.find_first_of("\r\n") != std::string::npos) {
            return format_error(say("the token for a container's keys holds a line break"));
        }
        SmallRequest request{.url = url_, .time_limit_s = 2.0};
        if (!token.empty()) {
            request.headers.push_back("Authorization: " + token);
        }
        return keys_in(name(), ask_once(request));
    }

private:
    std::string url_;
    std::string token_;
    std::string token_file_;
};

class InstanceLender final : public KeyLender {
public:
    explicit InstanceLender(std::string origin) : origin_(std::move(origin)) {}

    const char* name() const noexcept override { return to_say("the role of this EC2 instance"); }
    Result<LentKeys> lend() const override {
        const auto session = ask_once({.method = "PUT",
                                       .url = origin_ + "/latest/api/token",
                                       .headers = {"X-aws-ec2-metadata-token-ttl-seconds: 21600"}});
        if (!session) {
            return session.error();
        }
        if (session->status != 200) {
            return lender_refused(name(), session->status);
        }
        const std::string header = "X-aws-ec2-metadata-token: " + std::string(trim(session->body));
        const auto roles = ask_once({.url = origin_ + kRoles, .headers = {header}});
        if (!roles) {
            return roles.error();
        }
        const std::string role(trim(roles->body.substr(0, roles->body.find('\n'))));
        if (roles->status != 200 || role.empty()) {
            return Error{.code = ErrorCode::Permission,
                         .what = say("this EC2 instance has no role whose keys could be lent")};
        }
        return keys_in(name(), ask_once({.url = origin_ + kRoles + role, .headers = {header}}));
    }

private:
    std::string origin_;
};

/// Programs differ in what they take for the host of an address with one of these.
bool is_ambiguous(std::string_view url) {
    return url.find_first_of("@\\#") != std::string_view::npos;
}

/// What lends keys in clear text must be of this machine.
bool may_be_asked(const std::string& url) {
    if (is_ambiguous(url)) {
        return false;
    }
    if (url.starts_with("https://")) {
        return true;
    }
    constexpr std::string_view kHttp = "http://";
    if (!url.starts_with(kHttp)) {
        return false;
    }
    const std::string host = url.substr(
        kHttp.size(), std::min(url.find_first_of("/?", kHttp.size()), url.size()) - kHttp.size());
    const std::size_t port = host.rfind(':');
    const bool has_port = port != std::string::npos && host.find(']', port) == std::string::npos;
    const std::string name = has_port ? host.substr(0, port) : host;
    constexpr std::array<std::string_view, 6> kOwn{
        "localhost", "127.0.0.1", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"};
    return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
}

/// As EC2's documentation has it of the firmware's tables, and of Xen.
bool is_ec2_instance() {
    const auto says = [](const char* path, std::string_view begin) {
        const auto text = read_whole_file(path, 4096);
        return text && lower(*text).starts_with(begin);
    };
    return says("/sys/class/dmi/id/sys_vendor", "amazon ec2") ||
           says("/sys/class/dmi/id/board_asset_tag", "i-") || says("/sys/hypervisor/uuid", "ec2");
}

Result<std::shared_ptr<const KeyLender>> container_lender(const Environment& environment) {
    const std::string relative = environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    const std::string full = environment("AWS_CONTAINER_CREDENTIALS_FULL_URI");
    if (relative.empty() && full.empty()) {
        return std::shared_ptr<const KeyLender>();
    }
    if (relative.empty() && !may_be_asked(full)) {
        return usage_error(
            say("AWS_CONTAINER_CREDENTIALS_FULL_URI must be of this machine, or begin with "
                "https://, and hold no @, no # and no backslash"));
    }
    if (!relative.empty() && (!relative.starts_with('/') || is_ambiguous(relative))) {
        return usage_error(
            say("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI must begin with / and hold no @, no # and "
                "no backslash"));
    }
    return std::shared_ptr<const KeyLender>(
        std::make_shared<ContainerLender>(relative.empty() ? full : kContainerHost + relative,
                                          environment("AWS_CONTAINER_AUTHORIZATION_TOKEN"),
                                          environment("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")));
}

}  // namespace

Result<LentKeys> parse_lent_keys(std::string_view text) {
    const auto root = nlohmann::json::parse(text, nullptr, false);
    const auto entry = [&](const char* key) {
        const auto found = root.is_object() ? root.find(key) : root.end();
        return found != root.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
    };
    LentKeys keys{.credentials = {entry("AccessKeyId"), entry("SecretAccessKey"), entry("Token")}};
    const auto plain = [](std::string_view word) {
        return std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c < 0x7F; });
    };
    const Credentials& found = keys.credentials;
    if (found.key_id.empty() || found.secret.empty() || !plain(found.key_id) ||
        !plain(found.session_token)) {
        return format_error(say("the service that lends keys answers without them"));
    }
    const std::string expiration = entry("Expiration");
    keys.expires = unix_seconds_of(expiration);
    return expiration.empty() || keys.expires
               ? Result<LentKeys>(std::move(keys))
               : format_error(say("the service that lends keys does not say until when"));
}

Result<std::shared_ptr<const KeyLender>> find_key_lender(const Environment& environment) {
    auto container = container_lender(environment);
    if (!container || *container != nullptr) {
        return container;
    }
    std::string origin = environment("AWS_EC2_METADATA_SERVICE_ENDPOINT");
    while (origin.ends_with('/')) {
        origin.pop_back();
    }
    if (lower(environment("AWS_EC2_METADATA_DISABLED")) == "true" ||
        (origin.empty() && !is_ec2_instance())) {
        return std::shared_ptr<const KeyLender>();
    }
    if (origin.empty()) {
        const bool newer = lower(environment("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE")) == "ipv6";
        origin = newer ? kInstanceHost6 : kInstanceHost;
    }
    return std::shared_ptr<const KeyLender>(std::make_shared<InstanceLender>(std::move(origin)));
}

}  // namespace throughline::remote
