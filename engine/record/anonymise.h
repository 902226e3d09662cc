// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/record/private_names.h"
#include "engine/record/study.h"

namespace throughline::record {

struct AnonymiseOptions {
    /// Names of disks become "disk1", "disk2", … (partitions "disk1p1"), of network interfaces
    /// "net1", …; those that tell nothing (dm-0, md0, lo) stay.
    bool devices = false;
};

/// Takes out of studies what tells whose machine it was: host names become "host-1", "host-2", …
/// wherever they stand, in the labels of metrics too; identities of machines and disks "machine-1",
/// "disk-1", …, the same ones the same in all of these studies; paths, in texts too, are cut to
/// their last part; command lines and what stood before a result of fio are left out.
/// What the user said of it is cleaned in the same way; a storage target whose id tells a host is
/// left out. What kernel and processor it was, and without `options.devices` which device, stays:
/// that is what others want to know. Returns the names that were found, each once.
std::vector<PrivateName> anonymise(std::span<Study> studies, const AnonymiseOptions& options = {});
/// Of one study alone.
void anonymise(Study& study);

}  // namespace throughline::record
