// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/counter_table.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/counters/find_counters.h"

namespace throughline::counters {
namespace {

constexpr const char* kBytes = "mount_read_bytes_per_second";
constexpr const char* kReads = "mount_reads_per_second";
constexpr const char* kAwait = "mount_read_await";
constexpr const char* kAsked = "mount_requested_bytes_per_second";
constexpr const char* kCpu = "mount_daemon_cpu_cores";

constexpr std::array kAll{kBytes, kReads, kAwait, kAsked};
constexpr std::array kOfServer{kBytes, kReads, kAwait};
constexpr std::array kBytesAndReads{kBytes, kReads};
constexpr std::array kBytesOnly{kBytes};
constexpr std::array kAskedOnly{kAsked};
constexpr std::array kCpuOnly{kCpu};

constexpr const char* kWritesToo =
    to_say("it holds also what programs write to the mount, and the headers of the protocol");

constexpr CounterKind kMountstats{.name = to_say("NFS client"),
                                  .file = "/proc/self/mountstats",
                                  .metrics = kAll,
                                  .find = find::mountstats,
                                  .parse = parse_mountstats};
constexpr CounterKind kLustreOsc{.name = to_say("Lustre object storage clients"),
                                 .file = "osc.*.stats",
                                 .metrics = kOfServer,
                                 .find = find::lustre_osc,
                                 .parse = parse_lustre_osc};
constexpr CounterKind kLustreLlite{.name = to_say("Lustre client"),
                                   .file = "llite.*.stats",
                                   .metrics = kAskedOnly,
                                   .find = find::lustre_llite,
                                   .parse = parse_lustre_llite};
constexpr CounterKind kCeph{.name = to_say("Ceph client"),
                            .file = "/sys/kernel/debug/ceph/*/metrics",
                            .metrics = kBytesAndReads,
                            .find = find::ceph_metrics,
                            .parse = parse_ceph_metrics};
constexpr CounterKind kJuicefs{.name = to_say("JuiceFS client"),
                               .file = to_say(".stats of the mount"),
                               .metrics = kAll,
                               .find = find::juicefs_stats,
                               .parse = parse_juicefs_stats};
constexpr CounterKind kDaemonIo{.name = to_say("reads of the program behind the mount"),
                                .file = "rchar of /proc/PID/io",
                                .metrics = kBytesOnly,
                                .find = find::daemon_io,
                                .parse = parse_daemon_io,
                                .remark = kWritesToo};
constexpr CounterKind kRcloneIo{.name = to_say("reads of the program behind the mount"),
                                .file = "rchar of /proc/PID/io",
                                .metrics = kBytesOnly,
                                .find = find::rclone_io,
                                .parse = parse_daemon_io,
                                .remark = kWritesToo};
constexpr CounterKind kDaemonCpu{.name = to_say("processor time of the program behind the mount"),
                                 .file = "/proc/PID/stat",
                                 .metrics = kCpuOnly,
                                 .find = find::daemon_stat,
                                 .parse = parse_daemon_stat};

constexpr std::array kNfs{&kMountstats};
constexpr std::array kLustre{&kLustreOsc, &kLustreLlite};
constexpr std::array kCephs{&kCeph};
constexpr std::array kJuice{&kJuicefs, &kDaemonCpu};
constexpr std::array kGluster{&kDaemonIo, &kDaemonCpu};
constexpr std::array kRclone{&kRcloneIo, &kDaemonCpu};
constexpr std::array kProgram{&kDaemonCpu};

constexpr const char* kMemory = to_say("it keeps its files in memory");
constexpr const char* kNoCounter = to_say("no counter of its client is known to this program");
constexpr const char* kNoProgramCounter =
    to_say("what the program behind it read from elsewhere is not told by any of its counters");

// A program that fetches with recv(2), or reads through a cache of its own, is one whose
// /proc/PID/io says something else than what it fetched: tried with s3fs 1.91, whose rchar is what
// it read back from its temporary files.
constexpr auto kKinds = std::to_array<FileSystemKind>({
    {"tmpfs", Place::Memory, {}, kMemory},
    {"ramfs", Place::Memory, {}, kMemory},
    {"devtmpfs", Place::Memory, {}, kMemory},
    {"nfs", Place::Network, kNfs},
    {"nfs4", Place::Network, kNfs},
    {"lustre", Place::Network, kLustre},
    {"ceph", Place::Network, kCephs},
    {"beegfs",
     Place::Network,
     {},
     to_say("the BeeGFS client keeps no counter that a program can read")},
    {"cifs", Place::Network, {}, kNoCounter},
    {"smb3", Place::Network, {}, kNoCounter},
    {"9p", Place::Network, {}, kNoCounter},
    {"gpfs", Place::Network, {}, kNoCounter},
    {"glusterfs", Place::Network, {}, kNoCounter},
    {"wekafs", Place::Network, {}, kNoCounter},
    {"orangefs", Place::Network, {}, kNoCounter},
    {"panfs", Place::Network, {}, kNoCounter},
    {"afs", Place::Network, {}, kNoCounter},
    {"virtiofs", Place::Network, {}, kNoCounter},
    {"ncpfs", Place::Network, {}, kNoCounter},
    {"overlay", Place::Layers},
    {"zfs", Place::Pool, {}, kNoCounter},
    {"fuse.juicefs", Place::Program, kJuice},
    {"fuse.glusterfs", Place::Program, kGluster},
    {"fuse.rclone", Place::Program, kRclone},
    {"fuse.s3fs",
     Place::Program,
     kProgram,
     to_say(
         "s3fs counts nothing itself, and the kernel counts what it read back from its temporary "
         "files, not what it fetched")},
    {"fuse.mountpoint-s3",
     Place::Program,
     kProgram,
     to_say("whether the kernel counts what mountpoint-s3 fetches has not been tried")},
    {"fuse.ceph", Place::Program, kProgram, kNoProgramCounter},
    {"fuse.ceph-fuse", Place::Program, kProgram, kNoProgramCounter},
    {"fuse.sshfs", Place::Program, kProgram, kNoProgramCounter},
    {"fuse", Place::Program, kProgram, kNoProgramCounter},
    {"fuseblk", Place::Disk, kProgram},
    {"", Place::Disk},
});

const FileSystemKind* entry(std::string_view type) noexcept {
    const auto* const found = std::find_if(
        kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.type == type; });
    return found == kKinds.end() ? nullptr : found;
}

}  // namespace

std::span<const FileSystemKind> file_system_kinds() noexcept {
    return kKinds;
}

const FileSystemKind& kind_of(std::string_view file_system, std::string_view source) noexcept {
    if (const FileSystemKind* const exact = entry(file_system);
        exact != nullptr && file_system != "fuse") {
        return *exact;
    }
    if (file_system == "fuse" || file_system.starts_with("fuse.")) {
        // A program may name itself in the source only: "mountpoint-s3 on /data type fuse".
        constexpr std::string_view kPrefix = "fuse.";
        for (const FileSystemKind& kind : kKinds) {
            const std::string_view type = kind.type;
            if (file_system == "fuse" && type.starts_with(kPrefix) &&
                type.substr(kPrefix.size()) == source) {
                return kind;
            }
        }
        return *entry("fuse");
    }
    return kKinds.back();
}

}  // namespace throughline::counters
