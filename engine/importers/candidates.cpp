// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/candidates.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/importers/read/text_source.h"

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

/// The members of the JSON object that a text begins with, which may be cut off. Other programs
/// write them in another order, and with blanks between.
class JsonHead {
public:
    explicit JsonHead(std::string_view text) noexcept : text_(text) {}

    /// The text of a member, as it is written; empty where it is not there or not a text.
    std::string_view member(std::string_view key) noexcept {
        skip_blanks();
        if (!take('{')) {
            return {};
        }
        do {
            const std::string_view name = string();
            skip_blanks();
            if (!take(':')) {
                return {};
            }
            skip_blanks();
            if (name == key) {
                return string();
            }
            skip_value();
            skip_blanks();
        } while (take(','));
        return {};
    }

private:
    bool take(char byte) noexcept {
        const bool there = at_ < text_.size() && text_[at_] == byte;
        at_ += there ? 1 : 0;
        return there;
    }

    void skip_blanks() noexcept {
        at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    }

    /// What stands between the next quotes; empty where none come next.
    std::string_view string() noexcept {
        skip_blanks();
        if (!take('"')) {
            return {};
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != '"') {
            at_ += text_[at_] == '\\' ? 2 : 1;
        }
        at_ = std::min(at_, text_.size());
        const std::string_view found = text_.substr(begin, at_ - begin);
        take('"');
        return found;
    }

    /// Up to the comma or bracket behind the value.
    void skip_value() noexcept {
        for (int depth = 0; at_ < text_.size();) {
            const char byte = text_[at_];
            if (byte == '"') {
                string();
                continue;
            }
            if (depth == 0 && (byte == ',' || byte == '}')) {
                return;
            }
            depth += byte == '{' || byte == '[' ? 1 : 0;
            depth -= byte == '}' || byte == ']' ? 1 : 0;
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

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
    return JsonHead(text).member("type") == "header";
}

bool is_record(const std::string& path) {
    const auto text = TextSource::open(path);
    return text && (*text)->packing().empty() && begins_as_record((*text)->head());
}

}  // namespace throughline::importers
