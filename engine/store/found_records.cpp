// SPDX-License-Identifier: Apache-2.0
#include "engine/store/found_records.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/record/record_lines.h"

namespace throughline::store {

std::vector<std::string> found_records(const std::string& library_path) {
    const auto folder = std::filesystem::path(library_path).parent_path();
    std::vector<std::string> all;
    for (const char* const name : {"spool/done", "spool", "records"}) {
        std::vector<std::string> found;
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder / name, none)) {
            const std::string path = entry.path().string();
            if (entry.is_regular_file(none) && entry.path().extension() == ".tlrun" &&
                !record::record_is_locked(path)) {
                found.push_back(path);
            }
        }
        std::sort(found.begin(), found.end());
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

}  // namespace throughline::store
