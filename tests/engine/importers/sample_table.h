// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "engine/importers/importer.h"

namespace throughline::importers::tests {

/// Path of a result of another tool; "" when the samples are not on this machine.
std::string sample_path(const std::string& name);

/// Compares an imported sample with what samples/INDEX.md says of it. Each comparison becomes a row
/// of the table "sample, what, expected, imported", which is printed when the tests end; with
/// $THROUGHLINE_IMPORT_TABLE it is also written to that file.
class Sample {
public:
    explicit Sample(const std::string& name, Assumptions assume = {});

    /// False: the samples are not here, or the import failed (which fails the test).
    explicit operator bool() const { return file_.has_value(); }
    bool absent() const { return absent_; }
    const ImportedFile& file() const { return *file_; }
    const run::RunData& run(std::size_t index) const { return file_->study.runs.at(index); }

    void format(const std::string& id);
    void version(const std::string& version);
    void runs(std::size_t count);
    /// A figure of a run; `tolerance` is relative.
    void figure(std::size_t run, const std::string& key, double expected, double tolerance = 2e-6);
    void condition(std::size_t run, const std::string& key, const std::string& expected);
    void no_figure(std::size_t run, const std::string& key);
    void samples(std::size_t run, std::size_t expected);
    /// Of the samples that carry the metric, warm-up and all: how many, mean, largest, first, last.
    void rows(std::size_t run, const std::string& key, std::size_t expected);
    void mean(std::size_t run, const std::string& key, double expected, double tolerance = 2e-6);
    /// The mean of a column as it is printed, over the measured samples: 0 where there was no
    /// request, of which the import makes no value.
    void printed_mean(std::size_t run,
                      const std::string& key,
                      double expected,
                      double tolerance = 2e-6);
    void largest(std::size_t run, const std::string& key, double expected, double tolerance = 2e-6);
    void smallest(std::size_t run,
                  const std::string& key,
                  double expected,
                  double tolerance = 2e-6);
    void first(std::size_t run, const std::string& key, double expected, double tolerance = 2e-6);
    void last(std::size_t run, const std::string& key, double expected, double tolerance = 2e-6);
    /// The value of a sample counted from 0.
    void at(std::size_t run, const std::string& key, std::size_t index, double expected);
    void environment(const std::string& key, const std::string& expected);
    void note(const std::string& code);
    void question(const std::string& key);
    void dropped(std::size_t rows);
    void started(const std::string& iso);

    void number(const std::string& what,
                double expected,
                std::optional<double> got,
                double tolerance);
    void text(const std::string& what, const std::string& expected, const std::string& got);

private:
    std::vector<double> values(std::size_t run, const std::string& key) const;

    std::string name_;
    bool absent_ = false;
    std::optional<ImportedFile> file_;
};

}  // namespace throughline::importers::tests

/// Skips, saying so, when the samples are not here.
#define THROUGHLINE_SAMPLE(variable, ...)                                     \
    Sample variable(__VA_ARGS__);                                             \
    if (variable.absent()) {                                                  \
        GTEST_SKIP() << "the samples of other tools are not on this machine"; \
    }                                                                         \
    if (!variable) {                                                          \
        FAIL() << "not imported";                                             \
    }
