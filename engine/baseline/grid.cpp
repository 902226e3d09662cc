// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/grid.h"

#include <algorithm>
#include <optional>

#include "engine/base/say.h"
#include "engine/baseline/sizes.h"
#include "engine/spec/amounts.h"

namespace throughline::baseline {
namespace {

constexpr std::size_t kCellsMax = 1000;

struct Axes {
    std::vector<std::uint64_t> blocks;
    std::vector<std::uint32_t> depths;
    std::vector<std::uint32_t> jobs{1};
};

void add(std::vector<Cell>& cells, const Cell& like, const Axes& axes) {
    for (const std::uint64_t block : axes.blocks) {
        for (const std::uint32_t depth : axes.depths) {
            for (const std::uint32_t jobs : axes.jobs) {
                Cell cell = like;
                cell.block_bytes = block;
                cell.depth = depth;
                cell.jobs = jobs;
                cells.push_back(cell);
            }
        }
    }
}

/// 2, 4, … and the number of cores.
std::vector<std::uint32_t> several_jobs(std::uint32_t cores) {
    std::vector<std::uint32_t> jobs;
    const std::uint32_t most = std::clamp(cores, 2U, Cell::kJobsMax);
    for (std::uint32_t count = 2; count < most; count *= 2) {
        jobs.push_back(count);
    }
    jobs.push_back(most);
    return jobs;
}

constexpr Cell kRandom{.random = true};
constexpr Cell kSequential{.random = false};
constexpr Cell kRandomCached{.random = true, .direct = false};
constexpr Cell kSequentialCached{.random = false, .direct = false};
constexpr Cell kRandomWrites{.writes = true, .random = true};
constexpr Cell kSequentialWrites{.writes = true, .random = false};

Result<Cell> cell_of(const std::string& pattern) {
    for (const Cell& cell : {kRandom, kSequential, kRandomWrites, kSequentialWrites}) {
        if (pattern == pattern_of(cell)) {
            return cell;
        }
    }
    return usage_error(say(
        "--pattern %1: must be randread, read, randwrite or write, as fio names them", pattern));
}

Result<std::uint64_t> block_of(const std::string& text) {
    if (text == "mix") {
        return Cell::kSizeMix;
    }
    const auto bytes = spec::amount_in(text, "bytes");
    const double most = static_cast<double>(Cell::kBlockMax);
    if (!bytes || *bytes < static_cast<double>(kPageBytes) || *bytes > most ||
        static_cast<std::uint64_t>(*bytes) % kPageBytes != 0) {
        return usage_error(
            say("--block %1: must be a multiple of 4 KiB up to 64 MiB, or 'mix' for the "
                "sizes of ImageNet's files",
                text));
    }
    return static_cast<std::uint64_t>(*bytes);
}

Result<std::vector<std::uint32_t>> counts_of(const std::vector<std::int64_t>& values,
                                             const char* option,
                                             std::uint32_t most) {
    std::vector<std::uint32_t> counts;
    for (const std::int64_t value : values) {
        if (value < 1 || value > most) {
            return usage_error(say("%1 %2: must be from 1 to %3",
                                   option,
                                   std::to_string(value),
                                   std::to_string(most)));
        }
        counts.push_back(static_cast<std::uint32_t>(value));
    }
    return counts.empty() ? std::vector<std::uint32_t>{1} : counts;
}

}  // namespace

std::vector<Cell> quick_grid(std::uint32_t cores) {
    std::vector<Cell> cells;
    add(cells, kRandom, {{4 * kKi, 16 * kKi, 128 * kKi}, {1, 8, 32, 128}});
    add(cells, kRandom, {{Cell::kSizeMix}, {1, 128}});
    add(cells, kRandom, {{4 * kKi}, {32}, {several_jobs(cores).back()}});
    add(cells, kSequential, {{128 * kKi, 1 * kMi}, {1, 8}});
    add(cells, kSequential, {{4 * kMi}, {1, 16}});
    add(cells, kSequentialCached, {{1 * kMi}, {1}});
    add(cells, kRandomCached, {{4 * kKi}, {1}});
    return cells;
}

std::vector<Cell> full_grid(std::uint32_t cores) {
    const std::vector<std::uint32_t> depths{1, 2, 4, 8, 16, 32, 64, 128};
    std::vector<Cell> cells;
    add(cells, kRandom, {{4 * kKi, 16 * kKi, 64 * kKi, 256 * kKi, 1 * kMi, 4 * kMi}, depths});
    add(cells, kRandom, {{Cell::kSizeMix}, {1, 8, 32, 128}});
    add(cells, kSequential, {{4 * kKi, 16 * kKi, 128 * kKi, 1 * kMi, 4 * kMi}, {1, 4, 16, 64}});
    add(cells, kRandom, {{4 * kKi, 16 * kKi}, {32}, several_jobs(cores)});
    add(cells, kSequential, {{1 * kMi}, {16}, several_jobs(cores)});
    add(cells, kSequentialCached, {{16 * kKi, 128 * kKi, 1 * kMi, 4 * kMi}, {1}});
    add(cells, kRandomCached, {{4 * kKi, 16 * kKi, 128 * kKi}, {1, 32}});
    return cells;
}

std::vector<Cell> quick_writes(std::uint32_t /*cores*/) {
    std::vector<Cell> cells;
    add(cells, kSequentialWrites, {{4 * kMi}, {1, 16}});
    add(cells, kRandomWrites, {{4 * kKi, 16 * kKi}, {1, 32}});
    return cells;
}

std::vector<Cell> full_writes(std::uint32_t cores) {
    std::vector<Cell> cells;
    add(cells, kSequentialWrites, {{16 * kKi, 128 * kKi, 1 * kMi, 4 * kMi}, {1, 4, 16, 64}});
    add(cells, kRandomWrites, {{4 * kKi, 16 * kKi, 128 * kKi, 1 * kMi}, {1, 4, 16, 32, 128}});
    add(cells, kRandomWrites, {{4 * kKi}, {32}, several_jobs(cores)});
    return cells;
}

Result<std::vector<Cell>> chosen_grid(const ChosenAxes& axes) {
    const auto depths = counts_of(axes.depths, "--depth", Cell::kDepthMax);
    const auto jobs = counts_of(axes.jobs, "--jobs", Cell::kJobsMax);
    if (!depths || !jobs) {
        return depths ? jobs.error() : depths.error();
    }
    std::vector<std::uint64_t> blocks;
    for (const std::string& text : axes.blocks) {
        const auto block = block_of(text);
        if (!block) {
            return block.error();
        }
        blocks.push_back(*block);
    }
    if (blocks.empty()) {
        blocks.push_back(4 * kKi);
    }
    std::vector<Cell> cells;
    const std::vector<std::string> one_pattern{pattern_of(kRandom)};
    for (const std::string& pattern : axes.patterns.empty() ? one_pattern : axes.patterns) {
        auto cell = cell_of(pattern);
        if (!cell) {
            return std::move(cell).error();
        }
        if (cell->writes && !axes.direct) {
            return usage_error(
                say("--buffered cannot be combined with writes: what goes to the page cache "
                    "measures memory until the kernel writes it back"));
        }
        cell->direct = axes.direct;
        Axes chosen{blocks, *depths, *jobs};
        if (!cell->random) {
            std::erase(chosen.blocks, Cell::kSizeMix);
        }
        add(cells, *cell, chosen);
    }
    if (cells.empty()) {
        return usage_error(
            say("the size mix is read and written at random only: add --pattern randread or a "
                "--block of one size"));
    }
    if (cells.size() > kCellsMax) {
        return usage_error(say("%1 combinations; at most %2 can be measured in one study",
                               std::to_string(cells.size()),
                               std::to_string(kCellsMax)));
    }
    return cells;
}

}  // namespace throughline::baseline
