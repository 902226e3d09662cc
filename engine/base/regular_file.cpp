// SPDX-License-Identifier: Apache-2.0
#include "engine/base/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline {

Result<std::string> read_regular_file(const std::string& path, std::size_t bytes_max) {
    // O_NONBLOCK: the open of a FIFO would wait for a writer.
    auto fd = open_file(path, O_RDONLY | O_NONBLOCK);
    if (!fd) {
        return std::move(fd).error();
    }
    struct stat info{};
    if (::fstat(fd->get(), &info) != 0) {
        return errno_error(say("inspect '%1'", path), errno);
    }
    if (!S_ISREG(info.st_mode)) {
        return format_error(say("'%1' is not a regular file", path));
    }
    std::string text;
    constexpr std::size_t kChunkBytes = 1U << 16U;
    for (;;) {
        const std::size_t had = text.size();
        text.resize(had + kChunkBytes);
        const ssize_t got = ::read(fd->get(), text.data() + had, kChunkBytes);
        if (got < 0 && errno != EINTR) {
            return errno_error(say("read '%1'", path), errno);
        }
        text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) {
            return text;
        }
        if (text.size() > bytes_max) {
            return Error{.code = ErrorCode::Limit, .what = say("read '%1': file too large", path)};
        }
    }
}

}  // namespace throughline
