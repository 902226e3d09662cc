// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/inspect_dataset.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/dataset/folder_scan.h"
#include "engine/decode/image_decoder.h"

namespace throughline::prepare {
namespace {

// Headers are small reads that wait for the disk, so more threads than cores pay off.
constexpr unsigned kThreads = 8;
// Nearly every header ends within the first; pictures with a large embedded profile or preview
// need the second.
constexpr std::size_t kHeadBytes = 32U << 10U;
constexpr std::size_t kLongHeadBytes = 8U << 20U;
constexpr std::size_t kDimensionsShown = 10;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

// What one thread has seen.
struct Tally {
    std::uint64_t read = 0;
    double width_px = 0.0;
    double height_px = 0.0;
    double pixels = 0.0;
    std::uint64_t progressive = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> dimensions;
    std::map<std::string, std::uint64_t> subsampling;
    std::uint64_t unreadable = 0;
    std::size_t first_unreadable_index = SIZE_MAX;
    std::string first_unreadable;
};

void add(const decode::ImageFacts& facts, Tally& tally) {
    ++tally.read;
    tally.width_px += facts.width_px;
    tally.height_px += facts.height_px;
    tally.pixels += static_cast<double>(facts.width_px) * facts.height_px;
    tally.progressive += facts.progressive ? 1 : 0;
    ++tally.dimensions[{facts.width_px, facts.height_px}];
    ++tally.subsampling[facts.subsampling];
}

void merge(const Tally& from, Tally& into) {
    into.read += from.read;
    into.width_px += from.width_px;
    into.height_px += from.height_px;
    into.pixels += from.pixels;
    into.progressive += from.progressive;
    into.unreadable += from.unreadable;
    for (const auto& [sides, count] : from.dimensions) {
        into.dimensions[sides] += count;
    }
    for (const auto& [name, count] : from.subsampling) {
        into.subsampling[name] += count;
    }
    if (from.first_unreadable_index < into.first_unreadable_index) {
        into.first_unreadable_index = from.first_unreadable_index;
        into.first_unreadable = from.first_unreadable;
    }
}

// Reads up to bytes_max from the start of an image; returns how many came, or an Error.
Result<std::size_t> read_head(const dataset::ImageSet& folder,
                              std::size_t index,
                              std::size_t bytes_max,
                              std::vector<std::byte>& buffer) {
    const UniqueFd file(
        ::openat(folder.directory_fd(), folder.file_path(index), O_RDONLY | O_CLOEXEC));
    if (!file) {
        return errno_error(std::string("open '") + folder.file_path(index) + "'", errno);
    }
    const std::size_t wanted = std::min<std::size_t>(bytes_max, folder.bytes(index));
    buffer.resize(std::max(buffer.size(), wanted));
    std::size_t got = 0;
    while (got < wanted) {
        const ssize_t count =
            ::pread(file.get(), buffer.data() + got, wanted - got, static_cast<off_t>(got));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return errno_error(std::string("read '") + folder.file_path(index) + "'", errno);
        }
        if (count == 0) {
            break;
        }
        got += static_cast<std::size_t>(count);
    }
    return got;
}

void look_at(const dataset::ImageSet& folder,
             std::size_t index,
             std::vector<std::byte>& buffer,
             Tally& tally) {
    std::string reason;
    for (const std::size_t bytes_max : {kHeadBytes, kLongHeadBytes}) {
        auto got = read_head(folder, index, bytes_max, buffer);
        if (!got) {
            reason = describe(got.error());
            break;
        }
        const decode::DecodeOutcome outcome =
            decode::read_image_facts(std::span(buffer).first(*got));
        if (outcome.status == decode::DecodeStatus::Ok) {
            add(outcome.facts, tally);
            return;
        }
        reason = std::string(folder.file_path(index)) + ": " +
                 decode::decode_status_name(outcome.status) + " (" + outcome.message + ")";
        if (outcome.status != decode::DecodeStatus::Truncated || *got < bytes_max) {
            break;  // more bytes would not help, or there are none
        }
    }
    ++tally.unreadable;
    if (index < tally.first_unreadable_index) {
        tally.first_unreadable_index = index;
        tally.first_unreadable = std::move(reason);
    }
}

// Reads `count` headers, evenly spread over the folder.
class HeaderSurvey {
public:
    HeaderSurvey(const dataset::ImageSet& folder, std::uint64_t count)
        : folder_(folder), count_(count) {}

