// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/record_receiver.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/record/sha256.h"

namespace throughline::remote_run {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);

Result<void> take_bytes(SshConnection& connection, const JobEnd& end, int file) {
    constexpr std::size_t kPieceMost = std::size_t{1} << 20U;
    record::Sha256 hash;
    std::string piece;
    for (std::int64_t left = end.record_bytes; left > 0;) {
        const auto most = static_cast<std::size_t>(std::min<std::int64_t>(left, kPieceMost));
        if (connection.some(piece, most, kPatience) != LineReader::Got::Line) {
            return Error{.code = ErrorCode::Io,
                         .what = say("the connection broke while the record was fetched")};
        }
        hash.add(piece);
        left -= static_cast<std::int64_t>(piece.size());
        if (auto written = write_all(file, piece); !written) {
            return written;
        }
    }
    return hash.finish() == end.record_sha256
               ? Result<void>()
               : Error{.code = ErrorCode::Io,
                       .what = say("the record arrived with another hash than it has there")};
}

}  // namespace

Result<void> receive_record(SshConnection& connection, const JobEnd& end, const std::string& path) {
    const std::string part = path + ".part";
    constexpr unsigned kMode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
    auto file = open_file(part, O_WRONLY | O_CREAT | O_TRUNC, kMode);
    if (!file) {
        return std::move(file).error();
    }
    if (auto taken = take_bytes(connection, end, file->get()); !taken) {
        ::unlink(part.c_str());
        return taken;
    }
    if (::fsync(file->get()) != 0 || std::rename(part.c_str(), path.c_str()) != 0) {
        const int cause = errno;
        ::unlink(part.c_str());
        return errno_error(say("write '%1'", path), cause);
    }
    return {};
}

}  // namespace throughline::remote_run
