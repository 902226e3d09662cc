// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/dlio/dlio_config.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/text_source.h"

namespace throughline::importers {
namespace {

/// A value without its comment and quotes.
std::string plain_value(std::string_view text) {
    text = trim(text);
    if (text.size() > 1 && (text.front() == '"' || text.front() == '\'')) {
        const std::size_t end = text.find(text.front(), 1);
        return std::string(text.substr(1, end == std::string_view::npos ? end : end - 1));
    }
    if (const std::size_t comment = text.find(" #"); comment != std::string_view::npos) {
        text = trim(text.substr(0, comment));
    }
    return std::string(text);
}

struct Value {
    const char* path;
    const char* condition;
    bool number;
};
constexpr Value kValues[] = {
    {"workload.model", "model", false},
    {"workload.reader.batch_size", "batch_size", true},
    {"workload.reader.read_threads", "workers", true},
    {"workload.dataset.format", "format", false},
    {"workload.dataset.num_files_train", "file_count", true},
    {"workload.train.computation_time", "consumer.batch_seconds", true},
};

std::optional<std::string> config_beside(const std::string& result_path) {
    const std::size_t slash = result_path.rfind('/');
    const std::string folder =
        slash == std::string::npos ? std::string() : result_path.substr(0, slash + 1);
    for (const char* const place : {".hydra/", "hydra/", "configs/"}) {
        std::string path = folder + place + "config.yaml";
        if (TextSource::open(path)) {
            return path;
        }
    }
    return std::nullopt;
}

/// The one "…_metadata.json" in the folder of the result.
std::optional<std::string> metadata_beside(const std::string& result_path) {
    const std::size_t slash = result_path.rfind('/');
    if (slash == std::string::npos) {
        return std::nullopt;
    }
    std::optional<std::string> found;
    std::error_code error;
    std::filesystem::directory_iterator entries(result_path.substr(0, slash), error);
    for (const std::filesystem::directory_iterator end; !error && entries != end;
         entries.increment(error)) {
        std::string path = entries->path().string();
        if (!path.ends_with("_metadata.json")) {
            continue;
        }
        if (found) {
            return std::nullopt;  // nobody knows which
        }
        found = std::move(path);
    }
    return found;
}

/// "reader.batch_size" of the overrides, which win, else of the parameters.
std::string metadata_value(JsonValue root, std::string_view path) {
    for (const char* const place : {"override_parameters", "parameters"}) {
        JsonValue at = root[place];
        if (const std::string flat = at[path].words(); !flat.empty()) {
            return flat;
        }
        for (const auto part : split(path, '.')) {
            at = at[part];
        }
        if (const std::string nested = at.words(); !nested.empty()) {
            return nested;
        }
    }
    return {};
}

}  // namespace

std::map<std::string, std::string, std::less<>> plain_yaml(std::string_view text) {
    std::map<std::string, std::string, std::less<>> values;
    std::vector<std::pair<std::size_t, std::string>> parents;  // indentation and path
    for (const std::string_view line : split(text, '\n')) {
        const std::size_t indent = line.find_first_not_of(' ');
        const std::size_t colon = line.find(':');
        const bool entry =
            indent != std::string_view::npos && line[indent] != '#' && line[indent] != '-' &&
            colon != std::string_view::npos &&
            (colon + 1 == line.size() || line[colon + 1] == ' ' || line[colon + 1] == '\r');
        if (!entry) {
            continue;
        }
        while (!parents.empty() && parents.back().first >= indent) {
            parents.pop_back();
        }
        std::string path = parents.empty() ? std::string() : parents.back().second + '.';
        path += plain_value(line.substr(indent, colon - indent));
        const std::string value = plain_value(line.substr(colon + 1));
        if (value.empty()) {
            parents.emplace_back(indent, std::move(path));
        } else if (value != "null" && value != "~") {
            values.emplace(std::move(path), value);
        }
    }
    return values;
}

void add_mlpstorage_metadata(const std::string& result_path, Draft& draft, RunDraft& run) {
    const auto path = metadata_beside(result_path);
    auto source = path ? TextSource::open(*path) : Result<std::unique_ptr<TextSource>>(Error{});
    const auto text = source ? (*source)->rest() : Result<std::string_view>(Error{});
    const auto tree = text ? JsonTree::parse(*text) : Result<JsonTree>(Error{});
    if (!tree || !tree->root()["parameters"]) {
        return;
    }
    const JsonValue root = tree->root();
    const auto set_missing = [&](const char* condition, const std::string& value, bool number) {
        if (run.has_condition(condition) || value.empty()) {
            return;
        }
        if (number) {
            run.set(condition, parse_number(value));
        } else {
            run.set(condition, std::string_view(value));
        }
    };
    set_missing("model", root["model"].words(), false);
    set_missing("accelerator", root["accelerator"].words(), false);
    for (const Value& value : kValues) {
        const auto key = std::string_view(value.path).substr(std::string_view("workload.").size());
        set_missing(value.condition, metadata_value(root, key), value.number);
    }
    draft.environment("import.metadata", *path);
    draft.info(
        "dlio.metadata_beside",
        "model, accelerator, batch size and reader threads are those of mlpstorage's metadata "
        "beside it");
}

bool is_beside_dlio_config(const std::string& path) {
    const auto config = config_beside(path);
    const auto text =
        config ? TextSource::open(*config) : Result<std::unique_ptr<TextSource>>(Error{});
    if (!text) {
        return false;
    }
    const auto values = plain_yaml((*text)->head());
    const auto first = values.lower_bound("workload.");
    return first != values.end() && first->first.starts_with("workload.");
}

void add_dlio_config(const std::string& result_path, Draft& draft, RunDraft& run) {
    const auto path = config_beside(result_path);
    const auto text = path ? TextSource::open(*path) : Result<std::unique_ptr<TextSource>>(Error{});
    if (!text) {
        return;
    }
    const auto values = plain_yaml((*text)->head());
    const auto number = [&](std::string_view key) -> std::optional<double> {
        const auto found = values.find(key);
        return found == values.end() ? std::nullopt : parse_number(found->second);
    };
    for (const Value& value : kValues) {
        const auto found = values.find(std::string_view(value.path));
        if (found == values.end() || run.has_condition(value.condition)) {
            continue;
        }
        if (value.number) {
            run.set(value.condition, parse_number(found->second));
        } else {
            run.set(value.condition, std::string_view(found->second));
        }
    }
    const auto record = number("workload.dataset.record_length");
    const auto samples = number("workload.dataset.num_samples_per_file");
    if (record && samples) {
        run.set("file_size", *record * *samples);
    }
    draft.environment("import.config", *path);
    draft.info("dlio.config",
               "batch size, reader threads and files are those of the configuration beside it");
}

}  // namespace throughline::importers
