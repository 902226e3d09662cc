// SPDX-License-Identifier: Apache-2.0
// Scenario files: {"base": {…}, "scenarios": […], "candidates": […]}.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "engine/base/say.h"
#include "engine/catalog/json_text.h"
#include "engine/whatif/changes.h"
#include "engine/whatif/json_text.h"
#include "engine/whatif/nodes_file.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/scenario_keys.h"
#include "engine/whatif/study_base.h"
#include "engine/whatif/study_base_json.h"
#include "engine/whatif/ways_file.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {
namespace {

Error wrong(const std::string& where, const std::string& what) {
    return usage_error(say("%1: %2", where, what));
}

/// A text field; none when it is missing.
Result<std::string> text_field(const Json& object, const char* field, const std::string& where) {
    const auto found = object.find(field);
    if (found == object.end()) {
        return std::string();
    }
    if (!found->is_string()) {
        return wrong(where, say("'%1' is not a string", field));
    }
    return found->get<std::string>();
}

template <class Names = std::initializer_list<std::string_view>>
Result<void> only_fields(const Json& object, const Names& known, const std::string& where) {
    if (!object.is_object()) {
        return wrong(where, say("it is not an object"));
    }
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            std::string names;
            for (const auto name : known) {
                names += name == *known.begin() ? "" : ", ";
                names += name;
            }
            return wrong(where, say("'%1' is not known; it must be one of %2", key, names));
        }
    }
    return {};
}

Result<std::vector<Change>> changes_field(const Json& object, const std::string& where) {
    if (!object.is_object()) {
        return wrong(where, say("it is not an object of inputs"));
    }
    auto read = read_changes(object);
    if (read.bad_key) {
        return wrong(where, read.bad_reason);
    }
    return std::move(read.changes);
}

template <class AnyVolume>
auto volume_fields(AnyVolume& volume) {
    return std::array{std::pair{"gib", &volume.gib},
                      std::pair{"iops", &volume.iops},
                      std::pair{"mib_per_s", &volume.mib_per_s},
                      std::pair{"hours", &volume.hours}};
}

/// {"gib", "iops", "mib_per_s", "hours"}, each a number.
Result<Volume> volume_field(const Json& catalog, const std::string& where) {
    Volume volume;
    const auto found = catalog.find("volume");
    if (found == catalog.end()) {
        return volume;
    }
    const std::string at = where + ", volume";
    if (auto known = only_fields(*found, {"gib", "iops", "mib_per_s", "hours"}, at); !known) {
        return std::move(known).error();
    }
    for (const auto& [field, target] : volume_fields(volume)) {
        const auto value = found->find(field);
        if (value == found->end()) {
            continue;
        }
        if (!value->is_number()) {
            return wrong(at, say("'%1' is not a number", field));
        }
        *target = value->get<double>();
    }
    return volume;
}

/// The entries that a scenario may name, by field.
constexpr std::array kEntries{std::pair{"storage", &CatalogChoice::storage},
                              std::pair{"instance", &CatalogChoice::instance},
                              std::pair{"link", &CatalogChoice::link},
                              std::pair{"network", &CatalogChoice::network},
                              std::pair{"gpu_rate", &CatalogChoice::gpu_rate}};

Result<CatalogChoice> catalog_field(const Json& object, const std::string& where) {
    CatalogChoice choice;
    const auto found = object.find("catalog");
    if (found == object.end()) {
        return choice;
    }
    const std::string at = where + ", catalog";
    if (auto known = only_fields(
            *found, {"storage", "instance", "link", "network", "gpu_rate", "volume"}, at);
        !known) {
        return std::move(known).error();
    }
    for (const auto& [field, member] : kEntries) {
        auto text = text_field(*found, field, at);
        if (!text) {
            return std::move(text).error();
        }
        choice.*member = *std::move(text);
    }
    auto volume = volume_field(*found, at);
    if (!volume) {
        return std::move(volume).error();
    }
    choice.volume = *volume;
    return choice;
}

