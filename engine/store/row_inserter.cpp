// SPDX-License-Identifier: Apache-2.0
#include "engine/store/row_inserter.h"

#include <span>

#include "engine/base/check.h"

namespace throughline::store {
namespace {

std::string rows_sql(const std::string& insert,
                     std::size_t columns,
                     std::size_t rows,
                     const std::string& behind) {
    std::string row = "(?";
    for (std::size_t i = 1; i < columns; ++i) {
        row += ",?";
    }
    row += ")";
    std::string sql = insert + " VALUES" + row;
    for (std::size_t i = 1; i < rows; ++i) {
        sql += "," + row;
    }
    return sql + " " + behind;
}

}  // namespace

RowInserter::RowInserter(const Database& database,
                         const std::string& insert,
                         std::size_t columns,
                         const std::string& behind)
    : columns_(columns),
      many_(database.prepare(rows_sql(insert, columns, kRows, behind))),
      one_(database.prepare(rows_sql(insert, columns, 1, behind))) {
    pending_.reserve(kRows * columns);
}

Result<void> RowInserter::add(std::initializer_list<Value> row) {
    THROUGHLINE_CHECK(row.size() == columns_);
    pending_.insert(pending_.end(), row);
    if (pending_.size() < kRows * columns_) {
        return {};
    }
    auto added = many_.bind_all(std::span<const Value>(pending_)).run();
    pending_.clear();
    return added;
}

Result<void> RowInserter::finish() {
    const std::span<const Value> rows(pending_);
    for (std::size_t at = 0; at < rows.size(); at += columns_) {
        if (auto added = one_.bind_all(rows.subspan(at, columns_)).run(); !added) {
            return added;
        }
    }
    pending_.clear();
    return {};
}

}  // namespace throughline::store
