// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/library.h"

namespace throughline::app {

/// What became of a study that was handed over.
struct TakenStudy {
    std::optional<std::int64_t> id{};  ///< in the library
    std::int64_t lines_new = 0;        ///< 0: it was there already
    bool in_bin = false;
    bool replaced = false;  ///< an older version had read other figures from the same file
};

/// Where imported studies go: the library, each at once in a transaction of its own, or one record
/// file, which holds the runs of all of them.
class ImportTarget {
public:
    static Result<ImportTarget> to_library(const std::string& path);
    /// Errors: Usage when the file is there already and `overwrite` is false.
    static Result<ImportTarget> to_record(std::string path, bool overwrite);

    Result<TakenStudy> take(record::Study study, const std::string& source_path);
    /// A record of our own. For the library by the path that spooled records take, too.
    Result<store::IngestReport> take_record(const std::string& path);
    /// Writes the record file, if it is one and something was taken.
    Result<void> finish();

private:
    ImportTarget() = default;

    std::unique_ptr<store::Library> library_;
    std::string record_path_;
    std::vector<record::Study> studies_;
    std::vector<std::string> sources_;
};

}  // namespace throughline::app
