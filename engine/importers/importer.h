// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/importers/draft/imported_file.h"

namespace throughline::importers {

/// A format that can be imported.
struct FormatName {
    std::string_view id;
    std::string_view title;
};
std::vector<FormatName> known_formats();

/// Reads a file of another tool: recognised by its content, unpacked when it is gzip or zstd, its
/// units turned into those of the metric registry. The study's uuid follows from the bytes of the
/// file, those that a packed file holds, and the assumptions, so that the same file is recognised.
/// Blocks:  on the disk.
/// Limits:  formats of lines are streamed, whatever the size; JSON documents up to 512 MiB. Of very
///          long series neighbouring samples are joined (a note says so).
/// Errors:  NotFound, Permission, Io; Unsupported (no known format, a binary, an empty file);
///          Format with line or byte offset; Usage for an assumption that makes no sense;
///         Stopped by the progress function.
Result<ImportedFile> import_file(const std::string& path, const Options& options = {});

/// The same for bytes in memory; `name` stands for the path.
Result<ImportedFile> import_bytes(std::string bytes,
                                  const std::string& name,
                                  const Options& options = {});

/// The same with the format given by its id instead of recognised: for a user who knows better, and
/// for tests. Errors: also Usage for an unknown id.
Result<ImportedFile> import_bytes_as(std::string_view format,
                                     std::string bytes,
                                     const std::string& name,
                                     const Options& options = {});

}  // namespace throughline::importers
