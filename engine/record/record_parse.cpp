// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <utility>

#include "engine/base/say.h"
#include "engine/record/machine.h"
#include "engine/record/record_json.h"
#include "engine/record/record_names.h"
#include "engine/spec/json.h"

namespace throughline::record {
namespace {

/// Takes fields out of one JSON object. The first thing that is wrong is kept as error and makes
/// every later read return a default, so that a line is read without a branch per field.
class FieldReader {
public:
    FieldReader(const spec::Json& json, std::string type) : json_(json), type_(std::move(type)) {}

    const std::optional<Error>& error() const noexcept { return error_; }

    /// `wanted`: a message in which %1 is the line's type, %2 the field and %3 `part`.
    void fail(std::string_view field, const char* wanted, std::string_view part = {}) {
        if (!error_) {
            error_ = format_error(say_english(wanted, type_, field, part));
        }
    }

    /// The field, or null when it is missing; a missing one that is needed is an error.
    const spec::Json* find(const char* field, bool needed) {
        const auto found = json_.find(field);
        if (found == json_.end() || found->is_null()) {
            if (needed) {
                fail(field, to_say("%1: '%2' is missing"));
            }
            return nullptr;
        }
        return &*found;
    }

    std::string text(const char* field, bool needed = true) {
        const spec::Json* json = find(field, needed);
        if (json != nullptr && !json->is_string()) {
            fail(field, to_say("%1: '%2' is not a string"));
            return {};
        }
        return json == nullptr ? std::string() : json->get<std::string>();
    }

    double number(const char* field, bool needed = true) {
        const spec::Json* json = find(field, needed);
        if (json != nullptr && !json->is_number()) {
            fail(field, to_say("%1: '%2' is not a number"));
            return 0.0;
        }
        return json == nullptr ? 0.0 : json->get<double>();
    }

    template <class T>
    T whole(const char* field, bool needed, T missing, T minimum = 0) {
        const spec::Json* json = find(field, needed);
        if (json == nullptr) {
            return missing;
        }
        T value{};
        if (!read_whole(*json, value) || value < minimum) {
            fail(field, to_say("%1: '%2' is not a whole number in its range"));
        }
        return value;
    }

    template <class T>
    static bool read_whole(const spec::Json& json, T& value) {
        constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        if (json.is_number_unsigned() && json.get<std::uint64_t>() <= kMax) {
            value = static_cast<T>(json.get<std::uint64_t>());
            return true;
        }
        // Written by a program without integers: 3.0 is 3. Above 2^53 such a number is not exact.
        if (json.is_number_float()) {
            const auto real = json.get<double>();
            if (real >= 0.0 && real <= 0x1.0p53 && real <= static_cast<double>(kMax) &&
                real == static_cast<double>(static_cast<std::uint64_t>(real))) {
                value = static_cast<T>(real);
                return true;
            }
        }
        return false;
    }

    /// An object or an array; null when missing.
    const spec::Json* nested(const char* field, bool needed, bool array = false) {
        const spec::Json* json = find(field, needed);
        if (json != nullptr && !(array ? json->is_array() : json->is_object())) {
            fail(field,
                 array ? to_say("%1: '%2' is not a list") : to_say("%1: '%2' is not an object"));
            return nullptr;
        }
        return json;
    }

    /// False when missing.
    bool flag(const char* field) {
        const spec::Json* json = find(field, false);
        if (json != nullptr && !json->is_boolean()) {
            fail(field, to_say("%1: '%2' is not true or false"));
            return false;
        }
        return json != nullptr && json->get<bool>();
    }

    template <class Enum, std::size_t N>
    Enum choice(const char* field, const std::array<Enum, N>& values) {
        Enum found = values.front();
        const std::string name = text(field);
        if (!error_ && !enum_from_name(name, values, found)) {
            fail(field, to_say("%1: '%2' is not a value this version knows: %3"), name);
        }
        return found;
    }

