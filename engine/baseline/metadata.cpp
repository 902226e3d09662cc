// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/metadata.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/memory_mapping.h"
#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/baseline/sizes.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/page_cache.h"

namespace throughline::baseline {
namespace {

constexpr std::uint64_t kFilesPerFolder = 1000;
constexpr std::uint64_t kWriteBytes = kMi;
constexpr std::uint32_t kReadDepth = 32;
constexpr double kListSeconds = 0.2;  ///< listings are repeated for so long

struct CloseListing {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

std::string numbered(std::uint64_t number, int digits) {
    std::string text = std::to_string(number);
    return std::string(
               static_cast<std::size_t>(std::max<int>(0, digits - static_cast<int>(text.size()))),
               '0') +
           text;
}

std::uint64_t bytes_of_each(const MetadataPlan& plan, Layout layout) {
    return layout == Layout::Files
               ? plan.file_bytes
               : std::max(plan.file_bytes, kShardBytes / plan.file_bytes * plan.file_bytes);
}
std::uint64_t count_of(const MetadataPlan& plan, Layout layout) {
    const std::uint64_t each = bytes_of_each(plan, layout);
    return (plan.bytes() + each - 1) / each;
}

/// The files of one layout, by number; paths are relative to the own folder.
class Tree {
public:
    Tree(const OwnFolder& folder, const MetadataPlan& plan, Layout layout)
        : folder_(folder), root_(layout == Layout::Files ? "files" : "shards") {
        const std::uint64_t each = bytes_of_each(plan, layout);
        const std::uint64_t count = count_of(plan, layout);
        for (std::uint64_t i = 0; i < count; ++i) {
            paths_.push_back(folder_of(i / kFilesPerFolder) + "/" + numbered(i, 6));
            bytes_.push_back(std::min(each, plan.bytes() - i * each));
        }
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), 0);
        Random(1).shuffle(std::span(order_));
    }

    std::size_t count() const noexcept { return paths_.size(); }
    const std::string& path(std::size_t i) const { return paths_[i]; }
    std::uint64_t bytes(std::size_t i) const { return bytes_[i]; }
    const std::vector<std::size_t>& shuffled() const noexcept { return order_; }
    int root() const noexcept { return folder_.descriptor(); }
    /// `message`: what was to be done with %1. English, as are all errors here: the record has
    /// them.
    Error error(const char* message, std::size_t i) const {
        const int errno_value = errno;
        return errno_error(say_english(message, below(paths_[i])), errno_value);
    }
    std::string folder_of(std::uint64_t number) const { return root_ + "/" + numbered(number, 3); }
    std::uint64_t folders() const noexcept {
        return (paths_.size() + kFilesPerFolder - 1) / kFilesPerFolder;
    }
    Result<void> make_folders() const {
        if (::mkdirat(root(), root_.c_str(), S_IRWXU) != 0) {
            return errno_error(say_english("make the folder '%1'", below(root_)), errno);
        }
        for (std::uint64_t i = 0; i < folders(); ++i) {
            if (::mkdirat(root(), folder_of(i).c_str(), S_IRWXU) != 0) {
                return errno_error(say_english("make the folder '%1'", below(folder_of(i))), errno);
            }
        }
        return {};
    }
    Result<void> remove_folders() const {
        for (std::uint64_t i = 0; i < folders(); ++i) {
            ::unlinkat(root(), folder_of(i).c_str(), AT_REMOVEDIR);
        }
        if (::unlinkat(root(), root_.c_str(), AT_REMOVEDIR) != 0) {
            return errno_error(say_english("remove '%1'", below(root_)), errno);
        }
        return {};
    }

private:
    std::string below(const std::string& name) const { return folder_.path() + "/" + name; }

