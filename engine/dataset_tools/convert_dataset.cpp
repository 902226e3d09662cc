// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/convert_dataset.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <condition_variable>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/dataset/open_image_set.h"
#include "engine/dataset_tools/begun_manifest.h"
#include "engine/dataset_tools/conversion.h"
#include "engine/dataset_tools/conversion_workers.h"
#include "engine/dataset_tools/dataset_manifest.h"
#include "engine/dataset_tools/file_publisher.h"
#include "engine/dataset_tools/shard_file.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;
using dataset::Format;

/// Lets threads pass one after another in the order of their numbers.
class Turnstile {
public:
    /// False when asked to stop.
    bool wait(std::uint64_t number, const std::stop_token& stop) {
        MutexLock lock(mutex_);
        return turned_.wait(lock, stop, [&]() REQUIRES(mutex_) { return next_ == number; });
    }
    void pass() {
        {
            const MutexLock lock(mutex_);
            ++next_;
        }
        turned_.notify_all();
    }

private:
    Mutex mutex_;
    std::condition_variable_any turned_;
    std::uint64_t next_ GUARDED_BY(mutex_) = 0;
};

/// Writes the shards that are missing, one after another; the images of a shard are made by all
/// threads and appended in order.
class ShardRun {
public:
    ShardRun(const Conversion& conversion, int directory_fd)
        : conversion_(conversion), directory_fd_(directory_fd) {
        for (std::uint32_t shard = 0; shard < conversion.plan.shards; ++shard) {
            struct stat info{};
            const Conversion::Items items = conversion.items_of(shard);
            if (::fstatat(directory_fd, name(shard).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISREG(info.st_mode)) {
                images_there_ += items.last - items.first;
                bytes_ += static_cast<std::uint64_t>(info.st_size);
            } else {
                missing_.push_back({shard, items, tickets_});
                tickets_ += items.last - items.first;
            }
        }
    }

    Result<ConvertReport> run(const ConversionWorkers::OnProgress& on_progress,
                              const std::stop_token& stop) {
        ConversionWorkers workers(conversion_, images_there_);
        auto done =
            workers.run([&](ItemMaker& maker) { return work(maker, workers); }, on_progress, stop);
        if (!done) {
            return std::move(done).error();
        }
        if (::fsync(directory_fd_) != 0) {  // the renames
            return errno_error(say("sync the folder"), errno);
        }
        ConvertReport report = workers.report();
        report.bytes = bytes_.load();
        report.files = conversion_.plan.shards;
        return report;
    }

private:
    struct Missing {
        std::uint32_t shard;
        Conversion::Items items;
        std::uint64_t first_ticket;
    };
    std::string name(std::uint32_t shard) const {
        return shard_name(conversion_.options.format, shard, conversion_.plan.shards);
    }

    Result<void> work(ItemMaker& maker, ConversionWorkers& workers) {
        std::vector<std::byte> record;
        for (std::uint64_t ticket = next_++; ticket < tickets_; ticket = next_++) {
            if (workers.stopping().stop_requested()) {
                break;
            }
            const auto after = std::upper_bound(
                missing_.begin(), missing_.end(), ticket, [](std::uint64_t t, const Missing& m) {
                    return t < m.first_ticket;
                });
            const Missing& part = *(after - 1);
            const std::uint64_t item = part.items.first + (ticket - part.first_ticket);
            record.clear();
            Result<void> made;
            if (auto image = maker.make(item); !image) {
                made = std::move(image).error();
            } else {
                made = append_record(conversion_.options.format, *image, record);
            }
            if (!made) {
                record.clear();
                workers.leave_out(item, made.error());
            }
            if (!turnstile_.wait(ticket, workers.stopping())) {
                break;
            }
            if (auto written = take_turn(part, item, record, workers); !written) {
                return written;
            }
        }
        return {};
    }

    /// Between wait() and pass() this thread alone has `current_`.
    Result<void> take_turn(const Missing& part,
                           std::uint64_t item,
                           std::span<const std::byte> record,
                           ConversionWorkers& workers) {
        if (item == part.items.first) {
            auto begun = ShardFile::begin({.directory_fd = directory_fd_,
                                           .format = conversion_.options.format,
                                           .name = name(part.shard),
                                           .width_px = conversion_.options.width_px,
                                           .height_px = conversion_.options.height_px});
            if (!begun) {
                return std::move(begun).error();
            }
            current_.emplace(*std::move(begun));
        }
        if (!record.empty()) {
            if (auto added = current_->append(record, item); !added) {
                return added;
            }
            workers.count(record.size());
        }
        if (item + 1 < part.items.last) {
            turnstile_.pass();
            return {};
        }
        ShardFile whole = *std::move(current_);
        current_.reset();
        turnstile_.pass();  // the others go on with the next shard while this one is synced
        auto bytes = whole.finish();
        if (!bytes) {
            return std::move(bytes).error();
        }
        bytes_ += *bytes;
        return {};
    }

    const Conversion& conversion_;
    int directory_fd_;
    std::vector<Missing> missing_;
    std::uint64_t tickets_ = 0;
    std::uint64_t images_there_ = 0;
    std::atomic<std::uint64_t> bytes_ = 0;
    std::atomic<std::uint64_t> next_ = 0;
    Turnstile turnstile_;
    std::optional<ShardFile> current_;
};

Result<void> make_class_folders(const Conversion& conversion, const std::string& root) {
    std::set<std::string> folders;
    for (std::uint64_t item = 0; item < conversion.order.size(); ++item) {
        folders.insert(fs::path(conversion.path_of(item)).parent_path().string());
    }
    for (const std::string& folder : folders) {
        std::error_code code;
        fs::create_directories(fs::path(root) / folder, code);
        if (code) {
            return errno_error(say("make folder '%1'", folder), code.value());
        }
    }
    return {};
}

/// Beside the file. Where a name is so long that nothing can be added, the item's number tells it.
std::string hidden(const std::string& path, std::uint64_t item) {
    const fs::path whole(path);
    std::string name = "." + whole.filename().string() + ".part";
    if (name.size() > NAME_MAX) {
        name = ".item" + std::to_string(item) + ".part";
    }
    return (whole.parent_path() / name).string();
}

/// The order of the items: a permutation of all copies of all images, or as they are listed.
std::vector<std::uint32_t> order_of(const dataset::ImageSet& images,
                                    const ConvertOptions& options) {
    std::vector<std::uint32_t> order(images.size() * options.replicate);
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = static_cast<std::uint32_t>(i % images.size());
    }
    if (options.shuffle && options.format != Format::Folder) {
        Random random(options.seed);
        random.shuffle(std::span(order));
    }
    return order;
}

