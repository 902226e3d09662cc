// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/access.h"
#include "engine/remote/data_nodes.h"
#include "engine/remote/environment.h"
#include "engine/remote/location.h"
#include "engine/remote/store_keys.h"
#include "engine/remote/traffic.h"

namespace throughline::remote {

/// A store as one data set uses it: how it is reached, and what was asked of it. Shared by all
/// readers of the data set.
/// Thread: any; only its traffic, data nodes and keys change.
struct Store {
    Location location;
    Access access;
    Target target;
    Traffic traffic;
    DataNodes data_nodes;  ///< of HDFS
    StoreKeys keys;        ///< those of `target`, renewed

    /// Path of an object in requests, encoded; `key` whole, in bytes.
    std::string path_of(std::string_view key) const;
    /// "s3://bucket/key" with what could not be shown escaped, for messages.
    std::string name_of(std::string_view key) const;
};

/// Errors: those of parse_location() and find_target().
Result<std::shared_ptr<Store>> open_store(const std::string& path,
                                          const Access& access,
                                          const Environment& environment);

}  // namespace throughline::remote
