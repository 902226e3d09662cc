// SPDX-License-Identifier: Apache-2.0
// The specification's test vectors, evaluated without knowing what they expect.
#include "engine/base/say.h"
#include "engine/catalog/json_text.h"
#include "engine/whatif/answer_json.h"
#include "engine/whatif/changes.h"
#include "engine/whatif/json_text.h"
#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

/// The key that comes first of an invalid number and a value of the wrong type.
std::optional<std::string> first_bad_key(const model::Inputs& inputs, const ReadChanges& read) {
    const auto invalid = model::first_invalid(inputs);
    if (!invalid || !read.bad_key) {
        return invalid ? std::optional<std::string>(model::key_of(*invalid)) : read.bad_key;
    }
    for (const model::Input input : model::check_order()) {
        if (input == *invalid || model::key_of(input) == *read.bad_key) {
            return model::key_of(input);
        }
    }
    return read.bad_key;  // a key that is not an input
}

Json output_of(const Json& input) {
    const ReadChanges read = read_changes(input);
    model::Inputs inputs;
    for (const auto& change : read.changes) {
        static_cast<void>(model::set_value(inputs, change.input, change.value));
    }
    if (const auto key = first_bad_key(inputs, read)) {
        return {{"error", *key}};
    }
    const auto prediction = model::predict(inputs);
    std::optional<model::Interval> interval;
    if (prediction.has_finite_rate()) {
        interval = model::interval_of(inputs, prediction.images_per_s());
    }
    return outputs_json(prediction, interval);
}

}  // namespace

Result<std::string> evaluate_vectors(std::string_view text, const std::string& file) {
    auto document = catalog::parse_json(text, file);
    if (!document) {
        return std::move(document).error();
    }
    const auto wrong = [&](const std::string& what) {
        return format_error(say_english("'%1': the file of vectors: %2", file, what));
    };
    if (!document->is_object() || !document->contains("vectors") ||
        !document->at("vectors").is_array()) {
        return wrong(to_say("there is no list 'vectors'"));
    }
    Json outputs = Json::array();
    std::size_t number = 0;
    for (const auto& vector : document->at("vectors")) {
        ++number;
        const std::string where = "vector " + std::to_string(number);
        if (!vector.is_object()) {
            return wrong(say_english("vector %1 is not an object", std::to_string(number)));
        }
        if (vector.value("kind", Json("predict")) != "predict") {
            continue;
        }
        const auto input = vector.find("input");
        if (input == vector.end() || !input->is_object()) {
            return wrong(say_english("vector %1 has no object 'input'", std::to_string(number)));
        }
        const auto name = vector.find("name");
        outputs.push_back(
            {{"name", name == vector.end() ? Json(where) : *name}, {"output", output_of(*input)}});
    }
    return pretty(outputs);
}

}  // namespace throughline::whatif
