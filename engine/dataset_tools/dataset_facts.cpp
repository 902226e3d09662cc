// SPDX-License-Identifier: Apache-2.0
// How DatasetFacts are shown: as text and as JSON.
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/dataset_tools/inspect_dataset.h"

namespace throughline::dataset_tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLabelColumns = 14;
constexpr double kBarColumns = 40.0;

// A text of `columns` places; counts characters of UTF-8, not bytes.
std::string padded(std::string text, std::size_t columns, bool left = true) {
    const auto shown = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned>(c) & 0xc0U) != 0x80U;
    }));
    const std::string space(columns > shown ? columns - shown : 0, ' ');
    return left ? text + space : space + text;
}

std::string line(const std::string& label, const std::string& value) {
    return padded(label, kLabelColumns) + value + "\n";
}

std::string bytes_text(double bytes) {
    return format_quantity(bytes, "bytes");
}

std::string percent(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", share * 100.0);
    return text.data();
}

// "64K": the lower bound of class [2^k, 2^(k+1)), as the studies of image data sets name it.
std::string class_name(std::size_t k) {
    constexpr std::array<const char*, 5> kSuffixes = {"", "K", "M", "G", "T"};
    return std::to_string(1ULL << (k % 10)) + kSuffixes[k / 10];
}

// A bar of eighths of a column, so that small shares can be seen.
std::string bar(double columns) {
    constexpr std::array<const char*, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto eighths = static_cast<std::size_t>(std::max(columns * 8.0 + 0.5, 1.0));
    std::string text;
    for (std::size_t i = 0; i < eighths / 8; ++i) {
        text += "█";
    }
    return text + kEighths[eighths % 8];
}

std::string histogram(const DatasetFacts& facts) {
    const auto& classes = facts.size_classes;
    const auto largest = *std::max_element(classes.begin(), classes.end());
    std::size_t first = 0;
    std::size_t end = classes.size();
    while (first < end && classes[first] == 0) {
        ++first;
    }
    while (end > first && classes[end - 1] == 0) {
        --end;
    }
    std::string text = "\nFile sizes (\"64K\" = 64 to 128 KiB)\n";
    for (std::size_t k = first; k < end; ++k) {
        const auto count = static_cast<double>(classes[k]);
        text += "  " + padded(class_name(k), 5, false) +
                padded(format_count(classes[k]), 14, false) +
                padded(percent(count / static_cast<double>(facts.images)), 10, false) + "  ";
        if (classes[k] != 0) {
            text += bar(count / static_cast<double>(largest) * kBarColumns);
        }
        text += "\n";
    }
    return text;
}

template <class Shares>
std::string shares_text(const Shares& shares) {
    std::string text;
    for (const auto& [name, share] : shares) {
        text += (text.empty() ? "" : ", ") + name + " " + percent(share);
    }
    return text;
}

std::string headers_text(const DatasetFacts& facts) {
    const bool sampled = facts.headers_read + facts.unreadable < facts.images;
    std::string text =
        line("Headers read",
             format_count(facts.headers_read) + (sampled ? ", evenly spread" : " (all)"));
    if (facts.headers_read > 0) {
        text += line("Mean picture",
                     format_significant(facts.width_px_mean) + " x " +
                         format_significant(facts.height_px_mean) + ", " +
                         format_significant(facts.pixels_mean / 1e6) + " megapixels");
        text += line("Dimensions", shares_text(facts.dimensions));
        text += line("Subsampling", shares_text(facts.subsampling));
        text += line("Progressive", percent(facts.progressive_share));
    }
    if (facts.unreadable > 0) {
        text += line("Unreadable",
                     format_count(facts.unreadable) +
                         ", the first: " + percent_escape_non_utf8(facts.first_unreadable));
    }
    return text;
}

std::string counts_text(const std::map<std::string, std::uint64_t>& counts) {
    std::string text;
    for (const auto& [kind, count] : counts) {
        text +=
            (text.empty() ? "" : ", ") + format_count(count) + " " + percent_escape_non_utf8(kind);
    }
    return text;
}

