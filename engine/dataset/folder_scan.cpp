// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/folder_scan.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>
#include <utility>

#include "engine/base/counted.h"
#include "engine/base/say.h"
#include "engine/dataset/file_kind.h"
#include "engine/dataset/file_walk.h"

namespace throughline::dataset {
namespace {

// Looking at one file after another would wait a round trip for each on a network file system.
constexpr unsigned kStatThreads = 4;
constexpr std::size_t kStatBatch = 8192;
constexpr std::size_t kStatTurn = 16;
constexpr auto kProgressEvery = std::chrono::milliseconds(500);
constexpr const char* kLoopReason = to_say("links to a folder that they lie in");

enum class FileState : std::uint8_t { Image, NotAFile, BrokenLink, NoAccess, NotAnImage };

bool starts_like_jpeg(int directory_fd, const char* path, FileState& state) {
    // Not blocking: a file may have been replaced by a pipe since it was looked at.
    const UniqueFd fd(::openat(directory_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd) {
        state = FileState::NoAccess;
        return false;
    }
    std::array<std::byte, 3> magic{};
    state = FileState::NotAnImage;
    return ::pread(fd.get(), magic.data(), magic.size(), 0) == 3 && begins_like_jpeg(magic);
}

struct Look {
    FileState state = FileState::Image;
    int errno_value = 0;  ///< for NoAccess
    std::uint64_t bytes = 0;
};

FileState look_at(int directory_fd, const char* path, std::uint64_t& bytes) {
    struct statx info{};
    if (::statx(directory_fd, path, 0, STATX_TYPE | STATX_SIZE, &info) != 0) {
        return errno == ENOENT || errno == ELOOP ? FileState::BrokenLink : FileState::NoAccess;
    }
    if (!S_ISREG(info.stx_mode)) {
        return FileState::NotAFile;
    }
    bytes = info.stx_size;
    const char* const slash = std::strrchr(path, '/');
    const char* const name = slash == nullptr ? path : slash + 1;
    FileState state = FileState::Image;
    if (name_kind(name) == NameKind::NoEnding && !starts_like_jpeg(directory_fd, path, state)) {
        return state;
    }
    return FileState::Image;
}

/// Why what was taken for an image is none after all; "" where that is nobody's loss.
std::string reason_of(const Look& look) {
    switch (look.state) {
        case FileState::NotAFile:
            return to_say("not regular files");
        case FileState::BrokenLink:
            return to_say("broken links");
        case FileState::NoAccess:
            return describe(errno_error(say("cannot be inspected"), look.errno_value));
        case FileState::Image:
        case FileState::NotAnImage:
            break;
    }
    return {};
}

std::string kind_of(FileState state, const char* path) {
    switch (state) {
        case FileState::NotAFile:
            return to_say("not a file");
        case FileState::BrokenLink:
            return to_say("broken link");
        case FileState::NoAccess:
            return to_say("no access");
        case FileState::Image:
        case FileState::NotAnImage:
            break;
    }
    return other_kind(path);
}

/// One pass over the tree: names first, sizes in batches on a few threads.
class Scanner {
public:
    Scanner(ImageSetBuilder& set, std::string root, const ScanOptions& options)
        : set_(set), root_(std::move(root)), options_(options) {}

    Result<void> run() {
        const FileWalk walk{
            .on_file = [this](const std::string& prefix, std::string_view name) -> Result<bool> {
                if (auto taken = take(prefix, name); !taken) {
                    return std::move(taken).error();
                }
                return true;
            },
            .on_unreadable = [this](Error error) { set_.add_unreadable(std::move(error)); },
            .on_loop = [this](const std::string& path) { set_.leave_out(kLoopReason, path); },
            .on_names = [this](std::uint64_t names) { tell(files_seen_ + names); },
            .stop = options_.stop};
        if (auto walked = walk_files(set_.directory_fd(), walk); !walked) {
            return walked.error().code == ErrorCode::Stopped ? stopped() : std::move(walked);
        }
        if (auto looked = look_at_pending(); !looked) {
            return looked;
        }
        if (set_.files() == 0) {
            return format_error(nothing_found());
        }
        return {};
    }

private:
    Error stopped() const {
        return Error{.code = ErrorCode::Stopped, .what = say("scan '%1'", root_)};
    }

    Result<void> take(const std::string& prefix, std::string_view name) {
        ++files_seen_;
        if (name_kind(name) == NameKind::Other) {
            set_.count_other(other_kind(name));
        } else {
            set_.add_file(prefix + std::string(name));
        }
        if (set_.files() - looked_at_ < kStatBatch && files_seen_ % kStatBatch != 0) {
            return {};
        }
        return look_at_pending();
    }

    /// Sizes of the items since the last call; what turns out not to be an image is taken out.
    Result<void> look_at_pending() {
        if (options_.stop.stop_requested()) {
            return stopped();
        }
        std::vector<Look> looks(set_.files() - looked_at_);
        std::atomic<std::size_t> next{0};
        const auto work = [&](bool tells) {
            for (;;) {
                const std::size_t begin = next.fetch_add(kStatTurn, std::memory_order_relaxed);
                if (begin >= looks.size() || options_.stop.stop_requested()) {
                    return;
                }
                const std::size_t end = std::min(looks.size(), begin + kStatTurn);
                for (std::size_t i = begin; i < end; ++i) {
                    Look& look = looks[i];
                    look.state =
                        look_at(set_.directory_fd(), set_.file_path(looked_at_ + i), look.bytes);
                    look.errno_value = errno;
                    if (tells) {
                        tell(looked_at_ + i);
                    }
                }
            }
        };
        {
            std::vector<std::jthread> helpers;
            const std::size_t turns = looks.size() / kStatTurn;
            for (std::size_t i = 1; i < kStatThreads && i < turns; ++i) {
                helpers.emplace_back(work, false);
            }
            work(true);
        }
        if (options_.stop.stop_requested()) {
            return stopped();
        }
        std::vector<bool> keep(looks.size());
        for (std::size_t i = 0; i < looks.size(); ++i) {
            keep[i] = looks[i].state == FileState::Image;
            if (keep[i]) {
                set_.set_file_bytes(looked_at_ + i, looks[i].bytes);
            } else {
                const char* path = set_.file_path(looked_at_ + i);
                set_.count_other(kind_of(looks[i].state, path));
                if (const std::string reason = reason_of(looks[i]); !reason.empty()) {
                    set_.leave_out(reason, path);
                }
            }
        }
        set_.keep_files(looked_at_, keep);
        looked_at_ = set_.files();
        if (options_.on_progress) {
            options_.on_progress(files_seen_);
        }
        return {};
    }

    /// Says how far it is, now and then.
    void tell(std::uint64_t files) {
        const auto now = std::chrono::steady_clock::now();
        if (options_.on_progress && now - told_at_ >= kProgressEvery) {
            told_at_ = now;
            told_ = std::max(told_, files);
            options_.on_progress(told_);
        }
    }

    /// "'DIR': 0 of 812 files are JPEG; 812 PNG".
    std::string nothing_found() const {
        std::string text = "'" + root_ + "': ";
        if (files_seen_ == 0) {
            text += "no files";
        } else {
            text += "0 of " + counted(files_seen_, "file") + (files_seen_ == 1 ? " is" : " are") +
                    " JPEG";
        }
        text += kinds_text(set_.others());
        if (!set_.unreadable().empty()) {
            text += "; " + say("%1 folders could not be read, the first: %2",
                               std::to_string(set_.unreadable().size()),
                               describe(set_.unreadable().front()));
        }
        return text;
    }

    ImageSetBuilder& set_;
    std::string root_;
    const ScanOptions& options_;
    std::uint64_t files_seen_ = 0;
    std::size_t looked_at_ = 0;  ///< files before it have their size
    std::chrono::steady_clock::time_point told_at_ = std::chrono::steady_clock::now();
    std::uint64_t told_ = 0;
};

}  // namespace

Result<ImageSet> scan_folder(const std::string& root, const ScanOptions& options) {
    auto directory = open_file(root, O_RDONLY | O_DIRECTORY);
    if (!directory) {
        return std::move(directory).error();
    }
    auto set = ImageSetBuilder::open(Format::Folder, root);
    if (!set) {
        return std::move(set).error();
    }
    set->limit_image_bytes(options.image_bytes_max);
    if (auto scanned = Scanner(*set, root, options).run(); !scanned) {
        return std::move(scanned).error();
    }
    auto finished = (*std::move(set)).finish();
    if (finished && finished->size() == 0) {
        return format_error(say("'%1': no image is small enough to be read at once", root));
    }
    return finished;
}

}  // namespace throughline::dataset
