// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/remote/key_lender.h"
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

}  // namespace throughline::remote
