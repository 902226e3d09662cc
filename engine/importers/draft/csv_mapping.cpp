// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/csv_mapping.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/say.h"
#include "engine/importers/read/csv_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/text_source.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

constexpr const char* kMappingFormat = "throughline-csv-mapping";
constexpr int kMappingVersion = 1;

Error no_mapping(const std::string& why) {
    return format_error(say("a mapping of CSV columns: %1", why));
}

}  // namespace

bool CsvMapping::fits(const std::vector<std::string>& header) const {
    return std::equal(header.begin(),
                      header.end(),
                      columns.begin(),
                      columns.end(),
                      [](const auto& name, const auto& column) { return name == column.first; });
}

Result<CsvMapping> parse_csv_mapping(std::string_view json) {
    const auto document = nlohmann::json::parse(json, nullptr, false);
    if (!document.is_object() || document.value("format", nlohmann::json()) != kMappingFormat) {
        return no_mapping(say("not a JSON object with \"format\": \"%1\"", kMappingFormat));
    }
    if (document.value("version", nlohmann::json()) != kMappingVersion) {
        return Error{
            .code = ErrorCode::Version,
            .what = say("a mapping of CSV columns of another version; this program knows %1",
                        std::to_string(kMappingVersion))};
    }
    const auto columns = document.find("columns");
    if (columns == document.end() || !columns->is_array()) {
        return no_mapping(say("\"columns\" is not a list"));
    }
    CsvMapping mapping;
    for (const auto& pair : *columns) {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
            return no_mapping(say("each of \"columns\" is [\"COLUMN\", \"WHAT IT IS\"]"));
        }
        const auto name = pair[0].get<std::string>();
        if (auto target = parse_csv_target(name, pair[1].get<std::string>()); !target) {
            return std::move(target).error();
        }
        mapping.columns.emplace_back(name, pair[1].get<std::string>());
    }
    return mapping;
}

std::string csv_mapping_json(const CsvMapping& mapping) {
    nlohmann::ordered_json columns = nlohmann::ordered_json::array();
    for (const auto& [name, target] : mapping.columns) {
        columns.push_back({name, target});
    }
    const nlohmann::ordered_json document = {
        {"format", kMappingFormat}, {"version", kMappingVersion}, {"columns", std::move(columns)}};
    return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<CsvMapping> read_csv_mapping(const std::string& path) {
    auto text = TextSource::open(path);
    if (!text) {
        return std::move(text).error();
    }
    const auto json = (*text)->rest();
    if (!json) {
        return json.error();
    }
    auto mapping = parse_csv_mapping(*json);
    if (!mapping) {
        Error error = std::move(mapping).error();
        error.what = "'" + path + "': " + error.what;
        return error;
    }
    return mapping;
}

Result<CsvTarget> parse_csv_target(std::string_view column, std::string_view text) {
    if (text == "ignore") {
        return CsvTarget{};
    }
    const std::size_t star = text.rfind('*');
    const auto factor = star == std::string_view::npos ? std::optional<double>(1.0)
                                                       : parse_number(text.substr(star + 1));
    const std::string key(text.substr(0, star));
    if (key == "time" && factor) {
        return CsvTarget{.role = CsvTarget::Role::Time, .factor = *factor};
    }
    const auto* const info = metrics::find_metric(key);
    if (!factor || info == nullptr) {
        return usage_error(
            say("column.%1=%2: write a metric or time, optionally *FACTOR, a condition, or ignore",
                column,
                text));
    }
    const bool condition = info->kind == metrics::Kind::Condition;
    return CsvTarget{.role = condition ? CsvTarget::Role::Condition : CsvTarget::Role::Metric,
                     .key = key,
                     .factor = *factor};
}

Result<CsvPreview> preview_csv(const std::string& path, std::size_t rows) {
    auto text = TextSource::open(path);
    if (!text) {
        return std::move(text).error();
    }
    CsvPreview preview;
    const TextLine* line = (*text)->next();
    if (line == nullptr) {
        return preview;
    }
    const char separator = separator_of(line->text);
    preview.header = table_header(line->text, separator);
    while (preview.rows.size() < rows && (line = (*text)->next()) != nullptr) {
        if (!trim(line->text).empty()) {
            preview.rows.push_back(csv_cells(line->text, separator));
        }
    }
    return preview;
}

}  // namespace throughline::importers
