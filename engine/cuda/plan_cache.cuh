// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace throughline::cuda {

/// Where plans are kept: $THROUGHLINE_GPU_CACHE, else `throughline` in the user's cache folder
/// ($XDG_CACHE_HOME or ~/.cache). "" = nowhere: the variable is empty, or there is no home.
inline std::filesystem::path plan_cache_folder() {
    if (const char* const named = std::getenv("THROUGHLINE_GPU_CACHE")) {
        return named;
    }
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && cache[0] == '/') {
        return std::filesystem::path(cache) / "throughline";
    }
    const char* const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/'
               ? std::filesystem::path(home) / ".cache" / "throughline"
               : std::filesystem::path();
}

/// Plans that were found to be the fastest, as JSON by the key of their shape, in a file for one
/// library on one device. Since a choice by timing differs from time to time, it is made once: else
/// it would enter the spread of repeats as if what they measure had changed.
/// File: a first line with what the plans are for, then a line a plan: checksum, shape, JSON, with
///       tabs between them. Lines that are not whole, and files of anything else, are passed over.
/// Errors: none. What cannot be read is not known, what cannot be written is found again.
class PlanCache {
public:
    /// `made_for`: what a choice depends on besides the shape, on one line.
    PlanCache(std::filesystem::path folder, std::string made_for)
        : made_for_("Throughline, plans of convolutions, 1: " + std::move(made_for)) {
        if (!folder.empty()) {
            char name[40];
            std::snprintf(name, sizeof name, "gpu-plans-%016llx.txt", sum_of(made_for_));
            file_ = std::move(folder) / name;
            read();
        }
    }

    /// Null: not known.
    const std::string* find(const std::string& shape) const {
        const auto found = plans_.find(shape);
        return found == plans_.end() ? nullptr : &found->second;
    }
    void put(const std::string& shape, std::string json) {
        constexpr std::string_view kSeparators = "\t\n\r";
        for (char& c : json) {  // between the tokens of JSON they mean the same as a space
            c = kSeparators.find(c) == std::string_view::npos ? c : ' ';
        }
        plans_[shape] = json;
        added_[shape] = std::move(json);
    }
    /// Writes what was added, beside what others wrote meanwhile; whole or not at all.
    void save() {
        if (file_.empty() || added_.empty()) {
            return;
        }
        read();
        for (const auto& [shape, json] : added_) {
            plans_[shape] = json;
        }
        std::error_code error;
        std::filesystem::create_directories(file_.parent_path(), error);
        std::filesystem::path part = file_;
        part += "." + std::to_string(::getpid());
        std::ofstream out(part, std::ios::binary);
        out << made_for_ << '\n';
        for (const auto& [shape, json] : plans_) {
            out << line_of(shape, json) << '\n';
        }
        out.close();
        if (out) {
            std::filesystem::rename(part, file_, error);
        }
        if (!out || error) {
            std::filesystem::remove(part, error);
        }
        added_.clear();
        saved_ = std::chrono::steady_clock::now();
    }
    /// Now and then, for a search that may be ended before it is over.
    void save_at_times() {
        constexpr std::chrono::seconds kBetween{5};
        if (std::chrono::steady_clock::now() - saved_ > kBetween) {
            save();
        }
    }

private:
    /// Source: FNV-1a, 64 bits, by G. Fowler, L. C. Noll and P. Vo.
    static unsigned long long sum_of(std::string_view text) {
        std::uint64_t sum = 0xCBF29CE484222325U;
        for (const char c : text) {
            sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
        }
        return sum;
    }
    static std::string line_of(const std::string& shape, const std::string& json) {
        const std::string text = shape + "\t" + json;
        char sum[24];
        std::snprintf(sum, sizeof sum, "%016llx\t", sum_of(text));
        return sum + text;
    }
    void read() {
        std::ifstream in(file_, std::ios::binary);
        std::string line;
        if (!std::getline(in, line) || line != made_for_) {
            return;
        }
        while (std::getline(in, line)) {
            const std::size_t shape = line.find('\t') + 1;
            const std::size_t json = line.find('\t', shape) + 1;
            if (shape == 0 || json == 0) {
                continue;
            }
            const std::string key = line.substr(shape, json - shape - 1);
            std::string plan = line.substr(json);
            if (line == line_of(key, plan)) {
                plans_[key] = std::move(plan);
            }
        }
    }

    std::string made_for_;
    std::filesystem::path file_;
    std::map<std::string, std::string> plans_;
    std::map<std::string, std::string> added_;  ///< and not yet written
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace throughline::cuda
