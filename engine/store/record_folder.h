// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/study_marks.h"

namespace throughline::store {

/// The records of a library's studies in a folder beside it, "library.sqlite-records"
/// of "library.sqlite", from which an index can be made again. Two files a study:
///   UUID.tlrun.zst  what was measured, as record_text() writes it; published studies have none,
///                   and one that was dropped to save space no longer has one
///   UUID.json       what the library says of it besides (study_marks.h): each study that the
///                   folder knows has this file
/// Each is written beside and renamed into place, the record first; both go in the other order. So
/// a study without its UUID.json is one that nobody has kept yet.
/// Thread: any. Blocks: on the disk. Assumes: what changes it happens inside a write transaction
/// of the library, by which processes take turns. Errors: Permission, Limit (disk full), Io.
class RecordFolder {
public:
    explicit RecordFolder(const std::string& library_path);
    const std::string& path() const noexcept { return path_; }
    /// False in a folder of somebody else's, where the library file alone may be written.
    bool may_be_written() const;

    /// `packed`: as record::pack_record() makes it.
    Result<void> put_record(const std::string& uuid, std::string_view packed) const;
    Result<void> put_marks(std::span<const StudyMarks> studies) const;
    /// Of a study that is not there: nothing.
    Result<void> remove(const std::string& uuid) const;
    Result<void> remove_record(const std::string& uuid) const;
    Result<void> clear() const;

    struct Entry {
        std::string name;  ///< name_of() its uuid
        bool has_marks = false;
        bool has_record = false;
        std::uint64_t record_bytes = 0;
    };
    /// Sorted by name.
    std::vector<Entry> entries() const;
    /// The name of a study's files without their endings: its uuid as far as a name can hold it.
    static std::string name_of(const std::string& uuid);

    std::optional<StudyMarks> marks(const std::string& name) const;
    /// Unpacks a record to the file `to`. Errors: also Format where it is damaged: what comes
    /// before the damage is in the file.
    Result<void> unpack(const std::string& name, const std::string& to) const;

    /// Whether all studies of the library were kept once: what is not here was not there.
    bool is_complete() const;
    Result<void> set_complete(bool complete) const;

private:
    std::string file(const std::string& name, std::string_view ending) const;

    std::string path_;
};

}  // namespace throughline::store
