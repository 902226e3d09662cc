// SPDX-License-Identifier: Apache-2.0
#include "engine/store/replace_library.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "engine/base/say.h"
#include "engine/store/backup.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;

/// The file under a second name: the old one keeps its own until the new library takes it over in
/// one step. A file system without such names gets a copy.
Result<void> keep_as(const StagingFolder& staging,
                     const std::string& path,
                     const std::string& aside) {
    if (::link(path.c_str(), aside.c_str()) == 0) {
        return {};
    }
    std::error_code failed;
    if (errno == EEXIST && fs::equivalent(path, aside, failed)) {
        return {};
    }
    if (errno == EEXIST || errno == ENOENT) {
        return errno_error(say("keep '%1' as '%2'", path, aside), errno);
    }
    const std::string copy = staging.file("kept");
    fs::copy_file(path, copy, fs::copy_options::overwrite_existing, failed);
    return failed ? Result<void>(errno_error(say("keep '%1' as '%2'", path, aside), failed.value()))
                  : staging.put_in_place("kept", aside);
}

Result<void> remove(const std::string& path) {
    return ::unlink(path.c_str()) == 0 || errno == ENOENT
               ? Result<void>()
               : Result<void>(errno_error(say("remove '%1'", path), errno));
}

}  // namespace

std::string aside_path(const std::string& path) {
    const std::string fresh = stamped_path(path, "damaged");
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0 || status.st_nlink < 2) {
        return fresh;
    }
    const fs::path whole(path);
    const std::string begin = whole.stem().string() + "-damaged-";
    std::error_code none;
    const fs::path folder = whole.parent_path().empty() ? "." : whole.parent_path();
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(begin) && entry.path().extension() == whole.extension() &&
            fs::equivalent(entry.path(), whole, none)) {
            return entry.path().string();
        }
    }
    return fresh;
}

Result<void> replace_library(const StagingFolder& staging,
                             const std::string& name,
                             const std::string& path,
                             const std::string& aside) {
    // The old log goes before the new file comes: SQLite would take it for the new one's.
    const std::string log = path + "-wal";
    std::error_code none;
    if (fs::exists(log, none) && !fs::exists(aside + "-wal", none)) {
        if (auto kept = keep_as(staging, log, aside + "-wal"); !kept) {
            return kept;
        }
    }
    if (auto kept = keep_as(staging, path, aside); !kept) {
        return kept;
    }
    if (auto synced = sync_folder_of(path); !synced) {
        return synced;
    }
    for (const char* const suffix : {"-wal", "-shm"}) {
        if (auto removed = remove(path + suffix); !removed) {
            return removed;
        }
    }
    return staging.put_in_place(name, path);
}

}  // namespace throughline::store
