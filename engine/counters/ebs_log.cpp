// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/ebs_log.h"

#include <fcntl.h>
#include <linux/nvme_ioctl.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::counters {
namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::uint8_t kGetLogPage = 0x02;
constexpr std::uint32_t kEbsPage = 0xD0;
constexpr std::uint32_t kMagic = 0x3C23B510;
// Behind the magic number, four bytes, and six counters that /proc/diskstats has as well.
constexpr std::size_t kFirstLimit = 56;

/// Little-endian, as NVMe has it.
std::uint64_t number_of(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        number = number << 8U | static_cast<unsigned char>(bytes[i - 1]);
    }
    return number;
}

}  // namespace

std::optional<metrics::LimitTimes> parse_ebs_log(std::string_view page) {
    const auto time = [page](std::size_t index) {
        return number_of(page.substr(kFirstLimit + index * sizeof(std::uint64_t), 8));
    };
    if (page.size() < kFirstLimit + 4 * sizeof(std::uint64_t) ||
        number_of(page.substr(0, 4)) != kMagic) {
        return std::nullopt;
    }
    return metrics::LimitTimes{.volume_iops_us = time(0),
                               .volume_throughput_us = time(1),
                               .instance_iops_us = time(2),
                               .instance_throughput_us = time(3)};
}

Result<metrics::LimitTimes> read_ebs_log(const std::string& node) {
    const auto file = open_file(node, O_RDONLY);
    if (!file) {
        return file.error();
    }
    std::string page(kPageBytes, '\0');
    nvme_admin_cmd command{};
    command.opcode = kGetLogPage;
    command.nsid = 1;
    command.addr = reinterpret_cast<std::uintptr_t>(page.data());
    command.data_len = kPageBytes;
    command.cdw10 = kEbsPage | static_cast<std::uint32_t>(kPageBytes / 4 - 1) << 16U;
    const int status = ::ioctl(file->get(), NVME_IOCTL_ADMIN_CMD, &command);
    if (status < 0) {
        return errno_error(say_english("read the EBS statistics of '%1'", node), errno);
    }
    const auto times = status == 0 ? parse_ebs_log(page) : std::nullopt;
    if (!times) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say_english("'%1' has no log page 0xD0 of EBS", node)};
    }
    return *times;
}

std::map<std::string, metrics::LimitTimes> EbsSampler::take() const {
    std::map<std::string, metrics::LimitTimes> all;
    for (const std::string& disk : disks_) {
        if (const auto times = read_ebs_log("/dev/" + disk)) {
            all.emplace(disk, *times);
        }
    }
    return all;
}

}  // namespace throughline::counters
