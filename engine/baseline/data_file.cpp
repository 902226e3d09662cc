// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/data_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>

#include "engine/base/file_descriptor.h"
#include "engine/base/memory_mapping.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/baseline/io_queue.h"
#include "engine/baseline/sizes.h"
#include "engine/storage/make_reader.h"

namespace throughline::baseline {
namespace {

constexpr std::uint64_t kPieceBytes = 4 * kMi;

std::uint64_t holes_of(int file, std::uint64_t bytes) {
    std::uint64_t holes = 0;
    off_t at = 0;
    while (static_cast<std::uint64_t>(at) < bytes) {
        const off_t data = ::lseek(file, at, SEEK_DATA);
        if (data < 0) {  // ENXIO: nothing but a hole follows
            return errno == ENXIO ? holes + bytes - static_cast<std::uint64_t>(at) : holes;
        }
        holes += static_cast<std::uint64_t>(data - at);
        at = ::lseek(file, data, SEEK_HOLE);
        if (at < 0) {
            return holes;
        }
    }
    return holes;
}

/// Why what is no file is refused.
std::string no_file_text(mode_t mode, const std::string& path) {
    const char* const message =
        S_ISBLK(mode) ? to_say(
                            "'%1' is a block device: name a file, or a folder, of the file "
                            "system on it; devices are neither read nor written")
        : S_ISCHR(mode) ? to_say(
                              "'%1' is a character device: name a file, or a folder; devices "
                              "are neither read nor written")
        : S_ISDIR(mode)  ? to_say("'%1' is a folder: name a file in it")
        : S_ISFIFO(mode) ? to_say("'%1' is a FIFO: name a file, or a folder")
                         : to_say("'%1' is no regular file: name a file, or a folder");
    return say(message, path);
}

}  // namespace

Result<void> write_data_file(const OwnFolder& folder,
                             std::uint64_t bytes,
                             const std::stop_token& stop,
                             const std::function<void(double)>& progress) {
    auto file = folder.create("data");
    if (!file) {
        return std::move(file).error();
    }
    // Where it is refused the pages are written back below all the same.
    const int flags = ::fcntl(file->get(), F_GETFL);
    static_cast<void>(::fcntl(file->get(), F_SETFL, flags | O_DIRECT));
    auto memory = MemoryMapping::make(kPieceBytes, say("reserve memory for the data file"));
    if (!memory) {
        return std::move(memory).error();
    }
    const std::string path = folder.path() + "/data";
    // Another seed each time: nothing of it is anywhere already.
    fill_random(
        memory->bytes(),
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()));
    for (std::uint64_t at = 0; at < bytes;) {
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("writing '%1' was stopped", path)};
        }
        const std::uint64_t length = std::min(kPieceBytes, bytes - at);
        stamp_pages(memory->bytes().first(length), at / kPageBytes);
        const ssize_t written =
            ::pwrite(file->get(), memory->bytes().data(), length, static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0 || static_cast<std::uint64_t>(written) % kPageBytes != 0) {
            return errno_error(say("write '%1'", path), written < 0 ? errno : ENOSPC);
        }
        at += static_cast<std::uint64_t>(written);
        progress(static_cast<double>(at) / static_cast<double>(bytes));
    }
    if (::fdatasync(file->get()) != 0) {
        return errno_error(say("write back '%1'", path), errno);
    }
    return {};
}

bool direct_reads_work(const std::string& path) {
    const auto pool = storage::BufferPool::make(1, kPageBytes);
    if (!pool) {
        return false;
    }
    const auto reader = storage::make_reader(
        {.kind = storage::ReaderKind::Blocking, .direct_io = true, .queue_depth = 1}, *pool);
    if (!reader) {
        return false;
    }
    const storage::FileRead read{
        .directory_fd = AT_FDCWD, .path = path.c_str(), .length_bytes = kPageBytes};
    std::array<storage::ReadDone, 1> done{};
    const bool submitted = (*reader)->submit({&read, 1}).has_value();
    const auto count = (*reader)->wait(done, 1, std::chrono::seconds(10));
    return submitted && count && *count == 1 && done.front().errno_value == 0 &&
           (*reader)->facts().direct_io;
}

Result<FileFacts> look_at_file(const std::string& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) {
        return errno_error(say("look at '%1'", path), errno);
    }
    if (!S_ISREG(info.st_mode)) {  // before it is opened, which may do something to a device
        return usage_error(no_file_text(info.st_mode, path));
    }
    const auto file = open_file(path, O_RDONLY | O_NONBLOCK);
    if (!file) {
        return file.error();
    }
    std::error_code failure;
    FileFacts facts{.path = std::filesystem::canonical(path, failure),
                    .bytes = static_cast<std::uint64_t>(info.st_size),
                    .hole_bytes = holes_of(file->get(), static_cast<std::uint64_t>(info.st_size)),
                    .direct_works = direct_reads_work(path)};
    if (failure) {
        return errno_error(say("look at '%1'", path), failure.value());
    }
    return facts;
}

}  // namespace throughline::baseline