/// The first few of a list, one a line.
std::string list_text(const std::string& label,
                      std::uint64_t total,
                      const std::vector<std::string>& items) {
    constexpr std::size_t kShown = 10;
    std::string text = line(label, format_count(total));
    for (std::size_t i = 0; i < std::min(items.size(), kShown); ++i) {
        text += "  " + percent_escape_non_utf8(items[i]) + "\n";
    }
    return total > kShown ? text + "  …\n" : text;
}

bool has_shards(const DatasetFacts& facts) {
    return facts.format != dataset::Format::Folder;
}

std::string shards_text(const DatasetFacts& facts) {
    const auto files = static_cast<double>(facts.files);
    return line("Shards",
                format_count(facts.files) + ", mean " +
                    bytes_text(static_cast<double>(facts.file_bytes) / files) + " (" +
                    bytes_text(static_cast<double>(facts.file_bytes_min)) + " to " +
                    bytes_text(static_cast<double>(facts.file_bytes_max)) + "), " +
                    format_significant(static_cast<double>(facts.images) / files) + " images each");
}

Json escaped(const std::vector<std::string>& items) {
    Json array = Json::array();
    for (const std::string& item : items) {
        array.push_back(percent_escape_non_utf8(item));
    }
    return array;
}

std::string verified_text(const DatasetFacts& facts) {
    if (!facts.verified) {
        return {};
    }
    if (facts.faulty == 0) {
        return line("Verified",
                    facts.damaged_files_total == 0
                        ? say("all records are intact")
                        : say("all other records are intact; damaged ones are listed above"));
    }
    return list_text("Faulty", facts.faulty, facts.faults);
}

/// The data nodes with the most bytes first.
std::string blocks_text(const BlockFacts& blocks) {
    constexpr std::size_t kHostsShown = 8;
    std::vector<std::pair<std::string, double>> hosts(blocks.share_of_host.begin(),
                                                      blocks.share_of_host.end());
    std::stable_sort(hosts.begin(), hosts.end(), [](const auto& a, const auto& b) {
        return a.second > b.second;
    });
    std::string text =
        line("Blocks",
             format_count(blocks.blocks) + " in " + format_count(blocks.files) +
                 (blocks.files == 1 ? " file asked about, the longest "
                                    : " files asked about, the longest ") +
                 bytes_text(static_cast<double>(blocks.block_bytes_max)) + ", on average " +
                 format_significant(blocks.copies_mean, 2) + " copies");
    std::string named;
    for (std::size_t i = 0; i < std::min(hosts.size(), kHostsShown); ++i) {
        named += (i == 0 ? "" : ", ") + percent_escape_non_utf8(hosts[i].first) + " " +
                 format_significant(100.0 * hosts[i].second, 2) + " %";
    }
    if (hosts.size() > kHostsShown) {
        named += " and " + format_count(hosts.size() - kHostsShown) + " more";
    }
    return text + line("Data nodes", format_count(hosts.size()) + ": " + named);
}

std::string store_text(const StoreFacts& store) {
    std::string text = line("Store", store.origin + ", signed in by " + store.signed_in_by);
    if (store.has_more) {
        text += line("Looked at", "the first page only; there are more objects");
    }
    if (store.blocks) {
        text += blocks_text(*store.blocks);
    } else if (!store.no_blocks_reason.empty()) {
        text += line("Blocks", "unknown: " + store.no_blocks_reason);
    }
    return text;
}

Json store_json(const StoreFacts& store) {
    Json json{{"origin", percent_escape_non_utf8(store.origin)},
              {"signed_in_by", percent_escape_non_utf8(store.signed_in_by)},
              {"has_more", store.has_more}};
    if (store.blocks) {
        Json hosts = Json::object();
        for (const auto& [host, share] : store.blocks->share_of_host) {
            hosts[percent_escape_non_utf8(host)] = share;
        }
        json["blocks"] = {{"files", store.blocks->files},
                          {"blocks", store.blocks->blocks},
                          {"block_bytes_max", store.blocks->block_bytes_max},
                          {"copies_mean", store.blocks->copies_mean},
                          {"share_of_host", std::move(hosts)}};
    } else if (!store.no_blocks_reason.empty()) {
        json["no_blocks_reason"] = percent_escape_non_utf8(store.no_blocks_reason);
    }
    return json;
}

}  // namespace

