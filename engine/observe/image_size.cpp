// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/image_size.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/observe/data_file.h"
#include "engine/observe/proc_texts.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kImagesLeast = 8;
constexpr std::size_t kImagesMost = 1024;  // a deviation of two thirds of the mean: 2 % of it
constexpr std::size_t kFoldersMost = 64;
constexpr double kImageMost = 32e6;  // what is larger holds many
constexpr std::chrono::seconds kPatience{1};

/// As this program reaches a path of the job.
std::string reached(const std::string& path, pid_t pid) {
    std::error_code none;
    return fs::exists(path, none) ? path : folder_of(pid) + "/root" + path;
}

class SizeSample {
public:
    /// Up to `most` images of a folder, not of those below it.
    void add_folder(const std::string& folder, std::size_t most) {
        std::error_code failed;
        for (fs::directory_iterator entry(folder, failed), end;
             !failed && entry != end && most > 0 && steady_now() < until_;
             entry.increment(failed)) {
            const std::string path = entry->path().string();
            struct statx facts{};
            // What is known of it; a server is not asked for what it keeps otherwise.
            if (is_image_file(path) &&
                ::statx(AT_FDCWD, path.c_str(), AT_STATX_DONT_SYNC, STATX_SIZE, &facts) == 0 &&
                facts.stx_size > 0) {
                bytes_ += static_cast<double>(facts.stx_size);
                ++images_;
                --most;
            }
        }
    }
    std::optional<double> mean() const {
        const double mean = bytes_ / static_cast<double>(std::max<std::size_t>(images_, 1));
        return images_ >= kImagesLeast && mean <= kImageMost ? std::optional(mean) : std::nullopt;
    }

private:
    SteadyTime until_ = steady_now() + kPatience;
    double bytes_ = 0.0;
    std::size_t images_ = 0;
};

std::optional<double> mean_of(const std::set<std::string>& folders) {
    SizeSample sample;
    const std::size_t taken = std::min(folders.size(), kFoldersMost);
    // Evenly over all of them: of a data set in folders by class, of all classes.
    for (std::size_t i = 0; i < taken; ++i) {
        const auto folder =
            std::next(folders.begin(), static_cast<std::ptrdiff_t>(i * folders.size() / taken));
        sample.add_folder(*folder, kImagesMost / taken);
    }
    return sample.mean();
}

std::set<std::string> folders_of_files(const Observation& seen, pid_t pid) {
    std::set<std::string> folders;
    for (const auto& [path, file] : seen.files) {
        if (is_image_file(path)) {
            folders.insert(reached(path.substr(0, path.rfind('/')), pid));
        }
    }
    return folders;
}

/// A folder and those in it, to the second level: "train", "train/n01440764".
std::set<std::string> with_those_below(const std::string& folder) {
    constexpr int kDeepest = 1;
    constexpr std::size_t kEntriesMost = 4096;
    std::set<std::string> all{folder};
    std::size_t entries = 0;
    std::error_code failed;
    for (fs::recursive_directory_iterator
             entry(folder, fs::directory_options::skip_permission_denied, failed),
         end;
         !failed && entry != end && ++entries < kEntriesMost;
         entry.increment(failed)) {
        std::error_code none;
        if (entry->is_directory(none)) {
            all.insert(entry->path().string());
            if (entry.depth() >= kDeepest) {
                entry.disable_recursion_pending();
            }
        }
    }
    return all;
}

}  // namespace

std::vector<std::string> folders_named(const std::vector<std::string>& command,
                                       const std::string& from) {
    std::vector<std::string> folders;
    for (const std::string& word : command) {
        const std::string name = word.substr(word.starts_with('-') ? word.find('=') + 1 : 0);
        std::error_code none;
        const fs::path path = fs::path(from) / name;
        if (!name.empty() && !name.starts_with('-') && fs::is_directory(path, none)) {
            folders.push_back(path.lexically_normal().string());
        }
    }
    return folders;
}

ImageSize image_size_of(const Observation& seen, pid_t pid) {
    if (const auto mean = mean_of(folders_of_files(seen, pid))) {
        return {.bytes = mean};
    }
    // A job that reads shards may be told a folder of images as well, for its tests.
    const bool shards = std::ranges::any_of(seen.files, [](const auto& entry) {
        return is_data_file(entry.first) && !is_image_file(entry.first);
    });
    if (shards) {
        return {.missing = say_english("the job reads files of many images, and how many was not "
                                       "looked up in them")};
    }
    const auto job = std::ranges::find(seen.processes, pid, &SeenProcess::pid);
    if (job != seen.processes.end()) {
        const std::string from = read_link(folder_of(pid) + "/cwd");
        for (const std::string& folder : folders_named(job->command, from)) {
            if (const auto mean = mean_of(with_those_below(folder))) {
                return {.bytes = mean};
            }
        }
    }
    return {.missing = say_english("no folder of single images was seen to be read")};
}

}  // namespace throughline::observe
