// SPDX-License-Identifier: Apache-2.0
// IOR with summaryFormat=JSON.
#include <string>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/formats/storage/ior_result.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace ior {
namespace {

int claim_json(const Head& head) {
    return head.json.has("Command line") && head.json.has("Began") && head.json.has("tests")
               ? kCertain
               : 0;
}

Operation row_of(JsonValue row) {
    Operation operation;
    operation.name = row["access"].words();
    operation.mean_mib = row["bwMiB"].number_or_nan();
    operation.mean_iops = row["iops"].number_or_nan();
    operation.mean_seconds = row["totalTime"].number();
    operation.transfer_bytes = scaled(row["xferKiB"].number(), kKiB);
    return operation;
}

Operation summary_of(JsonValue row) {
    Operation operation;
    operation.name = row["operation"].words();
    operation.mean_mib = row["bwMeanMIB"].number_or_nan();
    operation.max_mib = row["bwMaxMIB"].number();
    operation.mean_iops = row["OPsMean"].number_or_nan();
    operation.mean_seconds = row["MeanTime"].number();
    operation.repetitions = row["repetitions"].number();
    operation.tasks = row["numTasks"].number();
    operation.tasks_per_node = row["tasksPerNode"].number();
    operation.transfer_bytes = row["transferSize"].number();
    operation.aggregate_mib = row["xsizeMiB"].number();
    operation.api = row["API"].words();
    return operation;
}

bool is_known(const Operation& operation) {
    return operation.name == "read" || operation.name == "write";
}

/// What holds for a test: its options, and the rows of its repetitions.
void take_test(JsonValue test, Call& call) {
    const JsonValue options = test["Options"];
    call.api = options["api"].words();
    call.target = options["test filename"].words();
    call.access = options["access"].words();
    call.ordering = options["ordering in a file"].words();
    call.nodes = options["nodes"].number();
    call.tasks = options["tasks"].number();
    for (const JsonValue repetition : test["Results"]) {
        for (const JsonValue row : repetition) {
            if (Operation operation = row_of(row); is_known(operation)) {
                call.rows.push_back(std::move(operation));
            }
        }
    }
}

Result<void> read_json(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue document = tree->root();
    Call whole;
    whole.version = document["Version"].words();
    whole.command = document["Command line"].words();
    const std::string machine = document["Machine"].words();
    const auto parts = words(machine);
    whole.host = parts.size() > 1 ? parts[1] : std::string_view(machine);
    const std::string began = document["Began"].words();
    const auto moment = parse_moment(began);
    whole.began_at = moment ? std::optional(moment->seconds) : std::nullopt;
    whole.ended = !document.is_cut();
    std::size_t number = 0;
    for (const JsonValue test : document["tests"]) {
        Call call = whole;
        take_test(test, call);
        const auto id = test["TestID"].number();
        for (const JsonValue row : document["summary"]) {
            // Only the first test began when IOR did.
            Operation operation = summary_of(row);
            if (is_known(operation) && row["TestID"].number() == id) {
                call.summary.push_back(std::move(operation));
            }
        }
        if (number++ > 0) {
            call.began_at = std::nullopt;
        }
        add_call(call, draft);
    }
    return {};
}

}  // namespace
}  // namespace ior

const Format kIorJson{
    .id = "ior-json", .title = "IOR JSON", .claim = &ior::claim_json, .read = &ior::read_json};

}  // namespace throughline::importers
