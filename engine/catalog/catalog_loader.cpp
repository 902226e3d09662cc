// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/catalog_loader.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/catalog/entry_reader.h"
#include "engine/catalog/parse_entries.h"

namespace throughline::catalog {

std::string CatalogLoader::where(const char* list, std::size_t index, const Json& entry) const {
    std::string text = say("%1, %2 entry %3",
                           file_.empty() ? say("built-in") : "'" + file_ + "'",
                           list,
                           std::to_string(index + 1));
    if (entry.is_object()) {
        const auto id = entry.find("id");
        if (id != entry.end() && id->is_string()) {
            text += " ('" + id->get<std::string>() + "')";
        }
    }
    return text;
}

bool CatalogLoader::keep(const std::vector<std::string>& faults) {
    errors_.insert(errors_.end(), faults.begin(), faults.end());
    return faults.empty();
}

template <class Entry, class Parse>
void CatalogLoader::load_list(const Json& document,
                              const char* list,
                              std::vector<Entry>& into,
                              Parse parse) {
    const auto found = document.find(list);
    if (found == document.end() || !found->is_array()) {
        return;
    }
    std::size_t index = 0;
    for (const auto& json : *found) {
        EntryReader reader(json, where(list, index++, json));
        Entry entry = parse(reader);
        if (!file_.empty()) {
            reader.refuse_unknown_fields();
        }
        if (!keep(reader.errors())) {
            continue;
        }
        entry.maker.file = file_;
        // Built-in ids are unique (a test says so); searching for each would be quadratic.
        const auto same = file_.empty()
                              ? into.end()
                              : std::find_if(into.begin(), into.end(), [&](const Entry& other) {
                                    return other.id == entry.id;
                                });
        if (same == into.end()) {
            into.push_back(std::move(entry));
        } else {
            *same = std::move(entry);
        }
    }
}

void CatalogLoader::load_source(const Json& entry, const std::string& id, const std::string& at) {
    EntryReader reader(entry, at);
    Source source = parse_source(reader, id);
    if (!file_.empty()) {
        reader.refuse_unknown_fields();
    }
    if (keep(reader.errors())) {
        entries_.sources.insert_or_assign(source.id, std::move(source));
    }
}

void CatalogLoader::load_sources(const Json& document) {
    const auto found = document.find("sources");
    if (found == document.end()) {
        return;
    }
    std::size_t index = 0;
    for (const auto& [key, entry] : found->items()) {
        load_source(entry, found->is_object() ? key : "", where("sources", index++, entry));
    }
}

void CatalogLoader::check_lists(const Json& document) {
    constexpr std::array kLists{
        "storage", "links", "instances", "gpu_rates", "models", "published"};
    for (const auto& [key, value] : document.items()) {
        const bool known = std::find(kLists.begin(), kLists.end(), key) != kLists.end();
        if (known && !value.is_array()) {
            errors_.push_back(say("'%1': '%2' is not a list", file_, key));
        } else if (!known && key != "sources") {
            errors_.push_back(
                say("'%1': '%2' is not known; it must be storage, links, "
                    "instances, gpu_rates, models, published or sources",
                    file_,
                    key));
        }
    }
}

void CatalogLoader::load(const Json& document) {
    if (!document.is_object()) {
        errors_.push_back(say("'%1' is not an object with lists of entries", file_));
        return;
    }
    const bool own = !file_.empty();
    if (own) {
        check_lists(document);
    }
    load_sources(document);
    load_list(document, own ? "storage" : "targets", entries_.storage, &parse_storage);
    load_list(document, "links", entries_.links, &parse_link);
    load_list(document, "instances", entries_.instances, &parse_instance);
    load_list(document, "gpu_rates", entries_.gpu_rates, &parse_gpu_rate);
    load_list(document, "models", entries_.networks, &parse_network);
    load_list(document, own ? "published" : "entries", entries_.published, &parse_published);
    if (const auto gaps = document.find("not_seen"); !own && gaps != document.end()) {
        for (const auto& gap : *gaps) {
            entries_.not_seen.push_back(gap.get<std::string>());
        }
    }
}

}  // namespace throughline::catalog
