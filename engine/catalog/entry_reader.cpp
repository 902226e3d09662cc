// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/entry_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/say.h"

namespace throughline::catalog {
namespace {

constexpr const char* kNoFigure = to_say("no figure with a source was found");

std::string kind_of(const Json& json) {
    if (json.is_string()) {
        return say("the string \"%1\"", json.get<std::string>());
    }
    if (json.is_number()) {
        return say("the number %1", json.dump());
    }
    return json.is_structured() ? say("a list or an object") : json.dump();
}

std::string plain_text(const Json& json) {
    return json.is_string() ? json.get<std::string>()
                            : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

EntryReader::EntryReader(const Json& entry, std::string where)
    : entry_(entry), where_(std::move(where)) {
    if (!entry_.is_object()) {
        errors_.push_back(say("%1 is %2, not an object", where_, kind_of(entry_)));
    }
}

void EntryReader::complain(const std::string& field, const char* what, const std::string& part) {
    errors_.push_back(say(what, say("%1, field '%2'", where_, field), part));
}

const Json* EntryReader::find(const char* field) {
    seen_.insert(field);
    if (!entry_.is_object()) {
        return nullptr;
    }
    const auto found = entry_.find(field);
    return found == entry_.end() || found->is_null() ? nullptr : &*found;
}

std::string EntryReader::text(const char* field) {
    const Json* const json = find(field);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_string()) {
        complain(field, to_say("%1 is %2, not a string"), kind_of(*json));
        return {};
    }
    return json->get<std::string>();
}

std::string EntryReader::required_text(const char* field) {
    std::string value = text(field);
    const bool has_text = entry_.is_object() && entry_.contains(field) && entry_[field].is_string();
    if (value.empty() && has_text) {
        complain(field, to_say("%1 is empty"));
    } else if (value.empty() && entry_.is_object() && find(field) == nullptr) {
        complain(field, to_say("%1 is missing"));
    }
    return value;
}

bool EntryReader::flag(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_boolean()) {
        complain(field, to_say("%1 is %2, not true or false"), kind_of(*json));
    }
    return json != nullptr && json->is_boolean() && json->get<bool>();
}

Figure EntryReader::figure(const char* field, const char* gap) {
    const Json* const json = find(field);
    if (json == nullptr) {
        const bool is_null = entry_.is_object() && entry_.contains(field);
        return {.value = {}, .gap = is_null ? kNoFigure : gap};
    }
    if (!json->is_number() || json->get<double>() < 0.0) {
        complain(field, to_say("%1 is %2, not a number of 0 or more"), kind_of(*json));
        return {.value = {}, .gap = "not a number"};
    }
    return {.value = json->get<double>(), .gap = {}};
}

std::vector<std::string> EntryReader::texts(const char* field) {
    std::vector<std::string> values;
    const Json* const json = find(field);
    if (json == nullptr) {
        return values;
    }
    if (!json->is_array() || !std::all_of(json->begin(), json->end(), [](const Json& value) {
            return value.is_string();
        })) {
        complain(field, to_say("%1 is not a list of strings"));
        return values;
    }
    for (const auto& value : *json) {
        values.push_back(value.get<std::string>());
    }
    return values;
}

std::vector<ModelValue> EntryReader::model(const char* field) {
    std::vector<ModelValue> values;
    const Json* const json = object(field);
    if (json == nullptr) {
        return values;
    }
    for (const auto& [key, value] : json->items()) {
        ModelValue entry{.key = key};
        if (value.is_boolean()) {
            entry.value = value.get<bool>();
        } else if (value.is_number()) {
            entry.value = value.get<double>();
        } else if (value.is_string()) {
            entry.value = value.get<std::string>();
        } else if (!value.is_null()) {
            complain(std::string(field) + "." + key,
                     to_say("%1 is %2, not a number, string, true, false or null"),
                     kind_of(value));
            continue;
        }
        values.push_back(std::move(entry));
    }
    return values;
}

namespace {

/// A number, or an object of numbers by size ("usd_once": {"1 TB": 199.99}); false otherwise.
bool add_amounts(const std::string& key, const Json& value, Price& price) {
    if (!key.starts_with("usd_")) {
        return false;
    }
    if (value.is_number()) {
        price.amounts.emplace_back(key, value.get<double>());
        return true;
    }
    for (const auto& [size, amount] : value.items()) {
        if (!value.is_object() || !amount.is_number()) {
            return false;
        }
        std::string name = key;
        name += ", ";
        name += size;
        price.amounts.emplace_back(std::move(name), amount.get<double>());
    }
    return value.is_object();
}

}  // namespace

std::optional<Price> EntryReader::price(const char* field) {
    const Json* const json = object(field);
    if (json == nullptr) {
        return std::nullopt;
    }
    Price price;
    const std::array<std::pair<const char*, std::string*>, 5> texts{{{"basis", &price.basis},
                                                                     {"date", &price.date},
                                                                     {"region", &price.region},
                                                                     {"source", &price.source},
                                                                     {"note", &price.note}}};
    for (const auto& [key, value] : json->items()) {
        const auto known = std::find_if(
            texts.begin(), texts.end(), [&](const auto& text) { return key == text.first; });
        if (known != texts.end()) {
            *known->second = value.is_null() ? "" : plain_text(value);
        } else if (!add_amounts(key, value, price)) {
            complain(std::string(field) + "." + key,
                     to_say("%1 is not a price: amounts are numbers named usd_…"));
        }
    }
    if (!price.amounts.empty() && price.date.empty()) {
        complain(std::string(field) + ".date",
                 to_say("%1 is missing: a price is shown with its date"));
    }
    return price;
}

const Json* EntryReader::object(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_object()) {
        complain(field, to_say("%1 is %2, not an object"), kind_of(*json));
        return nullptr;
    }
    return json;
}

const Json* EntryReader::array(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_array()) {
        complain(field, to_say("%1 is %2, not a list"), kind_of(*json));
        return nullptr;
    }
    return json;
}

std::string EntryReader::remark(const char* field) {
    const Json* const json = find(field);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_structured()) {
        return plain_text(*json);
    }
    std::string lines;
    for (const auto& [key, value] : json->items()) {
        lines += lines.empty() ? "" : "; ";
        lines += json->is_object() ? key + ": " : "";
        lines += plain_text(value);
    }
    return lines;
}

void EntryReader::refuse_unknown_fields() {
    if (!entry_.is_object()) {
        return;
    }
    for (const auto& [key, value] : entry_.items()) {
        if (!seen_.contains(key)) {
            std::string known;
            for (const auto& field : seen_) {
                known += (known.empty() ? "" : ", ") + field;
            }
            complain(key, to_say("%1 is not known; it must be one of %2"), known);
        }
    }
}

}  // namespace throughline::catalog
