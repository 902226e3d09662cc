// SPDX-License-Identifier: Apache-2.0
// nvbandwidth, as it prints and as JSON: a matrix of rates for each test. Its GB are 10^9. The sum
// that it prints adds copies that ran one after another, so that it is nobody's rate.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace nvbandwidth {
namespace {

constexpr double kGigabyte = 1e9;

int claim_text(const Head& head) {
    return head.any_line_matches("nvbandwidth Version: %w") &&
                   !head.json.has("nvbandwidth.testcases")
               ? kCertain
               : 0;
}

int claim_json(const Head& head) {
    return head.json.has("nvbandwidth.testcases") ? kCertain : 0;
}

/// What the tests of a name measure; nothing for latencies and for what is not a copy.
const char* metric_of(std::string_view test) {
    if (contains(test, "latency")) {
        return nullptr;
    }
    if (test.starts_with("host_to_device") || test.starts_with("host_to_all")) {
        return "host_to_device_bytes_per_second";
    }
    if (test.starts_with("device_to_host") || test.starts_with("all_to_host")) {
        return "device_to_host_bytes_per_second";
    }
    return test.starts_with("device_to_device") ? "device_to_device_bytes_per_second" : nullptr;
}

/// One test: its matrix, row by row, in GB/s; a cell may be missing.
struct Test {
    std::string name{};
    std::vector<std::vector<std::optional<double>>> rows{};
};

void put(const Test& test, Draft& draft) {
    const char* const metric = metric_of(test.name);
    if (metric == nullptr) {
        draft.info_once(
            "nvbandwidth.left_out",
            say("Tests of latency, of copies inside a GPU and across nodes are not imported."));
        return;
    }
    const bool between_gpus = std::string_view(metric).starts_with("device_to_device");
    RunDraft* run = nullptr;
    for (std::size_t from = 0; from < test.rows.size(); ++from) {
        for (std::size_t to = 0; to < test.rows[from].size(); ++to) {
            const auto rate = test.rows[from][to];
            if (!rate) {
                continue;
            }
            if (run == nullptr) {
                run = &draft.add_run();
                run->set("phase", std::string_view(test.name));
            }
            const std::string gpu = between_gpus
                                        ? std::to_string(from) + " to " + std::to_string(to)
                                        : std::to_string(to);
            run->figure(metrics::labelled(metric, "gpu", gpu), *rate * kGigabyte);
            draft.take_rows();
        }
    }
}

Result<void> read_text(Input& input, Draft& draft) {
    Test test;
    bool in_matrix = false;
    const auto finish = [&] {
        if (!test.name.empty()) {
            put(test, draft);
        }
        test = {};
    };
    draft.tool("nvbandwidth");
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = trim(line->text);
        if (const auto version = match(text, "nvbandwidth Version: %w")) {
            draft.tool("nvbandwidth", (*version)[0]);
        } else if (const auto begun = match(text, "Running %w")) {
            finish();
            std::string_view name = (*begun)[0];
            name = name.ends_with('.') ? name.substr(0, name.size() - 1) : name;
            test.name = name;
            in_matrix = false;
        } else if (contains(text, "bandwidth (GB/s)")) {
            in_matrix = true;
        } else if (text.starts_with("SUM ")) {
            finish();
        } else if (!test.name.empty() && in_matrix) {
            // A row begins with its number; the heading of the columns has whole numbers only.
            const auto cells = words(text);
            const bool row = cells.size() > 1 && parse_number(cells[0]) &&
                             std::any_of(cells.begin() + 1, cells.end(), [](auto cell) {
                                 return cell == "N/A" || contains(cell, ".");
                             });
            if (row) {
                auto& values = test.rows.emplace_back();
                for (std::size_t i = 1; i < cells.size(); ++i) {
                    values.push_back(parse_number(cells[i]));
                }
            }
        } else if (const auto device = match(text, "Device %n: %s (")) {
            draft.environment("gpu." + std::string((*device)[0]) + ".model", (*device)[1]);
        }
    }
    finish();
    return {};
}

Result<void> read_json(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue root = tree->root()["nvbandwidth"];
    draft.tool("nvbandwidth", root["nvbandwidth Version"].words());
    draft.environment("gpu.driver", root["Driver Version"].words());
    for (const JsonValue testcase : root["testcases"]) {
        Test test{.name = testcase["name"].words()};
        for (const JsonValue row : testcase["bandwidth_matrix"]) {
            auto& values = test.rows.emplace_back();
            for (const JsonValue cell : row) {
                values.push_back(cell.number());
            }
        }
        if (!test.rows.empty()) {
            put(test, draft);
        } else if (testcase["status"].words() != "Passed") {
            draft.info("nvbandwidth.not_run",
                       test.name + ": " + testcase["status"].words() + ", no rate.");
        }
    }
    return {};
}

}  // namespace
}  // namespace nvbandwidth

const Format kNvbandwidthText{.id = "nvbandwidth",
                              .title = "nvbandwidth",
                              .claim = &nvbandwidth::claim_text,
                              .read = &nvbandwidth::read_text};
const Format kNvbandwidthJson{.id = "nvbandwidth-json",
                              .title = "nvbandwidth JSON",
                              .claim = &nvbandwidth::claim_json,
                              .read = &nvbandwidth::read_json};

}  // namespace throughline::importers
