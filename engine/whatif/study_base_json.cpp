// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_base_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "engine/whatif/changes.h"

namespace throughline::whatif {
namespace {

using model::GradeCause;
using model::Input;

constexpr std::array kFigures{std::pair{FigureOf::Storage, "storage"},
                              std::pair{FigureOf::Instance, "instance"},
                              std::pair{FigureOf::Link, "link"},
                              std::pair{FigureOf::Network, "network"},
                              std::pair{FigureOf::GpuRate, "gpu_rate"},
                              std::pair{FigureOf::Runs, "runs"}};
/// Of bounds alone: what else a grade is for follows from the inputs.
constexpr std::array kCauses{std::pair{GradeCause::TestedBadly, "tested"},
                             std::pair{GradeCause::TestedOutside, "tested-outside"},
                             std::pair{GradeCause::MachineNotKnown, "machine"},
                             std::pair{GradeCause::Disturbed, "disturbed"},
                             std::pair{GradeCause::EvidenceLost, "lost"}};
constexpr std::array kGrades{std::pair{model::Grade::A, "A"},
                             std::pair{model::Grade::B, "B"},
                             std::pair{model::Grade::C, "C"},
                             std::pair{model::Grade::D, "D"}};

template <class Names, class Value>
const char* name_in(const Names& names, Value value) {
    for (const auto& [known, name] : names) {
        if (known == value) {
            return name;
        }
    }
    return "";
}

/// What differs from the defaults.
Json inputs_json(const model::Inputs& inputs) {
    const model::Inputs defaults;
    std::vector<Change> changes;
    for (const auto& info : model::input_table()) {
        auto value = model::value_of(inputs, info.id);
        if (value != model::value_of(defaults, info.id)) {
            changes.push_back(set_to(info.id, std::move(value)));
        }
    }
    return json_from_changes(changes);
}

Json range_json(const model::Range90& range) {
    return Json::array({json_number(range.low), json_number(range.high)});
}

Json knowledge_json(const model::Knowledge& knowledge) {
    Json json = {{"stated", Json::array()},
                 {"calibrated", Json::array()},
                 {"measured", Json::object()},
                 {"log_sd", Json::object()},
                 {"model_log_sd", knowledge.uncertainty.model}};
    for (const auto& info : model::input_table()) {
        if (knowledge.is_stated(info.id)) {
            json["stated"].push_back(info.key);
        }
        if (knowledge.is_calibrated(info.id)) {
            json["calibrated"].push_back(info.key);
        }
        if (!model::is_number(info.id)) {
            continue;
        }
        if (const auto& range = knowledge.measured[static_cast<std::size_t>(info.id)]) {
            json["measured"][info.key] = range_json(*range);
        }
        if (const double sd = knowledge.uncertainty.of(info.id);
            sd != model::uncalibrated().of(info.id)) {
            json["log_sd"][info.key] = json_number(sd);
        }
    }
    if (const auto& bound = knowledge.bound) {
        json["bound"] = {{"best", name_of(bound->best)},
                         {"cause", name_in(kCauses, bound->cause)},
                         {"error_pct", json_number(bound->error_pct)},
                         {"runs", bound->runs},
                         {"inside", bound->inside}};
    }
    return json;
}

Json resolved_json(const Resolved& resolved) {
    Json json = {{"inputs", inputs_json(resolved.inputs)},
                 {"known", knowledge_json(resolved.knowledge)}};
    if (const auto& cost = resolved.cpu_cost) {
        json["cpu_cost"] = {{"fixed_s", cost->fixed_s}, {"per_byte_s", cost->per_byte_s}};
    }
    for (const auto& gap : resolved.gaps) {
        Json one = {{"of", name_in(kFigures, gap.of)}, {"text", gap.text}};
        if (gap.input) {
            one["input"] = model::key_of(*gap.input);
        }
        json["gaps"].push_back(one);
    }
    return json;
}

Json calibrated_for_file(const Calibrated& calibrated) {
    Json json = {{"input", model::key_of(calibrated.input)}, {"from", calibrated.from}};
    if (calibrated.value) {
        json["value"] = json_number(*calibrated.value);
    } else {
        json["not_measurable"] = calibrated.not_measurable;
    }
    if (calibrated.range) {
        json["range90"] = range_json(*calibrated.range);
    }
    return json;
}

Json point_json(const StudyPoint& point) {
    Json json = {{"study", point.study},
                 {"uuid", point.uuid},
                 {"run", point.run},
                 {"stages", point.stages ? spec::name_of(*point.stages) : ""},
                 {"label", point.label}};
    if (!point.unusable.empty()) {
        json["reason"] = point.unusable;
    }
    return json;
}

Json points_json(const std::vector<StudyPoint>& points) {
    Json json = Json::array();
    for (const auto& point : points) {
        json.push_back(point_json(point));
    }
    return json;
}

Json test_json(const BackTest& test) {
    Json points = Json::array();
    for (const auto& tested : test.points) {
        Json json = point_json(tested.point);
        json["measured_images_per_s"] = json_number(tested.point.images_per_s);
        json["inputs"] = inputs_json(tested.inputs);
        json["range90"] = range_json({tested.interval.low, tested.interval.high});
        json["grade"] = name_of(tested.graded.grade);
        points.push_back(std::move(json));
    }
    return {{"points", points},
            {"not_predicted", points_json(test.not_predicted)},
            {"not_of_machine", test.not_of_machine}};
}

/// Takes fields out of objects; the first that is wrong is kept, and later ones read as empty.
class Reader {
public:
    explicit Reader(std::string where) : where_(std::move(where)) {}
    const std::optional<Error>& error() const noexcept { return error_; }

