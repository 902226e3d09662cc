// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/counters/ebs_log.h"
#include "engine/counters/mount_survey.h"
#include "engine/measure/study_sources.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/storage/target_counters.h"

// Used in this folder only.
namespace throughline::measure {

/// The host's counters with those of the mounts that a data set lies on. Thread: one owner.
/// Blocks:  where a counter lies in the mount itself, as long as a read from there does.
class HostWatch {
public:
    explicit HostWatch(const Source& source)
        : host_(source.device_names()),
          mounts_(source.target.mounts),
          ebs_(storage::ebs_disks(source.target)) {}

    metrics::HostSnapshot take() {
        metrics::HostSnapshot snapshot = host_.take();
        snapshot.mounts = mounts_.take();
        snapshot.limits = ebs_.take();
        return snapshot;
    }

private:
    metrics::HostSampler host_;
    counters::MountSampler mounts_;
    counters::EbsSampler ebs_;
};

}  // namespace throughline::measure