/// {"fixed_s", "per_byte_s"}, numbers of 0 or more; none when it is missing.
Result<std::optional<CpuCost>> cpu_cost_field(const Json& object, const std::string& where) {
    const auto found = object.find("cpu_cost");
    if (found == object.end()) {
        return std::optional<CpuCost>();
    }
    const std::string at = where + ", cpu_cost";
    if (auto known = only_fields(*found, {"fixed_s", "per_byte_s"}, at); !known) {
        return std::move(known).error();
    }
    CpuCost cost;
    for (const auto& [field, target] :
         {std::pair("fixed_s", &cost.fixed_s), std::pair("per_byte_s", &cost.per_byte_s)}) {
        const auto value = found->find(field);
        if (value == found->end() || !value->is_number() || !(value->get<double>() >= 0.0)) {
            return wrong(at, say("'%1' is not a number of 0 or more", field));
        }
        *target = value->get<double>();
    }
    return std::optional(cost);
}

Result<std::shared_ptr<const StudyBase>> calibration_field(const Json& object,
                                                           const std::string& where) {
    const auto found = object.find("calibration");
    if (found == object.end()) {
        return std::shared_ptr<const StudyBase>();
    }
    auto base = read_study_base(*found, where + ", calibration");
    if (!base) {
        return std::move(base).error();
    }
    return std::shared_ptr<const StudyBase>(std::make_shared<const StudyBase>(*std::move(base)));
}

/// Programs up to 0.1 wrote the figures of a base of studies as typed in, and this into the note:
/// takes it out, and returns the studies' title; "" when there is none.
std::string take_lost_base(std::string& note) {
    constexpr std::string_view kWords = "Base calibrated on: ";
    std::string title;
    std::string kept;
    for (std::size_t at = 0; at < note.size();) {
        const std::size_t end = std::min(note.find('\n', at), note.size());
        const std::string line = note.substr(at, end - at);
        if (line.starts_with(kWords)) {
            title = line.substr(kWords.size());
        } else {
            kept += (kept.empty() ? "" : "\n") + line;
        }
        at = end + 1;
    }
    if (!title.empty()) {
        note = kept;
    }
    return title;
}

/// {"name", "note", "catalog", "changes"}; for a candidate also plain inputs.
Result<Scenario> parse_scenario(const Json& json, std::string where, bool may_be_plain) {
    Scenario scenario;
    if (!json.is_object()) {
        return wrong(where, say("it is not an object"));
    }
    if (const auto name = json.find("name"); name != json.end() && name->is_string()) {
        where += " ('" + name->get<std::string>() + "')";
    }
    const bool plain = may_be_plain && !json.contains("changes") && !json.contains("catalog") &&
                       !json.contains("name");
    if (!plain) {
        if (auto known = only_fields(json, {"name", "note", "catalog", "changes"}, where); !known) {
            return std::move(known).error();
        }
        auto name = text_field(json, "name", where);
        auto note = text_field(json, "note", where);
        auto catalog = catalog_field(json, where);
        if (!name || !note || !catalog) {
            return !name ? name.error() : (!note ? note.error() : catalog.error());
        }
        scenario = {.name = *std::move(name), .note = *std::move(note), .catalog = *catalog};
        if (!json.contains("changes")) {
            return scenario;
        }
        where += ", changes";
    }
    auto changes = changes_field(plain ? json : json.at("changes"), where);
    if (!changes) {
        return std::move(changes).error();
    }
    scenario.changes = *std::move(changes);
    return scenario;
}

Result<std::vector<Scenario>> parse_list(const Json& document,
                                         const char* field,
                                         std::size_t most,
                                         const std::string& file) {
    std::vector<Scenario> list;
    const auto found = document.find(field);
    if (found == document.end()) {
        return list;
    }
    if (!found->is_array() || found->size() > most) {
        return wrong("'" + file + "'",
                     found->is_array()
                         ? say("'%1' is too long: at most %2", field, std::to_string(most))
                         : say("'%1' is not a list", field));
    }
    const bool candidates = std::string_view(field) == "candidates";
    for (std::size_t i = 0; i < found->size(); ++i) {
        const std::string where =
            say(candidates ? to_say("'%1', candidate %2") : to_say("'%1', scenario %2"),
                file,
                std::to_string(i + 1));
        auto scenario = parse_scenario((*found)[i], where, candidates);
        if (!scenario) {
            return std::move(scenario).error();
        }
        if (scenario->name.empty()) {
            scenario->name = (candidates ? "candidate " : "scenario ") + std::to_string(i + 1);
        }
        list.push_back(*std::move(scenario));
    }
    return list;
}

