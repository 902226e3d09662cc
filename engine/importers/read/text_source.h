// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/importers/read/byte_source.h"
#include "engine/importers/read/line_prefix.h"

namespace throughline::importers {

/// A line without its end (LF or CRLF).
struct TextLine {
    std::string_view text{};   ///< valid until the next line is asked for
    std::uint64_t number = 0;  ///< from 1
    std::uint64_t offset = 0;  ///< of its first byte in the unpacked text
    bool complete = true;      ///< false: the file ends without a line end behind it
};

/// The text of a file: unpacked, in UTF-8, without byte order mark, line by line in bounded memory.
/// Thread: one owner.
class TextSource {
public:
    static constexpr std::size_t kHeadBytes = 64U << 10U;
    static constexpr std::size_t kLineBytesMax = 16U << 20U;
    static constexpr std::size_t kDocumentBytesMax = 512U << 20U;

    /// Errors: those of file_source().
    static Result<std::unique_ptr<TextSource>> open(const std::string& path,
                                                    ReadProgress progress = {});
    static std::unique_ptr<TextSource> of_bytes(std::string bytes);

    /// The first 64 KiB, for recognising; nothing is taken by it.
    std::string_view head();

    /// The next line, or null at the end, after damage or a failure (ask failure() and damage()).
    const TextLine* next();

    /// From here on lines are given without their prefix, and only those of the rule's rank.
    void read_lines_by(PrefixRule rule) { prefixes_ = std::move(rule); }

    /// The last 64 KiB, beginning with a whole line, for marks that stand behind a long beginning;
    /// nothing is taken by it. Blocks: on the disk; of packed files all of it is read.
    std::string tail();

    /// What comes next, of any length, for those who do not go by lines; valid until the next call.
    /// Empty at the end, after damage or a failure.
    std::string_view piece();

    /// Everything that is left. Errors: Limit beyond kDocumentBytesMax.
    Result<std::string_view> rest();

    /// A failure of the machine or a line beyond kLineBytesMax: nothing of the file counts.
    const std::optional<Error>& failure() const noexcept { return failure_; }
    /// Where the file is damaged (a cut gzip or zstd): what came before counts.
    const std::optional<std::string>& damage() const noexcept { return damage_; }
    /// "gzip" or "zstd" when it was unpacked, else "".
    std::string_view packing() const noexcept { return packing_; }
    bool was_utf16() const noexcept { return utf16_; }

    /// SHA-256 of what a whole packed file holds, which is that of the same file unpacked; nothing
    /// for other files and for damaged ones. Reads what was not read yet.
    std::optional<std::string> finish_content_hash();

    /// SHA-256 of the whole file; reads what was not read yet.
    std::string finish_hash();

private:
    TextSource() = default;
    void detect();
    /// One more piece into the buffer; false at the end.
    bool fill();

    const TextLine* next_as_it_stands();

    std::unique_ptr<record::Sha256> hash_ = std::make_unique<record::Sha256>();
    std::unique_ptr<record::Sha256> content_hash_;  ///< of a packed file
    std::unique_ptr<ByteSource> bytes_;             ///< unpacked and in UTF-8
    ByteSource* file_ = nullptr;                    ///< as on the disk; owned by bytes_
    std::size_t file_bytes_ = 0;                    ///< when it was opened; 0 where nobody knows
    std::string buffer_;
    std::size_t begin_ = 0;
    std::uint64_t begin_offset_ = 0;
    std::size_t scanned_ = 0;  ///< bytes behind begin_ known to hold no line end
    bool at_end_ = false;
    std::string_view packing_{};
    bool utf16_ = false;
    std::optional<Error> failure_;
    std::optional<std::string> damage_;
    TextLine line_;
    std::string path_;  ///< "" = bytes in memory
    std::optional<PrefixRule> prefixes_;
};

}  // namespace throughline::importers
