// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/make_dataset.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/free_space.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset_tools/begun_manifest.h"
#include "engine/dataset_tools/dataset_manifest.h"
#include "engine/dataset_tools/file_publisher.h"
#include "engine/dataset_tools/picture_maker.h"
#include "engine/dataset_tools/recipe.h"
#include "engine/dataset_tools/texture_bank.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;

constexpr double kClassTolerance = 0.04;  // of a file's size from what its recipe says
constexpr double kFixedTolerance = 0.01;  // promised by MakeOptions::file_bytes
constexpr double kBlockBytes = 4096.0;    // a file takes half a block more than its bytes, mean

struct FolderState {
    bool exists = false;
    bool directory_made = false;  ///< by a call that was cut off before its manifest was whole
    std::optional<DatasetManifest> manifest;
};

// The folder must be absent, empty, or hold this very data set, or the beginning of its manifest.
Result<FolderState> look_at_folder(const Recipe& recipe) {
    const std::string& directory = recipe.options().directory;
    FolderState state;
    std::error_code code;
    const auto status = fs::status(directory, code);
    if (status.type() == fs::file_type::not_found) {
        return state;
    }
    if (status.type() != fs::file_type::directory) {
        return code ? errno_error(say("inspect '%1'", directory), code.value())
                    : usage_error(say("'%1' is not a folder", directory));
    }
    state.exists = true;
    auto manifest = read_manifest(directory);
    if (manifest) {
        if (!same_recipe(manifest->options, recipe.options())) {
            return usage_error(say(
                "'%1' holds a data set made with different options; delete it first", directory));
        }
        state.manifest = *std::move(manifest);
        return state;
    }
    if (manifest.error().code != ErrorCode::NotFound) {
        return std::move(manifest).error();
    }
    const auto content = look_into(directory, kManifestName);
    if (!content) {
        return content.error();
    }
    if (content->foreign) {
        return usage_error(
            say("'%1' is not empty and does not hold a data set made by Throughline", directory));
    }
    state.directory_made = content->directory_made;
    return state;
}