    MetricValues metrics(const char* field) {
        MetricValues values;
        const spec::Json* json = nested(field, true);
        if (json == nullptr) {
            return values;
        }
        for (const auto& [key, value] : json->items()) {
            if (value.is_number()) {
                values.emplace(key, value.get<double>());
            } else if (!value.is_null()) {
                fail(std::string(field) + "." + key, to_say("%1: '%2' is not a number"));
            }
        }
        return values;
    }

    spec::Settings settings(const char* field, bool needed) {
        spec::Settings settings;
        const spec::Json* json = nested(field, needed);
        if (json == nullptr) {
            return settings;
        }
        for (const auto& [key, entry] : json->items()) {
            auto value = spec::setting_from_json(entry);
            if (!value) {
                fail(std::string(field) + "." + key,
                     to_say("%1: '%2' is not a string, number or boolean"));
            } else if (fit_type(key, *value)) {
                settings.emplace(key, *std::move(value));
            } else {
                fail(std::string(field) + "." + key, to_say("%1: '%2' has the wrong type"));
            }
        }
        return settings;
    }

private:
    /// Gives a known key the type that the typed access of settings.h relies on. Limits are not
    /// checked: another version may have had others.
    static bool fit_type(std::string_view key, spec::SettingValue& value) {
        const spec::SettingInfo* setting = spec::find_setting(key);
        if (setting == nullptr) {
            return true;
        }
        if (const auto* whole = std::get_if<std::int64_t>(&value);
            whole != nullptr && setting->type == spec::SettingType::Real) {
            value = static_cast<double>(*whole);
        }
        return value.index() == setting->default_value.index();
    }

