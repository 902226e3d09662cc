// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/own_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/uuid.h"

namespace throughline::baseline {
namespace {

constexpr std::string_view kPrefix = ".throughline-storage-";
constexpr const char* kMarker = "marker";
constexpr std::array<std::string_view, 4> kOwnNames{kMarker, "data", "files", "shards"};
constexpr std::size_t kUuidLength = 36;
constexpr int kDepthMax = 3;  ///< files/000/000000

struct CloseFolder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

bool is_own_name(std::string_view name, bool top) {
    if (top) {
        return std::ranges::find(kOwnNames, name) != kOwnNames.end();
    }
    return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

Error foreign(const std::string& path, std::string_view name) {
    return {
        .code = ErrorCode::Permission,
        .what = say("remove '%1': it holds '%2', which this program did not make; look at it and "
                    "remove it yourself",
                    path,
                    name)};
}

/// What is in an open folder of ours and has our names. Links are never followed.
Result<void> empty_folder(int folder, const std::string& path, dev_t device, int depth) {
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> entries(copy >= 0 ? ::fdopendir(copy) : nullptr);
    if (!entries) {
        return errno_error(say("list '%1'", path), errno);
    }
    // The marker goes last: what a kill leaves has to be known for ours.
    while (const dirent* const entry = ::readdir(entries.get())) {
        const std::string name = entry->d_name;
        struct stat info{};
        if (name == "." || name == ".." || (depth == 0 && name == kMarker)) {
            continue;
        }
        if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
            return errno_error(say("look at '%1'", path + "/" + name), errno);
        }
        const bool is_folder = S_ISDIR(info.st_mode);
        if (!is_own_name(name, depth == 0) || info.st_dev != device || depth >= kDepthMax ||
            !(is_folder || S_ISREG(info.st_mode))) {
            return foreign(path, name);
        }
        if (is_folder) {
            const UniqueFd below(
                ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
            if (!below) {
                return errno_error(say("open '%1'", path + "/" + name), errno);
            }
            auto emptied = empty_folder(below.get(), path + "/" + name, device, depth + 1);
            if (!emptied) {
                return emptied;
            }
        }
        if (::unlinkat(folder, name.c_str(), is_folder ? AT_REMOVEDIR : 0) != 0) {
            return errno_error(say("remove '%1'", path + "/" + name), errno);
        }
    }
    return {};
}

Result<void> remove_folder(int parent, int folder, const std::string& path) {
    struct stat info{};
    if (::fstat(folder, &info) != 0) {
        return errno_error(say("look at '%1'", path), errno);
    }
    if (auto emptied = empty_folder(folder, path, info.st_dev, 0); !emptied) {
        return emptied;
    }
    const std::string name = std::filesystem::path(path).filename();
    const bool marked = ::unlinkat(folder, kMarker, 0) == 0 || errno == ENOENT;
    if (!marked || ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0) {
        return errno_error(say("remove '%1'", path), errno);
    }
    return {};
}

std::string this_host() {
    utsname names{};
    return ::uname(&names) == 0 ? names.nodename : "";
}

/// An entry of the journal that is ours alone from now on. Its text: host, uuid and path, a line
/// each; the path last, since it may hold anything.
struct Entry {
    UniqueFd lock;
    std::string host{};
    std::string uuid{};
    std::string path{};
};

/// None: a living process has it, or it went meanwhile.
std::optional<UniqueFd> lock_entry(const std::string& file, int flags) {
    auto fd = open_file(file, O_RDWR | O_NOFOLLOW | flags, S_IRUSR | S_IWUSR);
    struct stat info{};
    if (!fd || ::flock(fd->get(), LOCK_EX | LOCK_NB) != 0 || ::fstat(fd->get(), &info) != 0 ||
        !S_ISREG(info.st_mode) || info.st_nlink == 0) {
        return std::nullopt;
    }
    return *std::move(fd);
}

std::optional<Entry> read_entry(const std::string& file) {
    auto lock = lock_entry(file, 0);
    if (!lock) {
        return std::nullopt;
    }
    Entry entry{.lock = *std::move(lock)};
    constexpr std::size_t kEntryMax = 64U << 10U;
    const auto text = read_whole_file(file, kEntryMax);
    const std::size_t first = text ? text->find('\n') : std::string::npos;
    const std::size_t second =
        first == std::string::npos ? std::string::npos : text->find('\n', first + 1);
    if (second != std::string::npos && text->ends_with('\n') && second + 1 < text->size()) {
        entry.host = text->substr(0, first);
        entry.uuid = text->substr(first + 1, second - first - 1);
        entry.path = text->substr(second + 1, text->size() - second - 2);
    }
    return entry;
}

bool has_marker(int folder, const std::string& uuid) {
    const UniqueFd file(::openat(folder, kMarker, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    std::array<char, kUuidLength + 1> text{};
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : -1;
    return got == static_cast<ssize_t>(kUuidLength) &&
           std::string_view(text.data(), kUuidLength) == uuid;
}

bool is_empty(int folder) {
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> entries(copy >= 0 ? ::fdopendir(copy) : nullptr);
    int count = 0;
    while (entries && ::readdir(entries.get()) != nullptr) {
        ++count;
    }
    return entries && count == 2;  // "." and ".."
}

enum class Left : std::uint8_t {
    Removed,
    NotThere,
    Unknown,  ///< the folder above it is not there: its disk may not be mounted
};
Result<Left> remove_left(const Entry& entry) {
    const std::filesystem::path path(entry.path);
    if (!path.is_absolute() || path.filename() != std::string(kPrefix) + entry.uuid ||
        entry.uuid.size() != kUuidLength) {
        return Left::NotThere;  // no entry of ours: nothing to do with it
    }
    const auto parent = open_file(path.parent_path(), O_RDONLY | O_DIRECTORY);
    if (!parent) {
        return Left::Unknown;
    }
    const UniqueFd folder(::openat(
        parent->get(), path.filename().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info{};
    if (!folder) {
        return errno == ENOENT ? Result<Left>(Left::NotThere)
                               : Result<Left>(errno_error(say("open '%1'", entry.path), errno));
    }
    if (::fstat(folder.get(), &info) != 0 || info.st_uid != ::geteuid() ||
        !(has_marker(folder.get(), entry.uuid) || is_empty(folder.get()))) {
        return Error{
            .code = ErrorCode::Permission,
            .what = say("remove '%1': it is not the folder that this program made; look at "
                        "it and remove it yourself",
                        entry.path)};
    }
    auto removed = remove_folder(parent->get(), folder.get(), entry.path);
    return removed ? Result<Left>(Left::Removed) : Result<Left>(std::move(removed).error());
}

Result<void> make_journal(const std::string& journal) {
    std::error_code failure;
    std::filesystem::create_directories(journal, failure);
    if (failure) {
        return errno_error(say("make the folder '%1'", journal), failure.value());
    }
    ::chmod(journal.c_str(), S_IRWXU);
    return {};
}

}  // namespace

Result<UniqueFd> create_new_file(int folder, const std::string& name, int flags) {
    UniqueFd file(::openat(folder,
                           name.c_str(),
                           O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags,
                           S_IRUSR | S_IWUSR));
    if (!file) {
        return errno_error(say("make the new file '%1'", name), errno);
    }
    return file;
}

Result<OwnFolder> OwnFolder::make(const std::string& parent, const std::string& journal) {
    OwnFolder own;
    const std::string uuid = make_uuid();
    const std::string name = std::string(kPrefix) + uuid;
    std::error_code failure;
    const std::filesystem::path place = std::filesystem::canonical(parent, failure);
    auto folder = failure ? Result<UniqueFd>(errno_error(say("find '%1'", parent), failure.value()))
                          : open_file(place, O_RDONLY | O_DIRECTORY);
    if (!folder) {
        return std::move(folder).error();
    }
    own.parent_ = *std::move(folder);
    own.path_ = place / name;
    if (auto made = make_journal(journal); !made) {
        return std::move(made).error();
    }
    const std::string entry = journal + "/" + uuid;
    auto lock = lock_entry(entry, O_CREAT | O_EXCL);
    if (!lock) {
        return Error{.code = ErrorCode::Io,
                     .what = say("note in '%1' what is to be removed after a kill; without that "
                                 "nothing is written",
                                 journal)};
    }
    own.lock_ = *std::move(lock);
    own.entry_ = entry;
    auto noted = write_all(own.lock_.get(), this_host() + "\n" + uuid + "\n" + own.path_ + "\n");
    if (noted && ::fsync(own.lock_.get()) != 0) {
        noted = errno_error(say("write '%1'", entry), errno);
    }
    if (noted && ::mkdirat(own.parent_.get(), name.c_str(), S_IRWXU) != 0) {
        noted = errno_error(say("make the folder '%1'", own.path_), errno);
    }
    if (!noted) {
        return std::move(noted).error();  // the entry goes with `own`
    }
    own.folder_ = UniqueFd(
        ::openat(own.parent_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!own.folder_) {
        return errno_error(say("open '%1'", own.path_), errno);
    }
    auto marker = own.create(kMarker);
    auto marked = marker ? write_all(marker->get(), uuid) : Result<void>(marker.error());
    if (!marked) {
        return std::move(marked).error();
    }
    return own;
}

OwnFolder::OwnFolder(OwnFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      entry_(std::exchange(other.entry_, {})),
      parent_(std::move(other.parent_)),
      folder_(std::move(other.folder_)),
      lock_(std::move(other.lock_)) {}

OwnFolder::~OwnFolder() {
    static_cast<void>(remove().has_value());  // who wants to know has called it
}

Result<UniqueFd> OwnFolder::create(const std::string& name, int flags) const {
    return create_new_file(folder_.get(), name, flags);
}

Result<void> OwnFolder::remove() {
    if (entry_.empty()) {
        return {};
    }
    if (folder_) {
        if (auto removed = remove_folder(parent_.get(), folder_.get(), path_); !removed) {
            return removed;
        }
    }
    folder_.reset();
    ::unlink(std::exchange(entry_, {}).c_str());
    lock_.reset();
    return {};
}

std::vector<LeftFolder> remove_left_folders(const std::string& journal) {
    std::vector<LeftFolder> left;
    std::error_code failure;
    for (const auto& file : std::filesystem::directory_iterator(journal, failure)) {
        const auto entry = read_entry(file.path());
        if (!entry || (!entry->path.empty() && entry->host != this_host())) {
            continue;
        }
        const auto result = remove_left(*entry);
        if (result && *result != Left::Unknown) {
            ::unlink(file.path().c_str());
        }
        if (!result || *result == Left::Removed) {
            left.push_back({entry->path, result ? "" : describe(result.error())});
        }
    }
    return left;
}

}  // namespace throughline::baseline
