// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/importers/sample_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <vector>

#include "engine/run/settings.h"

namespace throughline::importers::tests {
namespace {

struct TableRow {
    std::string sample;
    std::string what;
    std::string expected;
    std::string imported;
    bool right = false;
};

std::vector<TableRow>& table() {
    static std::vector<TableRow> rows;
    return rows;
}

std::string shown(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.12g", value);
    return text.data();
}

/// Prints the table when all tests have run.
class TablePrinter final : public testing::Environment {
public:
    void TearDown() override {
        if (table().empty()) {
            return;
        }
        const char* const path = std::getenv("THROUGHLINE_IMPORT_TABLE");
        if (path == nullptr) {
            const auto wrong = std::count_if(
                table().begin(), table().end(), [](const auto& row) { return !row.right; });
            std::printf("%zu values of the samples compared, %zu wrong\n",
                        table().size(),
                        static_cast<std::size_t>(wrong));
            return;
        }
        std::ofstream out(path);
        std::string sample;
        for (const TableRow& row : table()) {
            if (row.sample != sample) {
                out << "\n" << row.sample << "\n";
                sample = row.sample;
            }
            out << "  " << (row.right ? "ok    " : "WRONG ") << row.what << " | expected "
                << row.expected << " | imported " << row.imported << "\n";
        }
    }
};

[[maybe_unused]] const testing::Environment* const kPrinter =
    testing::AddGlobalTestEnvironment(new TablePrinter);

}  // namespace

std::string sample_path(const std::string& name) {
    const std::string path = std::string(THROUGHLINE_SAMPLES) + "/" + name;
    std::error_code error;
    return std::filesystem::exists(path, error) ? path : std::string();
}

Sample::Sample(const std::string& name, Assumptions assume) : name_(name) {
    const std::string path = sample_path(name);
    if (path.empty()) {
        absent_ = true;
        return;
    }
    auto file = import_file(path, {.assume = std::move(assume)});
    if (!file) {
        ADD_FAILURE() << name << ": " << describe(file.error());
        table().push_back({name, "import", "imported", describe(file.error()), false});
        return;
    }
    file_ = *std::move(file);
}

void Sample::number(const std::string& what,
                    double expected,
                    std::optional<double> got,
                    double tolerance) {
    const bool right = got && std::abs(*got - expected) <= tolerance * std::abs(expected) + 1e-12;
    table().push_back({name_, what, shown(expected), got ? shown(*got) : "absent", right});
    EXPECT_TRUE(right) << name_ << ": " << what << ": expected " << shown(expected) << ", imported "
                       << (got ? shown(*got) : "absent");
}

void Sample::text(const std::string& what, const std::string& expected, const std::string& got) {
    table().push_back({name_, what, expected, got, expected == got});
    EXPECT_EQ(expected, got) << name_ << ": " << what;
}

void Sample::format(const std::string& id) {
    text("format", id, file_->format);
}

void Sample::version(const std::string& version) {
    text("tool version", version, file_->tool_version);
}

void Sample::runs(std::size_t count) {
    number("runs", static_cast<double>(count), static_cast<double>(file_->study.runs.size()), 0.0);
}

void Sample::figure(std::size_t index, const std::string& key, double expected, double tolerance) {
    std::optional<double> got;
    if (index < file_->study.runs.size()) {
        const auto& metrics = run(index).metrics;
        const auto found = metrics.find(key);
        got = found == metrics.end() ? std::nullopt : std::optional(found->second.value);
    }
    number("run " + std::to_string(index + 1) + " " + key, expected, got, tolerance);
}

void Sample::no_figure(std::size_t index, const std::string& key) {
    const auto& metrics = run(index).metrics;
    text("run " + std::to_string(index + 1) + " " + key,
         "absent",
         metrics.find(key) == metrics.end() ? "absent" : shown(metrics.find(key)->second.value));
}

void Sample::condition(std::size_t index, const std::string& key, const std::string& expected) {
    std::string got = "absent";
    if (index < file_->study.runs.size()) {
        const auto& settings = run(index).started.settings;
        const auto found = settings.find(key);
        got = found == settings.end() ? "absent" : run::setting_text(found->second);
    }
    text("run " + std::to_string(index + 1) + " " + key, expected, got);
}

std::vector<double> Sample::values(std::size_t index, const std::string& key) const {
    std::vector<double> found;
    if (index < file_->study.runs.size()) {
        for (const auto& sample : run(index).samples) {
            if (const auto value = sample.metrics.find(key); value != sample.metrics.end()) {
                found.push_back(value->second);
            }
        }
    }
    return found;
}

void Sample::samples(std::size_t index, std::size_t expected) {
    number("run " + std::to_string(index + 1) + " samples",
           static_cast<double>(expected),
           static_cast<double>(run(index).samples.size()),
           0.0);
}

void Sample::rows(std::size_t index, const std::string& key, std::size_t expected) {
    number("rows of " + key,
           static_cast<double>(expected),
           static_cast<double>(values(index, key).size()),
           0.0);
}

void Sample::mean(std::size_t index, const std::string& key, double expected, double tolerance) {
    const auto all = values(index, key);
    const double sum = std::accumulate(all.begin(), all.end(), 0.0);
    number("mean of all rows of " + key,
           expected,
           all.empty() ? std::nullopt : std::optional(sum / static_cast<double>(all.size())),
           tolerance);
}

void Sample::printed_mean(std::size_t index,
                          const std::string& key,
                          double expected,
                          double tolerance) {
    double sum = 0.0;
    double rows = 0.0;
    for (const auto& sample : run(index).samples) {
        const auto value = sample.metrics.find(key);
        rows += sample.phase == run::Phase::Measured ? 1.0 : 0.0;
        if (sample.phase == run::Phase::Measured && value != sample.metrics.end()) {
            sum += value->second;
        }
    }
    number("mean of the column of " + key, expected, sum / std::max(rows, 1.0), tolerance);
}

void Sample::largest(std::size_t index, const std::string& key, double expected, double tolerance) {
    const auto all = values(index, key);
    number("largest " + key,
           expected,
           all.empty() ? std::nullopt : std::optional(*std::max_element(all.begin(), all.end())),
           tolerance);
}

void Sample::smallest(std::size_t index,
                      const std::string& key,
                      double expected,
                      double tolerance) {
    const auto all = values(index, key);
    number("smallest " + key,
           expected,
           all.empty() ? std::nullopt : std::optional(*std::min_element(all.begin(), all.end())),
           tolerance);
}

void Sample::first(std::size_t index, const std::string& key, double expected, double tolerance) {
    const auto all = values(index, key);
    number("first " + key,
           expected,
           all.empty() ? std::nullopt : std::optional(all.front()),
           tolerance);
}

void Sample::last(std::size_t index, const std::string& key, double expected, double tolerance) {
    const auto all = values(index, key);
    number(
        "last " + key, expected, all.empty() ? std::nullopt : std::optional(all.back()), tolerance);
}

void Sample::at(std::size_t run, const std::string& key, std::size_t index, double expected) {
    const auto all = values(run, key);
    number(key + " of row " + std::to_string(index + 1),
           expected,
           index < all.size() ? std::optional(all[index]) : std::nullopt,
           2e-6);
}

void Sample::environment(const std::string& key, const std::string& expected) {
    const auto& environment = file_->study.header.environment;
    const auto found = environment.find(key);
    text(key, expected, found == environment.end() ? "absent" : run::setting_text(found->second));
}

void Sample::note(const std::string& code) {
    bool there = false;
    for (const auto& note : file_->study.notes) {
        there = there || note.code == code;
    }
    for (const auto& run : file_->study.runs) {
        for (const auto& note : run.notes) {
            there = there || note.code == code;
        }
    }
    text("note", code, there ? code : "absent");
}

void Sample::question(const std::string& key) {
    bool there = false;
    for (const auto& question : file_->questions) {
        there = there || question.key == key;
    }
    text("asks", key, there ? key : "absent");
}

void Sample::dropped(std::size_t rows) {
    number(
        "rows dropped", static_cast<double>(rows), static_cast<double>(file_->rows_dropped), 0.0);
}

void Sample::started(const std::string& iso) {
    text("started at", iso, file_->study.header.started_at);
}

}  // namespace throughline::importers::tests
