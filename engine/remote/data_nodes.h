// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"

namespace throughline::remote {

/// Which data node a name node named for a block of a file, so that it is asked once per block.
/// Thread: any.
class DataNodes {
public:
    /// How data nodes are reached from here, where they call themselves otherwise:
    /// "dn1:9864=127.0.0.1:19864,dn2=10.0.0.2"; "": as they say. Before any other call.
    /// Errors: Usage.
    Result<void> map(const std::string& pairs);

    /// The address that holds the block at `offset` of `key`, as open_url() takes it; "": unknown.
    std::string known(std::string_view key, std::uint64_t offset) const;
    /// `location`: the name node's redirect. Returns it as it is reached from here; "" where it is
    /// no address of http or https.
    std::string learn(std::string_view key, std::uint64_t offset, const std::string& location);
    void forget(std::string_view key, std::uint64_t offset);
    /// The largest block that a listing named: blocks are told apart by it.
    void saw_block_bytes(std::uint64_t bytes);

private:
    std::string place_of(std::string_view key, std::uint64_t offset) const REQUIRES(mutex_);

    std::vector<std::pair<std::string, std::string>> ways_;
    mutable Mutex mutex_;
    std::unordered_map<std::string, std::string> places_ GUARDED_BY(mutex_);
    std::uint64_t block_bytes_ GUARDED_BY(mutex_) = 0;
};

/// A data node's address, asked for `length` bytes from `offset` on, or for the whole file where
/// `length` is 0. Its other parameters stay: they are the name node's.
std::string open_url(std::string_view place, std::uint64_t offset, std::uint64_t length);
/// "&offset=7&length=100", or "" for length 0.
std::string open_range(std::uint64_t offset, std::uint64_t length);
/// "host:port" of an address.
std::string host_of_url(std::string_view url);

}  // namespace throughline::remote
