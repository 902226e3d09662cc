// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/catalog/entries.h"
#include "engine/catalog/json.h"

namespace throughline::catalog {

/// Reads the fields of one entry, remembers which, and collects what is wrong with them. Built-in
/// files and the user's are read by the same code. Thread: one owner.
class EntryReader {
public:
    /// `where` names file and entry: "'mine.json', storage entry 2".
    EntryReader(const Json& entry, std::string where);

    /// A text; "" when it is missing or null.
    std::string text(const char* field);
    std::string required_text(const char* field);
    bool flag(const char* field);
    /// A number of 0 or more. Missing: `gap` as the reason; null: "no figure with a source".
    Figure figure(const char* field, const char* gap = to_say("not stated"));
    std::vector<std::string> texts(const char* field);
    std::vector<ModelValue> model(const char* field);
    std::optional<Price> price(const char* field);
    /// A nested object as a reader of its own; null when it is missing.
    const Json* object(const char* field);
    const Json* array(const char* field);
    /// A text or a number as text, a list as its lines; "" when missing.
    std::string remark(const char* field);
    /// Marks fields as known that are read elsewhere.
    void skip(const char* field) { seen_.insert(field); }

    /// Complains of every field that nobody asked for.
    void refuse_unknown_fields();
    /// `what`: a message in which %1 is the field and %2 `part`.
    void complain(const std::string& field, const char* what, const std::string& part = {});
    const std::vector<std::string>& errors() const noexcept { return errors_; }
    const std::string& where() const noexcept { return where_; }

private:
    const Json* find(const char* field);

    const Json& entry_;
    std::string where_;
    std::set<std::string, std::less<>> seen_;
    std::vector<std::string> errors_;
};

}  // namespace throughline::catalog
