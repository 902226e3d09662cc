// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/find_target.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/remote/endpoint.h"
#include "engine/remote/machine_keys.h"
#include "engine/remote/name_node_access.h"
#include "engine/remote/profile.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kFileBytesMax = 1U << 20U;
constexpr const char* kRegionDefault = "us-east-1";

using Entries = std::map<std::string, std::string>;

std::string entry_of(const Entries& entries, const char* name) {
    const auto found = entries.find(name);
    return found == entries.end() ? std::string() : found->second;
}

std::string first_of(std::initializer_list<std::string> texts) {
    for (const std::string& text : texts) {
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

/// Errors: Permission, Io. A file that is not there says nothing.
Result<Entries> read_profile(const Environment& environment,
                             const char* variable,
                             const char* name,
                             const std::string& profile) {
    std::string path = environment(variable);
    if (path.empty()) {
        const std::string home = environment("HOME");
        if (home.empty()) {
            return Entries{};
        }
        path = home + "/.aws/" + name;
    }
    auto text = read_whole_file(path, kFileBytesMax);
    if (!text) {
        return text.error().code == ErrorCode::NotFound ? Result<Entries>(Entries{})
                                                        : Result<Entries>(text.error());
    }
    return profile_entries(*text, profile);
}

Error no_keys(const std::string& profile) {
    return usage_error(
        say("there are no keys to sign in to the store with: set AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or write them into ~/.aws/credentials under [%1]; a public "
            "bucket needs none with storage.sign_in=anonymous",
            profile));
}

/// Where neither the environment nor a profile has keys.
Result<Target> with_lent_keys(Target target,
                              const Environment& environment,
                              const std::string& profile) {
    auto lender = find_key_lender(environment);
    if (!lender) {
        return std::move(lender).error();
    }
    if (*lender == nullptr) {
        return no_keys(profile);
    }
    auto keys = (*lender)->lend();
    if (!keys) {
        return std::move(keys).error();
    }
    target.credentials = std::move(keys->credentials);
    target.expires = keys->expires;
    target.signed_in_by = (*lender)->name();
    target.key_lender = *std::move(lender);
    return target;
}

/// Where the environment has none either.
Result<Target> with_keys_of_profile(Target target,
                                    const Access& access,
                                    const Environment& environment,
                                    const Entries& entries,
                                    const std::string& profile,
                                    bool lent_by_aws) {
    target.credentials = {entry_of(entries, "aws_access_key_id"),
                          entry_of(entries, "aws_secret_access_key"),
                          entry_of(entries, "aws_session_token")};
    target.signed_in_by = to_say("a profile of the AWS files");
    const Credentials& found = target.credentials;
    if (lent_by_aws && access.profile.empty() && found.key_id.empty() && found.secret.empty()) {
        return with_lent_keys(std::move(target), environment, profile);
    }
    return found.key_id.empty() || found.secret.empty() ? Result<Target>(no_keys(profile))
                                                        : Result<Target>(std::move(target));
}

Result<Target> with_credentials(Target target,
                                const Access& access,
                                const Environment& environment,
                                const Entries& entries,
                                const std::string& profile,
                                bool lent_by_aws) {
    const std::string key_id = environment("AWS_ACCESS_KEY_ID");
    const std::string secret = environment("AWS_SECRET_ACCESS_KEY");
    if (access.anonymous) {
        target.signed_in_by = to_say("nobody: requests are not signed");
        return target;
    }
    if (access.profile.empty() && key_id.empty() != secret.empty()) {
        return usage_error(key_id.empty()
                               ? say("AWS_SECRET_ACCESS_KEY is set and AWS_ACCESS_KEY_ID is not")
                               : say("AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not"));
    }
    if (access.profile.empty() && !key_id.empty()) {
        target.credentials = {key_id, secret, environment("AWS_SESSION_TOKEN")};
        target.signed_in_by = to_say("the keys of the environment");
    } else {
        auto with = with_keys_of_profile(
            std::move(target), access, environment, entries, profile, lent_by_aws);
        if (!with) {
            return with;
        }
        target = *std::move(with);
    }
    const Credentials& found = target.credentials;
    if (!fits_header(found.key_id) || !fits_header(found.session_token)) {
        return usage_error(
            say("the access key or the session token holds characters that none has; "
                "is there a line break or a space in it?"));
    }
    return target;
}

/// `at_aws`: where no endpoint is given.
bool stands_in_host(std::string_view bucket, Addressing addressing, bool at_aws) {
    const bool is_name = std::all_of(bucket.begin(), bucket.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
    // A dot in a bucket's name does not fit a certificate for *.s3….
    const bool by_itself = at_aws && bucket.find('.') == std::string_view::npos;
    return is_name &&
           (addressing == Addressing::Host || (addressing == Addressing::Auto && by_itself));
}

}  // namespace

Result<Target> find_target(const Location& location,
                           const Access& access,
                           const Environment& environment) {
    if (location.is_hdfs()) {
        return find_name_node(location, access, environment);
    }
    if (location.scheme == Scheme::Http) {
        auto endpoint = parse_endpoint(location.origin);
        if (!endpoint) {
            return std::move(endpoint).error();
        }
        return Target{.origin = endpoint->scheme + endpoint->host,
                      .host = endpoint->host,
                      .path_prefix = {},
                      .region = {},
                      .credentials = {},
                      .query_end = {},
                      .signed_in_by = to_say("nobody: requests are not signed")};
    }
    const std::string profile =
        first_of({access.profile, environment("AWS_PROFILE"), std::string("default")});
    auto entries = read_profile(environment, "AWS_CONFIG_FILE", "config", profile);
    auto secrets = read_profile(environment, "AWS_SHARED_CREDENTIALS_FILE", "credentials", profile);
    if (!entries || !secrets) {
        return entries ? std::move(secrets).error() : std::move(entries).error();
    }
    for (auto& [name, value] : *secrets) {
        (*entries)[name] = std::move(value);  // which go before those of the config file
    }
    Target target;
    const bool google = location.scheme == Scheme::Gs;
    target.region = google ? first_of({access.region, std::string("auto")})
                           : first_of({access.region,
                                       environment("AWS_REGION"),
                                       environment("AWS_DEFAULT_REGION"),
                                       entry_of(*entries, "region"),
                                       kRegionDefault});
    if (!fits_header(target.region)) {
        return usage_error(say("'%1' is no region", target.region));
    }
    const std::string given = google ? access.endpoint
                                     : first_of({access.endpoint,
                                                 environment("AWS_ENDPOINT_URL_S3"),
                                                 environment("AWS_ENDPOINT_URL"),
                                                 entry_of(*entries, "endpoint_url")});
    auto endpoint = parse_endpoint(!given.empty() ? given
                                   : google       ? std::string("https://storage.googleapis.com")
                                            : "https://s3." + target.region + ".amazonaws.com");
    if (!endpoint) {
        return std::move(endpoint).error();
    }
    const bool by_host =
        stands_in_host(location.bucket, access.addressing, given.empty() && !google);
    target.host = (by_host ? location.bucket + "." : "") + endpoint->host;
    target.origin = endpoint->scheme + target.host;
    target.path_prefix = by_host ? "" : "/" + percent_encoded(location.bucket, false);
    return with_credentials(std::move(target), access, environment, *entries, profile, !google);
}

}  // namespace throughline::remote
