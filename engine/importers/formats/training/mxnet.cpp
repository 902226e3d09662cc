// SPDX-License-Identifier: Apache-2.0
// MXNet's Speedometer: "Epoch[0] Batch [20-40]\tSpeed: 541.14 samples/sec\taccuracy=…", over all
// GPUs of the node. The result leaves the first row out, which holds the warm-up.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace mxnet {
namespace {

constexpr const char* kRow = "Epoch[%n] Batch [%s]%_Speed:%_%n%_samples/sec";

int claim(const Head& head) {
    return head.any_line_finds(kRow) ? kCertain : 0;
}

/// The value of "name='value'" or "name=value" in "Namespace(…)".
std::string argument(std::string_view line, std::string_view name) {
    const std::string mark = std::string(name) + "=";
    for (std::size_t at = line.find(mark); at != std::string_view::npos;
         at = line.find(mark, at + 1)) {
        const char before = at == 0 ? '(' : line[at - 1];
        if (before != ' ' && before != '(') {
            continue;
        }
        std::string_view value = line.substr(at + mark.size());
        if (value.starts_with('\'')) {
            return std::string(value.substr(1, value.find('\'', 1) - 1));
        }
        return std::string(value.substr(0, value.find_first_of(",)")));
    }
    return {};
}

/// A row as it stands in the log. Of a run on several nodes each prints its own.
struct Row {
    std::string node{};
    std::string batches{};
    std::optional<double> time{};
    double rate = 0.0;
    metrics::MetricValues values{};
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), run_(draft.add_run()) {}

    void take(std::string_view text) {
        if (contains(text, "Namespace(")) {
            take_arguments(text);
        } else if (const auto row = find(text, kRow)) {
            take_row(text, *row);
        } else if (const auto epoch = find(text, "Time cost=%n")) {
            run_.figure("epoch_time", epoch->number(0));
        }
    }

    void finish() {
        std::set<std::string> nodes;
        for (const Row& row : rows_) {
            nodes.insert(row.node);
        }
        const auto count = static_cast<double>(std::max<std::size_t>(1, nodes.size()));
        if (nodes.size() > 1) {
            add_nodes(nodes.size());
            run_.set("node_count", count);
        }
        run_.set("global_batch_size", scaled(batch_, count));
        run_.set("gpu_count", scaled(gpus_, count));
        run_.set("batch_size", ratio(batch_, gpus_));
        StepRows rows(run_);
        RunningMean later;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (i > 0 || rows_.size() == 1) {
                later.add(rows_[i].rate);
            }
            rows_[i].values["samples_per_second"] = rows_[i].rate;
            rows.add(rows_[i].time, std::move(rows_[i].values));
        }
        run_.figure("samples_per_second", later.mean());
        if (rows_.size() > 1) {
            run_.figure("steady_samples_per_second", later.mean());
        }
    }

private:
    void take_arguments(std::string_view line) {
        const std::string network = argument(line, "network");
        const std::string layers = argument(line, "num_layers");
        run_.set(
            "model",
            network + (network.starts_with("resnet") && parse_number(layers) ? "-" + layers : ""));
        batch_ = parse_number(argument(line, "batch_size"));
        const std::string gpus = argument(line, "gpus");
        if (!gpus.empty() && gpus != "None") {
            gpus_ = static_cast<double>(std::count(gpus.begin(), gpus.end(), ',') + 1);
        }
        const std::string benchmark = argument(line, "benchmark");
        run_.set("data", benchmark == "1" ? "synthetic" : (benchmark == "0" ? "real" : ""));
        run_.set("precision", std::string_view(argument(line, "dtype")));
        run_.set("workers", parse_number(argument(line, "data_nthreads")));
    }

    void take_row(std::string_view text, const Match& match) {
        draft_.take_rows();
        const auto rate = match.number(2);
        if (!rate) {
            return;
        }
        Row row{.batches = std::string(match[0]) + "/" + std::string(match[1]), .rate = *rate};
        if (const auto node = find(text, "Node[%n]")) {
            row.node = (*node)[0];
        }
        if (const auto epoch = match.number(0)) {
            row.values["epoch"] = *epoch;
        }
        const std::string_view batches = match[1];
        if (const auto step = parse_number(batches.substr(batches.rfind('-') + 1))) {
            row.values["step"] = *step;
        }
        if (const auto accuracy = find(text, "accuracy=%n"); accuracy && accuracy->number(0)) {
            row.values["top1_accuracy"] = *accuracy->number(0) * 100.0;
        }
        // "2021-07-26 20:19:35,175 Node[0] …": with a time, the epoch has one too.
        if (const auto stamp =
                parse_moment(text.substr(0, std::min<std::size_t>(23, text.size())))) {
            row.time = draft_.utc_of(stamp->seconds);
        }
        rows_.push_back(std::move(row));
    }

    /// One row for each range of batches: what the nodes did together. A range that not all of
    /// them printed is left out.
    void add_nodes(std::size_t nodes) {
        std::vector<Row> sums;
        std::map<std::string, std::pair<std::size_t, std::size_t>> seen;  // place, rows
        for (Row& row : rows_) {
            const auto [known, is_new] = seen.try_emplace(row.batches, sums.size(), 1);
            if (is_new) {
                sums.push_back(std::move(row));
            } else {
                ++known->second.second;
                sums[known->second.first].rate += row.rate;
            }
        }
        rows_.clear();
        for (Row& row : sums) {
            if (seen.at(row.batches).second == nodes) {
                rows_.push_back(std::move(row));
            }
        }
        if (rows_.size() < sums.size()) {
            run_.note("mxnet.nodes",
                      record::Level::Warning,
                      say_english("%1 ranges of batches were not printed exactly once by each node "
                                  "and are left out",
                                  std::to_string(sums.size() - rows_.size())));
        }
    }

    Draft& draft_;
    RunDraft& run_;
    std::vector<Row> rows_{};
    std::optional<double> batch_{};
    std::optional<double> gpus_{};
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("MXNet");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace mxnet

const Format kMxnet{.id = "mxnet-speedometer",
                    .title = "MXNet Speedometer",
                    .claim = &mxnet::claim,
                    .read = &mxnet::read};

}  // namespace throughline::importers
