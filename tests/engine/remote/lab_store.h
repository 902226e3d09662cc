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

/// A server of tests/lab, over a folder of its own that goes with it: the fault server, or the
/// emulated name node with its data nodes.
class LabStore {
public:
    /// `arguments`: of the server, besides --root.
    explicit LabStore(std::vector<std::string> arguments = {},
                      std::string server = "fault_server.py");
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
    /// "webhdfs://…" of what lies below the bucket's folder there.
    std::string in_hdfs(const std::string& prefix) const;
    /// As the server's users reach it, without waits that a test would feel.
    Access access() const;
    /// A store over "s3://data/PREFIX" with the right keys, or those of `environment`.
    std::shared_ptr<Store> open(const std::string& prefix) const;
    std::shared_ptr<Store> open(const std::string& path,
                                const Access& access,
                                const std::map<std::string, std::string>& environment) const;
    /// What the server says became of the requests.
    std::map<std::string, std::uint64_t> log() const { return told("__log"); }
    /// What it answers to GET /NAME, a table of counts.
    std::map<std::string, std::uint64_t> told(const std::string& name) const;
    static std::map<std::string, std::string> right_keys();

private:
    std::vector<std::string> arguments_;
    std::string server_;
    std::string folder_;
    UniqueFd stdin_;
    int child_ = -1;
    int port_ = 0;
};

/// How many seeds the tests of counts try, and requests of each: THROUGHLINE_LAB_SEEDS of 2,000, or
/// a few.
struct LabSeeds {
    int seeds = 4;
    std::size_t requests_each = 300;
};
LabSeeds lab_seeds();

/// Sums of what all seeds counted, shown at the end as a table: what was compared.
class CountedAnswers {
public:
    void add(const TrafficCounts& counts);
    /// "60,000 requests, 4,512 retries, …", and a line for each answer.
    std::string text() const;

private:
    TrafficCounts sum_;
};

/// Counts of a client by the names of answers, without zeros, as a log has them.
std::map<std::string, std::uint64_t> by_name(const TrafficCounts& counts);

}  // namespace throughline::remote
