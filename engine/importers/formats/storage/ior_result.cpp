// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/storage/ior_result.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers::ior {
namespace {

/// The mean of what all rows of an operation have.
std::optional<double> mean_of(const std::vector<const Operation*>& rows,
                              std::optional<double> Operation::* member) {
    double sum = 0.0;
    for (const Operation* const row : rows) {
        if (!(row->*member)) {
            return std::nullopt;
        }
        sum += *(row->*member);
    }
    return rows.empty() ? std::nullopt : std::optional(sum / static_cast<double>(rows.size()));
}

std::vector<const Operation*> rows_of(const Call& call, std::string_view name) {
    std::vector<const Operation*> rows;
    for (const Operation& row : call.rows) {
        if (row.name == name) {
            rows.push_back(&row);
        }
    }
    return rows;
}

Operation operation_of_rows(const Call& call, const std::string& name) {
    const auto rows = rows_of(call, name);
    Operation operation{.name = name};
    operation.mean_mib = mean_of(rows, &Operation::mean_mib);
    operation.mean_iops = mean_of(rows, &Operation::mean_iops);
    operation.mean_seconds = mean_of(rows, &Operation::mean_seconds);
    operation.transfer_bytes = rows.front()->transfer_bytes;
    operation.tasks = rows.front()->tasks;
    operation.repetitions = static_cast<double>(rows.size());
    for (const Operation* const row : rows) {
        operation.max_mib = std::max(operation.max_mib.value_or(0.0), row->mean_mib.value_or(0.0));
    }
    operation.of_rows = true;
    return operation;
}

void set_conditions(RunDraft& run, const Call& call, const Operation& operation) {
    const auto either = [](std::optional<double> one, std::optional<double> other) {
        return one ? one : other;
    };
    const auto tasks = either(operation.tasks, call.tasks);
    const auto transfer = either(operation.transfer_bytes, call.transfer_bytes);
    run.set("workers", tasks);
    run.set("storage.threads", tasks);
    run.set("node_count", either(call.nodes, ratio(tasks, operation.tasks_per_node)));
    run.set("block_size", transfer);
    run.set("storage.block_bytes", transfer);
    // A task waits for each transfer before the next.
    run.set("io_depth", 1.0);
    run.set("io_outstanding", tasks);
    const std::string& api = operation.api.empty() ? call.api : operation.api;
    run.set("io_engine", std::string_view(api));
    const std::string pattern = (call.ordering == "random" ? "random " : "") + operation.name;
    run.set("pattern", std::string_view(pattern));
    run.set("storage_target", std::string_view(call.target));
    run.set("command", std::string_view(call.command));
    run.set("host", std::string_view(call.host));
    run.set("duration", operation.mean_seconds);
}

void add_operation(const Call& call, const Operation& operation, Draft& draft) {
    RunDraft& run = draft.add_run();
    draft.take_rows();
    set_conditions(run, call, operation);
    const int times = static_cast<int>(std::clamp(operation.repetitions.value_or(1.0), 1.0, 1e6));
    const auto put = [&](const std::string& key, std::optional<double> value) {
        if (value) {
            run.figure(key, record::Summary{.value = *value, .n = times});
        }
    };
    put(operation.name + "_bytes_per_second", scaled(operation.mean_mib, kMiB));
    put(operation.name + "_iops", operation.mean_iops);
    put(operation.name + "_bytes", scaled(operation.aggregate_mib, kMiB));
    if (call.began_at) {
        run.started_at(draft.utc_of(*call.began_at));
    }
    if (times > 1 && operation.max_mib) {
        run.note("ior.repetitions",
                 record::Level::Info,
                 say_english("the rates are means of %1 repetitions; the fastest reached %2 MiB/s, "
                             "which IOR prints as its maximum",
                             std::to_string(times),
                             shortest_text(*operation.max_mib)));
    }
    // Where it is told to say little, IOR prints no summary.
    const bool whole =
        call.ended || (call.repetitions && operation.repetitions >= call.repetitions);
    if (operation.of_rows && !whole) {
        run.status(record::RunStatus::Interrupted);
        run.note("ior.no_summary",
                 record::Level::Warning,
                 say_english("IOR's summary is missing, as the output is cut off: the rates are "
                             "means of the %1 repetitions that are there",
                             std::to_string(times)));
    }
    if (!call.access.empty()) {
        run.note("ior.access", record::Level::Info, say_english("access: %1", call.access));
    }
}

}  // namespace

void add_call(const Call& call, Draft& draft) {
    draft.tool("IOR", call.version);
    for (const Operation& operation : call.summary) {
        add_operation(call, operation, draft);
    }
    for (const std::string name : {"write", "read"}) {
        const bool known =
            std::any_of(call.summary.begin(), call.summary.end(), [&](const auto& operation) {
                return operation.name == name;
            });
        if (!known && !rows_of(call, name).empty()) {
            add_operation(call, operation_of_rows(call, name), draft);
        }
    }
    draft.info_once(
        "ior.left_out",
        say("not imported from IOR's output: times of open and close, the spread of the "
            "repetitions, and stonewall figures"));
}

}  // namespace throughline::importers::ior