std::string facts_text(const DatasetFacts& facts) {
    std::string text =
        line(has_shards(facts) ? "Data set" : "Folder", percent_escape_non_utf8(facts.directory));
    if (facts.store) {
        text += store_text(*facts.store);
    }
    text += line("Format", dataset::format_name(facts.format));
    if (has_shards(facts)) {
        text += shards_text(facts);
    }
    text += line("Images", format_count(facts.images));
    text +=
        line("Bytes",
             bytes_text(static_cast<double>(facts.bytes)) + " (" + format_count(facts.bytes) + ")");
    text +=
        line(has_shards(facts) ? "Image size" : "File size",
             "mean " + bytes_text(facts.bytes_mean) + ", p5 " + bytes_text(facts.bytes_p5) +
                 ", p50 " + bytes_text(facts.bytes_p50) + ", p95 " + bytes_text(facts.bytes_p95));
    if (facts.format == dataset::Format::RawTensor) {
        text += line("Shape",
                     format_significant(facts.width_px_mean) + " x " +
                         format_significant(facts.height_px_mean) + " pixels, uint8, RGB");
    } else if (facts.format != dataset::Format::Blocks) {
        text += headers_text(facts);
    }
    if (!facts.other_files.empty()) {
        text += line("Other files", counts_text(facts.other_files));
    }
    if (!facts.other_records.empty()) {
        text += line("Other records", counts_text(facts.other_records));
    }
    if (facts.damaged_files_total > 0) {
        text += list_text("Damaged", facts.damaged_files_total, facts.damaged_files);
    }
    text += verified_text(facts);
    return text + histogram(facts);
}

std::string facts_json(const DatasetFacts& facts) {
    Json classes = Json::object();
    for (std::size_t k = 0; k < facts.size_classes.size(); ++k) {
        if (facts.size_classes[k] != 0) {
            classes[class_name(k)] = facts.size_classes[k];
        }
    }
    Json dimensions = Json::object();
    for (const auto& [name, share] : facts.dimensions) {
        dimensions[name] = share;
    }
    Json others = Json::object();
    for (const auto& [kind, count] : facts.other_files) {
        others[percent_escape_non_utf8(kind)] = count;
    }
    Json json = {{"directory", percent_escape_non_utf8(facts.directory)},
                 {"format", dataset::format_name(facts.format)},
                 {"files", facts.files},
                 {"file_bytes", facts.file_bytes},
                 {"file_bytes_min", facts.file_bytes_min},
                 {"file_bytes_max", facts.file_bytes_max},
                 {"images", facts.images},
                 {"bytes", facts.bytes},
                 {"bytes_mean", facts.bytes_mean},
                 {"bytes_p5", facts.bytes_p5},
                 {"bytes_p50", facts.bytes_p50},
                 {"bytes_p95", facts.bytes_p95},
                 {"headers_read", facts.headers_read}};
    if (facts.store) {
        json.update(store_json(*facts.store));
    }
    if (facts.format == dataset::Format::RawTensor) {
        json["width_px_mean"] = facts.width_px_mean;
        json["height_px_mean"] = facts.height_px_mean;
        json["pixels_mean"] = facts.pixels_mean;
    }
    if (facts.headers_read > 0) {  // what could not be had is absent, never 0
        json["width_px_mean"] = facts.width_px_mean;
        json["height_px_mean"] = facts.height_px_mean;
        json["pixels_mean"] = facts.pixels_mean;
        json["dimensions"] = std::move(dimensions);
        json["subsampling"] = facts.subsampling;
        json["progressive_share"] = facts.progressive_share;
    }
    json["unreadable"] = facts.unreadable;
    if (facts.unreadable > 0) {
        json["first_unreadable"] = percent_escape_non_utf8(facts.first_unreadable);
    }
    json["size_classes"] = std::move(classes);
    json["other_files"] = std::move(others);
    json["other_records"] = facts.other_records;
    json["damaged"] = facts.damaged_files_total;
    json["damaged_files"] = escaped(facts.damaged_files);
    if (facts.verified) {
        json["faulty"] = facts.faulty;
        json["faults"] = escaped(facts.faults);
    }
    return json.dump(2) + "\n";
}

}  // namespace throughline::dataset_tools
