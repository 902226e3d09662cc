// SPDX-License-Identifier: Apache-2.0
#include "engine/report/proof.h"

#include <nettle/base64.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/analysis/derive.h"
#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/record/packed_record.h"
#include "engine/record/read_record.h"
#include "engine/record/sha256.h"
#include "engine/spec/people.h"

namespace throughline::report {
namespace {

using Json = nlohmann::json;             ///< for reading: keys are found at once
using Written = nlohmann::ordered_json;  ///< for writing, in our order

constexpr const char* kProofFormat = "throughline-proof";
constexpr int kProofMajor = 1;
constexpr std::size_t kRecordBytesMax = std::size_t{2} << 30U;  ///< of all records together

std::string base64(std::string_view bytes) {
    std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
    base64_encode_raw(
        text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    return text;
}

Result<std::string> from_base64(std::string_view text) {
    std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
    std::size_t size = bytes.size();
    base64_decode_ctx context{};
    base64_decode_init(&context);
    const bool read = base64_decode_update(&context,
                                           &size,
                                           reinterpret_cast<std::uint8_t*>(bytes.data()),
                                           text.size(),
                                           text.data()) == 1;
    if (!read || base64_decode_final(&context) != 1) {
        return format_error(say("it is not base64"));
    }
    bytes.resize(size);
    return bytes;
}

Written json_of(const ChartPoint& point) {
    Written json{point.study, point.run, point.x, point.y};
    if (!point.x_name.empty()) {
        json[2] = point.x_name;
    }
    return json;
}

Written json_of(const ProvenChart& chart) {
    const ChartData& data = chart.data;
    Written series = Written::array();
    for (const ChartSeries& one : data.series) {
        Written points = Written::array();
        for (const ChartPoint& point : one.points) {
            points.push_back(json_of(point));
        }
        series.push_back({{"name", one.name}, {"points", std::move(points)}});
    }
    return {{"title", data.title},
            {"x", data.x_key},
            {"y", data.y_key},
            {"x_title", data.x_title},
            {"y_title", data.y_title},
            {"series", std::move(series)},
            {"other_points", data.other_points},
            {"notes", data.notes},
            {"svg_sha256", chart.svg_sha256}};
}

/// A whole number from 0 on; throws for anything else.
template <class Integer>
Integer count_from(const Json& json) {
    const auto number = json.is_number_unsigned() ? json.get<std::uint64_t>()
                                                  : std::numeric_limits<std::uint64_t>::max();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max())) {
        throw std::out_of_range("no whole number");
    }
    return static_cast<Integer>(number);
}

/// Throws where a field is missing or of another type. Field by field: within an aggregate's
/// initialiser GCC 12 destroyed what was made twice when a later field threw.
ChartPoint point_from(const Json& json) {
    ChartPoint point;
    json.at(0).get_to(point.study);
    point.run = count_from<int>(json.at(1));
    if (json.at(2).is_string()) {
        json.at(2).get_to(point.x_name);
    } else {
        json.at(2).get_to(point.x);
    }
    json.at(3).get_to(point.y);
    return point;
}

ProvenChart chart_from(const Json& json) {
    ProvenChart chart;
    json.at("title").get_to(chart.data.title);
    json.at("x").get_to(chart.data.x_key);
    json.at("y").get_to(chart.data.y_key);
    json.at("x_title").get_to(chart.data.x_title);
    json.at("y_title").get_to(chart.data.y_title);
    chart.data.other_points = count_from<std::size_t>(json.at("other_points"));
    json.at("notes").get_to(chart.data.notes);
    json.at("svg_sha256").get_to(chart.svg_sha256);
    for (const Json& one : json.at("series")) {
        ChartSeries series;
        one.at("name").get_to(series.name);
        for (const Json& point : one.at("points")) {
            series.points.push_back(point_from(point));
        }
        chart.data.series.push_back(std::move(series));
    }
    return chart;
}

/// One of the proof's records: within it, or a file that it names. Throws as point_from().
Result<std::string> record_from(const Json& json, std::size_t room, const RecordFinder& find) {
    if (json.is_string()) {
        const auto packed = from_base64(json.get<std::string>());
        return packed ? record::unpack_record(*packed, room) : Result<std::string>(packed.error());
    }
    auto record = find ? find(json.at("file").get<std::string>(), room)
                       : Result<std::string>(format_error(say("it is not within the proof")));
    if (record && record::sha256_hex(*record) != json.at("sha256").get<std::string>()) {
        return format_error(say("it was changed after the report was made"));
    }
    return record;
}

Result<Proof> proof_from(const Json& json, const RecordFinder& find) {
    if (json.at("format") != kProofFormat || json.at("major") != kProofMajor) {
        return format_error(say("the proof is not of a kind that this version reads"));
    }
    auto definition = parse_definition(json.at("definition").get<std::string>());
    if (!definition) {
        return format_error(say("the definition in the proof: %1", definition.error().what));
    }
    Proof proof;
    proof.form = json.contains("form") ? count_from<int>(json.at("form")) : 0;
    json.at("date").get_to(proof.date);
    json.at("program").get_to(proof.program);
    proof.definition = *std::move(definition);
    if (json.at("records").size() != proof.definition.studies.size()) {
        return format_error(say("the proof does not have one record for each study of the report"));
    }
    std::size_t room = kRecordBytesMax;
    for (const Json& one : json.at("records")) {
        auto record = record_from(one, room, find);
        if (!record) {
            return format_error(say("record %1 in the proof is damaged: %2",
                                    std::to_string(proof.records.size() + 1),
                                    record.error().what));
        }
        if (one.is_object()) {
            proof.record_files.push_back(one.at("file").get<std::string>());
        }
        room -= record->size();
        proof.records.push_back(*std::move(record));
    }
    for (const Json& one : json.at("charts")) {
        proof.charts.push_back(chart_from(one));
    }
    if (json.contains("pages")) {
        json.at("pages").get_to(proof.pages);
        json.at("deck").get_to(proof.deck);
    }
    return proof;
}

}  // namespace