Result<void> check(const ConvertOptions& options) {
    const auto usage = [](const char* what) { return usage_error(say(what)); };
    if (options.format == Format::Blocks) {
        return usage(
            to_say("blocks are only a way of reading files; no data set can be converted to them"));
    }
    if (options.replicate == 0) {
        return usage(to_say("each image must be written at least once"));
    }
    if (options.quality < 1 || options.quality > 100) {
        return usage(to_say("the quality must be from 1 to 100"));
    }
    if (options.width_px == 0 || options.height_px == 0) {
        return usage(to_say("width and height must be at least 1"));
    }
    return {};
}

/// The folder is locked by now; what an earlier process left of its manifest goes.
Result<void> begin_manifest(const Conversion& conversion, const std::string& path, bool begun) {
    if (!begun) {
        if (auto written = write_file_atomically(path, conversion_text(conversion, false, 0));
            !written) {
            return written;
        }
    }
    return delete_begun(conversion.options.destination, kConversionName);
}

}  // namespace

Result<ConvertReport> write_shards(const Conversion& conversion,
                                   int directory_fd,
                                   const std::function<void(const ConvertProgress&)>& on_progress,
                                   const std::stop_token& stop) {
    return ShardRun(conversion, directory_fd).run(on_progress, stop);
}

Result<ConvertReport> write_folder(const Conversion& conversion,
                                   int directory_fd,
                                   const std::function<void(const ConvertProgress&)>& on_progress,
                                   const std::stop_token& stop) {
    if (auto made = make_class_folders(conversion, conversion.options.destination); !made) {
        return std::move(made).error();
    }
    FilePublisher publisher(directory_fd);
    ConversionWorkers workers(conversion, 0);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&](ItemMaker& maker) -> Result<void> {
        for (std::uint64_t item = next++; item < conversion.order.size(); item = next++) {
            if (workers.stopping().stop_requested()) {
                break;
            }
            const std::string path = conversion.path_of(item);
            struct stat info{};
            if (::fstatat(directory_fd, path.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0) {
                workers.count(static_cast<std::uint64_t>(info.st_size));
                continue;
            }
            auto image = maker.make(item);
            if (!image) {
                workers.leave_out(item, image.error());
                continue;
            }
            if (fs::path(path).filename().string().size() > NAME_MAX) {
                workers.leave_out(item, errno_error(say("write '%1'", path), ENAMETOOLONG));
                continue;
            }
            auto written = publisher.write(hidden(path, item), path, image->bytes);
            if (!written) {
                return written;
            }
            workers.count(image->bytes.size());
        }
        return {};
    };
    auto done = workers.run(work, on_progress, stop);
    auto published = publisher.finish();  // keeps what was written before a stop
    if (!done) {
        return std::move(done).error();
    }
    if (!published) {
        return std::move(published).error();
    }
    return workers.report();
}

