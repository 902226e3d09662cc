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

/// A data node as it is asked for a block.
struct DataNode {
    std::string url{};    ///< as it is reached from here, as open_url() takes it; "": unknown
    std::string named{};  ///< "host:port" as the name node calls it
};

/// Which data node a name node named for a block of a file, so that it is asked once per block.
/// Thread: any.
class DataNodes {
public:
    /// How data nodes are reached from here, where they call themselves otherwise:
    /// "dn1:9864=127.0.0.1:19864,dn2=10.0.0.2"; "": as they say. Before any other call.
    /// Errors: Usage.
    Result<void> map(const std::string& pairs);
    /// The name node is asked by TLS: no data node is asked without it, as the token is part of
    /// the address. Before any other call.
    void ask_by_tls_only() noexcept { tls_only_ = true; }

    /// The one that holds the block at `offset` of `key`.
    DataNode known(std::string_view key, std::uint64_t offset) const;
    /// `location`: the name node's redirect. Without a `url` where that is no address of http or
    /// https, or one of http that may not be followed.
    DataNode learn(std::string_view key, std::uint64_t offset, const std::string& location);
    void forget(std::string_view key, std::uint64_t offset);
    /// The largest block that a listing named: blocks are told apart by it.
    void saw_block_bytes(std::uint64_t bytes);
    /// node_address(), looked up once for each host. Blocks: as that does.
    std::string address_of(const std::string& named);

private:
    DataNode reached_at(const std::string& location) const;
    std::string place_of(std::string_view key, std::uint64_t offset) const REQUIRES(mutex_);

    std::vector<std::pair<std::string, std::string>> ways_;
    bool tls_only_ = false;
    mutable Mutex mutex_;
    /// As the name node told them.
    std::unordered_map<std::string, std::string> places_ GUARDED_BY(mutex_);
    std::unordered_map<std::string, std::string> addresses_ GUARDED_BY(mutex_);
    std::uint64_t block_bytes_ GUARDED_BY(mutex_) = 0;
};

/// A data node's address, asked for `length` bytes from `offset` on, or for the whole file where
/// `length` is 0. Its other parameters stay: they are the name node's.
std::string open_url(std::string_view place, std::uint64_t offset, std::uint64_t length);
/// "&offset=7&length=100", or "" for length 0.
std::string open_range(std::uint64_t offset, std::uint64_t length);
/// What a name node takes as a data node to leave out: the address in IPv4 of "host:port", without
/// a port. "" where it has none, and for one in IPv6, which a name node takes apart at its colons
/// and refuses. Source: Hadoop, NamenodeWebHdfsMethods.chooseDatanode(), which looks up what has no
/// port by its address and what has one by the port of Hadoop's own transfer, which is not told.
/// Blocks: where a name is looked up.
std::string node_address(std::string_view host);
/// "host:port" of an address.
std::string host_of_url(std::string_view url);

}  // namespace throughline::remote