bool same_number(double a, double b) {
    constexpr double kDigits = 1e-9;
    return std::abs(a - b) <= kDigits * std::max(std::abs(a), std::abs(b));
}

Result<std::string> proof_text(const Proof& proof) {
    Written records = Written::array();
    for (std::size_t i = 0; i < proof.records.size(); ++i) {
        const std::string& record = proof.records[i];
        if (i < proof.record_files.size()) {
            records.push_back(
                {{"file", proof.record_files[i]}, {"sha256", record::sha256_hex(record)}});
            continue;
        }
        const auto packed = record::pack_record(record);
        if (!packed) {
            return packed.error();
        }
        records.push_back(base64(*packed));
    }
    Written charts = Written::array();
    for (const ProvenChart& chart : proof.charts) {
        charts.push_back(json_of(chart));
    }
    Written json{{"format", kProofFormat},
                 {"major", kProofMajor},
                 {"form", proof.form},
                 {"date", proof.date},
                 {"program", proof.program},
                 {"definition", definition_json(proof.definition)},
                 {"charts", std::move(charts)},
                 {"records", std::move(records)}};
    if (!proof.pages.empty()) {
        json["pages"] = proof.pages;
        json["deck"] = proof.deck;
    }
    std::string text;
    for (const char byte : json.dump(-1, ' ', false, Written::error_handler_t::replace)) {
        text += byte == '<' ? std::string("\\u003c") : std::string(1, byte);
    }
    return text;
}

Result<Proof> parse_proof(std::string_view text, const RecordFinder& find) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return format_error(say("the proof in the report cannot be read"));
    }
    for (const char* field :
         {"format", "major", "date", "program", "definition", "records", "charts"}) {
        if (!json.contains(field)) {
            return format_error(say("the proof in the report lacks '%1'", field));
        }
    }
    try {
        return proof_from(json, find);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {  // the library's own words help nobody
        return format_error(
            say("a field of the proof in the report is missing or of another type"));
    }
}

Result<std::vector<record::Study>> read_records(std::span<const std::string> records) {
    std::vector<record::Study> studies;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::string name = say("record %1", std::to_string(i + 1));
        auto read = record::read_record_text(records[i], name);
        if (!read) {
            return std::move(read).error();
        }
        if (read->damage) {
            return format_error(name + ": " + read->damage->text);
        }
        studies.push_back(std::move(read->study));
    }
    return studies;
}

Result<std::vector<record::Study>> studies_of(const Proof& proof) {
    auto studies = read_records(proof.records);
    if (!studies) {
        return studies;
    }
    if (studies->size() != proof.definition.studies.size()) {
        return format_error(say("the proof does not have one record for each study of the report"));
    }
    for (std::size_t i = 0; i < studies->size(); ++i) {
        record::Study& study = (*studies)[i];
        if (study.header.study != proof.definition.studies[i]) {
            return format_error(
                say("record %1 is of another study than the report says", std::to_string(i + 1)));
        }
        analysis::derive(study);
    }
    return studies;
}

std::optional<double> value_of(const record::RunData& run, std::string_view key) {
    const auto metric = analysis::metric_of(run, key);
    return metric ? metric : analysis::setting_number_of(run, key);
}

RunIndex::RunIndex(std::span<const record::Study> studies) {
    for (const record::Study& study : studies) {
        for (const record::RunData& run : study.runs) {
            runs_.emplace(std::pair(std::string_view(study.header.study), run.started.run), &run);
        }
    }
}

bool RunIndex::holds(const ChartPoint& point, const ChartData& chart) const {
    const auto found = runs_.find({point.study, point.run});
    if (found == runs_.end()) {
        return false;
    }
    const record::RunData& run = *found->second;
    const auto y = value_of(run, chart.y_key);
    if (!y || !same_number(*y, point.y)) {
        return false;
    }
    if (!point.x_name.empty()) {
        const auto setting = run.started.settings.find(chart.x_key);
        return setting != run.started.settings.end() &&
               (spec::setting_text(setting->second) == point.x_name ||
                spec::people_text(chart.x_key, setting->second) == point.x_name);
    }
    const auto x = value_of(run, chart.x_key);
    return x && same_number(*x, point.x);
}

}  // namespace throughline::report
