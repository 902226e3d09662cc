// SPDX-License-Identifier: Apache-2.0
#include "engine/store/write_protection.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/base/say.h"
#include "engine/store/schema.h"

namespace throughline::store {
namespace {

bool is_there(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

bool may_write(const std::string& path) {
    return ::access(path.c_str(), W_OK) == 0;
}

std::uintmax_t bytes_of(const std::string& path) {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(path, none);
    return none ? 0 : bytes;
}

Result<Database> open_checked(const std::string& path, Database::Reading reading) {
    auto database = Database::open_for_reading(path, reading);
    if (!database) {
        return database;
    }
    if (auto known = check_schema(*database, path); !known) {
        return std::move(known).error();
    }
    return database;
}

}  // namespace

bool is_write_protected(const std::string& path) {
    if (!is_there(path) || (may_write(path) && may_write(folder_of(path)))) {
        return false;
    }
    // Where both files lie beside it, nothing has to be made in the folder.
    return !may_write(path) || !may_write(path + "-wal") || !may_write(path + "-shm");
}

Result<Database> open_write_protected(const std::string& path) {
    const std::string wal = path + "-wal";
    if (!is_there(wal)) {
        return open_checked(path, Database::Reading::Unchanging);
    }
    // Somebody writes to it, or did and was cut off: what is in the -wal file belongs to it.
    auto shared = open_checked(path, Database::Reading::Shared);
    // SQLite does not open a -wal file without the -shm file that it may not make.
    const bool unreadable = !shared && !is_there(path + "-shm") &&
                            shared.error().code != ErrorCode::Format &&
                            shared.error().code != ErrorCode::Version;
    if (!unreadable) {
        return shared;
    }
    if (bytes_of(wal) == 0) {
        return open_checked(path, Database::Reading::Unchanging);
    }
    return Error{.code = ErrorCode::Permission,
                 .what = say("library '%1' is not writable here, and its latest changes "
                             "are in '%2', which only a user with write access can "
                             "merge: copy both files to a folder of your own, or ask the "
                             "owner to open the library once",
                             path,
                             wal)};
}

}  // namespace throughline::store
