// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/store/database.h"

// Pages of an SQLite file, each read for itself: what a damaged file still holds, whatever became
// of the pages that lead to it. Source: sqlite.org/fileformat2.html.
namespace throughline::store {

struct Blob {
    std::string bytes;
    operator BlobView() const noexcept { return {bytes}; }
};
/// A value as SQLite keeps it; a table's own integer key is null in its row.
using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string, Blob>;

struct PageRow {
    std::int64_t rowid = 0;  ///< 0 in an index, which keeps none or has it as its last value
    std::vector<Value> values;
};

/// A page of a b-tree.
struct TreePage {
    bool leaf = false;
    bool table = false;         ///< else of an index, or of a table WITHOUT ROWID
    std::vector<PageRow> rows;  ///< none in an inner page of a table
    std::vector<std::uint32_t> children;
    bool whole = true;  ///< false: some of its rows make no sense, or lie in pages that do not
};

/// Thread: one owner. Assumes: nobody writes to the file.
class PageFile {
public:
    /// A file whose header makes no sense is read as one of ours. Errors: as open_file(), Io.
    static Result<PageFile> open(const std::string& path);

    /// Pages are numbered from 1.
    std::uint32_t page_count() const noexcept { return page_count_; }
    /// None: not a page of a b-tree, or nothing in it makes sense.
    std::optional<TreePage> tree_page(std::uint32_t number) const;
    /// The root of the tree that each page belongs to, [0] unused; 0: of none, or nobody knows.
    /// Blocks: reads all inner pages where the file's own map of parents is damaged.
    std::vector<std::uint32_t> roots() const;

private:
    PageFile(UniqueFd file, std::uint32_t page_count, std::size_t page_bytes, std::size_t usable)
        : file_(std::move(file)),
          page_count_(page_count),
          page_bytes_(page_bytes),
          usable_bytes_(usable),
          overflow_left_(std::uint64_t{page_count} * kOverflowReads) {}

    /// A row's overflow pages are its own, and each page is read a few times. Cells that overlap
    /// could else have the whole file read once for each of them.
    static constexpr std::uint64_t kOverflowReads = 8;

    /// Empty: outside the file, or it could not be read.
    std::string bytes_of(std::uint32_t number) const;
    std::optional<PageRow> row_at(std::string_view page, std::size_t at, bool table) const;
    std::optional<std::string> payload_at(std::string_view page,
                                          std::size_t at,
                                          std::uint64_t bytes,
                                          bool table) const;
    bool is_pointer_map(std::uint32_t number) const noexcept;
    void add_mapped_parents(std::uint32_t map, std::vector<std::uint32_t>& parents) const;
    void add_parents_of_tree(std::vector<std::uint32_t>& parents) const;

    UniqueFd file_;
    std::uint32_t page_count_ = 0;
    std::size_t page_bytes_ = 0;
    std::size_t usable_bytes_ = 0;
    mutable std::uint64_t overflow_left_ = 0;  ///< pages that may still be read
};

}  // namespace throughline::store
