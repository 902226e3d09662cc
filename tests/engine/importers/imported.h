// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/importers/importer.h"

// A text imported as a file, and what tests look for in it.
namespace throughline::importers::tests {

/// Fails the test, and gives an empty file, when the text is refused.
ImportedFile imported(const std::string& text,
                      const std::string& name = "x.txt",
                      Assumptions assume = {});

/// The path of a file below tests/fixtures/importers; its README says how each was made.
std::string fixture_path(const std::string& name);
/// The same for the file itself, with what lies beside it.
ImportedFile imported_fixture(const std::string& name, Assumptions assume = {});

/// Nothing where the run or the figure is not there.
std::optional<double> figure(const ImportedFile& file, const std::string& key, std::size_t run = 0);
/// "" where the run or the condition is not there.
std::string condition(const ImportedFile& file, const std::string& key, std::size_t run = 0);
bool is_absent(const ImportedFile& file, const std::string& key, std::size_t run = 0);
/// Of the file or of any of its runs.
bool has_note(const ImportedFile& file, const std::string& code);
bool asks(const ImportedFile& file, const std::string& key);

}  // namespace throughline::importers::tests
