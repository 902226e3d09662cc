// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/metrics/proc_samplers.h"

namespace throughline::counters {

/// A mount as the mount table tells it.
struct Mount {
    std::string file_system;  ///< "nfs4", "fuse.juicefs"
    std::string mount_point;
    std::string source;  ///< "server:/export", "JuiceFS:name"
    unsigned device_major = 0;
    unsigned device_minor = 0;  ///< of a FUSE mount: the number of its connection
};

// What file systems' clients write of themselves. Every parser takes any text and is none where it
// does not hold the counter; a field that the counter does not tell stays empty.

/// The section of `mount` in /proc/self/mountstats: bytes from the server ("bytes:", the fifth) and
/// asked for by read(2), mapped files not among them; operations and time of READ and READ_PLUS.
/// Source: fs/nfs/super.c, nfs_show_stats(), and net/sunrpc/stats.c, rpc_clnt_show_stats().
std::optional<metrics::MountCounts> parse_mountstats(std::string_view text, const Mount& mount);

/// Statistics of one object storage client (OST) of Lustre, osc.*.stats: bytes and time of its
/// reads. Source: Lustre Operations Manual, "Monitoring Client Activity".
std::optional<metrics::MountCounts> parse_lustre_osc(std::string_view text, const Mount& mount);
/// llite.*.stats: bytes that programs read from the mount, out of its cache or not.
std::optional<metrics::MountCounts> parse_lustre_llite(std::string_view text, const Mount& mount);

/// debugfs of the kernel's Ceph client, "metrics/size" or the "metrics" of older kernels: bytes and
/// reads answered by its object stores. Times are kept as a rounded mean, which no growth can be
/// told from. Source: fs/ceph/debugfs.c, metrics_size_show().
std::optional<metrics::MountCounts> parse_ceph_metrics(std::string_view text, const Mount& mount);

/// `.stats` in a JuiceFS mount: GETs of the object store, and what programs read.
/// Source: JuiceFS, "Monitoring and data visualisation"; tried with 1.4.2.
std::optional<metrics::MountCounts> parse_juicefs_stats(std::string_view text, const Mount& mount);

/// rchar of /proc/PID/io: all that a program got from read(2), sockets included, recv(2) not.
/// Source: proc_pid_io(5).
std::optional<metrics::MountCounts> parse_daemon_io(std::string_view text, const Mount& mount);
/// User and system time of /proc/PID/stat. Source: proc_pid_stat(5).
std::optional<metrics::MountCounts> parse_daemon_stat(std::string_view text, const Mount& mount);

/// The connection that an open /dev/fuse serves, of /proc/PID/fdinfo/FD (Linux 6.17).
std::optional<unsigned> parse_fuse_connection(std::string_view fdinfo);

}  // namespace throughline::counters
