// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <thread>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/baseline/sizes.h"
#include "engine/storage/uring_reader.h"

namespace throughline::baseline {
namespace {

constexpr std::uint64_t kMarginLeast = 256 * kMi;
constexpr std::uint64_t kMarginShare = 100;  ///< one part of so many
/// What a cell may write, in sizes of its file.
constexpr std::uint64_t kFilesWritten = 16;
constexpr MetadataPlan kQuickMetadata{10'000, 16 * kKi};
constexpr MetadataPlan kFullMetadata{20'000, 112 * kKi};  ///< ImageNet's files: 107 kB on average

std::string size_text(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes");
}

/// Fills the plan step by step; each step leaves what the next ones need.
class Planner {
public:
    Planner(const BaselineOptions& options, const measure::CatalogSource& catalog)
        : options_(options), catalog_(catalog) {
        plan_.options = options;
    }

    Result<BaselinePlan> run() {
        for (const auto step : {&Planner::look_at_path,
                                &Planner::choose_cells,
                                &Planner::choose_volume,
                                &Planner::choose_metadata,
                                &Planner::fit_reads,
                                &Planner::fit_writes}) {
            if (auto done = (this->*step)(); !done) {
                return std::move(done).error();
            }
        }
        add_up_time();
        return std::move(plan_);
    }

private:
    Result<void> look_at_path() {
        struct stat info{};
        if (::stat(options_.path.c_str(), &info) != 0) {
            return errno_error(say("look at '%1'", options_.path), errno);
        }
        auto target = storage::inspect_path(options_.path);
        if (!target) {
            return std::move(target).error();
        }
        plan_.target = *std::move(target);
        if (!S_ISDIR(info.st_mode)) {
            auto file = look_at_file(options_.path);
            if (!file) {
                return std::move(file).error();
            }
            plan_.file = *std::move(file);
            return {};
        }
        if (!options_.make_file && !options_.writes) {
            return usage_error(
                say("'%1' is a folder, and reading needs a file: name a big file in it, or agree "
                    "with --make-file that one is written there, which is removed at the end",
                    options_.path));
        }
        return {};
    }

    Result<void> choose_cells() {
        const std::uint32_t cores = std::max(1U, std::thread::hardware_concurrency());
        plan_.timing = options_.seconds > 0.0 ? timing_for(options_.seconds)
                       : options_.quick       ? kQuickTiming
                                              : kFullTiming;
        if (!options_.axes.empty()) {
            auto chosen = chosen_grid(options_.axes);
            if (!chosen) {
                return std::move(chosen).error();
            }
            plan_.cells = *std::move(chosen);
        } else {
            plan_.cells = options_.quick ? quick_grid(cores) : full_grid(cores);
            const auto writes = options_.quick ? quick_writes(cores) : full_writes(cores);
            if (options_.writes) {
                plan_.cells.insert(plan_.cells.end(), writes.begin(), writes.end());
            }
        }
        if (!options_.writes && std::ranges::any_of(plan_.cells, &Cell::writes)) {
            return usage_error(
                say("measuring writes writes: agree with --writes, which writes new files into a "
                    "folder of its own and removes them at the end"));
        }
        if (const auto uring = storage::try_uring(1); !uring) {
            plan_.no_uring = describe(uring.error());
            drop([](const Cell& cell) { return cell.depth > 1; },
                 [&](std::uint64_t cells) {
                     return cells == 1 ? say_english(
                                             "1 cell is left out, with requests at a depth above "
                                             "1, which need io_uring: %1",
                                             plan_.no_uring)
                                       : say_english(
                                             "%1 cells are left out, with requests at a depth "
                                             "above 1, which need io_uring: %2",
                                             std::to_string(cells),
                                             plan_.no_uring);
                 });
        }
        return {};
    }

    Result<void> choose_volume() {
        if (options_.volume.empty()) {
            return {};
        }
        if (options_.writes) {
            return usage_error(
                say("--writes cannot be combined with --volume: only reads are emulated"));
        }
        drop([](const Cell& cell) { return !cell.direct; },
             [](std::uint64_t cells) {
                 return cells == 1
                            ? say_english(
                                  "1 cell is left out, with requests through the page cache: "
                                  "nobody knows which of them would reach the emulated volume")
                            : say_english(
                                  "%1 cells are left out, with requests through the page cache: "
                                  "nobody knows which of them would reach the emulated volume",
                                  std::to_string(cells));
             });
        auto volumes = measure::choose_volumes({volume_point()}, catalog_);
        if (!volumes) {
            return std::move(volumes).error();
        }
        plan_.volumes = *std::move(volumes);
        return {};
    }

    spec::Settings volume_point() const {
        spec::Settings point = spec::default_settings();
        for (const auto& [key, value] : options_.volume) {
            point[key] = value;
        }
        return point;
    }

    Result<void> choose_metadata() {
        if (!options_.writes || !options_.axes.empty()) {
            return {};
        }
        MetadataPlan metadata = options_.quick ? kQuickMetadata : kFullMetadata;
        const MetadataPlan& wanted = options_.metadata;
        metadata.files = wanted.files > 0 ? wanted.files : metadata.files;
        metadata.file_bytes = wanted.file_bytes > 0 ? wanted.file_bytes : metadata.file_bytes;
        if (metadata.file_bytes % kPageBytes != 0 || metadata.file_bytes > Cell::kBlockMax) {
            return usage_error(say("--small-file-bytes must be a multiple of 4 KiB up to 64 MiB"));
        }
        plan_.metadata = metadata;
        return {};
    }

    Result<void> fit_reads() {
        const bool any_writes = std::ranges::any_of(plan_.cells, &Cell::writes);
        if (!plan_.file || any_writes) {
            plan_.file_bytes = options_.file_bytes > 0
                                   ? options_.file_bytes / kPageBytes * kPageBytes
                               : options_.quick ? kGi
                                                : 4 * kGi;
        }
        const std::uint64_t bytes = plan_.file ? plan_.file->bytes : plan_.file_bytes;
        if (plan_.file && !plan_.file->direct_works) {
            for (Cell& cell : plan_.cells) {
                cell.direct = false;
            }
        }
        drop(
            [&](const Cell& cell) {
                const std::uint64_t file = cell.writes ? plan_.file_bytes : bytes;
                return 2 * largest_block(cell) * cell.jobs > file;
            },
            [](std::uint64_t cells) {
                return cells == 1 ? say_english(
                                        "1 cell is left out, with requests that are too large for "
                                        "the file: it should have at least %1",
                                        size_text(kGi))
                                  : say_english(
                                        "%1 cells are left out, with requests that are too large "
                                        "for the file: it should have at least %2",
                                        std::to_string(cells),
                                        size_text(kGi));
            });
        if (plan_.cells.empty()) {
            return usage_error(
                say("nothing is left to be measured: %1", say_recorded(plan_.left_out.front())));
        }
        return {};
    }

    Result<void> fit_writes() {
        const auto writing =
            static_cast<std::uint64_t>(std::ranges::count_if(plan_.cells, &Cell::writes));
        const std::uint64_t metadata = plan_.metadata ? plan_.metadata->bytes() : 0;
        // One layout of small files after the other.
        plan_.space_bytes = plan_.file_bytes + metadata;
        plan_.cell_write_bytes_max = kFilesWritten * plan_.file_bytes;
        plan_.write_bytes_max =
            plan_.file_bytes + 2 * metadata + writing * plan_.cell_write_bytes_max;
        if (plan_.space_bytes == 0) {
            return {};
        }
        auto folder = storage::inspect_path(plan_.folder());
        if (!folder) {
            return std::move(folder).error();
        }
        const std::uint64_t margin = space_margin(*folder);
        if (plan_.space_bytes + margin > folder->bytes_free) {
            return Error{.code = ErrorCode::Limit,
                         .what = say("write %1 into '%2': only %3 are free there, of which %4 stay "
                                     "free; choose less with --file-bytes, or another folder",
                                     size_text(plan_.space_bytes),
                                     plan_.folder(),
                                     size_text(folder->bytes_free),
                                     size_text(margin))};
        }
        plan_.bytes_free_after = folder->bytes_free - plan_.space_bytes;
        return {};
    }

    void add_up_time() {
        const double cells = static_cast<double>(plan_.cells.size() + 1);  // the first one again
        plan_.seconds_least = cells * plan_.timing.seconds_least();
        plan_.seconds_most = cells * plan_.timing.seconds_most();
    }

    /// `why` says it of so many cells.
    template <class Drop, class Why>
    void drop(const Drop& which, const Why& why) {
        const std::size_t before = plan_.cells.size();
        std::erase_if(plan_.cells, which);
        if (const std::size_t gone = before - plan_.cells.size(); gone > 0) {
            plan_.left_out.push_back(why(gone));
        }
    }

    const BaselineOptions& options_;
    const measure::CatalogSource& catalog_;
    BaselinePlan plan_;
};

}  // namespace

std::string BaselinePlan::folder() const {
    return file ? std::filesystem::path(file->path).parent_path().string() : options.path;
}

Result<BaselinePlan> plan_baseline(const BaselineOptions& options,
                                   const measure::CatalogSource& catalog) {
    return Planner(options, catalog).run();
}

std::uint64_t space_margin(const storage::PathTarget& target) noexcept {
    return std::max(kMarginLeast, target.bytes_total / kMarginShare);
}

std::vector<std::string> text_of(const BaselinePlan& plan) {
    std::vector<std::string> lines;
    if (plan.file) {
        lines.push_back(say("Reads '%1' (%2), and does not change it.",
                            plan.file->path,
                            size_text(plan.file->bytes)));
    }
    if (plan.makes_folder()) {
        lines.push_back(
            say("Writes at most %1 in all into new files in a new folder in '%2', which "
                "take up at most %3; %4 stay free. The folder is removed at the end.",
                size_text(plan.write_bytes_max),
                plan.folder(),
                size_text(plan.space_bytes),
                size_text(plan.bytes_free_after)));
    }
    for (const std::string& line : plan.left_out) {
        lines.push_back(say_recorded(line) + ".");
    }
    const std::string least = format_duration(plan.seconds_least);
    const std::string most = format_duration(plan.seconds_most);
    lines.push_back(say_count(plan.cells.size(),
                              "Measures %1 cell, about %2; up to %3 where its rate does not become "
                              "steady.",
                              "Measures %1 cells, about %2; up to %3 where rates do not become "
                              "steady.",
                              least,
                              most));
    if (plan.metadata) {
        lines.push_back(say_count(plan.metadata->files,
                                  "After them the metadata of %1 small file.",
                                  "After them the metadata of %1 small files."));
    }
    return lines;
}

}  // namespace throughline::baseline
