// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/base/say.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/units.h"

// What sysstat (iostat, sar, sadf) calls its columns, over all versions.
namespace throughline::importers {

/// Per device. Names without "/s" are those of sadf -j, rates all the same.
inline constexpr std::array kDiskColumns{
    Column{"r/s", "read_iops"},
    Column{"w/s", "write_iops"},
    Column{"tps", "mixed_iops"},
    Column{"rkB/s", "read_bytes_per_second", kKiB},
    Column{"wkB/s", "write_bytes_per_second", kKiB},
    Column{"rkB", "read_bytes_per_second", kKiB},
    Column{"wkB", "write_bytes_per_second", kKiB},
    Column{"rMB/s", "read_bytes_per_second", kMiB},
    Column{"wMB/s", "write_bytes_per_second", kMiB},
    Column{"rsec/s", "read_bytes_per_second", kSectorBytes},
    Column{"wsec/s", "write_bytes_per_second", kSectorBytes},
    Column{"rd_sec/s", "read_bytes_per_second", kSectorBytes},
    Column{"wr_sec/s", "write_bytes_per_second", kSectorBytes},
    Column{"kB_read/s", "read_bytes_per_second", kKiB},
    Column{"kB_wrtn/s", "write_bytes_per_second", kKiB},
    Column{"MB_read/s", "read_bytes_per_second", kMiB},
    Column{"MB_wrtn/s", "write_bytes_per_second", kMiB},
    Column{"Blk_read/s", "read_bytes_per_second", kSectorBytes},
    Column{"Blk_wrtn/s", "write_bytes_per_second", kSectorBytes},
    Column{"kB/s", "mixed_bytes_per_second", kKiB},
    Column{"MB/s", "mixed_bytes_per_second", kMiB},
    Column{"rrqm/s", "read_merges_per_second"},
    Column{"wrqm/s", "write_merges_per_second"},
    Column{"await", "disk_await", kMilli},
    Column{"r_await", "read_await", kMilli},
    Column{"w_await", "write_await", kMilli},
    Column{"avgrq-sz", "disk_request_size", kSectorBytes},
    Column{"areq-sz", "disk_request_size", kKiB},
    Column{"rareq-sz", "read_request_size", kKiB},
    Column{"wareq-sz", "write_request_size", kKiB},
    Column{"avgqu-sz", "disk_queue_length"},
    Column{"aqu-sz", "disk_queue_length"},
    Column{"%util", "disk_utilisation"},
    Column{"util", "disk_utilisation"},
    Column{"util-percent", "disk_utilisation"},
};

/// Per network interface.
inline constexpr std::array kNetworkColumns{
    Column{"rxkB/s", "network_receive_bytes_per_second", kKiB},
    Column{"txkB/s", "network_send_bytes_per_second", kKiB},
    Column{"rxkB", "network_receive_bytes_per_second", kKiB},
    Column{"txkB", "network_send_bytes_per_second", kKiB},
};

/// CPU shares by any of sysstat's names ("%user", "usr", …); `number` gives a column by name.
template <class Number>
CpuShares cpu_shares(const Number& number) {
    const auto first_of = [&](std::initializer_list<const char*> names) {
        std::optional<double> got;
        for (const char* const name : names) {
            got = got ? got : number(name);
        }
        return got;
    };
    return {.user = first_of({"%user", "user", "%usr", "usr"}),
            .nice = first_of({"%nice", "nice"}),
            .system = first_of({"%system", "system", "%sys", "sys"}),
            .iowait = first_of({"%iowait", "iowait"}),
            .steal = first_of({"%steal", "steal"}),
            .idle = first_of({"%idle", "idle"})};
}

inline constexpr const char* kOnlySinceBoot = to_say(
    "the only report of iostat is an average since boot, not of a measurement, unless it ran with "
    "-y");

/// The number of a cell in the unit of its column. With -h, --human and --pretty per cents carry a
/// '%' and amounts their own unit, whatever the column is in: "45.4M" under "wkB/s" is 45.4 MiB/s.
/// Source: sysstat, common.c, cprintf_unit: it begins counting at the unit of the value.
std::optional<double> sysstat_number(std::string_view cell, std::string_view column);

}  // namespace throughline::importers
