// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/job_path.h"

#include <sys/stat.h>

#include <cstdint>

#include "engine/observe/thread_probe.h"

namespace throughline::observe {

std::array<std::string, 2> places_of(pid_t pid, const std::string& path) {
    return {folder_of(pid) + "/root" + path, path};
}

std::string place_of(pid_t pid, const std::string& path, const SeenFile& seen) {
    for (const std::string& place : places_of(pid, path)) {
        struct stat facts{};
        if (::stat(place.c_str(), &facts) == 0 && facts.st_dev == seen.device &&
            static_cast<std::uint64_t>(facts.st_size) == seen.bytes) {
            return place;
        }
    }
    return {};
}

}  // namespace throughline::observe
