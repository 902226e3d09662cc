// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/whole_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/base/say.h"

namespace throughline::remote {

Result<WholeFiles> WholeFiles::open(const std::string& folder, std::uint32_t files_max) {
    auto opened = open_file(folder, O_RDONLY | O_DIRECTORY);
    if (!opened) {
        return std::move(opened).error();
    }
    WholeFiles files;
    files.folder_ = *std::move(opened);
    files.files_max_ = files_max;
    return files;
}

Result<void> WholeFiles::put(File file, const OnPublished& on_published) {
    bytes_ += file.copy.bytes();
    files_.push_back(std::move(file));
    return files_.size() < files_max_ && bytes_ < kBatchBytes ? Result<void>()
                                                              : publish(on_published);
}

Result<void> WholeFiles::publish(const OnPublished& on_published) {
    std::vector<File> batch = std::exchange(files_, {});
    bytes_ = 0;
    if (!batch.empty() && ::syncfs(folder_.get()) != 0) {
        Error error = errno_error(say("sync the file system"), errno);
        for (File& file : batch) {
            file.copy.drop();
        }
        return error;
    }
    Result<void> result;
    for (File& file : batch) {
        const auto published = file.copy.publish();
        if (auto taken = on_published(file, published); !taken && result) {
            result = std::move(taken);
        }
    }
    return result;
}

}  // namespace throughline::remote