// Which images are there, whole, from an earlier call; a name that exists is complete.
struct Present {
    std::vector<bool> images;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

Present find_present(const Recipe& recipe) {
    Present present;
    const std::uint64_t images = recipe.options().images;
    present.images.resize(images);
    const UniqueFd root(
        ::open(recipe.options().directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root) {
        return present;
    }
    for (std::uint64_t image = 0; image < images; ++image) {
        struct stat status{};
        if (::fstatat(root.get(), recipe.path(image).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_size > 0) {
            present.images[image] = true;
            ++present.count;
            present.bytes += static_cast<std::uint64_t>(status.st_size);
        }
    }
    return present;
}

Result<MakePlan> plan(const Recipe& recipe, const FolderState& folder, std::uint64_t bytes_there) {
    const std::string above = existing_folder(recipe.options().directory);
    if (::access(above.c_str(), W_OK | X_OK) != 0) {
        return errno_error(say("write in '%1'", above), errno);
    }
    auto free = free_bytes(above);
    if (!free) {
        return std::move(free).error();
    }
    const MakePlan plan{.images = recipe.options().images,
                        .unique = recipe.options().unique,
                        .bytes_expected = recipe.bytes_expected(),
                        .bytes_free = *free};
    if (folder.manifest && folder.manifest->complete) {
        return plan;
    }
    const double needed = plan.bytes_expected * 1.01 +
                          static_cast<double>(plan.images) * kBlockBytes / 2 -
                          static_cast<double>(bytes_there);
    if (auto fits = require_space(say("the data set"), above, needed, *free); !fits) {
        return std::move(fits).error();
    }
    return plan;
}

Error stopped() {
    return Error{.code = ErrorCode::Stopped, .what = say("make data set: stopped")};
}

// Paints and writes the missing images on several threads.
class Factory {
public:
    Factory(const Recipe& recipe, const Present& present, int directory_fd)
        : recipe_(recipe),
          present_(present),
          publisher_(directory_fd),
          bank_(recipe.options().seed),
          images_done_(present.count) {}

    Result<void> run(const std::function<void(const MakeProgress&)>& on_progress,
                     const std::stop_token& stop);
    std::uint64_t bytes_written() const { return bytes_written_.load(); }

private:
    Result<void> work(const std::stop_token& stop);
    Result<void> make_picture(PictureMaker& maker,
                              std::uint64_t index,
                              const std::stop_token& stop);

    const Recipe& recipe_;
    const Present& present_;
    FilePublisher publisher_;
    TextureBank bank_;
    std::stop_source give_up_;
    std::atomic<std::uint64_t> next_picture_ = 0;
    std::atomic<std::uint64_t> images_done_;
    std::atomic<std::uint64_t> bytes_written_ = 0;
};

Result<void> Factory::make_picture(PictureMaker& maker,
                                   std::uint64_t index,
                                   const std::stop_token& stop) {
    const MakeOptions& options = recipe_.options();
    std::span<const std::byte> bytes;
    // Copies get bytes of their own: a clone that shares blocks would read faster than a real file.
    for (std::uint64_t image = index; image < options.images; image += options.unique) {
        if (present_.images[image]) {
            continue;
        }
        if (stop.stop_requested() || give_up_.stop_requested()) {
            return {};
        }
        if (bytes.empty()) {
            auto made =
                maker.make_file(recipe_.picture(index),
                                options.file_bytes != 0 ? kFixedTolerance : kClassTolerance);
            if (!made) {
                return std::move(made).error();
            }
            bytes = *made;
        }
        auto written = publisher_.write(recipe_.temporary_path(image), recipe_.path(image), bytes);
        if (!written) {
            return written;
        }
        images_done_.fetch_add(1, std::memory_order_relaxed);
        bytes_written_.fetch_add(bytes.size(), std::memory_order_relaxed);
    }
    return {};
}

Result<void> Factory::work(const std::stop_token& stop) {
    auto maker = PictureMaker::make(bank_);
    if (!maker) {
        return std::move(maker).error();
    }
    while (!stop.stop_requested() && !give_up_.stop_requested()) {
        const std::uint64_t index = next_picture_.fetch_add(1, std::memory_order_relaxed);
        if (index >= recipe_.options().unique) {
            break;
        }
        if (auto made = make_picture(**maker, index, stop); !made) {
            return made;
        }
    }
    return {};
}

Result<void> Factory::run(const std::function<void(const MakeProgress&)>& on_progress,
                          const std::stop_token& stop) {
    const MakeOptions& options = recipe_.options();
    const SteadyTime start = steady_now();
    const auto report = [&] {
        if (on_progress) {
            on_progress({.images_done = images_done_.load(std::memory_order_relaxed),
                         .images = options.images,
                         .bytes_written = bytes_written_.load(std::memory_order_relaxed),
                         .seconds = in_seconds(steady_now() - start)});
        }
    };
    auto made = run_on_threads(
        "make data set", options.threads, [&] { return work(stop); }, report, give_up_);
    auto published = publisher_.finish();
    report();
    return made ? published : made;
}

Result<void> make_folders(const Recipe& recipe, int root) {
    for (std::uint32_t index = 0; index < recipe.options().class_folders; ++index) {
        const std::string folder = recipe.folder(index);
        if (::mkdirat(root, folder.c_str(), 0755) != 0 && errno != EEXIST) {
            return errno_error(say("make folder '%1'", folder), errno);
        }
    }
    return {};
}

}  // namespace

Result<MakePlan> plan_dataset(const MakeOptions& options) {
    auto recipe = Recipe::make(options);
    if (!recipe) {
        return std::move(recipe).error();
    }
    auto folder = look_at_folder(*recipe);
    if (!folder) {
        return std::move(folder).error();
    }
    const std::uint64_t bytes_there = folder->manifest ? find_present(*recipe).bytes : 0;
    return plan(*recipe, *folder, bytes_there);
}

Result<MakeReport> make_dataset(const MakeOptions& options,
                                const std::function<void(const MakeProgress&)>& on_progress,
                                std::stop_token stop) {
    const SteadyTime start = steady_now();
    auto recipe = Recipe::make(options);
    if (!recipe) {
        return std::move(recipe).error();
    }
    auto folder = look_at_folder(*recipe);
    if (!folder) {
        return std::move(folder).error();
    }
    Present present;
    if (folder->manifest) {
        present = find_present(*recipe);
    }
    if (auto planned = plan(*recipe, *folder, present.bytes); !planned) {
        return std::move(planned).error();
    }
    present.images.resize(recipe->options().images);
    std::error_code code;
    fs::create_directories(options.directory, code);
    if (code) {
        return errno_error(say("make folder '%1'", options.directory), code.value());
    }
    auto root = lock_dataset(options.directory);
    if (!root) {
        return std::move(root).error();
    }
    DatasetManifest manifest =
        folder->manifest.value_or(DatasetManifest{.options = recipe->options()});
    manifest.directory_made =
        folder->manifest ? manifest.directory_made : !folder->exists || folder->directory_made;
    manifest.complete = false;
    if (auto written = write_manifest(options.directory, manifest); !written) {
        return std::move(written).error();
    }
    if (auto deleted = delete_begun(options.directory, kManifestName); !deleted) {
        return std::move(deleted).error();
    }
    if (auto made = make_folders(*recipe, root->get()); !made) {
        return std::move(made).error();
    }
    Factory factory(*recipe, present, root->get());
    if (auto made = factory.run(on_progress, stop); !made) {
        return std::move(made).error();
    }
    if (stop.stop_requested()) {
        return stopped();
    }
    manifest.complete = true;
    manifest.bytes = present.bytes + factory.bytes_written();
    if (auto written = write_manifest(options.directory, manifest); !written) {
        return std::move(written).error();
    }
    return MakeReport{.images = recipe->options().images,
                      .images_there_before = present.count,
                      .bytes = manifest.bytes,
                      .seconds = in_seconds(steady_now() - start)};
}

}  // namespace throughline::dataset_tools