Json json_from_catalog(const CatalogChoice& choice) {
    Json json = Json::object();
    for (const auto& [field, member] : kEntries) {
        if (!(choice.*member).empty()) {
            json[field] = choice.*member;
        }
    }
    for (const auto& [field, value] : volume_fields(choice.volume)) {
        if (*value != 0.0) {
            json["volume"][field] = *value;
        }
    }
    return json;
}

}  // namespace

Json json_from_scenario(const Scenario& scenario) {
    Json json = {{"name", scenario.name}};
    if (!scenario.note.empty()) {
        json["note"] = scenario.note;
    }
    if (!scenario.catalog.empty()) {
        json["catalog"] = json_from_catalog(scenario.catalog);
    }
    json["changes"] = json_from_changes(scenario.changes);
    return json;
}

namespace {

/// {"catalog", "base", "base_name", "cpu_cost"} of a file, or of its "typed_base".
Result<Scenario> base_fields(const Json& object, const std::string& where) {
    auto catalog = catalog_field(object, where);
    auto base = changes_field(object.at("base"), where + ", base");
    auto cpu_cost = cpu_cost_field(object, where);
    auto name = text_field(object, "base_name", where);
    if (!name) {
        return std::move(name).error();
    }
    if (!catalog || !base || !cpu_cost) {
        return !catalog ? catalog.error() : (!base ? base.error() : cpu_cost.error());
    }
    return Scenario{.name = name->empty() ? kUnnamedBase : *std::move(name),
                    .catalog = *catalog,
                    .changes = *base,
                    .cpu_cost = *cpu_cost};
}

Result<std::optional<Scenario>> typed_base_field(const Json& object, const std::string& where) {
    const auto found = object.find("typed_base");
    if (found == object.end()) {
        return std::optional<Scenario>();
    }
    const std::string at = where + ", typed_base";
    if (auto known = only_fields(*found, {"catalog", "base", "base_name", "cpu_cost"}, at);
        !known) {
        return std::move(known).error();
    }
    if (!found->contains("base")) {
        return wrong(at, say("'base' is missing"));
    }
    auto typed = base_fields(*found, at);
    return typed ? Result<std::optional<Scenario>>(std::optional(*std::move(typed)))
                 : Result<std::optional<Scenario>>(typed.error());
}

void put_base(Json& json, const Scenario& base) {
    if (!base.catalog.empty()) {
        json["catalog"] = json_from_catalog(base.catalog);
    }
    json["base"] = json_from_changes(base.changes);
    if (!base.name.empty() && base.name != kUnnamedBase) {
        json["base_name"] = base.name;
    }
    if (const auto& cost = base.cpu_cost) {
        json["cpu_cost"] = {{"fixed_s", cost->fixed_s}, {"per_byte_s", cost->per_byte_s}};
    }
}

/// After what the scenarios rest on; "": nothing that has a title.
std::string made_title(const ScenarioFile& file) {
    return file.study_base   ? marked_title(*file.study_base)
           : file.ways_study ? marked_title(*file.ways_study)
                             : std::string();
}

/// Programs up to 0.1 wrote such a title down, in the language that they spoke then.
bool is_made_title(const ScenarioFile& file) {
    return std::ranges::any_of(all_languages(), [&](Language language) {
        const Speaking speaking(language);
        return file.title == made_title(file);
    });
}

/// What is asked beside the scenarios.
Result<void> read_questions(const Json& document, const std::string& where, ScenarioFile& file) {
    if (const auto ways = document.find("ways"); ways != document.end()) {
        if (auto read = read_ways(*ways, where + ", ways", file); !read) {
            return std::move(read).error();
        }
    }
    if (const auto nodes = document.find("nodes"); nodes != document.end()) {
        auto read = read_nodes(*nodes, where + ", nodes");
        if (!read) {
            return std::move(read).error();
        }
        file.nodes = *read;
    }
    return {};
}

}  // namespace

