// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::counters {

/// What the model of such a disk begins with.
inline constexpr std::string_view kEbsModel = "Amazon Elastic Block Store";

/// Log page 0xD0 of an EBS volume's NVMe device, without what /proc/diskstats tells too; none for
/// the page of another device. Source: Amazon EBS User Guide, "Amazon EBS detailed performance
/// statistics"; magic number and offsets as in the amazon-ec2-utils of Amazon Linux.
std::optional<metrics::LimitTimes> parse_ebs_log(std::string_view page);

/// Reads that page with the administrative command Get Log Page, which changes nothing.
/// Errors:  NotFound, Permission (it needs CAP_SYS_ADMIN), Io, Unsupported where the device has
///          no such page.
Result<metrics::LimitTimes> read_ebs_log(const std::string& node);

/// Reads the logs of some disks ("nvme1n1"). Thread: one owner.
class EbsSampler {
public:
    explicit EbsSampler(std::vector<std::string> disks) : disks_(std::move(disks)) {}
    /// By disk; one that could not be read is left out.
    std::map<std::string, metrics::LimitTimes> take() const;

private:
    std::vector<std::string> disks_;
};

}  // namespace throughline::counters
