// SPDX-License-Identifier: Apache-2.0
#include "engine/base/environment.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace throughline {

std::string environment_variable(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value == nullptr ? std::string() : value;
}

std::optional<std::string> program_in_path(const std::string& name) {
    std::string folders = environment_variable("PATH");
    if (folders.empty()) {
        folders = "/usr/bin:/bin";
    }
    for (std::size_t begin = 0; begin < folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const std::string file = folders.substr(begin, end - begin) + "/" + name;
        struct stat info{};
        if (folders[begin] == '/' && ::access(file.c_str(), X_OK) == 0 &&
            ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
            return file;
        }
        begin = end + 1;
    }
    return std::nullopt;
}

}  // namespace throughline