Result<ConvertReport> convert_dataset(
    const ConvertOptions& options,
    const std::function<void(const ConvertPlan&)>& on_plan,
    const std::function<void(const ConvertProgress&)>& on_progress,
    std::stop_token stop) {
    const SteadyTime start = steady_now();
    if (auto sound = check(options); !sound) {
        return std::move(sound).error();
    }
    auto images = dataset::open_image_set(options.source,
                                          {.far = options.far,
                                           .format = options.source_format,
                                           .feature = options.feature,
                                           .labels = true,
                                           .stop = stop});
    if (!images) {
        return std::move(images).error();
    }
    if (images->format() == Format::RawTensor || images->format() == Format::Blocks) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("'%1' holds no JPEGs to convert", options.source)};
    }
    if (images->size() * options.replicate > std::numeric_limits<std::uint32_t>::max()) {
        return Error{.code = ErrorCode::Limit, .what = say("more than 2^32 - 1 images to write")};
    }
    Conversion conversion{.options = options,
                          .images = *images,
                          .classes = Classes(*images),
                          .plan = {},
                          .order = order_of(*images, options)};
    if (conversion.options.threads == 0) {
        conversion.options.threads = std::max(1U, std::thread::hardware_concurrency());
    }
    auto plan = plan_conversion(conversion, stop);
    if (!plan) {
        return std::move(plan).error();
    }
    conversion.plan = *plan;
    auto begun = holds_conversion(conversion);
    if (!begun) {
        return std::move(begun).error();
    }
    if (on_plan) {
        on_plan(*plan);
    }
    std::error_code code;
    fs::create_directories(options.destination, code);
    if (code) {
        return errno_error(say("make folder '%1'", options.destination), code.value());
    }
    auto root = lock_dataset(options.destination);
    if (!root) {
        return std::move(root).error();
    }
    const std::string manifest = options.destination + "/" + kConversionName;
    if (auto ready = begin_manifest(conversion, manifest, *begun); !ready) {
        return std::move(ready).error();
    }
    const auto write = options.format == Format::Folder ? write_folder : write_shards;
    auto report = write(conversion, root->get(), on_progress, stop);
    if (!report) {
        return report;
    }
    auto written =
        write_file_atomically(manifest, conversion_text(conversion, true, report->bytes));
    if (!written) {
        return std::move(written).error();
    }
    report->seconds = in_seconds(steady_now() - start);
    return report;
}

}  // namespace throughline::dataset_tools
