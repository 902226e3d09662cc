// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/entries.h"
#include "engine/catalog/json.h"

namespace throughline::catalog {

/// Puts the entries of one file into a catalogue. Used in this folder only. Thread: one owner.
class CatalogLoader {
public:
    /// `file` is "" for a built-in one.
    CatalogLoader(CatalogEntries& entries, std::string file)
        : entries_(entries), file_(std::move(file)) {}

    /// Takes every list that is there. `renamed` lets the built-in names be told: the storage list
    /// is "targets" there.
    void load(const Json& document);
    std::vector<std::string> take_errors() { return std::move(errors_); }

private:
    template <class Entry, class Parse>
    void load_list(const Json& document, const char* list, std::vector<Entry>& into, Parse parse);
    void load_sources(const Json& document);
    void load_source(const Json& entry, const std::string& id, const std::string& where);
    void check_lists(const Json& document);
    std::string where(const char* list, std::size_t index, const Json& entry) const;
    bool keep(const std::vector<std::string>& faults);

    CatalogEntries& entries_;
    std::string file_;
    std::vector<std::string> errors_;
};

}  // namespace throughline::catalog
