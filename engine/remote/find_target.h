// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/remote/access.h"
#include "engine/remote/environment.h"
#include "engine/remote/location.h"

namespace throughline::remote {

/// Whose keys and which endpoint it is, in this order: Access, the environment
/// (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION, AWS_ACCESS_KEY_ID with
/// its companions), the profile in AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE
/// (~/.aws/credentials, ~/.aws/config), and, where no profile is named in Access, whoever lends
/// keys to this machine (find_key_lender()). Source: AWS SDKs and Tools Reference Guide, "Shared
/// config and credentials files". Of HDFS those of find_name_node(). Errors: Usage, where keys are
/// missing or half there, or an endpoint is none; Permission, Io; Format, of lent keys.
/// Blocks: where keys are lent, a few seconds at most.
Result<Target> find_target(const Location& location,
                           const Access& access,
                           const Environment& environment);

}  // namespace throughline::remote