Result<ScenarioFile> parse_scenario_file(std::string_view text, const std::string& file) {
    auto document = catalog::parse_json(text, file);
    if (!document) {
        return std::move(document).error();
    }
    const std::string where = "'" + file + "'";
    if (auto known = only_fields(*document, kScenarioFileKeys, where); !known) {
        return std::move(known).error();
    }
    if (!document->contains("base")) {
        return wrong(where, say("'base' is missing: the inputs that scenarios change"));
    }
    auto title = text_field(*document, "title", where);
    auto note = text_field(*document, "note", where);
    auto lost = text_field(*document, "lost_base", where);
    auto base = base_fields(*document, where);
    auto study_base = calibration_field(*document, where);
    auto typed = typed_base_field(*document, where);
    auto scenarios = parse_list(*document, "scenarios", kScenariosMax, file);
    auto candidates = parse_list(*document, "candidates", kCandidatesMax, file);
    for (const Error* error : {title ? nullptr : &title.error(),
                               note ? nullptr : &note.error(),
                               lost ? nullptr : &lost.error(),
                               base ? nullptr : &base.error(),
                               study_base ? nullptr : &study_base.error(),
                               typed ? nullptr : &typed.error(),
                               scenarios ? nullptr : &scenarios.error(),
                               candidates ? nullptr : &candidates.error()}) {
        if (error != nullptr) {
            return *error;
        }
    }
    if (const std::string in_note = take_lost_base(*note); lost->empty() && !*study_base) {
        *lost = in_note;
    }
    ScenarioFile scenario_file{.title = *std::move(title),
                               .note = *std::move(note),
                               .base = *std::move(base),
                               .study_base = *std::move(study_base),
                               .typed_base = *std::move(typed),
                               .lost_base = *std::move(lost),
                               .scenarios = *std::move(scenarios),
                               .candidates = *std::move(candidates)};
    if (auto read = read_questions(*document, where, scenario_file); !read) {
        return std::move(read).error();
    }
    if (is_made_title(scenario_file)) {
        scenario_file.title.clear();
    }
    return scenario_file;
}

std::string title_of(const ScenarioFile& file) {
    return file.title.empty() ? made_title(file) : file.title;
}

std::string name_of_base(const ScenarioFile& file) {
    if (file.study_base) {
        return marked_title(*file.study_base);
    }
    return file.base.name == kUnnamedBase ? std::string() : file.base.name;
}

Resolved start_of(const ScenarioFile& file) {
    if (file.study_base) {
        return file.study_base->calibration.base;
    }
    Resolved start = defaults();
    if (!file.lost_base.empty()) {
        start.knowledge.bound_by(
            {.best = model::Grade::D, .cause = model::GradeCause::EvidenceLost});
    }
    return start;
}

std::string scenario_file_json(const ScenarioFile& file) {
    Json json = {{"title", file.title}};
    if (!file.note.empty()) {
        json["note"] = file.note;
    }
    put_base(json, file.base);
    if (file.study_base) {
        json["calibration"] = json_from_study_base(*file.study_base);
    }
    if (file.typed_base) {
        json["typed_base"] = Json::object();
        put_base(json["typed_base"], *file.typed_base);
    }
    if (!file.lost_base.empty()) {
        json["lost_base"] = file.lost_base;
    }
    if (file.ways_study) {
        json["ways"] = json_from_ways(*file.ways_study, file.ways);
    }
    if (file.nodes != NodesQuestion()) {
        json["nodes"] = json_from_nodes(file.nodes);
    }
    json["scenarios"] = Json::array();
    for (const auto& scenario : file.scenarios) {
        json["scenarios"].push_back(json_from_scenario(scenario));
    }
    if (!file.candidates.empty()) {
        json["candidates"] = Json::array();
        for (const auto& candidate : file.candidates) {
            json["candidates"].push_back(json_from_scenario(candidate));
        }
    }
    return pretty(json);
}

}  // namespace throughline::whatif
