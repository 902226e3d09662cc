// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/counters/counter_texts.h"
#include "engine/counters/surroundings.h"

// Used in this folder only: where each counter of the table is found.
namespace throughline::counters::find {

FoundFiles mountstats(const Mount& mount, const Surroundings& around);
FoundFiles lustre_osc(const Mount& mount, const Surroundings& around);
FoundFiles lustre_llite(const Mount& mount, const Surroundings& around);
FoundFiles ceph_metrics(const Mount& mount, const Surroundings& around);
FoundFiles juicefs_stats(const Mount& mount, const Surroundings& around);
FoundFiles daemon_io(const Mount& mount, const Surroundings& around);
/// The same, unless rclone keeps what it read in a cache of its own and reads it again from there.
FoundFiles rclone_io(const Mount& mount, const Surroundings& around);
FoundFiles daemon_stat(const Mount& mount, const Surroundings& around);

}  // namespace throughline::counters::find
