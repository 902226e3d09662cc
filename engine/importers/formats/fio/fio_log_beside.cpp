// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_log_beside.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/importers/read/json_outline.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/text_source.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

struct Beside {
    FioLogBeside says{};
    bool names_the_log = false;
};

/// A job of fio's JSON with the options of the whole file.
struct Job {
    JsonValue row;
    JsonValue global;

    bool has(const std::string& option) const { return row_option(option) || global[option]; }
    std::string option(const std::string& name) const {
        const JsonValue own = row_option(name);
        return own ? own.words() : global[name].words();
    }
    bool has_options() const { return row["job options"].size() > 0 || global.size() > 0; }

private:
    JsonValue row_option(const std::string& name) const { return row["job options"][name]; }
};

/// Whether one of the job's options write_bw_log and so on begins the log's name.
bool names_log(const Job& job, std::string_view log) {
    for (const char* const kind : {"bw", "iops", "lat"}) {
        const std::string option = "write_" + std::string(kind) + "_log";
        if (!job.has(option)) {
            continue;
        }
        std::string prefix = job.option(option);
        prefix = prefix.empty() ? job.row["jobname"].words()
                                : prefix.substr(prefix.find_last_of('/') + 1);
        if (log.starts_with(prefix + "_")) {
            return true;
        }
    }
    return false;
}

bool keeps_maxima(const Job& job) {
    return job.option("log_window_value").starts_with("max") ||
           (job.has("log_max_value") && job.option("log_max_value") != "0");
}

std::optional<Beside> read_beside(const std::filesystem::path& path, std::string_view log) {
    std::error_code none;
    constexpr std::uintmax_t kBytesMax = std::uintmax_t{16} << 20U;
    if (path.extension() != ".json" || std::filesystem::file_size(path, none) > kBytesMax || none) {
        return std::nullopt;
    }
    auto text = TextSource::open(path.string());
    if (!text || !contains((*text)->head(), "\"fio version\"")) {
        return std::nullopt;
    }
    const auto whole = (*text)->rest();
    const std::size_t at = whole ? find_json(*whole) : std::string_view::npos;
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    Beside beside;
    const bool in_ns = contains(*whole, "lat_ns\"");
    if (in_ns || contains(*whole, "lat\"")) {
        beside.says.latency_unit = in_ns ? kNano : kMicro;
    }
    const auto end = json_end(*whole, at);
    const auto tree = JsonTree::parse(whole->substr(at, end ? *end - at : std::string_view::npos));
    if (!tree) {
        return beside;
    }
    const JsonValue root = tree->root();
    for (const JsonValue row : root["client_stats"] ? root["client_stats"] : root["jobs"]) {
        const Job job{.row = row, .global = root["global options"]};
        const bool named = names_log(job, log);
        if (!job.has_options() || (beside.names_the_log && !named)) {
            continue;  // old files do not say the options
        }
        beside.says.maxima =
            (named == beside.names_the_log && beside.says.maxima.value_or(false)) ||
            keeps_maxima(job);
        beside.names_the_log = named;
    }
    return beside;
}

/// What all files that say it say; nothing where they differ.
template <class Value>
std::optional<Value> agreed(const std::vector<Beside>& files,
                            std::optional<Value> FioLogBeside::* member) {
    std::optional<Value> said;
    for (const Beside& file : files) {
        const std::optional<Value> here = file.says.*member;
        if (said && here && *said != *here) {
            return std::nullopt;
        }
        said = said ? said : here;
    }
    return said;
}

}  // namespace

FioLogBeside look_beside_fio_log(const std::string& path) {
    constexpr int kFilesMax = 50;
    const std::size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
    const std::string log = path.substr(slash == std::string::npos ? 0 : slash + 1);
    std::vector<Beside> files;
    std::error_code error;
    int looked = 0;
    std::filesystem::directory_iterator entries(folder, error);
    for (const std::filesystem::directory_iterator end; !error && entries != end;
         entries.increment(error)) {
        if (entries->path().extension() != ".json" || ++looked > kFilesMax) {
            continue;
        }
        if (auto beside = read_beside(entries->path(), log)) {
            files.push_back(*beside);
        }
    }
    const auto named = [](const Beside& file) { return file.names_the_log; };
    if (std::any_of(files.begin(), files.end(), named)) {
        std::erase_if(files, [&](const Beside& file) { return !named(file); });
    }
    return {.latency_unit = agreed(files, &FioLogBeside::latency_unit),
            .maxima = agreed(files, &FioLogBeside::maxima)};
}

}  // namespace throughline::importers
