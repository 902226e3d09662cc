// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/entry_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace throughline::catalog {
namespace {

constexpr const char* kNoFigure = "no figure with a source was found";

std::string kind_of(const Json& json) {
    if (json.is_string()) {
        return "the string \"" + json.get<std::string>() + "\"";
    }
    if (json.is_number()) {
        return "the number " + json.dump();
    }
    return json.is_structured() ? "a list or an object" : json.dump();
}

std::string plain_text(const Json& json) {
    return json.is_string() ? json.get<std::string>()
                            : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

EntryReader::EntryReader(const Json& entry, std::string where)
    : entry_(entry), where_(std::move(where)) {
    if (!entry_.is_object()) {
        errors_.push_back(where_ + " is " + kind_of(entry_) + ", not an object");
    }
}

void EntryReader::complain(const std::string& field, const std::string& what) {
    errors_.push_back(where_ + ", field '" + field + "' " + what);
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
        complain(field, "is " + kind_of(*json) + ", not a string");
        return {};
    }
    return json->get<std::string>();
}

std::string EntryReader::required_text(const char* field) {
    std::string value = text(field);
    const bool has_text = entry_.is_object() && entry_.contains(field) && entry_[field].is_string();
    if (value.empty() && has_text) {
        complain(field, "is empty");
    } else if (value.empty() && entry_.is_object() && find(field) == nullptr) {
        complain(field, "is missing");
    }
    return value;
}

bool EntryReader::flag(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_boolean()) {
        complain(field, "is " + kind_of(*json) + ", not true or false");
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
        complain(field, "is " + kind_of(*json) + ", not a number of 0 or more");
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
        complain(field, "is not a list of strings");
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
                     "is " + kind_of(value) + ", not a number, string, true, false or null");
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
                     "is not a price: amounts are numbers named usd_…");
        }
    }
    if (!price.amounts.empty() && price.date.empty()) {
        complain(std::string(field) + ".date", "is missing: a price is shown with its date");
    }
    return price;
}

const Json* EntryReader::object(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_object()) {
        complain(field, "is " + kind_of(*json) + ", not an object");
        return nullptr;
    }
    return json;
}

const Json* EntryReader::array(const char* field) {
    const Json* const json = find(field);
    if (json != nullptr && !json->is_array()) {
        complain(field, "is " + kind_of(*json) + ", not a list");
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
            complain(key, "is not known; it must be one of " + known);
        }
    }
}

}  // namespace throughline::catalog
