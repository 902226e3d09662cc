// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/remote/environment.h"
#include "engine/remote/sigv4.h"

namespace throughline::remote {

/// Keys that a cloud lends to the machine or the container that asks.
struct LentKeys {
    Credentials credentials{};
    std::optional<std::int64_t> expires{};  ///< unix seconds; none: it is not said
};

/// Who lends them. Thread: any; immutable.
class KeyLender {
public:
    virtual ~KeyLender() = default;
    /// For people: "the role of this container".
    virtual const char* name() const noexcept = 0;
    /// Blocks: up to a few seconds. Errors: Permission, where there is no role to be had; Io,
    /// Format. No secret is in them.
    virtual Result<LentKeys> lend() const = 0;
};

/// Whoever lends keys here, as the SDKs of AWS look for it: the service that
/// AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI names, with the token in
/// AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or AWS_CONTAINER_AUTHORIZATION_TOKEN; else the metadata
/// service of an EC2 instance, by its version 2, where AWS_EC2_METADATA_SERVICE_ENDPOINT names it
/// or this machine is such an instance, unless AWS_EC2_METADATA_DISABLED=true. Null: nobody.
/// Errors: Usage, for an address of a container's service that is not of the machine or by https.
/// Source: AWS SDKs and Tools Reference Guide, "Container credential provider" and "IMDS
/// credential provider"; Amazon EC2 User Guide, "Use IMDSv2".
Result<std::shared_ptr<const KeyLender>> find_key_lender(const Environment& environment);

/// The answer of such a service: AccessKeyId, SecretAccessKey, Token and Expiration.
/// Errors: Format, without any of it.
Result<LentKeys> parse_lent_keys(std::string_view json);

}  // namespace throughline::remote
