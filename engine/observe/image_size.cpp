// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/image_size.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/observe/data_file.h"
#include "engine/observe/job_path.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSampleLeast = 8;
constexpr std::size_t kSampleMost = 1024;  // a deviation of two thirds of the mean: 2 % of it
constexpr std::size_t kFoldersMost = 64;
constexpr double kImageMost = 32e6;  // what is larger holds many
constexpr std::chrono::seconds kLongestLook{1};

class SizeSample {
public:
    explicit SizeSample(SteadyTime until) : until_(until) {}
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
        return images_ >= kSampleLeast && mean <= kImageMost ? std::optional(mean) : std::nullopt;
    }

private:
    SteadyTime until_;
    double bytes_ = 0.0;
    std::size_t images_ = 0;
};

std::optional<double> mean_of(const std::vector<std::string>& folders, SteadyTime until) {
    SizeSample sample(until);
    const std::size_t taken = std::min(folders.size(), kFoldersMost);
    // Evenly over all of them: of a data set in folders by class, of all classes.
    for (std::size_t i = 0; i < taken; ++i) {
        sample.add_folder(folders[i * folders.size() / taken], kSampleMost / taken);
    }
    return sample.mean();
}

/// Those of the images that were read or open, as this program reaches them.
std::vector<std::string> folders_of_images(const Observation& seen, pid_t pid, SteadyTime until) {
    std::map<std::string, std::string> known;  // by the job's name of the folder
    for (const auto* const files : {&seen.files, &seen.open_data}) {
        for (const auto& [path, file] : *files) {
            const std::string folder = path.substr(0, path.rfind('/'));
            if (is_image_file(path) && !known.contains(folder) && steady_now() < until) {
                const std::string place = place_of(pid, path, file);
                known[folder] = place.substr(0, place.rfind('/'));
            }
        }
    }
    std::vector<std::string> folders;
    for (const auto& [name, place] : known) {
        if (!place.empty()) {
            folders.push_back(place);
        }
    }
    return folders;
}

/// A folder and those in it, to the second level: "train", "train/n01440764".
std::vector<std::string> with_those_below(const std::string& folder, SteadyTime until) {
    constexpr int kDeepest = 1;
    std::vector<std::string> all{folder};
    std::error_code failed;
    for (fs::recursive_directory_iterator
             entry(folder, fs::directory_options::skip_permission_denied, failed),
         end;
         !failed && entry != end && steady_now() < until;
         entry.increment(failed)) {
        std::error_code none;
        if (entry->is_directory(none)) {
            all.push_back(entry->path().string());
            if (entry.depth() >= kDeepest) {
                entry.disable_recursion_pending();
            }
        }
    }
    return all;
}

/// Of the one folder of images that the command line names; of several, nobody knows which is read.
std::optional<double> mean_of_named(const SeenProcess& job, SteadyTime until) {
    const std::string from = read_link(folder_of(job.pid) + "/cwd");
    std::optional<double> only;
    for (const std::string& folder : folders_named(job.command, from)) {
        // A container's folders are not this machine's.
        const auto mean =
            mean_of(with_those_below(places_of(job.pid, folder).front(), until), until);
        if (mean && only) {
            return std::nullopt;
        }
        only = mean ? mean : only;
    }
    return only;
}

}  // namespace

std::vector<std::string> folders_named(const std::vector<std::string>& command,
                                       const std::string& from) {
    std::vector<std::string> folders;
    for (const std::string& word : command) {
        const std::string name = word.substr(word.find('=') + 1);
        const std::string path = (fs::path(from) / name).lexically_normal().string();
        if (!name.empty() && !name.starts_with('-') && path.starts_with('/') &&
            std::ranges::find(folders, path) == folders.end()) {
            folders.push_back(path);
        }
    }
    return folders;
}

ImageSize image_size_of(const Observation& seen, pid_t pid) {
    const SteadyTime until = steady_now() + kLongestLook;
    if (const auto mean = mean_of(folders_of_images(seen, pid, until), until)) {
        return {.bytes = mean};
    }
    // A job that reads shards may be told a folder of images as well, for its tests.
    const auto shard = [](const auto& entry) {
        return is_data_file(entry.first) && !is_image_file(entry.first);
    };
    if (std::ranges::any_of(seen.files, shard) || std::ranges::any_of(seen.open_data, shard)) {
        return {.missing = say_english("the job reads files of many images, and how many was not "
                                       "looked up in them")};
    }
    const auto job = std::ranges::find(seen.processes, pid, &SeenProcess::pid);
    if (const auto mean = job == seen.processes.end() ? std::nullopt : mean_of_named(*job, until)) {
        return {.bytes = mean};
    }
    return {.missing = say_english("no folder of single images was seen to be read")};
}

}  // namespace throughline::observe
