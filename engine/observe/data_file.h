// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throughline::observe {

/// A file that was seen being read, or open for reading.
struct SeenFile {
    std::uint64_t bytes = 0;
    std::uint64_t device = 0;  ///< st_dev
    std::uint64_t looks = 0;   ///< at which a thread waited for it; 0: it was only open
};
/// Of an open file, by its link in /proc/PID/fd. None: it is no regular file, or not to be seen.
/// Asks no server for it.
std::optional<SeenFile> look_at_open_file(const std::string& link);
/// Whether a descriptor can be written to, by its /proc/PID/fdinfo/FD. Source: proc_pid_fdinfo(5).
bool is_open_for_writing(std::string_view fdinfo);

/// Whether a path names a file that one image is kept in: ".jpg".
bool is_image_file(std::string_view path);
/// Or the records of many: ".tfrecord".
bool is_data_file(std::string_view path);

}  // namespace throughline::observe
