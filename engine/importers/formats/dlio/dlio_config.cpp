// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/dlio/dlio_config.h"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/say.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/text_source.h"

namespace throughline::importers {
namespace {

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

/// Sets what the result itself does not say.
void set_missing(RunDraft& run, const Value& value, const std::string& text) {
    if (run.has_condition(value.condition) || text.empty()) {
        return;
    }
    if (value.number) {
        run.set(value.condition, parse_number(text));
    } else {
        run.set(value.condition, std::string_view(text));
    }
}

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

/// The configuration at `path`; nothing where it is no YAML.
YAML::Node read_yaml(const std::string& path) {
    const auto text = TextSource::open(path);
    if (!text) {
        return {};
    }
    try {
        return YAML::Load(std::string((*text)->head()));
    } catch (const YAML::Exception&) {
        return {};
    }
}

/// What stands at "workload.reader.batch_size"; null where nothing does.
YAML::Node yaml_at(YAML::Node at, std::string_view path) {
    for (const auto key : split(path, '.')) {
        if (!at.IsMap()) {
            return {};
        }
        at.reset(at[std::string(key)]);
    }
    return at;
}

/// The same as text; "" of what is not a plain value.
std::string yaml_value(const YAML::Node& root, std::string_view path) {
    const YAML::Node at = yaml_at(root, path);
    return at.IsScalar() ? at.Scalar() : std::string();
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

void add_mlpstorage_metadata(const std::string& result_path, Draft& draft, RunDraft& run) {
    const auto path = metadata_beside(result_path);
    auto source = path ? TextSource::open(*path) : Result<std::unique_ptr<TextSource>>(Error{});
    const auto text = source ? (*source)->rest() : Result<std::string_view>(Error{});
    const auto tree = text ? JsonTree::parse(*text) : Result<JsonTree>(Error{});
    if (!tree || !tree->root()["parameters"]) {
        return;
    }
    const JsonValue root = tree->root();
    set_missing(run, {"", "model", false}, root["model"].words());
    set_missing(run, {"", "accelerator", false}, root["accelerator"].words());
    for (const Value& value : kValues) {
        const auto key = std::string_view(value.path).substr(std::string_view("workload.").size());
        set_missing(run, value, metadata_value(root, key));
    }
    draft.environment("import.metadata", *path);
    draft.info(
        "dlio.metadata_beside",
        say("model, accelerator, batch size and reader threads are from mlpstorage's metadata "
            "beside it"));
}

bool is_beside_dlio_config(const std::string& path) {
    const auto config = config_beside(path);
    return config && yaml_at(read_yaml(*config), "workload").IsMap();
}

void add_dlio_config(const std::string& result_path, Draft& draft, RunDraft& run) {
    const auto path = config_beside(result_path);
    if (!path) {
        return;
    }
    const YAML::Node root = read_yaml(*path);
    for (const Value& value : kValues) {
        set_missing(run, value, yaml_value(root, value.path));
    }
    const auto record = parse_number(yaml_value(root, "workload.dataset.record_length"));
    const auto samples = parse_number(yaml_value(root, "workload.dataset.num_samples_per_file"));
    if (record && samples) {
        run.set("file_size", *record * *samples);
    }
    draft.environment("import.config", *path);
    draft.info("dlio.config",
               say("batch size, reader threads and files are from the configuration beside it"));
}

}  // namespace throughline::importers
