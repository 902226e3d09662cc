// SPDX-License-Identifier: Apache-2.0
#include "engine/store/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

namespace throughline::store {
namespace {

constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kOurPageBytes = 4096;
constexpr std::size_t kMapEntryBytes = 5;
constexpr std::uint32_t kUnknown = UINT32_MAX;

// Section 1.6: the first byte of a page of a b-tree.
constexpr std::uint8_t kIndexInner = 2;
constexpr std::uint8_t kTableInner = 5;
constexpr std::uint8_t kIndexLeaf = 10;
constexpr std::uint8_t kTableLeaf = 13;

// Section 1.8: what a page is, by the map of parents.
constexpr std::uint8_t kMapRoot = 1;
constexpr std::uint8_t kMapTree = 5;

/// Big-endian bytes, read up to their end and no further.
class Bytes {
public:
    explicit Bytes(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}

    bool failed() const noexcept { return failed_; }
    std::size_t at() const noexcept { return at_; }

    std::uint64_t number(std::size_t count) {
        std::uint64_t value = 0;
        for (const char c : take(count)) {
            value = value << 8U | static_cast<std::uint8_t>(c);
        }
        return value;
    }
    std::uint64_t varint() {
        constexpr int kBytesMax = 9;
        std::uint64_t value = 0;
        for (int i = 0; i + 1 < kBytesMax; ++i) {
            const std::uint64_t byte = number(1);
            value = value << 7U | (byte & 0x7FU);
            if (byte < 0x80U) {
                return value;
            }
        }
        return value << 8U | number(1);
    }
    std::string_view take(std::uint64_t count) {
        if (failed_ || at_ > bytes_.size() || count > bytes_.size() - at_) {
            failed_ = true;
            return {};
        }
        const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
        at_ += taken.size();
        return taken;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

/// Section 2.1: the value of a serial type.
Value value_of(std::uint64_t type, Bytes& body) {
    constexpr std::uint64_t kReal = 7;
    constexpr std::uint64_t kFirstBlob = 12;
    if (type == 0) {
        return nullptr;
    }
    if (type < kReal) {
        const std::size_t bytes = type < 5 ? type : type == 5 ? 6 : 8;
        const std::size_t shift = 64 - bytes * 8;  // carries the sign
        return static_cast<std::int64_t>(body.number(bytes) << shift) >> shift;
    }
    if (type == kReal) {
        return std::bit_cast<double>(body.number(8));
    }
    if (type < kFirstBlob) {
        return static_cast<std::int64_t>(type - 8);
    }
    const std::string_view bytes = body.take((type - kFirstBlob) / 2);
    return type % 2 == 0 ? Value(Blob{std::string(bytes)}) : Value(std::string(bytes));
}

/// A row, or nothing where the bytes are not exactly one.
std::optional<std::vector<Value>> record_of(std::string_view payload) {
    Bytes head(payload);
    const std::uint64_t head_bytes = head.varint();
    if (head.failed() || head_bytes > payload.size()) {
        return std::nullopt;
    }
    Bytes body(payload, static_cast<std::size_t>(head_bytes));
    std::vector<Value> values;
    while (!head.failed() && !body.failed() && head.at() < head_bytes) {
        const std::uint64_t type = head.varint();
        if (type == 10 || type == 11) {
            return std::nullopt;  // reserved
        }
        values.push_back(value_of(type, body));
    }
    const bool exact =
        !head.failed() && !body.failed() && head.at() == head_bytes && body.at() == payload.size();
    return exact ? std::optional(std::move(values)) : std::nullopt;
}

}  // namespace

Result<PageFile> PageFile::open(const std::string& path) {
    auto file = open_file(path, O_RDONLY);
    if (!file) {
        return std::move(file).error();
    }
    struct stat status{};
    std::string head(kHeaderBytes, '\0');
    if (::fstat(file->get(), &status) != 0 ||
        ::pread(file->get(), head.data(), head.size(), 0) < 0) {
        return errno_error("read '" + path + "'", errno);
    }
    const bool sound = head.starts_with("SQLite format 3");
    std::size_t page_bytes = sound ? Bytes(head, 16).number(2) : kOurPageBytes;
    page_bytes = page_bytes == 1 ? std::size_t{1} << 16U : page_bytes;
    if (!std::has_single_bit(page_bytes) || page_bytes < 512) {
        page_bytes = kOurPageBytes;
    }
    const std::size_t reserved = sound ? Bytes(head, 20).number(1) : 0;
    const auto pages = static_cast<std::uint64_t>(status.st_size) / page_bytes;
    return PageFile(*std::move(file),
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(pages, kUnknown - 1)),
                    page_bytes,
                    page_bytes - std::min<std::size_t>(reserved, 32));
}

std::string PageFile::bytes_of(std::uint32_t number) const {
    if (number == 0 || number > page_count_) {
        return {};
    }
    std::string bytes(page_bytes_, '\0');
    const auto offset = static_cast<off_t>(number - 1) * static_cast<off_t>(page_bytes_);
    const ssize_t got = ::pread(file_.get(), bytes.data(), bytes.size(), offset);
    return got == static_cast<ssize_t>(bytes.size()) ? bytes : std::string();
}

std::optional<TreePage> PageFile::tree_page(std::uint32_t number) const {
    const std::string page = bytes_of(number);
    if (page.empty()) {
        return std::nullopt;
    }
    Bytes head(page, number == 1 ? kHeaderBytes : 0);
    const std::uint64_t type = head.number(1);
    head.take(2);
    const std::uint64_t cells = head.number(2);
    head.take(3);
    const bool known =
        type == kIndexInner || type == kTableInner || type == kIndexLeaf || type == kTableLeaf;
    if (!known || cells * 2 > page.size()) {
        return std::nullopt;
    }
    TreePage tree{.leaf = type >= kIndexLeaf,
                  .table = type == kTableLeaf || type == kTableInner,
                  .rows = {},
                  .children = {}};
    if (!tree.leaf) {
        tree.children.push_back(static_cast<std::uint32_t>(head.number(4)));
    }
    for (std::uint64_t i = 0; i < cells; ++i) {
        std::size_t at = head.number(2);
        if (!tree.leaf) {
            tree.children.push_back(static_cast<std::uint32_t>(Bytes(page, at).number(4)));
            at += 4;
        }
        if (type == kTableInner) {
            continue;
        }
        if (auto row = row_at(page, at, tree.table)) {
            tree.rows.push_back(*std::move(row));
        } else {
            tree.whole = false;
        }
    }
    tree.whole = tree.whole &&
                 std::all_of(tree.children.begin(), tree.children.end(), [&](std::uint32_t child) {
                     return child > 1 && child <= page_count_;
                 });
    return tree;
}

std::optional<PageRow> PageFile::row_at(std::string_view page, std::size_t at, bool table) const {
    Bytes cell(page, at);
    const std::uint64_t bytes = cell.varint();
    PageRow row{.rowid = table ? static_cast<std::int64_t>(cell.varint()) : 0, .values = {}};
    if (cell.failed()) {
        return std::nullopt;
    }
    const auto payload = payload_at(page, cell.at(), bytes, table);
    auto values = payload ? record_of(*payload) : std::nullopt;
    if (!values || values->empty()) {
        return std::nullopt;
    }
    row.values = *std::move(values);
    return row;
}

/// Section 1.6, "Cell payload overflow": how much lies in the page itself, and the pages after it.
std::optional<std::string> PageFile::payload_at(std::string_view page,
                                                std::size_t at,
                                                std::uint64_t bytes,
                                                bool table) const {
    const std::size_t room = usable_bytes_ - 4;
    const std::uint64_t most = table ? usable_bytes_ - 35 : (usable_bytes_ - 12) * 64 / 255 - 23;
    const std::uint64_t least = (usable_bytes_ - 12) * 32 / 255 - 23;
    const std::uint64_t tail = bytes < least ? 0 : least + (bytes - least) % room;
    const std::uint64_t here = bytes <= most ? bytes : tail <= most ? tail : least;
    if (bytes > static_cast<std::uint64_t>(page_count_) * room) {
        return std::nullopt;
    }
    Bytes local(page, at);
    std::string payload(local.take(here));
    std::uint64_t next = bytes > here ? local.number(4) : 0;
    if (local.failed()) {
        return std::nullopt;
    }
    while (payload.size() < bytes) {
        if (overflow_left_ == 0) {
            return std::nullopt;
        }
        --overflow_left_;
        const std::string more = bytes_of(static_cast<std::uint32_t>(next));
        if (more.empty()) {
            return std::nullopt;
        }
        next = Bytes(more).number(4);
        payload += more.substr(4, std::min<std::uint64_t>(room, bytes - payload.size()));
    }
    return next == 0 ? std::optional(std::move(payload)) : std::nullopt;
}

bool PageFile::is_pointer_map(std::uint32_t number) const noexcept {
    return number >= 2 && (number - 2) % (usable_bytes_ / kMapEntryBytes + 1) == 0;
}

/// One page of the map says of each of the pages after it what it is, and which its parent.
void PageFile::add_mapped_parents(std::uint32_t map, std::vector<std::uint32_t>& parents) const {
    const std::string page = bytes_of(map);
    Bytes entries(page);
    const std::uint64_t end =
        std::min<std::uint64_t>(map + usable_bytes_ / kMapEntryBytes, page_count_);
    std::vector<std::uint32_t> mapped;
    for (std::uint64_t number = map + 1ULL; number <= end; ++number) {
        const std::uint64_t kind = entries.number(1);
        const std::uint64_t parent = entries.number(4);
        if (kind < kMapRoot || kind > kMapTree || parent > page_count_) {
            return;  // overwritten: nothing of it is believed
        }
        mapped.push_back(kind == kMapRoot   ? static_cast<std::uint32_t>(number)
                         : kind == kMapTree ? static_cast<std::uint32_t>(parent)
                                            : 0);
    }
    std::copy(mapped.begin(), mapped.end(), parents.begin() + map + 1);
}

void PageFile::add_parents_of_tree(std::vector<std::uint32_t>& parents) const {
    for (std::uint32_t number = 1; number <= page_count_; ++number) {
        const auto page = parents[number] == 0 ? std::nullopt : tree_page(number);
        if (!page || !page->whole) {
            continue;
        }
        for (const std::uint32_t child : page->children) {
            parents[child] = parents[child] == kUnknown ? number : parents[child];
        }
    }
}

std::vector<std::uint32_t> PageFile::roots() const {
    // A root is its own parent; 0: no page of a tree.
    std::vector<std::uint32_t> parents(page_count_ + std::size_t{1}, kUnknown);
    for (std::uint32_t number = 1; number <= page_count_; ++number) {
        if (is_pointer_map(number)) {
            parents[number] = 0;
            add_mapped_parents(number, parents);
        }
    }
    if (page_count_ > 0) {
        parents[1] = 1;
    }
    if (std::find(parents.begin() + 1, parents.end(), kUnknown) != parents.end()) {
        add_parents_of_tree(parents);
    }
    std::vector<std::uint32_t> roots(parents.size(), 0);
    for (std::uint32_t number = 1; number <= page_count_; ++number) {
        std::uint32_t top = number;
        constexpr int kDepthMax = 20;  // as SQLite's own BTCURSOR_MAX_DEPTH
        for (int depth = 0; depth < kDepthMax && top != 0 && top != kUnknown; ++depth) {
            const std::uint32_t above = parents[top];
            if (above == top) {
                roots[number] = top;
                break;
            }
            // Nobody names the parent of a root whose map is lost: it may be one.
            if (above == kUnknown) {
                roots[number] = top;
                break;
            }
            top = above;
        }
    }
    return roots;
}

}  // namespace throughline::store
