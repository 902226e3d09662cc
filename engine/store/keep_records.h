// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/database.h"
#include "engine/store/ingest_report.h"
#include "engine/store/library_space.h"
#include "engine/store/record_folder.h"

// What a library keeps in its RecordFolder. Errors: as Database and RecordFolder.
namespace throughline::store {

/// The packed record of a study that comes in: the first `record_bytes` of its file, byte by byte,
/// or where those are 0 the text that record_text() makes of it. Thread: any; it may take longer
/// than writing the index.
Result<std::string> pack_record(const record::Study& study,
                                const std::string& path,
                                std::uint64_t record_bytes);

/// Keeps a study that was taken in: of one that was not there before `packed`, else what the index
/// holds of it now. What the folder says of a study that
/// is new to the index is taken over. Inside the write transaction that took it in.
Result<void> keep_ingested(const Database& database,
                           const RecordFolder& folder,
                           const IngestReport& report,
                           std::future<Result<std::string>> packed);

/// Inside the write transaction that changed the marks.
Result<void> keep_marks(const Database& database,
                        const RecordFolder& folder,
                        std::span<const std::int64_t> study_ids);

/// Keeps the studies that the folder does not have yet, one transaction each, until `budget` is
/// spent, but at least one; returns how many it still lacks. A damaged study is passed over.
Result<std::int64_t> keep_missing(const Database& database,
                                  const RecordFolder& folder,
                                  std::chrono::milliseconds budget);

Result<LibrarySpace> space_of(const Database& database,
                              const std::string& path,
                              const RecordFolder& folder);

/// Removes a study for good, with its record, in a transaction of its own.
Result<void> remove_study(const Database& database,
                          const RecordFolder& folder,
                          std::int64_t study_id);
/// Removes one study of the bin for good; false when the bin is empty.
Result<bool> purge_one(const Database& database, const RecordFolder& folder);

/// Removes the records of these studies, which stay in the index as they are.
Result<DroppedRecords> drop_records(const Database& database,
                                    const RecordFolder& folder,
                                    std::span<const std::int64_t> study_ids);

}  // namespace throughline::store
