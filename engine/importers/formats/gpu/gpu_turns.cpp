// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/gpu/gpu_turns.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/base/say.h"

namespace throughline::importers {
namespace {

using Turns = std::vector<GpuTurn>;

/// Whether times tell rows apart: all have one, and not all the same.
bool has_moments(const Turns& turns) {
    const bool all = std::all_of(
        turns.begin(), turns.end(), [](const GpuTurn& turn) { return turn.time.has_value(); });
    return all && !turns.empty() && turns.front().time->seconds != turns.back().time->seconds;
}

/// What the cells of a column do within the moments of equal time stamps.
struct Cells {
    std::set<std::string> values{};
    bool empty = false;     ///< some are
    bool repeat = false;    ///< one comes twice in a moment
    bool together = false;  ///< a moment has several rows
};

Cells look_at(const Turns& turns, std::size_t column, bool moments) {
    Cells cells;
    std::set<std::string> here;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const bool same = moments && i > 0 && turns[i].time->seconds == turns[i - 1].time->seconds;
        if (!same) {
            here.clear();
        }
        const std::string& cell = turns[i].ids[column];
        cells.empty = cells.empty || cell.empty();
        cells.together = cells.together || same;
        cells.repeat = !here.insert(cell).second || cells.repeat;
        cells.values.insert(cell);
    }
    return cells;
}

std::optional<std::size_t> column_of_gpus(const Turns& turns,
                                          const std::vector<std::string>& names,
                                          Draft& draft) {
    constexpr std::size_t kGpusMax = 1024;
    const bool moments = has_moments(turns);
    for (std::size_t column = 0; column < names.size(); ++column) {
        const Cells cells = look_at(turns, column, moments);
        const bool usual =
            std::find(kGpuNames.begin(), kGpuNames.end(), names[column]) != kGpuNames.end();
        const bool several = cells.values.size() > 1 && cells.values.size() <= kGpusMax;
        if (cells.empty) {
            continue;
        }
        if (usual && (!moments || several || !cells.repeat)) {
            return column;
        }
        if (!usual && moments && cells.together && several && !cells.repeat) {
            draft.info("gpu.column", say("the column '%1' identifies the GPUs", names[column]));
            return column;
        }
        if (usual) {
            draft.warn("gpu.column",
                       say("the column '%1' is the same in several rows of one moment: it does not "
                           "number the GPUs",
                           names[column]));
        }
    }
    return std::nullopt;
}

/// Where a new moment begins: a gap as long as the usual long one. GPUs that are asked one after
/// another are milliseconds apart.
std::vector<bool> moment_begins(const Turns& turns) {
    constexpr double kLongShare = 0.97;  // also of 32 GPUs one gap in a turn is a long one
    std::vector<double> gaps;
    for (std::size_t i = 1; i < turns.size(); ++i) {
        gaps.push_back(turns[i].time->seconds - turns[i - 1].time->seconds);
    }
    std::vector<double> sorted = gaps;
    std::sort(sorted.begin(), sorted.end());
    const auto at = static_cast<std::size_t>(kLongShare * static_cast<double>(sorted.size()));
    const double longest = sorted.empty() ? 0.0 : sorted[std::min(at, sorted.size() - 1)];
    std::vector<bool> begins(turns.size(), true);
    for (std::size_t i = 1; i < turns.size(); ++i) {
        begins[i] = gaps[i - 1] > longest / 2;
    }
    return begins;
}

/// How many rows the moments have, where nearly all have the same number, above one.
std::optional<std::size_t> gpus_by_moments(const std::vector<bool>& begins) {
    constexpr double kNearlyAll = 0.9;
    std::map<std::size_t, std::size_t> sizes;
    std::size_t here = 0;
    for (std::size_t i = 1; i <= begins.size(); ++i) {
        ++here;
        if (i < begins.size() && begins[i]) {  // the last one may be cut
            ++sizes[std::exchange(here, 0)];
        }
    }
    std::size_t moments = 0;
    std::pair<std::size_t, std::size_t> most{1, 0};
    for (const auto& [size, count] : sizes) {
        moments += count;
        most = count > most.second ? std::pair(size, count) : most;
    }
    const bool regular =
        static_cast<double>(most.second) >= kNearlyAll * static_cast<double>(moments);
    return most.first > 1 && regular ? std::optional(most.first) : std::nullopt;
}

void put_nameless(const Turns& turns, GpuRows& rows, Draft& draft) {
    const auto assumed = draft.assumed_number("gpu_count");
    std::vector<bool> begins(turns.size(), true);
    std::size_t gpus = 1;
    std::optional<std::size_t> by_time;
    if (has_moments(turns)) {
        begins = moment_begins(turns);
        by_time = gpus_by_moments(begins);
    }
    if (assumed && *assumed >= 1.0) {
        gpus = static_cast<std::size_t>(std::min(*assumed, 1e4));
    } else if (by_time) {
        gpus = *by_time;
    } else {
        rows.gpus_are_unknown();
        draft.ask("gpu_count",
                  "the rows do not say which GPU they are of (index, uuid or pci.bus_id); how many "
                  "take turns? (shown as one)");
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const bool first = i == 0 || (!assumed && by_time && begins[i]);
        at = first ? 0 : (at + 1) % gpus;
        rows.add(std::to_string(at), turns[i].time, turns[i].values);
    }
}

}  // namespace

void put_gpu_turns(const Turns& turns,
                   const std::vector<std::string>& names,
                   GpuRows& rows,
                   Draft& draft) {
    if (turns.empty()) {
        return;
    }
    const auto column = column_of_gpus(turns, names, draft);
    if (!column) {
        put_nameless(turns, rows, draft);
    }
    for (const GpuTurn& turn : turns) {
        const std::string gpu = column ? turn.ids[*column] : "0";
        if (column) {
            rows.add(gpu, turn.time, turn.values);
        }
        draft.environment("gpu." + gpu + ".model", turn.model);
    }
}

}  // namespace throughline::importers
