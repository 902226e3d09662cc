// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/direct_io.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <cerrno>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/base/say.h"
#include "engine/storage/read_plan.h"

namespace throughline::storage {
namespace {

bool is_memory_file_system(int fd) {
    struct statfs info{};
    return ::fstatfs(fd, &info) == 0 && (info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC);
}

}  // namespace

bool DirectIo::is_refusal(int errno_value) noexcept {
    return errno_value == EINVAL || errno_value == EOPNOTSUPP;
}

void DirectIo::look(const FileRead& read) {
    // O_PATH needs no read permission and opens neither devices nor pipes.
    const UniqueFd file(::openat(read.directory_fd, read.path, O_PATH | O_CLOEXEC));
    if (!file) {
        return;  // a missing file says nothing; the next one is asked
    }
    looked_ = true;
    // Since Linux 6.6 tmpfs accepts O_DIRECT and copies from memory.
    if (is_memory_file_system(file.get())) {
        enabled_ = false;
        reason_ = to_say("O_DIRECT: this file system keeps its files in memory; reading buffered");
        return;
    }
#ifdef STATX_DIOALIGN
    // Linux 6.1, statx(2): an alignment of 0 means that direct I/O is not supported on this file
    // (ext4 then goes through the page cache without an error).
    struct statx info{};
    if (::statx(file.get(), "", AT_EMPTY_PATH, STATX_DIOALIGN, &info) != 0 ||
        (info.stx_mask & STATX_DIOALIGN) == 0) {
        return;
    }
    if (info.stx_dio_offset_align == 0) {
        enabled_ = false;
        reason_ = to_say(
            "O_DIRECT: the file system does not support it for these files (statx); "
            "reading buffered");
    } else if (info.stx_dio_offset_align > kDirectAlignBytes) {
        enabled_ = false;
        reason_ = say_english(
            "O_DIRECT: the file system requires alignment to %1 bytes (statx); reading buffered",
            std::to_string(info.stx_dio_offset_align));
    }
#endif
}

void DirectIo::refused(const char* path, ReadStep step, int errno_value) {
    ++files_refused_;
    if (first_refusal_.empty()) {
        const std::string act = step == ReadStep::Open ? "open '" : "read '";
        first_refusal_ = throughline::describe(errno_error(act + path + "'", errno_value));
    }
    if (enabled_ && !worked_) {
        enabled_ = false;
        reason_ = say_english("O_DIRECT refused: %1; reading buffered", first_refusal_);
    }
}

void DirectIo::describe(ReaderFacts& facts) const {
    facts.direct_io = enabled_;
    if (!reason_.empty()) {
        facts.fallbacks.push_back(reason_);
    } else if (files_refused_ > 0) {
        facts.fallbacks.push_back(
            say_english("O_DIRECT refused for %1 files, which were read buffered; first: %2",
                        std::to_string(files_refused_),
                        first_refusal_));
    }
}

}  // namespace throughline::storage
