// SPDX-License-Identifier: Apache-2.0
// The plain reference of the TFRecord bar: read(2) in a loop, through the page cache, 1 MiB at a
// time, one file after another, nothing looked at. The files are dropped from the cache first, and
// whether that worked is part of the answer: JSON on stdout.
//
// Usage: read_loop BYTES_PER_READ FILE…
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/storage/page_cache.h"

namespace throughline {
namespace {

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Bytes read from all files, or -1 with errno.
std::int64_t read_all(const std::vector<std::string>& paths, std::vector<char>& buffer) {
    std::int64_t total = 0;
    for (const std::string& path : paths) {
        const auto file = open_file(path, O_RDONLY);
        if (!file) {
            return -1;
        }
        const int fd = (*file).get();
        posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
        ssize_t got = 0;
        while ((got = read(fd, buffer.data(), buffer.size())) > 0) {
            total += got;
        }
        if (got < 0) {
            return -1;
        }
    }
    return total;
}

/// Share of the files' blocks still in the page cache after dropping them; -1 when unknown.
double drop_from_cache(const std::vector<std::string>& paths) {
    const storage::FileList files{
        .directory_fd = AT_FDCWD,
        .count = paths.size(),
        .path = [&](std::uint64_t index) { return paths[index].c_str(); },
        .bytes = [&](std::uint64_t index) { return std::filesystem::file_size(paths[index]); }};
    const auto evicted = storage::evict_files(files, std::stop_token());
    if (!evicted || evicted->files_failed > 0) {
        return -1.0;
    }
    const auto left = storage::sample_residency(files, 100, std::stop_token());
    return left ? left->share() : -1.0;
}

int run(std::size_t bytes_per_read, const std::vector<std::string>& paths) {
    const double cached = drop_from_cache(paths);
    std::vector<char> buffer(bytes_per_read);
    const double cpu_before = cpu_seconds();
    const auto begin = std::chrono::steady_clock::now();
    const std::int64_t bytes = read_all(paths, buffer);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (bytes < 0) {
        std::perror("read_loop");
        return 1;
    }
    std::printf("{\"bytes\": %lld, \"seconds\": %.6f, \"cpu_seconds\": %.6f, ",
                static_cast<long long>(bytes),
                elapsed.count(),
                cpu_seconds() - cpu_before);
    std::printf(cached < 0.0 ? "\"cached_share\": null}\n" : "\"cached_share\": %.4f}\n", cached);
    return 0;
}

}  // namespace
}  // namespace throughline

int main(int argc, char** argv) {
    std::size_t bytes_per_read = 0;
    const std::string_view text = argc > 2 ? argv[1] : "";
    std::from_chars(text.data(), text.data() + text.size(), bytes_per_read);
    if (bytes_per_read == 0) {
        std::fputs("usage: read_loop BYTES_PER_READ FILE...\n", stderr);
        return 2;
    }
    return throughline::run(bytes_per_read, {argv + 2, argv + argc});
}
