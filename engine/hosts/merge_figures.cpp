// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/merge_figures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::hosts {
namespace {

/// How the figures of nodes become one of the whole.
enum class Fold : std::uint8_t { Sum, Mean, Longest };

/// What is counted in other units than those that always add up.
constexpr std::array<std::string_view, 4> kCounted{
    "failed_requests", "http_lost_seconds", "http_requests_held_back", "http_requests_waiting"};

Fold fold_of(std::string_view id) {
    if (std::ranges::find(kCounted, id) != kCounted.end()) {
        return Fold::Sum;
    }
    const metrics::MetricInfo* const info = metrics::find_metric(id);
    const std::string_view unit = info == nullptr ? "" : info->unit;
    if (id.ends_with("_per_image")) {
        return Fold::Mean;
    }
    if (unit == "s") {
        return Fold::Longest;
    }
    const bool is_count = unit == "1" && (id.ends_with("_images") || id.ends_with("_evictions"));
    return unit == "1/s" || unit == "bytes/s" || unit == "cores" || unit == "bytes" || is_count
               ? Fold::Sum
               : Fold::Mean;
}

double folded(Fold fold, std::span<const double> values) {
    double sum = 0.0;
    for (const double value : values) {
        sum += value;
    }
    switch (fold) {
        case Fold::Sum:
            return sum;
        case Fold::Mean:
            return sum / static_cast<double>(values.size());
        case Fold::Longest:
            return *std::ranges::max_element(values);
    }
    return sum;
}

/// Whether the label is of the pipeline, and means the same on each node; the others name a thing
/// of one machine.
bool is_common(const metrics::MetricKey& key) {
    return key.label.empty() || key.label == "stage" || key.label == "queue" ||
           key.label == "epoch" || key.label == "class" || key.label == "answer";
}

/// Not every node has every answer of a store: one without it had it no time.
bool is_of_those_who_have_it(const metrics::MetricKey& key) {
    return key.label == "answer";
}

/// A GPU is that of one node, also where several are on a machine: each sees its own as the first.
bool is_of_node(const metrics::MetricKey& key) {
    return key.label == "gpu";
}

/// How many the figures are of.
struct Extent {
    std::size_t nodes = 1;
    bool machines = false;  ///< several
};

/// Whether the node's figure of a thing stands in the record: that of a disk once a machine.
bool is_told(const metrics::MetricKey& key, const NodePart& part) {
    return !is_common(key) && (part.first_of_machine || is_of_node(key));
}

/// The key under which a figure of a thing of one machine stands among those of several.
std::string key_on(const metrics::MetricKey& key, const NodePart& part, const Extent& extent) {
    return extent.machines || (is_of_node(key) && extent.nodes > 1)
               ? metrics::labelled(key.id, key.label, part.node + "/" + key.value)
               : key.text();
}

/// What an engine takes for the doing of others is in part that of another node beside it.
bool is_of_mates(const metrics::MetricKey& key, const NodePart& part) {
    return part.shares_machine && key.id.starts_with("other_");
}

Extent extent_of(std::span<const NodePart> parts) {
    return {.nodes = parts.size(),
            .machines = std::ranges::count_if(parts, &NodePart::first_of_machine) > 1};
}

/// A figure by the nodes that have it, in their order.
using ByNode = std::map<std::string, std::vector<std::pair<const NodePart*, double>>>;

}  // namespace

record::MetricValues merge_values(std::span<const NodeSample> samples,
                                  std::span<const NodePart> parts) {
    ByNode figures;
    for (const NodeSample& each : samples) {
        for (const auto& [key, value] : each.sample->metrics) {
            figures[key].emplace_back(each.part, value);
        }
    }
    const Extent extent = extent_of(parts);
    record::MetricValues merged;
    for (const auto& [text, values] : figures) {
        const metrics::MetricKey key = metrics::parse_metric_key(text);
        std::vector<double> plain;
        for (const auto& [part, value] : values) {
            if (is_of_mates(key, *part)) {
                continue;
            }
            plain.push_back(value);
            if (is_told(key, *part)) {
                merged[key_on(key, *part, extent)] = value;
            } else if (key.label.empty()) {
                merged[metrics::labelled(key.id, "node", part->node)] = value;
            }
        }
        if (is_common(key) && !plain.empty() &&
            (is_of_those_who_have_it(key) || plain.size() == samples.size())) {
            merged[text] = folded(fold_of(key.id), plain);
        }
    }
    return merged;
}

void merge_summaries(std::span<const NodePart> parts,
                     record::Summaries& metrics,
                     std::map<std::string, std::string, std::less<>>& absent) {
    std::map<std::string, std::vector<std::pair<const NodePart*, record::Summary>>> figures;
    for (const NodePart& part : parts) {
        if (part.run == nullptr) {
            continue;
        }
        for (const auto& [key, summary] : part.run->metrics) {
            figures[key].emplace_back(&part, summary);
        }
        for (const auto& [key, reason] : part.run->absent) {
            absent.emplace(key, reason);
        }
    }
    const Extent extent = extent_of(parts);
    for (const auto& [text, values] : figures) {
        const metrics::MetricKey key = metrics::parse_metric_key(text);
        std::vector<double> plain;
        int repeats = 0;
        for (const auto& [part, summary] : values) {
            if (is_of_mates(key, *part)) {
                absent.emplace(text,
                               say_english("several nodes are on one machine: what other programs "
                                           "did cannot be told from what they did"));
                continue;
            }
            plain.push_back(summary.value);
            repeats = std::max(repeats, summary.n);
            if (is_told(key, *part)) {
                metrics[key_on(key, *part, extent)] = summary;
            } else if (key.label.empty()) {
                metrics[metrics::labelled(key.id, "node", part->node)] = summary;
            }
        }
        const bool of_all =
            plain.size() == parts.size() || (is_of_those_who_have_it(key) && !plain.empty());
        if (is_common(key) && of_all) {
            metrics[text] = {.value = folded(fold_of(key.id), plain), .n = repeats};
            absent.erase(text);
        } else if (is_common(key)) {
            absent.emplace(text, say_english("not every node has this figure"));
        }
    }
}

std::vector<record::Note> join_notes(std::vector<SaidNote> said, std::size_t nodes) {
    std::erase_if(said, [](const SaidNote& one) {
        const record::Note& note = one.note;
        return one.shares_machine &&
               (note.code == record::kForeignReadsCode ||
                (note.code == record::kDisturbedCode &&
                 (note.item.empty() || note.item.starts_with("throughline-eng"))));
    });
    const auto what = [](const record::Note& note) {
        return note.code + '\n' + note.text + '\n' + note.item;
    };
    std::map<std::string, std::size_t> times;
    for (const SaidNote& one : said) {
        ++times[what(one.note)];
    }
    std::set<std::string> written;
    std::vector<record::Note> joined;
    for (SaidNote& one : said) {
        record::Note& note = one.note;
        const std::string same = what(note);
        if (nodes > 1 && times[same] != nodes) {
            note.item = one.node + (note.item.empty() ? "" : ": " + note.item);
        } else if (!written.insert(same).second) {
            continue;
        }
        joined.push_back(std::move(note));
    }
    return joined;
}

}  // namespace throughline::hosts