    const OwnFolder& folder_;
    std::string root_;
    std::vector<std::string> paths_;
    std::vector<std::uint64_t> bytes_;
    std::vector<std::size_t> order_;
};

Error stopped() {
    return {.code = ErrorCode::Stopped, .what = say_english("the metadata baseline was stopped")};
}

/// act(i) for each file in `order`; the time that all took, in seconds.
template <class Act>
Result<double> timed(const std::vector<std::size_t>& order,
                     const std::stop_token& stop,
                     const Act& act) {
    const SteadyTime begin = steady_now();
    for (const std::size_t i : order) {
        if (stop.stop_requested()) {
            return stopped();
        }
        if (auto done = act(i); !done) {
            return std::move(done).error();
        }
    }
    return in_seconds(steady_now() - begin);
}

Result<void> create_file(const Tree& tree, std::size_t i, std::span<std::byte> memory) {
    const auto file = create_new_file(tree.root(), tree.path(i));
    if (!file) {
        return file.error();
    }
    for (std::uint64_t at = 0; at < tree.bytes(i);) {
        const std::uint64_t length = std::min<std::uint64_t>(memory.size(), tree.bytes(i) - at);
        const ssize_t written = ::write(file->get(), memory.data(), length);
        if (written <= 0) {
            return tree.error("write", i);
        }
        at += static_cast<std::uint64_t>(written);
    }
    return {};
}

/// Entries per second.
Result<double> list(const Tree& tree, const std::stop_token& stop) {
    const SteadyTime begin = steady_now();
    std::uint64_t entries = 0;
    double seconds = 0.0;
    while (seconds < kListSeconds) {
        for (std::uint64_t i = 0; i < tree.folders() && !stop.stop_requested(); ++i) {
            const int fd = ::openat(
                tree.root(), tree.folder_of(i).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            const std::unique_ptr<DIR, CloseListing> folder(fd >= 0 ? ::fdopendir(fd) : nullptr);
            if (!folder) {
                return errno_error(say_english("list '%1'", tree.folder_of(i)), errno);
            }
            while (::readdir(folder.get()) != nullptr) {
                ++entries;
            }
        }
        if (stop.stop_requested()) {
            return stopped();
        }
        seconds = in_seconds(steady_now() - begin);
    }
    return static_cast<double>(entries) / seconds;
}

struct ReadTotals {
    double seconds = 0.0;
    std::uint64_t reads = 0;
    std::uint64_t bytes = 0;
    storage::ReaderFacts facts{};
};

/// Reads everything once: files whole, in a shuffled order; what is longer than a buffer from its
/// begin to its end.
class ReadAll {
public:
    ReadAll(const Tree& tree, std::uint64_t piece_bytes) : tree_(tree), piece_(piece_bytes) {}

    Result<ReadTotals> run(bool direct, const QueueOptions& queue, const std::stop_token& stop) {
        auto pool = storage::BufferPool::make(kReadDepth, piece_);
        if (!pool) {
            return std::move(pool).error();
        }
        auto reader = storage::make_reader(
            {.kind = queue.uring ? storage::ReaderKind::Uring : storage::ReaderKind::Blocking,
             .direct_io = direct,
             .queue_depth = kReadDepth,
             .watch = queue.watch},
            *pool);
        if (!reader) {
            return std::move(reader).error();
        }
        const SteadyTime begin = steady_now();
        std::vector<storage::FileRead> reads;
        for (std::uint32_t i = 0; i < kReadDepth; ++i) {
            add(reads, i);
        }
        std::array<storage::ReadDone, kReadDepth> done{};
        while (!reads.empty() || (*reader)->in_flight() > 0) {
            const auto taken = (*reader)->submit(reads);
            const auto count = taken ? (*reader)->wait(done, 1, std::chrono::seconds(1)) : taken;
            if (!count || stop.stop_requested()) {
                return count ? stopped() : count.error();
            }
            reads.clear();
            for (std::size_t i = 0; i < *count; ++i) {
                if (done[i].errno_value != 0) {
                    return errno_error(say_english("read one of the small files"),
                                       done[i].errno_value);
                }
                totals_.bytes += done[i].bytes_read;
                ++totals_.reads;
                add(reads, done[i].buffer);
            }
        }
        totals_.seconds = in_seconds(steady_now() - begin);
        totals_.facts = (*reader)->facts();
        return totals_;
    }

private:
    void add(std::vector<storage::FileRead>& reads, std::uint32_t buffer) {
        if (file_ == tree_.count()) {
            return;
        }
        const std::size_t i = tree_.shuffled()[file_];
        const std::uint64_t length = std::min(piece_, tree_.bytes(i) - at_);
        const bool whole = length == tree_.bytes(i);
        reads.push_back(
            {.directory_fd = tree_.root(),
             .path = tree_.path(i).c_str(),
             .offset_bytes = at_,
             .length_bytes = length,
             .file = whole ? storage::FileRead::kOpenForThis : static_cast<std::uint32_t>(i),
             .buffer = buffer});
        at_ += length;
        if (at_ == tree_.bytes(i)) {
            at_ = 0;
            ++file_;
        }
    }

    const Tree& tree_;
    const std::uint64_t piece_;
    std::size_t file_ = 0;
    std::uint64_t at_ = 0;
    ReadTotals totals_;
};

Result<std::uint64_t> evict(const Tree& tree, const std::stop_token& stop) {
    auto report =
        storage::evict_files({.directory_fd = tree.root(),
                              .count = tree.count(),
                              .path = [&](std::uint64_t i) { return tree.path(i).c_str(); },
                              .bytes = [&](std::uint64_t i) { return tree.bytes(i); }},
                             stop);
    return report ? Result<std::uint64_t>(report->files_failed)
                  : Result<std::uint64_t>(std::move(report).error());
}

/// The phases in their order, each leaving its figure.
class MetadataRun {
public:
    MetadataRun(const OwnFolder& folder,
                const MetadataPlan& plan,
                Layout layout,
                const std::stop_token& stop)
        : plan_(plan), layout_(layout), stop_(stop), tree_(folder, plan, layout) {}

    Result<void> create() {
        auto memory = MemoryMapping::make(kWriteBytes, say("reserve memory for small files"));
        if (!memory) {
            return std::move(memory).error();
        }
        fill_random(memory->bytes(), 1);
        if (auto made = tree_.make_folders(); !made) {
            return made;
        }
        std::vector<std::size_t> order(tree_.count());
        std::iota(order.begin(), order.end(), 0);
        std::uint64_t number = 0;
        const std::uint64_t each = std::min<std::uint64_t>(kWriteBytes, tree_.bytes(0));
        const auto seconds = timed(order, stop_, [&](std::size_t i) {
            stamp_pages(memory->bytes().first(each), number += each);
            return create_file(tree_, i, memory->bytes().first(each));
        });
        if (!seconds) {
            return seconds.error();
        }
        // Not syncfs(2), which waits for what anybody writes there.
        const SteadyTime begin = steady_now();
        const auto failed = evict(tree_, stop_);
        if (!failed) {
            return failed.error();
        }
        outcome.evict_failures = *failed;
        outcome.sync_s = in_seconds(steady_now() - begin);
        rate("create_per_second", *seconds);
        outcome.metrics["requested_write_bytes_per_second"] =
            static_cast<double>(plan_.bytes()) / (*seconds + outcome.sync_s);
        return {};
    }

    template <class Act>
    Result<void> each(const char* id, const char* act_name, const Act& act) {
        const auto seconds = timed(tree_.shuffled(), stop_, [&](std::size_t i) {
            return act(i) ? Result<void>() : Result<void>(tree_.error(act_name, i));
        });
        if (!seconds) {
            return seconds.error();
        }
        rate(id, *seconds);
        return {};
    }

    Result<void> stat_all() {
        return each("stat_per_second", to_say("look at '%1'"), [&](std::size_t i) {
            struct stat info{};
            return ::fstatat(tree_.root(), tree_.path(i).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
        });
    }
    Result<void> open_all() {
        return each("open_per_second", to_say("open '%1'"), [&](std::size_t i) {
            const UniqueFd file(
                ::openat(tree_.root(), tree_.path(i).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
            return file.get() >= 0;
        });
    }
    Result<void> list_all() {
        const auto entries = list(tree_, stop_);
        if (!entries) {
            return entries.error();
        }
        outcome.metrics["readdir_per_second"] = *entries;
        return {};
    }
    Result<void> read_all(bool direct, const QueueOptions& queue) {
        const std::uint64_t piece = layout_ == Layout::Files ? plan_.file_bytes : kWriteBytes;
        auto totals = ReadAll(tree_, piece).run(direct, queue, stop_);
        if (!totals) {
            return std::move(totals).error();
        }
        outcome.facts = totals->facts;
        auto& metrics = outcome.metrics;
        metrics["requested_read_bytes_per_second"] =
            static_cast<double>(totals->bytes) / totals->seconds;
        metrics["read_requests_per_second"] = static_cast<double>(totals->reads) / totals->seconds;
        metrics["samples_per_second"] = static_cast<double>(plan_.files) / totals->seconds;
        return {};
    }
    Result<void> delete_all() {
        auto deleted = each("delete_per_second", to_say("remove '%1'"), [&](std::size_t i) {
            return ::unlinkat(tree_.root(), tree_.path(i).c_str(), 0) == 0;
        });
        return deleted ? tree_.remove_folders() : deleted;
    }

    MetadataOutcome outcome{};

private:
    void rate(const char* id, double seconds) {
        outcome.metrics[id] = static_cast<double>(tree_.count()) / seconds;
    }

    const MetadataPlan& plan_;
    const Layout layout_;
    const std::stop_token& stop_;
    Tree tree_;
};

}  // namespace

spec::Settings settings_of(const MetadataPlan& plan, Layout layout, bool direct) {
    const bool files = layout == Layout::Files;
    return {{"stages", std::string("storage")},
            {"pattern", std::string("metadata")},
            {"format", std::string(files ? "small files" : "shards")},
            {"file_count", static_cast<std::int64_t>(count_of(plan, layout))},
            {"file_size", static_cast<std::int64_t>(bytes_of_each(plan, layout))},
            {"storage.direct", direct},
            {"storage.queue_depth", std::int64_t{kReadDepth}},
            {"storage.threads", std::int64_t{1}}};
}

Result<MetadataOutcome> measure_metadata(const OwnFolder& folder,
                                         const MetadataPlan& plan,
                                         Layout layout,
                                         bool direct,
                                         const QueueOptions& queue,
                                         const std::stop_token& stop,
                                         const std::function<void(const char*)>& phase) {
    MetadataRun run(folder, plan, layout, stop);
    const std::array<std::pair<const char*, std::function<Result<void>()>>, 6> phases{
        {{"create", [&] { return run.create(); }},
         {"stat", [&] { return run.stat_all(); }},
         {"open", [&] { return run.open_all(); }},
         {"list", [&] { return run.list_all(); }},
         {"read", [&] { return run.read_all(direct, queue); }},
         {"delete", [&] { return run.delete_all(); }}}};
    for (const auto& [name, act] : phases) {
        phase(name);
        if (auto done = act(); !done) {
            return std::move(done).error();
        }
    }
    return std::move(run.outcome);
}

}  // namespace throughline::baseline