    /// `message`: with the field, and what else it names.
    void fail(std::string_view field, const char* message, std::string_view more = {}) {
        refuse(say(message, field, more));
    }
    void refuse(const std::string& sentence) {
        if (!error_) {
            error_ =
                usage_error(say("%1: %2; make the base from the studies again", where_, sentence));
        }
    }
    const Json& field(const Json& object, const char* key) {
        static const Json kNone;
        const auto found = object.is_object() ? object.find(key) : object.end();
        return !object.is_object() || found == object.end() ? kNone : *found;
    }
    std::string text(const Json& object, const char* key) {
        const Json& json = field(object, key);
        if (!json.is_null() && !json.is_string()) {
            fail(key, to_say("'%1' is not a string"));
        }
        return json.is_string() ? json.get<std::string>() : std::string();
    }
    double number(const Json& json, const char* key) {
        if (json.is_string() && json.get<std::string>() == "inf") {
            return model::kUnlimited;
        }
        if (!json.is_number()) {
            fail(key, to_say("'%1' is not a number"));
            return 0.0;
        }
        return json.get<double>();
    }
    bool flag(const Json& object, const char* key, bool missing) {
        const Json& json = field(object, key);
        if (!json.is_null() && !json.is_boolean()) {
            fail(key, to_say("'%1' is not true or false"));
        }
        return json.is_boolean() ? json.get<bool>() : missing;
    }
    /// A list or an object, whose entries are read one by one; one that is missing is empty.
    const Json& entries(const Json& object, const char* key, bool list) {
        static const Json kEmpty = Json::object();
        const Json& json = field(object, key);
        if (json.is_null()) {
            return kEmpty;
        }
        if (list ? !json.is_array() : !json.is_object()) {
            fail(key, list ? to_say("'%1' is not a list") : to_say("'%1' is not an object"));
            return kEmpty;
        }
        return json;
    }
    std::optional<model::Range90> range(const Json& json, const char* key) {
        if (json.is_null()) {
            return std::nullopt;
        }
        if (!json.is_array() || json.size() != 2) {
            fail(key, to_say("'%1' is not a list of two numbers"));
            return std::nullopt;
        }
        return model::Range90{number(json[0], key), number(json[1], key)};
    }
    std::optional<Input> input(const std::string& key) {
        const auto found = model::find_input(key);
        if (!found) {
            fail(key, to_say("'%1' is not an input of the model"));
        }
        return found;
    }
    template <class Names>
    auto named(const Names& names, const Json& object, const char* key) {
        const std::string text = this->text(object, key);
        for (const auto& [value, name] : names) {
            if (text == name) {
                return value;
            }
        }
        fail(key, to_say("'%1' is '%2', which is unknown"), text);
        return names.front().first;
    }
    model::Inputs inputs(const Json& object, const char* key) {
        model::Inputs inputs;
        const auto read = read_changes(entries(object, key, false));
        if (read.bad_key) {
            refuse(read.bad_reason);
        }
        for (const auto& change : read.changes) {
            static_cast<void>(model::set_value(inputs, change.input, change.value));
        }
        return inputs;
    }

private:
    std::string where_;
    std::optional<Error> error_{};
};

model::Knowledge read_knowledge(Reader& in, const Json& json) {
    model::Knowledge known;
    const auto mark = [&](const char* list, std::bitset<model::kInputCount>& marks) {
        for (const Json& key : in.entries(json, list, true)) {
            if (const auto input = in.input(key.is_string() ? key.get<std::string>() : "")) {
                marks[static_cast<std::size_t>(*input)] = true;
            }
        }
    };
    mark("stated", known.stated);
    mark("calibrated", known.calibrated);
    for (const auto& [key, range] : in.entries(json, "measured", false).items()) {
        if (const auto input = in.input(key); input && model::is_number(*input)) {
            known.measured[static_cast<std::size_t>(*input)] = in.range(range, "measured");
        }
    }
    for (const auto& [key, sd] : in.entries(json, "log_sd", false).items()) {
        if (const auto input = in.input(key); input && model::is_number(*input)) {
            known.uncertainty.of(*input) = in.number(sd, "log_sd");
        }
    }
    if (const Json& sd = in.field(json, "model_log_sd"); !sd.is_null()) {
        known.uncertainty.model = in.number(sd, "model_log_sd");
    }
    if (const Json& bound = in.field(json, "bound"); !bound.is_null()) {
        const auto count = [&](const char* key) {
            const Json& runs = in.field(bound, key);
            return runs.is_number_integer() ? runs.get<int>() : 0;
        };
        known.bound =
            model::GradeBound{.best = in.named(kGrades, bound, "best"),
                              .cause = in.named(kCauses, bound, "cause"),
                              .error_pct = in.number(in.field(bound, "error_pct"), "error_pct"),
                              .runs = count("runs"),
                              .inside = count("inside")};
    }
    return known;
}

Resolved read_resolved(Reader& in, const Json& json) {
    Resolved resolved{.name = "base",
                      .inputs = in.inputs(json, "inputs"),
                      .knowledge = read_knowledge(in, in.entries(json, "known", false))};
    if (const Json& cost = in.field(json, "cpu_cost"); !cost.is_null()) {
        resolved.cpu_cost =
            CpuCost{.fixed_s = in.number(in.field(cost, "fixed_s"), "fixed_s"),
                    .per_byte_s = in.number(in.field(cost, "per_byte_s"), "per_byte_s")};
    }
    for (const Json& gap : in.entries(json, "gaps", true)) {
        const std::string key = in.text(gap, "input");
        resolved.gaps.push_back({.of = in.named(kFigures, gap, "of"),
                                 .input = key.empty() ? std::nullopt : in.input(key),
                                 .text = in.text(gap, "text")});
    }
    return resolved;
}

Calibrated read_calibrated(Reader& in, const Json& json) {
    Calibrated calibrated{.input = in.input(in.text(json, "input")).value_or(Input::StoBw),
                          .range = in.range(in.field(json, "range90"), "range90"),
                          .not_measurable = in.text(json, "not_measurable"),
                          .from = in.text(json, "from")};
    if (const Json& value = in.field(json, "value"); !value.is_null()) {
        calibrated.value = in.number(value, "value");
    }
    return calibrated;
}

StudyPoint read_point(Reader& in, const Json& json) {
    const Json& run = in.field(json, "run");
    return {.study = in.text(json, "study"),
            .uuid = in.text(json, "uuid"),
            .run = run.is_number_integer() ? run.get<int>() : 0,
            .stages = spec::stages_named(in.text(json, "stages")),
            .label = in.text(json, "label"),
            .unusable = in.text(json, "reason")};
}

std::vector<StudyPoint> read_points(Reader& in, const Json& object, const char* key) {
    std::vector<StudyPoint> points;
    for (const Json& json : in.entries(object, key, true)) {
        points.push_back(read_point(in, json));
    }
    return points;
}

BackTest read_test(Reader& in, const Json& json) {
    BackTest test;
    for (const Json& one : in.entries(json, "points", true)) {
        BackTestPoint tested{.point = read_point(in, one), .inputs = in.inputs(one, "inputs")};
        const auto range = in.range(in.field(one, "range90"), "range90");
        const double measured =
            in.number(in.field(one, "measured_images_per_s"), "measured_images_per_s");
        if (in.error() || !range || !(measured > 0.0)) {
            in.fail("points", to_say("'%1' holds a run without its rate or its interval"));
            break;
        }
        tested.point.inputs = tested.inputs;
        tested.point.images_per_s = measured;
        tested.prediction = model::predict(tested.inputs);
        tested.interval.low = range->low;
        tested.interval.high = range->high;
        tested.graded.grade = in.named(kGrades, one, "grade");
        test.points.push_back(std::move(tested));
    }
    test.not_predicted = read_points(in, json, "not_predicted");
    for (const auto& [reason, count] : in.entries(json, "not_of_machine", false).items()) {
        test.not_of_machine[reason] = count.is_number_integer() ? count.get<int>() : 0;
    }
    sum_up(test);
    return test;
}

model::ReadTail read_slow_reads(Reader& in, const Json& json) {
    model::ReadTail tail;
    if (json.is_null()) {
        return tail;
    }
    constexpr std::size_t kQuantilesMax = 1000;
    tail.share = in.number(in.field(json, "share"), "share");
    for (const Json& excess : in.entries(json, "excess_s", true)) {
        tail.excess_s.push_back(in.number(excess, "excess_s"));
    }
    if (!(tail.share >= 0.0 && tail.share < 1.0) || tail.excess_s.size() > kQuantilesMax ||
        !std::is_sorted(tail.excess_s.begin(), tail.excess_s.end()) ||
        (!tail.excess_s.empty() && !(tail.excess_s.front() >= 0.0))) {
        in.fail("slow_reads", to_say("'%1' is no share of reads with sorted times"));
    }
    return tail;
}

record::Machine read_machine(Reader& in, const Json& json) {
    spec::Settings facts;
    for (const auto& [key, value] : in.entries(json, "machine", false).items()) {
        if (value.is_string()) {
            facts[key] = value.get<std::string>();
        } else if (value.is_boolean()) {
            facts[key] = value.get<bool>();
        } else if (value.is_number_integer()) {
            facts[key] = value.get<std::int64_t>();
        }
    }
    return record::machine_of(facts);
}

}  // namespace

Json json_from_study_base(const StudyBase& base) {
    const Calibration& calibration = base.calibration;
    Json studies = Json::array();
    for (const auto& study : base.studies) {
        studies.push_back({{"uuid", study.uuid},
                           {"title", study.title},
                           {"started_at", study.started_at},
                           {"emulated_accelerator", study.emulated.accelerator},
                           {"emulated_volume", study.emulated.volume},
                           {"emulated_store", study.emulated.store}});
    }
    Json machine = Json::object();
    for (const auto& [key, value] : record::environment_of(calibration.machine)) {
        std::visit([&, &key = key](const auto& plain) { machine[key] = plain; }, value);
    }
    Json inputs = Json::array();
    for (const auto& calibrated : calibration.inputs) {
        inputs.push_back(calibrated_for_file(calibrated));
    }
    Json json = {{"title", base.title},
                 {"studies", studies},
                 {"machine", machine},
                 {"one_machine", calibration.one_machine},
                 {"disturbed", calibration.disturbed},
                 {"inputs", inputs},
                 {"remark", calibration.remark},
                 {"base", resolved_json(calibration.base)},
                 {"left_out", points_json(calibration.unusable)},
                 {"back_test", test_json(base.test)}};
    if (base.slow_reads.share > 0.0) {
        json["slow_reads"] = {{"share", base.slow_reads.share},
                              {"excess_s", base.slow_reads.excess_s}};
    }
    return json;
}

Result<StudyBase> read_study_base(const Json& json, const std::string& where) {
    Reader in(where);
    StudyBase base{.title = in.text(json, "title")};
    for (const Json& study : in.entries(json, "studies", true)) {
        base.studies.push_back(
            {.uuid = in.text(study, "uuid"),
             .title = in.text(study, "title"),
             .started_at = in.text(study, "started_at"),
             .emulated = {.accelerator = in.flag(study, "emulated_accelerator", false),
                          .volume = in.flag(study, "emulated_volume", false),
                          .store = in.flag(study, "emulated_store", false)}});
    }
    Calibration& calibration = base.calibration;
    calibration.machine = read_machine(in, json);
    calibration.one_machine = in.flag(json, "one_machine", true);
    calibration.disturbed = in.flag(json, "disturbed", false);
    calibration.remark = in.text(json, "remark");
    for (const Json& one : in.entries(json, "inputs", true)) {
        calibration.inputs.push_back(read_calibrated(in, one));
    }
    if (!in.field(json, "base").is_object()) {
        in.fail("base", to_say("'%1' is missing"));
    }
    calibration.base = read_resolved(in, in.entries(json, "base", false));
    calibration.unusable = read_points(in, json, "left_out");
    base.test = read_test(in, in.entries(json, "back_test", false));
    base.slow_reads = read_slow_reads(in, in.field(json, "slow_reads"));
    if (const auto& error = in.error()) {
        return *error;
    }
    bound_by(calibration, base.test);  // as today, whichever program wrote it
    return base;
}

}  // namespace throughline::whatif
