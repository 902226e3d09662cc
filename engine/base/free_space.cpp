// SPDX-License-Identifier: Apache-2.0
#include "engine/base/free_space.h"

#include <sys/statvfs.h>

#include <cerrno>
#include <filesystem>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline {
namespace {

constexpr std::uint64_t kReserveBytes = 64U << 20U;

std::string amount(double bytes) {
    return format_quantity(bytes, "bytes");
}

}  // namespace

std::string existing_folder(const std::string& directory) {
    namespace fs = std::filesystem;
    std::error_code code;
    fs::path path = fs::absolute(directory, code);
    while (!path.empty() && !fs::is_directory(path, code) && path != path.parent_path()) {
        path = path.parent_path();
    }
    return path.string();
}

Result<std::uint64_t> free_bytes(const std::string& directory) {
    const std::string above = existing_folder(directory);
    struct statvfs space{};
    if (::statvfs(above.c_str(), &space) != 0) {
        return errno_error(say("ask for the free space of '%1'", above), errno);
    }
    return std::uint64_t{space.f_bavail} * space.f_frsize;
}

Result<void> require_space(std::string_view purpose,
                           const std::string& directory,
                           double bytes_needed,
                           std::uint64_t bytes_free) {
    if (bytes_needed + static_cast<double>(kReserveBytes) <= static_cast<double>(bytes_free)) {
        return {};
    }
    return Error{.code = ErrorCode::Limit,
                 .what = say("not enough space for %1: it needs %2, and %3 must stay free for "
                             "others; '%4' has %5 free",
                             purpose,
                             amount(bytes_needed),
                             amount(static_cast<double>(kReserveBytes)),
                             existing_folder(directory),
                             amount(static_cast<double>(bytes_free)))};
}

}  // namespace throughline
