// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store.h"

#include <utility>

#include "engine/base/visible_text.h"
#include "engine/remote/find_target.h"

namespace throughline::remote {

std::string Store::path_of(std::string_view key) const {
    if (location.scheme == Scheme::Http) {
        return "/" + std::string(key);  // as somebody wrote it, query and all
    }
    return target.path_prefix + "/" + percent_encoded(key, true);
}

std::string Store::name_of(std::string_view key) const {
    const bool web = location.scheme == Scheme::Http;
    return visible_line((web ? target.origin + "/" : location.root()) +
                        std::string(web ? key.substr(0, key.find('?')) : key));
}

Result<std::shared_ptr<Store>> open_store(const std::string& path,
                                          const Access& access,
                                          const Environment& environment) {
    auto location = parse_location(path);
    if (!location) {
        return std::move(location).error();
    }
    auto target = find_target(*location, access, environment);
    if (!target) {
        return std::move(target).error();
    }
    auto store = std::make_shared<Store>();
    store->location = *std::move(location);
    store->access = access;
    store->target = *std::move(target);
    const Target& found = store->target;
    store->keys.begin({found.credentials, found.expires}, found.key_lender);
    if (auto mapped = store->data_nodes.map(access.data_nodes); !mapped) {
        return std::move(mapped).error();
    }
    if (store->location.is_hdfs() && found.origin.starts_with("https://")) {
        store->data_nodes.ask_by_tls_only();
    }
    return store;
}

}  // namespace throughline::remote
