// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_marks.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/store/names.h"
#include "engine/store/organise.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

using Json = nlohmann::ordered_json;

/// The field where it is of the type of `value`, else `value`.
template <class Value>
Value field(const Json& json, const char* name, Value value) {
    const auto found = json.find(name);
    if (found == json.end() || found->type() != Json(value).type()) {
        return value;
    }
    return found->template get<Value>();
}

}  // namespace

std::string marks_json(const StudyMarks& marks) {
    Json json{{"study", marks.uuid},
              {"number", marks.number},
              {"origin", record::name_of(marks.origin)},
              {"source_path", marks.source_path},
              {"title", marks.title},
              {"note", marks.note},
              {"tags", marks.tags},
              {"target", marks.target},
              {"baseline", marks.baseline},
              {"in_bin", marks.in_bin}};
    if (marks.price_per_hour) {
        json["price_per_hour"] = *marks.price_per_hour;
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<StudyMarks> marks_from_json(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return std::nullopt;
    }
    StudyMarks marks{.uuid = field(json, "study", std::string()),
                     .number = json.value("number", Json()).is_number_integer()
                                   ? json["number"].get<std::int64_t>()
                                   : 0,
                     .origin = origin_of(field(json, "origin", std::string())),
                     .source_path = field(json, "source_path", std::string()),
                     .title = field(json, "title", std::string()),
                     .note = field(json, "note", std::string()),
                     .tags = {},
                     .target = field(json, "target", std::string()),
                     .price_per_hour = {},
                     .baseline = field(json, "baseline", false),
                     .in_bin = field(json, "in_bin", false)};
    for (const Json& tag : json.value("tags", Json::array())) {
        if (tag.is_string()) {
            marks.tags.push_back(tag.get<std::string>());
        }
    }
    const Json price = json.value("price_per_hour", Json());
    if (price.is_number() && price.get<double>() >= 0.0) {
        marks.price_per_hour = price.get<double>();
    }
    return marks.uuid.empty() ? std::nullopt : std::optional(std::move(marks));
}

Result<StudyMarks> read_marks(const Database& database, std::int64_t study_id) {
    auto row = read_study_row(database, study_id);
    if (!row) {
        return std::move(row).error();
    }
    const auto in_bin =
        database.number("SELECT in_bin FROM study WHERE id = " + std::to_string(study_id));
    if (!in_bin) {
        return in_bin.error();
    }
    return StudyMarks{.uuid = std::move(row->uuid),
                      .number = row->id,
                      .origin = row->origin,
                      .source_path = std::move(row->source_path),
                      .title = std::move(row->title),
                      .note = std::move(row->note),
                      .tags = std::move(row->tags),
                      .target = std::move(row->target),
                      .price_per_hour = row->price_per_hour,
                      .baseline = row->baseline,
                      .in_bin = *in_bin != 0};
}

Result<void> apply_marks(const Database& database, std::int64_t study_id, const StudyMarks& marks) {
    StudyChange change{.note = marks.note,
                       .tags = marks.tags,
                       .target = marks.target,
                       .price_per_hour = marks.price_per_hour};
    if (!marks.title.empty()) {
        change.title = marks.title;
    }
    if (marks.baseline) {
        change.baseline = true;
    }
    if (auto changed = change_study(database, study_id, change); !changed) {
        return changed;
    }
    return database.prepare("UPDATE study SET in_bin = ?2 WHERE id = ?1")
        .bind(study_id, marks.in_bin)
        .run();
}

}  // namespace throughline::store
