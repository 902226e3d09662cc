// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_lines.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::record {

Result<std::uint64_t> for_each_complete_line(
    const std::string& path,
    std::uint64_t offset,
    const std::function<bool(std::string_view line, std::uint64_t line_offset)>& sink) {
    auto fd = open_file(path, O_RDONLY);
    if (!fd) {
        return std::move(fd).error();
    }
    constexpr std::size_t kChunkBytes = std::size_t{256} << 10U;
    std::string chunk(kChunkBytes, '\0');
    std::string begun;  // the part of a line that earlier chunks held
    std::uint64_t line_offset = offset;
    std::uint64_t at = offset;
    for (;;) {
        const ssize_t got = ::pread(fd->get(), chunk.data(), chunk.size(), static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return errno_error(say("read '%1' at %2", path, std::to_string(at)), errno);
        }
        if (got == 0) {
            return line_offset;
        }
        at += static_cast<std::uint64_t>(got);
        std::string_view rest(chunk.data(), static_cast<std::size_t>(got));
        for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            begun.append(rest.substr(0, end));
            rest.remove_prefix(end + 1);
            const std::uint64_t this_offset = line_offset;
            line_offset += begun.size() + 1;
            if (!sink(begun, this_offset)) {
                return line_offset;
            }
            begun.clear();
        }
        begun.append(rest);
        if (begun.size() > kLineBytesMax) {
            return format_error(
                say("'%1': the line at byte %2 has no end", path, std::to_string(line_offset)));
        }
    }
}

Result<std::uint64_t> read_complete_lines(const std::string& path,
                                          std::uint64_t offset,
                                          const std::function<void(std::string_view line)>& sink) {
    return for_each_complete_line(path, offset, [&](std::string_view line, std::uint64_t) {
        sink(line);
        return true;
    });
}

bool record_is_locked(const std::string& path) {
    const auto fd = open_file(path, O_RDONLY);
    // Taking a shared lock fails while a writer holds the exclusive one; closing gives it back.
    return fd && ::flock(fd->get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace throughline::record
