// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/disturbance.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

/// A run that the page cache served to this share, in %, does not wait for what others read.
constexpr double kCacheServedMax = 50.0;

const record::Note* note_of(const record::RunData& run, std::string_view code) {
    const auto found = std::find_if(run.notes.begin(),
                                    run.notes.end(),
                                    [&](const record::Note& note) { return note.code == code; });
    return found == run.notes.end() ? nullptr : &*found;
}

/// Whether others' reads from its device can have changed what the run measured.
bool shares_device(const record::RunData& run) {
    return note_of(run, record::kForeignReadsCode) != nullptr &&
           metric_of(run, "cache_served_share").value_or(0.0) < kCacheServedMax;
}

std::string range_text(double least, double most) {
    const std::string low = format_significant(least, 2);
    const std::string high = format_significant(most, 2);
    return low == high ? say("%1 %", high) : say("%1 to %2 %", low, high);
}

/// "cc1plus 41.5 %, ffmpeg 12 %" of a record with the decimal mark that is spoken; a dot within the
/// name of a program stays.
std::string marked_shares(std::string programs) {
    for (std::size_t at = programs.find('.'); at != std::string::npos;
         at = programs.find('.', at + 1)) {
        const std::size_t end = programs.find_first_not_of("0123456789", at + 1);
        if (end != std::string::npos && end > at + 1 && programs.compare(end, 2, " %") == 0) {
            programs[at] = number_marks().decimal;
        }
    }
    return programs;
}

/// The largest share of each program in the items of several runs ("cc1plus 41 %, ffmpeg 12 %"),
/// the largest first. `of_nodes`: an item may begin with the name of its node ("h1: cc1plus 41 %").
std::string busiest_of(const std::vector<std::string>& items, bool of_nodes) {
    constexpr std::size_t kNamed = 3;
    std::map<std::string, std::pair<double, std::string>> shares;
    for (const std::string& item : items) {
        const std::size_t node = of_nodes ? item.find(": ") : std::string::npos;
        for (std::size_t at = node == std::string::npos ? 0 : node + 2; at < item.size();) {
            const std::size_t end = std::min(item.find(", ", at), item.size());
            const std::string part = item.substr(at, end - at);
            at = end + 2;
            const std::size_t gap = part.rfind(' ', part.rfind(" %") - 1);
            const double share =
                gap == std::string::npos ? 0.0 : std::strtod(part.c_str() + gap, nullptr);
            auto& kept = shares[part.substr(0, gap)];
            if (kept.second.empty() || share > kept.first) {
                kept = {share, part};
            }
        }
    }
    std::vector<std::pair<double, std::string>> sorted;
    for (auto& [name, kept] : shares) {
        sorted.push_back(std::move(kept));
    }
    std::ranges::stable_sort(
        sorted, std::ranges::greater(), &std::pair<double, std::string>::first);
    sorted.resize(std::min(sorted.size(), kNamed));
    std::string text;
    for (const auto& [share, part] : sorted) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

/// "other programs used 28 to 60 % of the processors (the busiest: cc1plus 41 %)", or "".
std::string processors_text(const std::vector<const record::RunData*>& runs,
                            const spec::Settings& environment) {
    const auto cores_of = environment.find("cpu.cores");
    double cores = 0.0;
    if (cores_of != environment.end()) {
        spec::setting_number(cores_of->second, &cores);
    }
    bool any = false;
    double least = 100.0;
    double most = 0.0;
    std::vector<std::string> items;
    for (const record::RunData* run : runs) {
        const record::Note* note = note_of(*run, record::kDisturbedCode);
        if (note == nullptr) {
            continue;
        }
        const auto used = metric_of(*run, "other_cpu_cores");
        const double share = used && cores > 0.0 ? std::min(100.0, *used / cores * 100.0) : 0.0;
        items.push_back(note->item);
        any = true;
        least = std::min(least, share);
        most = std::max(most, share);
    }
    if (!any) {
        return {};
    }
    const std::string programs = marked_shares(busiest_of(items, environment.contains("nodes")));
    const std::string share = least > 0.0 ? range_text(least, most) : std::string();
    return say(share.empty() ? programs.empty()
                                   ? to_say("other programs used the processors")
                                   : to_say("other programs used the processors (the busiest: %2)")
               : programs.empty()
                   ? to_say("other programs used %1 of the processors")
                   : to_say("other programs used %1 of the processors (the busiest: %2)"),
               share,
               programs);
}

/// The text of the first note with this code.
std::string first_note_text(const std::vector<const record::RunData*>& runs,
                            std::string_view code) {
    for (const record::RunData* run : runs) {
        if (const record::Note* note = note_of(*run, code)) {
            return note->text;
        }
    }
    return {};
}

std::string joined_text(const std::vector<const record::RunData*>& runs,
                        const spec::Settings& environment) {
    const auto forced = environment.find("disturbed");
    double rate = 0.0;
    for (const record::RunData* run : runs) {
        if (shares_device(*run)) {
            rate = std::max(rate, metric_of(*run, "other_read_bytes_per_second").value_or(0.0));
        }
    }
    const std::array<std::string, 4> parts{
        say_recorded(first_note_text(runs, record::kPausedCode)),
        processors_text(runs, environment),
        rate > 0.0
            ? say("other programs read %1 from the same device", format_quantity(rate, "bytes/s"))
            : "",
        forced != environment.end() ? say("another measurement was running on this machine") : ""};
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() || part.empty() ? "" : "; ") + part;
    }
    return text;
}

}  // namespace

bool is_disturbed(const record::RunData& run) {
    return note_of(run, record::kDisturbedCode) != nullptr ||
           note_of(run, record::kPausedCode) != nullptr || note_of(run, kBesideCode) != nullptr ||
           shares_device(run);
}

bool is_disturbed(const record::Study& study) {
    return study.header.environment.contains("disturbed") ||
           std::any_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
               return is_disturbed(run);
           });
}

std::string disturbance_text(const record::RunData& run, const spec::Settings& environment) {
    return joined_text({&run}, environment);
}

std::string disturbance_text(const record::Study& study) {
    std::vector<const record::RunData*> runs;
    runs.reserve(study.runs.size());
    for (const record::RunData& run : study.runs) {
        runs.push_back(&run);
    }
    return joined_text(runs, study.header.environment);
}

}  // namespace throughline::analysis
