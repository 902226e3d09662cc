// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace throughline::catalog {

/// Where a figure comes from.
struct Source {
    std::string id{};
    std::string title{};
    std::string publisher{};  ///< its authors, or who they wrote for
    std::string address{};
    std::string date{};  ///< of the content
    std::string seen{};  ///< when it was read, or how much of it
};

/// Who made an entry.
struct Maker {
    std::string file{};  ///< "" = built in
    bool is_users() const noexcept { return !file.empty(); }
};

/// A number with a source, or why there is none. Never filled in.
struct Figure {
    std::optional<double> value{};
    std::string gap{};  ///< "" when there is a value
};

/// What an entry sets of the what-if model, by the model's key.
struct ModelValue {
    std::string key{};
    /// Nothing: no sourced figure, ask the user. A text for a number names what the user supplies.
    std::variant<std::monostate, bool, double, std::string> value{};
};

/// List prices by their field name ("usd_per_gb_month"), with what belongs beside them.
struct Price {
    std::vector<std::pair<std::string, double>> amounts{};
    std::string basis{};
    std::string date{};
    std::string region{};
    std::string source{};
    std::string note{};
};

/// A storage system, with its limits of one unit.
struct StorageTarget {
    std::string id{};
    std::string name{};
    std::string provider{};
    std::string kind{};  ///< block, local, object, shared-file, memory, device, …
    std::string era{};   ///< study (of the five studies, as then) or current
    std::string per{};   ///< what one unit is: "TiB", "datanode"; "" = a volume
    bool shared = false;
    Figure read_bytes_per_s{};
    Figure read_iops{};
    Figure latency_s{};
    Figure doubles_after_s{};  ///< of an object store: its limit of requests, when that is exceeded
    std::optional<Price> price{};
    std::string price_gap{};
    std::vector<ModelValue> model{};
    /// What was stated, measured, how it scales, bursts and throttles: label and text.
    std::vector<std::pair<std::string, std::string>> remarks{};
    std::vector<std::string> sources{};  ///< ids
    Maker maker{};

    /// Of HDFS, whose figures are those of one data node.
    bool has_data_nodes() const noexcept { return per == "datanode"; }
    /// Whether objects are asked of it, as of an object store.
    bool is_store() const noexcept { return kind == "object" || has_data_nodes(); }
};

/// A network link.
struct Link {
    std::string id{};
    std::string name{};
    Figure line_bits_per_s{};
    std::vector<ModelValue> model{};
    std::string note{};
    std::vector<std::string> sources{};
    Maker maker{};
};

/// A machine to rent.
struct Instance {
    std::string id{};
    std::string provider{};
    std::string gpu{};       ///< "" = none
    std::string gpu_form{};  ///< "SXM", "PCIe"; "" where it is sold in one alone, or not stated
    std::string era{};
    Figure gpus{};
    Figure gpu_memory_gib{};
    Figure vcpus{};
    Figure memory_gib{};
    Figure network_gbit_s{};
    Figure block_bytes_per_s{};  ///< limit towards network block storage
    Figure block_iops{};
    Figure block_burst_bytes_per_s{};  ///< with credits that last 30 min; a gap: no more than above
    Figure block_burst_iops{};
    Figure local_nvme_gb{};
    Figure usd_per_hour{};
    std::string price_date{};
    std::string price_region{};
    std::string price_source{};
    std::vector<std::pair<std::string, std::string>> remarks{};
    std::vector<std::string> sources{};
    Maker maker{};
};

/// Images per second of a GPU on a network, from one source.
struct GpuRate {
    std::string id{};
    std::string gpu{};
    std::string model{};      ///< network and phase, as the source calls them
    std::string precision{};  ///< "" = not stated
    Figure images_per_s_1{};
    Figure images_per_s_8{};  ///< of eight in one node, together
    Figure gpu_sigma{};       ///< contention between the GPUs of a node
    std::string note{};
    std::string source{};  ///< id
    Maker maker{};
};

/// A reference network, without its layers (catalog/embedded.h has the whole text).
struct Network {
    std::string id{};
    std::string label{};
    std::string note{};
    Figure params{};
    Figure gflops_forward{};
    Figure gflops_training{};
    Figure tensor_bytes{};    ///< one image as bytes, as it crosses the host link
    Figure gradient_bytes{};  ///< fp32, per step and GPU
    Figure gradient_bytes_fp16{};
    Maker maker{};
};

/// A table within a published figure.
struct PublishedTable {
    std::vector<std::string> columns{};
    std::vector<std::vector<std::string>> rows{};
};

/// A published figure.
struct Published {
    std::string id{};
    std::string source{};
    std::string place{};
    std::string metric{};
    Figure value{};
    std::optional<double> value_max{};
    std::string unit{};
    std::string relation{};
    std::string statement{};  ///< measured, listed, estimate, derived
    std::string model{};
    /// Conditions by field name: system, hardware, gpu, gpus, nodes, storage, data, software, …
    std::vector<std::pair<std::string, std::string>> conditions{};
    std::optional<PublishedTable> table{};
    std::string note{};
    Maker maker{};
};

/// All entries of a catalogue, a list a kind.
struct CatalogEntries {
    std::vector<StorageTarget> storage{};
    std::vector<Link> links{};
    std::vector<Instance> instances{};
    std::vector<GpuRate> gpu_rates{};
    std::vector<Network> networks{};
    std::vector<Published> published{};
    std::vector<std::string> not_seen{};
    std::map<std::string, Source, std::less<>> sources{};
};

}  // namespace throughline::catalog
