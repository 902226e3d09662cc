// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/baseline/data_file.h"
#include "engine/baseline/grid.h"
#include "engine/baseline/metadata.h"
#include "engine/baseline/steady.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/measure/volume_choice.h"
#include "engine/storage/path_target.h"

namespace throughline::baseline {

/// What somebody wants measured.
struct BaselineOptions {
    std::string path{};  ///< a file to read, or a folder to make one in
    bool quick = false;
    bool writes = false;     ///< measure writes and metadata too, in a folder of our own
    bool make_file = false;  ///< consent to write the file that is read, where `path` is a folder
    std::uint64_t file_bytes = 0;  ///< of that file and of the one that is written; 0: by the form
    ChosenAxes axes{};
    double seconds = 0.0;  ///< measured time of a cell; 0: by the form
    MetadataPlan metadata{.files = 0, .file_bytes = 0};  ///< 0: by the form
    /// storage.volume and what goes with it, of the volume that the reads are emulated on; empty:
    /// none.
    spec::Settings volume{};
    std::string title{};
    std::string spec_json{};  ///< what the record says was asked for: a JSON object
};

/// A baseline ready to be measured: what will be read and written, and for how long.
struct BaselinePlan {
    BaselineOptions options{};
    std::optional<FileFacts> file{};  ///< of the user's; none: one of our own is made
    storage::PathTarget target{};
    std::vector<Cell> cells{};
    std::optional<MetadataPlan> metadata{};
    Timing timing{};
    std::uint64_t file_bytes = 0;   ///< of the file of our own, where one is made
    std::uint64_t space_bytes = 0;  ///< that what is made takes up at most at one time
    std::uint64_t bytes_free_after = 0;
    std::uint64_t write_bytes_max = 0;  ///< of all that is written
    std::uint64_t cell_write_bytes_max = 0;
    double seconds_least = 0.0;
    double seconds_most = 0.0;
    std::string no_uring{};               ///< why io_uring cannot be used; "": it is
    std::vector<std::string> left_out{};  ///< what is not measured, and why
    measure::VolumeChoices volumes{};

    bool makes_folder() const noexcept { return space_bytes > 0; }
    /// Where the folder of our own is made.
    std::string folder() const;
};
/// Looks at everything that the baseline needs; writes nothing.
/// Errors: Usage where consent is missing, for what is no file and no folder, and for combinations
///         that make no sense; Limit where what is to be written does not fit; those of
///         inspect_path() and choose_volumes().
Result<BaselinePlan> plan_baseline(const BaselineOptions& options,
                                   const measure::CatalogSource& catalog);

/// Space that stays free beside what is written: 1 % of the file system, at least 256 MiB.
std::uint64_t space_margin(const storage::PathTarget& target) noexcept;

/// What will happen, a sentence a line: what is read, what is written and where, how long it takes.
std::vector<std::string> text_of(const BaselinePlan& plan);

}  // namespace throughline::baseline