    const spec::Json& json_;
    std::string type_;
    std::optional<Error> error_;
};

void read_version(FieldReader& in, Header& header) {
    const spec::Json* version = in.nested("version", true, true);
    if (version == nullptr) {
        return;
    }
    const bool whole = version->size() >= 2 &&
                       FieldReader::read_whole((*version)[0], header.major) &&
                       FieldReader::read_whole((*version)[1], header.minor);
    if (!whole) {
        in.fail("version", to_say("%1: '%2' is not [major, minor]"));
    }
}

/// What is damaged in them is left out: nobody loses a measurement for a remark.
Remarks read_remarks(const spec::Json& json) {
    Remarks remarks;
    const auto text = [&](const char* field) {
        const auto found = json.find(field);
        return found != json.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
    };
    if (const auto tags = json.find("tags"); tags != json.end() && tags->is_array()) {
        for (const spec::Json& tag : *tags) {
            if (tag.is_string()) {
                remarks.tags.push_back(tag.get<std::string>());
            }
        }
    }
    remarks.note = text("note");
    remarks.target = text("target");
    if (const auto price = json.find("price_per_hour");
        price != json.end() && price->is_number() && price->get<double>() >= 0.0) {
        remarks.price_per_hour = price->get<double>();
    }
    return remarks;
}

/// The recordings that were shipped before a record could say of itself that it is a demo; copies
/// of them are in libraries and exports.
bool is_early_demo(std::string_view uuid) {
    return uuid == "64f91c34-2e4a-4b0f-8f9e-2595c66aefcb" ||
           uuid == "b94d2070-4764-4370-acb2-a1bb8a0f2fd1";
}

Line read_header(FieldReader& in) {
    Header header;
    header.study = in.text("study");
    header.title = in.text("title", false);
    header.origin = in.choice("origin", kOrigins);
    header.started_at = in.text("started_at");
    const spec::Json* spec = in.nested("spec", false);
    header.spec_json = spec == nullptr ? "{}" : spec->dump(-1, ' ', false);
    header.environment = in.settings("environment", false);
    if (is_early_demo(header.study)) {
        header.environment[kDemoKey] = true;
    }
    read_version(in, header);
    if (const spec::Json* uses = in.nested("metrics", false, true)) {
        for (const auto& entry : *uses) {
            if (!entry.is_object()) {
                in.fail("metrics", to_say("%1: '%2' holds something that is not an object"));
                break;
            }
            FieldReader use(entry, "header: metrics");
            header.metrics.push_back({.id = use.text("id"),
                                      .unit = use.text("unit", false),
                                      .label = use.text("label", false)});
            if (use.error()) {
                in.fail("metrics",
                        to_say("%1: '%2' holds an entry without id, unit or label as texts"));
            }
        }
    }
    if (const spec::Json* json = in.nested("plan", false)) {
        FieldReader plan(*json, "header: plan");
        header.plan.runs = plan.whole<std::int64_t>("runs", false, 0);
        header.plan.seconds = plan.number("seconds", false);
        header.plan.read_bytes = plan.number("read_bytes", false);
        header.plan.memory_bytes = plan.whole<std::uint64_t>("memory_bytes", false, 0);
        if (const auto& damage = plan.error()) {
            in.fail("plan", to_say("%1: '%2' is damaged: %3"), damage->what);
        }
    }
    if (const spec::Json* remarks = in.nested("remarks", false)) {
        header.remarks = read_remarks(*remarks);
    }
    return header;
}

Line read_run_started(FieldReader& in) {
    return RunStarted{.run = in.whole<int>("run", true, 0, 1),
                      .settings = in.settings("settings", true),
                      .at = in.text("at", false)};
}

Line read_sample(FieldReader& in) {
    return Sample{.run = in.whole<int>("run", true, 0, 1),
                  .repeat = in.whole<int>("repeat", false, 1, 1),
                  .t_s = in.number("t_s"),
                  .dt_s = in.number("dt_s"),
                  .phase = in.choice("phase", kPhases),
                  .unsettled = in.flag("unsettled"),
                  .metrics = in.metrics("metrics")};
}

Line read_histogram(FieldReader& in) {
    HistogramLine histogram{.run = in.whole<int>("run", true, 0, 1),
                            .metric = in.text("metric"),
                            .scheme = in.text("scheme"),
                            .counts = {}};
    const spec::Json* counts = in.nested("counts", true, true);
    for (const auto& entry : counts == nullptr ? spec::Json::array() : *counts) {
        std::uint32_t bucket = 0;
        std::uint64_t count = 0;
        if (!entry.is_array() || entry.size() != 2 || !FieldReader::read_whole(entry[0], bucket) ||
            !FieldReader::read_whole(entry[1], count)) {
            in.fail("counts", to_say("%1: '%2' holds something that is not [bucket, count]"));
            break;
        }
        histogram.counts.emplace_back(bucket, count);
    }
    return histogram;
}

Line read_note(FieldReader& in) {
    Note note{.run = std::nullopt,
              .code = in.text("code"),
              .level = in.choice("level", kLevels),
              .text = in.text("text"),
              .item = in.text("item", false),
              .count = in.whole<std::uint64_t>("count", false, 1)};
    if (in.find("run", false) != nullptr) {
        note.run = in.whole<int>("run", true, 0, 1);
    }
    return note;
}

Summary read_summary(FieldReader& in, const std::string& key, const spec::Json& json) {
    Summary summary;
    if (json.is_number()) {
        summary.value = json.get<double>();
        return summary;
    }
    if (!json.is_object()) {
        in.fail("metrics." + key, to_say("%1: '%2' is not a number or {mean, low, high, n}"));
        return summary;
    }
    FieldReader fields(json, key);
    summary.value = fields.number("mean");
    if (fields.find("low", false) != nullptr) {
        summary.low = fields.number("low");
    }
    if (fields.find("high", false) != nullptr) {
        summary.high = fields.number("high");
    }
    summary.n = fields.whole<int>("n", false, 1, 1);
    if (fields.error()) {
        in.fail("metrics." + key, to_say("%1: '%2' is not a number or {mean, low, high, n}"));
    }
    return summary;
}

Line read_run_ended(FieldReader& in) {
    RunEnded ended{.run = in.whole<int>("run", true, 0, 1),
                   .status = in.choice("status", kRunStatuses),
                   .metrics = {},
                   .absent = {}};
    if (const spec::Json* metrics = in.nested("metrics", true)) {
        for (const auto& [key, value] : metrics->items()) {
            if (!value.is_null()) {
                ended.metrics.emplace(key, read_summary(in, key, value));
            }
        }
    }
    if (const spec::Json* absent = in.nested("absent", false)) {
        for (const auto& [key, reason] : absent->items()) {
            if (!reason.is_string()) {
                in.fail("absent." + key, to_say("%1: '%2' is not a string"));
                break;
            }
            ended.absent.emplace(key, reason.get<std::string>());
        }
    }
    return ended;
}

Line read_verdict(FieldReader& in) {
    return Verdict{.sentence = in.text("sentence"),
                   .grade = in.choice("grade", kGrades),
                   .rule_version = in.whole<int>("rule_version", false, 1),
                   .evidence = in.metrics("evidence")};
}

Line read_footer(FieldReader& in) {
    Footer footer{.runs_done = in.whole<std::int64_t>("runs_done", true, 0),
                  .lines = in.whole<std::int64_t>("lines", true, 0),
                  .notes_by_code = {}};
    if (const spec::Json* notes = in.nested("notes_by_code", false)) {
        for (const auto& [code, json] : notes->items()) {
            std::int64_t count = 0;
            if (!FieldReader::read_whole(json, count)) {
                in.fail("notes_by_code." + code, to_say("%1: '%2' is not a whole number"));
                break;
            }
            footer.notes_by_code.emplace(code, count);
        }
    }
    return footer;
}

using Read = Line (*)(FieldReader&);
constexpr std::array<Read, kLineTypes.size()> kReads{&read_header,
                                                     &read_run_started,
                                                     &read_sample,
                                                     &read_histogram,
                                                     &read_note,
                                                     &read_run_ended,
                                                     &read_verdict,
                                                     &read_footer};

/// Before anything else of a header is read: another major version may have other fields.
std::optional<Error> check_format(const spec::Json& json) {
    FieldReader in(json, "header");
    const std::string format = in.text("format");
    Header header;
    read_version(in, header);
    if (in.error()) {
        return in.error();
    }
    if (format != kRecordFormat) {
        return format_error(say("header: 'format' is %1, not %2", format, kRecordFormat));
    }
    if (header.major != kRecordMajor) {
        return Error{.code = ErrorCode::Version,
                     .what = say("the record has format version %1.%2; this program reads "
                                 "version %3.%4",
                                 std::to_string(header.major),
                                 std::to_string(header.minor),
                                 std::to_string(kRecordMajor),
                                 std::to_string(kRecordMinor))};
    }
    return std::nullopt;
}

}  // namespace

Result<ParsedLine> parse_line(std::string_view text) {
    const auto json = spec::parse_json(text);
    if (!json || !json->is_object()) {
        return format_error(say("the line is not a JSON object"));
    }
    FieldReader start(*json, "line");
    ParsedLine parsed{.seq = start.whole<std::uint64_t>("seq", true, 0),
                      .type = start.text("type"),
                      .line = std::nullopt};
    if (const auto& error = start.error()) {
        return *error;
    }
    if (parsed.type == kLineTypes[0]) {
        if (auto error = check_format(*json)) {
            return *std::move(error);
        }
    }
    for (std::size_t i = 0; i < kLineTypes.size(); ++i) {
        if (parsed.type == kLineTypes[i]) {
            FieldReader in(*json, parsed.type);
            parsed.line = kReads[i](in);
            if (const auto& error = in.error()) {
                return *error;
            }
        }
    }
    return parsed;
}

}  // namespace throughline::record
