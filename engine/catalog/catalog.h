// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/entries.h"

namespace throughline::catalog {

/// The facts the program ships with, and the user's own. Thread: const once it is made.
class Catalog {
public:
    /// The built-in files. Errors: none in a program whose tests passed.
    static Catalog built_in();

    /// Adds the entries of a user's file: an object with any of the lists "storage", "links",
    /// "instances", "gpu_rates", "models", "published" and the object "sources", whose entries have
    /// the fields of the built-in files. An entry with the id of an existing one replaces it.
    /// Returns: one message for each entry that was left out, naming file, entry and field; entries
    /// without fault are added.
    std::vector<std::string> add_user_text(std::string_view text, const std::string& file);
    /// All *.json of `folder`, by name; a folder that does not exist has no entries.
    std::vector<std::string> add_user_folder(const std::string& folder);

    const std::vector<StorageTarget>& storage() const noexcept { return entries_.storage; }
    const std::vector<Link>& links() const noexcept { return entries_.links; }
    const std::vector<Instance>& instances() const noexcept { return entries_.instances; }
    const std::vector<GpuRate>& gpu_rates() const noexcept { return entries_.gpu_rates; }
    const std::vector<Network>& networks() const noexcept { return entries_.networks; }
    const std::vector<Published>& published() const noexcept { return entries_.published; }
    /// What was looked for and not found, as the built-in files say.
    const std::vector<std::string>& not_seen() const noexcept { return entries_.not_seen; }

    // Null when there is none of that id.
    const StorageTarget* find_storage(std::string_view id) const noexcept;
    const Link* find_link(std::string_view id) const noexcept;
    const Instance* find_instance(std::string_view id) const noexcept;
    const Network* find_network(std::string_view id) const noexcept;
    const Source* find_source(std::string_view id) const noexcept;
    /// A note as people read it: ids of sources in it give way to their titles.
    std::string with_source_titles(std::string_view note) const;

private:
    CatalogEntries entries_;
};

/// "ResNet-50 v1.5" of "resnet50_v1.5"; the id of a network that is not known.
std::string network_title(const Catalog& catalog, std::string_view id);

/// All that a search looks through, with the kind of entry.
std::string search_text(const StorageTarget& target);
std::string search_text(const Instance& instance);
std::string search_text(const Network& network);
std::string search_text(const Link& link);
std::string search_text(const Published& entry);

}  // namespace throughline::catalog
