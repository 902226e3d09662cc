// SPDX-License-Identifier: Apache-2.0
#include "engine/store/key_table.h"

namespace throughline::store {

KeyTable::KeyTable(const Database& database)
    : database_(database),
      find_(database.prepare("SELECT id FROM metric_key WHERE key = ?1")),
      add_(database.prepare("INSERT INTO metric_key(key) VALUES(?1)")) {}

Result<std::int64_t> KeyTable::id_of(std::string_view key) {
    if (const auto known = known_.find(key); known != known_.end()) {
        return known->second;
    }
    const auto found = find_.bind(key).step();
    if (!found) {
        return found.error();
    }
    std::int64_t id = *found ? find_.integer(0) : 0;
    find_.reset();
    if (!*found) {
        if (auto added = add_.bind(key).run(); !added) {
            return std::move(added).error();
        }
        id = database_.last_insert_id();
    }
    known_.emplace(key, id);
    return id;
}

}  // namespace throughline::store
