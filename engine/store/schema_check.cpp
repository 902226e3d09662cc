// SPDX-License-Identifier: Apache-2.0
#include "engine/store/schema_check.h"

#include <map>
#include <string_view>
#include <utility>

#include "engine/base/say.h"

namespace throughline::store {
namespace {

struct Entry {
    std::string type;
    std::string sql;  ///< blanks as one
};
using Entries = std::map<std::string, Entry>;

std::string with_single_blanks(std::string_view sql) {
    std::string text;
    for (const char byte : sql) {
        const bool blank = byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
        if (!blank) {
            text += byte;
        } else if (!text.empty() && text.back() != ' ') {
            text += ' ';
        }
    }
    return text;
}

Result<Entries> entries_of(const Database& database) {
    Entries entries;
    Statement rows = database.prepare("SELECT name, type, sql FROM sqlite_schema");
    for (auto row = rows.step(); !row || *row; row = rows.step()) {
        if (!row) {
            return row.error();
        }
        entries.insert_or_assign(rows.text(0),
                                 Entry{rows.text(1), with_single_blanks(rows.text(2))});
    }
    return entries;
}

Result<Entries> entries_made_by(std::span<const MigrationStep> steps) {
    const auto database = Database::open(":memory:");
    if (!database) {
        return database.error();
    }
    for (const MigrationStep& step : steps) {
        if (auto made = database->execute(step.sql); !made) {
            return std::move(made).error();
        }
    }
    return entries_of(*database);
}

/// Made by FTS5, whose versions may word them differently.
bool is_shadow_table(const std::string& name) {
    return name.starts_with("study_text_");
}

bool is_virtual(const Entry& entry) {
    constexpr std::string_view kVirtual = "create virtual";
    std::string begin = entry.sql.substr(0, kVirtual.size());
    for (char& byte : begin) {
        byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    }
    return begin == kVirtual;
}

}  // namespace

Result<std::string> foreign_in_schema(const Database& database,
                                      std::span<const MigrationStep> steps) {
    const auto expected = entries_made_by(steps);
    if (!expected) {
        return expected.error();
    }
    const auto found = entries_of(database);
    if (!found) {
        return found.error();
    }
    for (const auto& [name, entry] : *found) {
        const bool acts = entry.type == "trigger" || entry.type == "view" || is_virtual(entry);
        if (acts && !expected->contains(name)) {
            return say("it has a %1 '%2' that this program did not make",
                       entry.type == "table" ? std::string("virtual table") : entry.type,
                       name);
        }
    }
    for (const auto& [name, entry] : *expected) {
        const auto own = found->find(name);
        if (own == found->end()) {
            return say("its %1 '%2' is missing", entry.type, name);
        }
        const bool same = own->second.type == entry.type &&
                          (is_shadow_table(name) || own->second.sql == entry.sql);
        if (!same) {
            return say("its %1 '%2' differs from what this program makes", entry.type, name);
        }
    }
    return std::string();
}

}  // namespace throughline::store
