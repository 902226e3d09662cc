// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/catalog.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/base/check.h"
#include "engine/base/regular_file.h"
#include "engine/base/text.h"
#include "engine/catalog/catalog_loader.h"
#include "engine/catalog/embedded.h"
#include "engine/catalog/json_text.h"

namespace throughline::catalog {
namespace {

constexpr std::size_t kUserFileBytesMax = 16U << 20U;

template <class Entry>
const Entry* find_by_id(const std::vector<Entry>& entries, std::string_view id) noexcept {
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const Entry& entry) { return entry.id == id; });
    return found == entries.end() ? nullptr : &*found;
}

std::string with_remarks(std::string text,
                         const std::vector<std::pair<std::string, std::string>>& remarks) {
    for (const auto& [label, remark] : remarks) {
        text += ' ' + remark;
    }
    return text;
}

}  // namespace

Catalog Catalog::built_in() {
    Catalog catalog;
    for (const std::string_view text :
         {storage_json(), instances_json(), models_json(), published_json()}) {
        CatalogLoader loader(catalog.entries_, "");
        loader.load(Json::parse(text, nullptr, false));
        const auto errors = loader.take_errors();
        THROUGHLINE_CHECK(errors.empty());
    }
    return catalog;
}

std::vector<std::string> Catalog::add_user_text(std::string_view text, const std::string& file) {
    const auto document = parse_json(text, file);
    if (!document) {
        return {document.error().what};
    }
    CatalogLoader loader(entries_, file);
    loader.load(*document);
    return loader.take_errors();
}

std::vector<std::string> Catalog::add_user_folder(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code code;
    std::filesystem::directory_iterator entries(folder, code);
    for (; !code && entries != std::filesystem::directory_iterator(); entries.increment(code)) {
        if (entries->path().extension() == ".json") {
            files.push_back(entries->path().string());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> errors;
    if (code && code != std::errc::no_such_file_or_directory) {
        errors.push_back("read folder '" + folder + "': " + code.message());
    }
    for (const auto& file : files) {
        const auto text = read_regular_file(file, kUserFileBytesMax);
        if (!text) {
            errors.push_back(describe(text.error()));
            continue;
        }
        for (auto& error : add_user_text(*text, file)) {
            errors.push_back(std::move(error));
        }
    }
    return errors;
}

const StorageTarget* Catalog::find_storage(std::string_view id) const noexcept {
    return find_by_id(entries_.storage, id);
}

const Link* Catalog::find_link(std::string_view id) const noexcept {
    return find_by_id(entries_.links, id);
}

const Instance* Catalog::find_instance(std::string_view id) const noexcept {
    return find_by_id(entries_.instances, id);
}

const Network* Catalog::find_network(std::string_view id) const noexcept {
    return find_by_id(entries_.networks, id);
}

const Source* Catalog::find_source(std::string_view id) const noexcept {
    const auto found = entries_.sources.find(id);
    return found == entries_.sources.end() ? nullptr : &found->second;
}

std::string Catalog::with_source_titles(std::string_view note) const {
    constexpr std::string_view kEnds = " ,;:()";
    std::string text;
    for (std::size_t at = 0; at < note.size();) {
        const std::size_t end = std::min(note.find_first_of(kEnds, at), note.size());
        const std::string_view word = note.substr(at, end - at);
        const Source* const source = word.empty() ? nullptr : find_source(word);
        text += source != nullptr ? "\u201C" + source->title + "\u201D" : std::string(word);
        text += note.substr(end, 1);
        at = end + 1;
    }
    return text;
}

std::string network_title(const Catalog& catalog, std::string_view id) {
    const Network* const network = catalog.find_network(id);
    return network == nullptr ? std::string(id) : network->label;
}

std::string search_text(const StorageTarget& target) {
    return with_remarks("storage " + target.id + ' ' + target.name + ' ' + target.provider + ' ' +
                            target.kind + ' ' + target.era,
                        target.remarks);
}

std::string search_text(const Instance& instance) {
    return with_remarks("instance machine " + instance.id + ' ' + instance.provider + ' ' +
                            instance.gpu + ' ' + instance.era,
                        instance.remarks);
}

std::string search_text(const Network& network) {
    return "model " + network.id + ' ' + network.label + ' ' + network.note;
}

std::string search_text(const Link& link) {
    return "link " + link.id + " " + link.name + " " + link.note;
}

std::string search_text(const Published& entry) {
    return with_remarks(entry.id + ' ' + entry.source + ' ' + entry.metric + ' ' + entry.model +
                            ' ' + entry.place + ' ' + entry.note,
                        entry.conditions);
}

}  // namespace throughline::catalog
