// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/result.h"
#include "engine/remote/environment.h"
#include "engine/remote/key_lender.h"

namespace throughline::remote {

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
