// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "engine/storage/guarded_copy.h"
#include "engine/storage/read_advice.h"

namespace throughline::storage {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
// A file may become shorter again and again while it is copied; this often we look once more.
constexpr int kTriesMax = 3;

}  // namespace

void MappedFile::AreaTraits::release(Raw raw) noexcept {
    ::munmap(raw.address, raw.bytes);
}

bool MappedFile::holds(std::uint64_t offset_bytes, std::uint64_t bytes) const noexcept {
    const std::uint64_t size = area_.get().bytes;
    return offset_bytes >= area_offset_ && offset_bytes + bytes <= area_offset_ + size;
}

int MappedFile::map(int fd, std::uint64_t offset_bytes, std::uint64_t file_bytes) {
    const std::uint64_t begin = options_.whole ? 0 : offset_bytes / kPageBytes * kPageBytes;
    const std::uint64_t end =
        options_.whole ? file_bytes : std::min(file_bytes, offset_bytes + options_.length_bytes);
    area_.reset();
    void* const address =
        ::mmap(nullptr, end - begin, PROT_READ, MAP_SHARED, fd, static_cast<off_t>(begin));
    if (address == MAP_FAILED) {
        return errno;
    }
    area_ = UniqueHandle<AreaTraits>({static_cast<std::byte*>(address), end - begin});
    area_offset_ = begin;
    if (options_.advice == ReadAdvice::Sequential || options_.advice == ReadAdvice::Random) {
        ::madvise(address, end - begin, advice_value(options_.advice));
    }
    return 0;
}

std::int64_t MappedFile::copy(int fd,
                              std::byte* to,
                              std::uint64_t offset_bytes,
                              std::uint64_t bytes) {
    for (int tries = 0; tries < kTriesMax; ++tries) {
        // Before each copy: what lies between the end of a file that has become shorter and the end
        // of its last page reads as zeros, without a signal.
        struct stat info{};
        if (::fstat(fd, &info) != 0) {
            return -errno;
        }
        const auto file_bytes = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
        if (offset_bytes >= file_bytes) {
            return 0;
        }
        const std::uint64_t count = std::min(bytes, file_bytes - offset_bytes);
        if (!holds(offset_bytes, count)) {
            if (const int cause = map(fd, offset_bytes, file_bytes); cause != 0) {
                return -cause;
            }
        }
        const std::uint64_t at = offset_bytes - area_offset_;
        if (copy_guarded(to, area_.get().address + at, count)) {
            return static_cast<std::int64_t>(count);
        }
    }
    return -EIO;  // it is not the length: the disk did not deliver
}

}  // namespace throughline::storage
