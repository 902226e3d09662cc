// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::importers {

/// A file to import. What lies in a folder that was named is skipped when it is not a result.
struct Candidate {
    std::string path{};
    std::uint64_t bytes = 0;
    std::string folder{};  ///< the one that was named; "" when the file itself was

    bool from_folder() const noexcept { return !folder.empty(); }
};

/// The files among `paths` and, in a stable order, those below its folders, without the shadows
/// that macOS leaves. Links to folders are not followed. Stops early with what it has.
/// Blocks: on the disk.
std::vector<Candidate> find_candidates(const std::vector<std::string>& paths,
                                       const std::stop_token& stop = {});

/// Whether the file begins like a record of this program, which is not imported but ingested.
bool is_record(const std::string& path);
/// The same for a text, which may have been unpacked.
bool begins_as_record(std::string_view text) noexcept;

}  // namespace throughline::importers
