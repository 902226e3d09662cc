// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace throughline::store {

class RecordFolder;

/// The library as one file, written beside `path` and put there when it is whole.
/// Errors: Usage when `path` is there already, unless it may be replaced; as Database. What was
/// there stays until the new file is whole.
Result<void> backup_to(const Database& database, const std::string& path, bool replace = false);

/// Puts the content of a backup in place of the library's, in one transaction, so that other
/// processes go on with it. What was there is backed up first, to the file returned. The records of
/// what was there go: those of the backup's studies are made from it (keep_records.h).
/// Errors: Format, Version for a file that is not a sound library; as Database. Nothing is changed
/// then.
Result<std::string> restore_from(Database& database,
                                 const RecordFolder& folder,
                                 const std::string& library_path,
                                 const std::string& backup_path);

/// Saves a library of schema `version` beside itself, as "library-schema-3-20261121T101500.sqlite",
/// before it is brought up, which cannot be undone. Errors: as backup_to().
Result<void> back_up_older(const Database& database, const std::string& path, std::int64_t version);

/// `path` with "-WORD-20261121T101500" before its suffix.
std::string stamped_path(const std::string& path, const std::string& word);

}  // namespace throughline::store
