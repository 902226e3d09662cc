// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/candidates.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/importers/text_source.h"

namespace throughline::importers {
namespace {

std::uint64_t bytes_of(const std::filesystem::path& path) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? 0 : static_cast<std::uint64_t>(bytes);
}

std::vector<Candidate> files_below(const std::string& folder, const std::stop_token& stop) {
    std::vector<Candidate> found;
    std::error_code error;
    std::filesystem::recursive_directory_iterator entries(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    for (const std::filesystem::recursive_directory_iterator end;
         !error && entries != end && !stop.stop_requested();
         entries.increment(error)) {
        std::error_code ignored;
        const std::string name = entries->path().filename().string();
        if (entries->is_regular_file(ignored) && !name.starts_with("._")) {
            found.push_back({entries->path().string(), bytes_of(entries->path()), folder});
        }
    }
    std::sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return found;
}

}  // namespace

std::vector<Candidate> find_candidates(const std::vector<std::string>& paths,
                                       const std::stop_token& stop) {
    std::vector<Candidate> all;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored)) {
            auto below = files_below(path, stop);
            all.insert(all.end(), below.begin(), below.end());
        } else {
            all.push_back({path, bytes_of(path), {}});
        }
    }
    return all;
}

bool begins_as_record(std::string_view text) noexcept {
    return text.starts_with(R"({"type":"header")");
}

bool is_record(const std::string& path) {
    const auto text = TextSource::open(path);
    return text && (*text)->packing().empty() && begins_as_record((*text)->head());
}

}  // namespace throughline::importers
