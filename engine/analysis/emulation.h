// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"

namespace throughline::analysis {

/// Code of the note that says by whose figures a run's store was emulated; of a volume it is
/// record::kVolumeNote.
inline constexpr const char* kStoreNote = "storage.store";

/// What the reads of a run were emulated on, as it was set ("aws-gp2:100GiB"); "": nothing, or the
/// run read nothing.
struct EmulatedStorage {
    std::string name{};
    bool is_store = false;  ///< an object store, not a block volume
    bool operator==(const EmulatedStorage&) const = default;
};
EmulatedStorage emulated_storage_of(const record::RunData& run);

/// What of a run, or of any run of a study, was emulated.
struct Emulated {
    bool accelerator = false;
    bool volume = false;  ///< that it read from
    bool store = false;   ///< likewise

    explicit operator bool() const noexcept { return accelerator || volume || store; }
    Emulated& operator|=(const Emulated& other) noexcept;
    bool operator==(const Emulated&) const = default;
};
Emulated emulated_in(const spec::Settings& settings);
Emulated emulated_in(const record::Study& study);

/// The mark that a study carries in every list, chart and heading, whatever its title is:
/// "emulated volume", "emulated accelerator", "emulated accelerator and store"; "": none.
std::string emulated_mark(Emulated emulated);
/// The title, or the name of a run, with that mark: "my disk (emulated volume)".
std::string marked_title(const std::string& title, Emulated emulated);
std::string marked_title(const record::Study& study);

/// What was emulated in any run of a study: "an emulated accelerator", "an emulated volume", "an
/// emulated accelerator and an emulated store"; "": nothing.
std::string emulated_text(const record::Study& study);

/// The same of the reads alone, as a sentence: "Read from the emulated volume aws-gp2:100GiB.";
/// "": none was emulated.
std::string emulated_reads_text(const record::Study& study);

}  // namespace throughline::analysis