    Result<Tally> run(const std::function<void(std::uint64_t, std::uint64_t)>& on_progress,
                      const std::stop_token& stop) {
        {
            std::vector<std::jthread> workers;
            const auto threads = static_cast<unsigned>(
                std::min<std::uint64_t>(kThreads, std::max(count_, std::uint64_t{1})));
            workers.reserve(threads);
            working_ = threads;
            for (unsigned i = 0; i < threads; ++i) {
                workers.emplace_back([this, &stop] { work(stop); });
            }
            std::unique_lock lock(mutex_);
            while (!finished_.wait_for(lock, kProgressEvery, [&] { return working_ == 0; })) {
                lock.unlock();
                if (on_progress) {
                    on_progress(std::min(next_.load(), count_), count_);
                }
                lock.lock();
            }
        }
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = "inspect data set: stopped"};
        }
        if (failure_) {
            return *failure_;
        }
        if (on_progress) {
            on_progress(count_, count_);
        }
        return std::move(total_);
    }

private:
    void work(const std::stop_token& stop) {
        Tally own;
        std::optional<Error> failure;
        try {
            std::vector<std::byte> buffer;
            while (!stop.stop_requested()) {
                const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
                if (number >= count_) {
                    break;
                }
                look_at(folder_, number * folder_.size() / count_, buffer, own);
            }
        } catch (const std::exception& e) {
            failure = Error{.code = ErrorCode::Internal,
                            .what = std::string("inspect data set: ") + e.what()};
        }
        const std::lock_guard lock(mutex_);
        merge(own, total_);
        if (failure) {
            failure_ = std::move(failure);
        }
        --working_;
        finished_.notify_one();
    }

    const dataset::ImageSet& folder_;
    std::uint64_t count_;
    std::atomic<std::uint64_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable finished_;
    unsigned working_ = 0;          ///< guarded by mutex_
    Tally total_;                   ///< guarded by mutex_ until the workers have ended
    std::optional<Error> failure_;  ///< guarded by mutex_ until the workers have ended
};

// Of sorted values, linear between the two neighbours (type 7 of Hyndman and Fan, 1996).
double quantile(const std::vector<std::uint64_t>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = at - static_cast<double>(below);
    return static_cast<double>(sorted[below]) * (1.0 - part) +
           static_cast<double>(sorted[above]) * part;
}

void add_sizes(const dataset::ImageSet& folder, DatasetFacts& facts) {
    std::vector<std::uint64_t> sizes(folder.size());
    for (std::size_t index = 0; index < sizes.size(); ++index) {
        sizes[index] = folder.bytes(index);
        const auto size_class = static_cast<std::size_t>(std::bit_width(sizes[index] | 1U)) - 1;
        ++facts.size_classes[std::min(size_class, facts.size_classes.size() - 1)];
    }
    std::sort(sizes.begin(), sizes.end());
    facts.bytes_mean = static_cast<double>(facts.bytes) / static_cast<double>(sizes.size());
    facts.bytes_p5 = quantile(sizes, 0.05);
    facts.bytes_p50 = quantile(sizes, 0.50);
    facts.bytes_p95 = quantile(sizes, 0.95);
}

void add_headers(const Tally& tally, DatasetFacts& facts) {
    facts.headers_read = tally.read;
    facts.unreadable = tally.unreadable;
    facts.first_unreadable = tally.first_unreadable;
    if (tally.read == 0) {
        return;
    }
    const auto read = static_cast<double>(tally.read);
    facts.width_px_mean = tally.width_px / read;
    facts.height_px_mean = tally.height_px / read;
    facts.pixels_mean = tally.pixels / read;
    facts.progressive_share = static_cast<double>(tally.progressive) / read;
    for (const auto& [name, count] : tally.subsampling) {
        facts.subsampling[name] = static_cast<double>(count) / read;
    }
    for (const auto& [sides, count] : tally.dimensions) {
        facts.dimensions.emplace_back(
            std::to_string(sides.first) + "x" + std::to_string(sides.second),
            static_cast<double>(count) / read);
    }
    std::stable_sort(facts.dimensions.begin(),
                     facts.dimensions.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    facts.dimensions.resize(std::min(facts.dimensions.size(), kDimensionsShown));
}

}  // namespace

Result<DatasetFacts> inspect_dataset(
    const std::string& directory,
    std::uint64_t headers_max,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    std::stop_token stop) {
    dataset::ScanOptions scan{.stop = stop, .on_progress = {}};
    if (on_progress) {
        scan.on_progress = [&](std::uint64_t seen) { on_progress(seen, 0); };
    }
    auto folder = dataset::scan_folder(directory, scan);
    if (!folder) {
        return std::move(folder).error();
    }
    DatasetFacts facts;
    facts.directory = directory;
    facts.images = folder->size();
    facts.bytes = folder->bytes_total();
    facts.other_files = folder->other_files();
    add_sizes(*folder, facts);
    const std::uint64_t headers =
        headers_max == 0 ? facts.images : std::min(headers_max, facts.images);
    auto tally = HeaderSurvey(*folder, headers).run(on_progress, stop);
    if (!tally) {
        return std::move(tally).error();
    }
    add_headers(*tally, facts);
    return facts;
}

}  // namespace throughline::prepare
