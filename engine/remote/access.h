// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/environment.h"
#include "engine/remote/location.h"
#include "engine/remote/machine_keys.h"
#include "engine/remote/retry.h"
#include "engine/remote/sigv4.h"

namespace throughline::remote {

/// Where the bucket's name stands.
enum class Addressing : std::uint8_t {
    Auto,  ///< in the host's name at AWS, else in the path
    Path,  ///< https://endpoint/bucket/key
    Host,  ///< https://bucket.endpoint/key
};

/// How a store is reached; no secret is among it.
struct Access {
    std::string endpoint{};  ///< "http://127.0.0.1:9000"; "": what the environment says, else AWS
    std::string region{};    ///< "": what the environment says, else us-east-1
    std::string profile{};   ///< "": AWS_PROFILE, else "default"
    std::string ca_file{};   ///< certificates to trust; "": the system's
    Addressing addressing = Addressing::Auto;
    std::string data_nodes{};  ///< how those of HDFS are reached, as DataNodes::map() takes it
    bool anonymous = false;
    double connect_timeout_s = 10.0;
    double stall_timeout_s = 20.0;  ///< without a byte
    RetryPolicy retry{};
};

/// A store as requests go to it.
struct Target {
    std::string origin;       ///< "http://127.0.0.1:9000", "https://bucket.s3.eu-west-1…"
    std::string host;         ///< as it stands in the header: without the scheme's own port
    std::string path_prefix;  ///< "/bucket", or ""
    std::string region;
    Credentials credentials;
    std::optional<std::int64_t> expires{};             ///< unix seconds: of keys that were lent
    std::shared_ptr<const KeyLender> key_lender = {};  ///< who lent them; null: nobody
    /// HDFS: who asks, for the end of a query: "&user.name=…" or "&delegation=…". A secret.
    std::string query_end;
    std::string signed_in_by;  ///< for people: "the environment", "the profile 'default'", …
};

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
