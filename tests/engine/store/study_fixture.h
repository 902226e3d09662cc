// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/record/study.h"
#include "engine/store/library.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::store {

using record::TemporaryDirectory;

inline constexpr const char* kExampleUuid = "11111111-2222-4333-8444-555555555555";

/// The lines of a small finished study in the order the engine writes them: storage, decode and two
/// full runs (1 and 2 threads), with warm-up, two repeats, metrics that not each sample has, a
/// histogram, notes with and without a run, intervals, absent figures, verdict and footer.
std::vector<record::Line> example_lines(const std::string& uuid = kExampleUuid);

/// A study of one finished run with `samples` sample lines of two metrics: "images_per_second" in
/// each, "epoch" in every third; t_s = 0.5, 1.5, …, values = 100 + line.
std::vector<record::Line> long_lines(std::size_t samples, const std::string& uuid = kExampleUuid);

/// The first `count` of them as the text of a record.
std::string record_of(const std::vector<record::Line>& lines, std::size_t count = SIZE_MAX);

void write_text(const std::string& path, const std::string& text);
std::string read_text(const std::string& path);

/// A library that opens, or the test fails.
std::unique_ptr<Library> open_library(const std::string& path);

/// Writes the text to `path`, ingests it, and returns the report; fails the test when it fails.
IngestReport ingest_text(Library& library, const std::string& path, const std::string& text);

/// Everything a study holds as text, for comparing two: the lines of its parts as JSON.
std::string fingerprint(const record::Study& study);

/// What `PRAGMA integrity_check` says of a library file: "ok", or what is wrong.
std::string integrity_of(const std::string& path);

}  // namespace throughline::store
