// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/inspect_dataset.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset/open_image_set.h"
#include "engine/dataset_tools/convert_source.h"
#include "engine/dataset_tools/verify_dataset.h"
#include "engine/decode/image_decoder.h"

namespace throughline::dataset_tools {
namespace {

// Headers are small reads that wait for the disk, so more threads than cores pay off.
constexpr unsigned kSniffers = 8;
// Nearly every header ends within the first; pictures with a large embedded profile or preview
// need the second.
constexpr std::size_t kHeadBytes = 32U << 10U;
constexpr std::size_t kLongHeadBytes = 8U << 20U;
constexpr std::size_t kDimensionsShown = 10;
constexpr std::size_t kDamagesNamed = 100;

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

void look_at(const dataset::ImageSet& folder,
             std::size_t index,
             ImageFetcher& fetcher,
             Tally& tally) {
    std::string reason;
    for (const std::size_t bytes_max : {kHeadBytes, kLongHeadBytes}) {
        const auto head = fetcher.fetch(index, bytes_max);
        if (!head) {
            reason = describe(head.error());
            break;
        }
        const decode::DecodeOutcome outcome = decode::read_image_facts(*head);
        if (outcome.status == decode::DecodeStatus::Ok) {
            add(outcome.facts, tally);
            return;
        }
        reason = folder.name(index) + ": " + decode::decode_status_name(outcome.status) + " (" +
                 outcome.message + ")";
        if (outcome.status != decode::DecodeStatus::Truncated || head->size() < bytes_max) {
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
        const auto show = [&] {
            if (on_progress) {
                on_progress(std::min(next_.load(), count_), count_);
            }
        };
        auto done = run_on_threads(
            "inspect data set",
            std::clamp<std::uint64_t>(count_, 1, kSniffers),
            [&] { return work(stop); },
            show);
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("inspect data set: stopped")};
        }
        if (!done) {
            return std::move(done).error();
        }
        if (on_progress) {
            on_progress(count_, count_);
        }
        const MutexLock lock(mutex_);
        return std::move(total_);
    }

private:
    Result<void> work(const std::stop_token& stop) {
        Tally own;
        ImageFetcher fetcher(folder_);
        while (!stop.stop_requested()) {
            const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
            if (number >= count_) {
                break;
            }
            look_at(folder_, number * folder_.size() / count_, fetcher, own);
        }
        const MutexLock lock(mutex_);
        merge(own, total_);
        return {};
    }

    const dataset::ImageSet& folder_;
    std::uint64_t count_;
    std::atomic<std::uint64_t> next_ = 0;
    Mutex mutex_;
    Tally total_ GUARDED_BY(mutex_);
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
    }
    facts.size_classes = dataset::size_classes(folder);
    std::sort(sizes.begin(), sizes.end());
    facts.bytes_mean = static_cast<double>(facts.bytes) / static_cast<double>(sizes.size());
    facts.bytes_p5 = quantile(sizes, 0.05);
    facts.bytes_p50 = quantile(sizes, 0.50);
    facts.bytes_p95 = quantile(sizes, 0.95);
}

void add_files(const dataset::ImageSet& images, DatasetFacts& facts) {
    facts.files = images.file_count();
    facts.file_bytes_min = UINT64_MAX;
    for (std::size_t file = 0; file < images.file_count(); ++file) {
        const std::uint64_t bytes = images.file_bytes(file);
        facts.file_bytes += bytes;
        facts.file_bytes_min = std::min(facts.file_bytes_min, bytes);
        facts.file_bytes_max = std::max(facts.file_bytes_max, bytes);
    }
    facts.damaged_files_total = images.unreadable().size();
    for (const Error& error : images.unreadable()) {
        if (facts.damaged_files.size() < kDamagesNamed) {
            facts.damaged_files.push_back(describe(error));
        }
    }
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
    const InspectOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    std::stop_token stop) {
    dataset::OpenOptions open{.far = options.far,
                              .format = options.format,
                              .block_bytes = options.block_bytes,
                              .stop = stop};
    if (on_progress) {
        open.on_progress = [&](std::uint64_t seen) { on_progress(seen, 0); };
    }
    auto images = dataset::open_image_set(options.path, open);
    if (!images) {
        return std::move(images).error();
    }
    DatasetFacts facts;
    facts.directory = options.path;
    facts.format = images->format();
    facts.images = images->size();
    facts.bytes = images->bytes_total();
    facts.other_files = images->other_files();
    facts.other_records = images->other_records();
    add_files(*images, facts);
    add_sizes(*images, facts);
    const bool pictures = images->format() != dataset::Format::RawTensor &&
                          images->format() != dataset::Format::Blocks;
    if (images->format() == dataset::Format::RawTensor) {
        facts.width_px_mean = images->tensor_width_px();
        facts.height_px_mean = images->tensor_height_px();
        facts.pixels_mean = facts.width_px_mean * facts.height_px_mean;
    }
    if (pictures) {
        const std::uint64_t headers =
            options.headers_max == 0 ? facts.images : std::min(options.headers_max, facts.images);
        auto tally = HeaderSurvey(*images, headers).run(on_progress, stop);
        if (!tally) {
            return std::move(tally).error();
        }
        add_headers(*tally, facts);
    }
    if (options.verify) {
        auto verified = verify_dataset(*images, on_progress, stop);
        if (!verified) {
            return std::move(verified).error();
        }
        facts.verified = true;
        facts.faulty = verified->faulty;
        facts.faults = std::move(verified->faults);
    }
    return facts;
}

}  // namespace throughline::dataset_tools
