// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset_tools/begun_manifest.h"
#include "engine/dataset_tools/dataset_manifest.h"
#include "engine/dataset_tools/make_dataset.h"
#include "engine/dataset_tools/recipe.h"

namespace throughline::dataset_tools {
namespace {

// Deleting waits, it does not compute: ext4 without a journal, mounted with `discard`, waits for
// the device to discard each file's blocks; others read the inode, or ask a server. The kernel does
// that part after it has let go of the folder, so files of one folder go side by side too.
constexpr std::uint64_t kDeleters = 32;
constexpr std::uint64_t kImagesPerTurn = 32;

/// Calls act(0 .. count - 1) on several threads. Returns: the first error; no turn begins after it.
template <class Act>
Result<void> on_threads(std::uint64_t count, const Act& act) {
    std::atomic<std::uint64_t> next{0};
    const std::stop_source failed;
    const auto work = [&]() -> Result<void> {
        while (!failed.stop_requested()) {
            const std::uint64_t turn = next.fetch_add(1, std::memory_order_relaxed);
            if (turn >= count) {
                break;
            }
            if (auto done = act(turn); !done) {
                return done;
            }
        }
        return {};
    };
    return run_on_threads("delete data set", std::min(kDeleters, count), work, {}, failed);
}

/// Images `begin` to `end` of one class folder, counted within it. Links are not followed: what
/// lies behind one was not made by us.
Result<void> delete_images(const Recipe& recipe,
                           int root,
                           std::uint32_t folder_index,
                           std::uint64_t begin,
                           std::uint64_t end) {
    const std::string name = recipe.folder(folder_index);
    const UniqueFd folder(
        ::openat(root, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) {
        return errno == ENOENT || errno == ENOTDIR || errno == ELOOP
                   ? Result<void>()
                   : errno_error(say("open folder '%1'", name), errno);
    }
    for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint64_t image = i * recipe.options().class_folders + folder_index;
        if (image >= recipe.options().images) {
            break;
        }
        for (const std::string& path : {recipe.path(image), recipe.temporary_path(image)}) {
            const std::string file = path.substr(name.size() + 1);
            if (::unlinkat(folder.get(), file.c_str(), 0) != 0 && errno != ENOENT) {
                return errno_error(say("delete '%1'", path), errno);
            }
        }
    }
    return {};
}

/// Every image, then each class folder in which nothing else is.
Result<void> delete_files(const Recipe& recipe, int root) {
    const std::uint64_t folders = recipe.options().class_folders;
    const std::uint64_t folder_images = (recipe.options().images + folders - 1) / folders;
    const std::uint64_t turns = (folder_images + kImagesPerTurn - 1) / kImagesPerTurn;
    auto deleted = on_threads(folders * turns, [&](std::uint64_t turn) {
        const std::uint64_t begin = turn % turns * kImagesPerTurn;
        return delete_images(
            recipe, root, static_cast<std::uint32_t>(turn / turns), begin, begin + kImagesPerTurn);
    });
    if (!deleted) {
        return deleted;
    }
    return on_threads(folders, [&](std::uint64_t index) {
        const std::string name = recipe.folder(static_cast<std::uint32_t>(index));
        const bool left = ::unlinkat(root, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT &&
                          errno != ENOTDIR && errno != ENOTEMPTY && errno != EEXIST;
        return left ? errno_error(say("delete folder '%1'", name), errno) : Result<void>();
    });
}

/// A data set whose making was cut off before it had a manifest, and so before it had an image.
Result<void> delete_begun_dataset(const std::string& directory, const FolderContent& content) {
    const auto root = lock_dataset(directory);
    if (!root) {
        return root.error();
    }
    if (auto deleted = delete_begun(directory, kManifestName); !deleted) {
        return deleted;
    }
    if (content.directory_made && ::rmdir(directory.c_str()) != 0 && errno != ENOTEMPTY &&
        errno != EEXIST) {
        return errno_error(say("delete folder '%1'", directory), errno);
    }
    return {};
}

}  // namespace

Result<void> delete_dataset(const std::string& directory) {
    auto manifest = read_manifest(directory);
    if (!manifest) {
        Error error = std::move(manifest).error();
        if (error.code == ErrorCode::NotFound) {
            const auto content = look_into(directory, kManifestName);
            if (content && !content->begun.empty()) {
                return delete_begun_dataset(directory, *content);
            }
            error =
                usage_error(say("'%1' has no %2: it was not made by Throughline and is left alone",
                                directory,
                                kManifestName));
        }
        return error;
    }
    auto recipe = Recipe::make(manifest->options);
    if (!recipe) {
        return std::move(recipe).error();
    }
    auto root = lock_dataset(directory);
    if (!root) {
        return std::move(root).error();
    }
    if (auto deleted = delete_files(*recipe, root->get()); !deleted) {
        return deleted;
    }
    if (auto deleted = delete_begun(directory, kManifestName); !deleted) {
        return deleted;
    }
    // The manifest goes last: a deletion that was cut off can be repeated.
    if (::unlinkat(root->get(), kManifestName, 0) != 0 && errno != ENOENT) {
        return errno_error(say("delete '%1'", kManifestName), errno);
    }
    if (manifest->directory_made && ::rmdir(directory.c_str()) != 0 && errno != ENOTEMPTY &&
        errno != EEXIST) {
        return errno_error(say("delete folder '%1'", directory), errno);
    }
    return {};
}

}  // namespace throughline::dataset_tools
