// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/remote/store.h"

namespace throughline::remote {

/// The fault server of tests/lab, over a folder of its own that goes with it.
class LabStore {
public:
    /// `arguments`: of the server, besides --root.
    explicit LabStore(std::vector<std::string> arguments = {});
    ~LabStore();
    LabStore(const LabStore&) = delete;
    LabStore& operator=(const LabStore&) = delete;

    /// Of the bucket "data"; what is written there is an object.
    std::string folder() const { return folder_ + "/data"; }
    /// Writes an object into the bucket "data".
    void put(const std::string& key, const std::string& content) const;
    /// Starts the server; objects may come later as well.
    void start();
    void stop();
    std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_); }
    /// As the server's users reach it, without waits that a test would feel.
    Access access() const;
    /// A store over "s3://data/PREFIX" with the right keys, or those of `environment`.
    std::shared_ptr<Store> open(const std::string& prefix) const;
    std::shared_ptr<Store> open(const std::string& path,
                                const Access& access,
                                const std::map<std::string, std::string>& environment) const;
    /// What the server says became of the requests.
    std::map<std::string, std::uint64_t> log() const;
    static std::map<std::string, std::string> right_keys();

private:
    std::vector<std::string> arguments_;
    std::string folder_;
    UniqueFd stdin_;
    int child_ = -1;
    int port_ = 0;
};

/// Counts of a client by the names of answers, without zeros, as a log has them.
std::map<std::string, std::uint64_t> by_name(const TrafficCounts& counts);

}  // namespace throughline::remote
