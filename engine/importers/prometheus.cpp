// SPDX-License-Identifier: Apache-2.0
// Prometheus query and query_range as JSON. Values are texts, NaN and +Inf too. Counters (*_total)
// are differenced; a counter that falls was restarted.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/json_document.h"
#include "engine/importers/scan.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

int claim(const Head& head) {
    return head.json.has("status") &&
                   (head.json.has("data.resultType") || head.json.has("errorType"))
               ? kCertain
               : 0;
}

struct Known {
    const char* name;
    const char* metric;
    const char* label;  ///< of Prometheus, which becomes the registry's dimension
    bool counter;
    double factor = 1.0;
};

constexpr std::array kKnown{
    Known{"node_disk_read_bytes_total", "read_bytes_per_second", "device", true},
    Known{"node_disk_written_bytes_total", "write_bytes_per_second", "device", true},
    Known{"node_disk_reads_completed_total", "read_iops", "device", true},
    Known{"node_disk_writes_completed_total", "write_iops", "device", true},
    Known{"node_disk_io_time_seconds_total", "disk_utilisation", "device", true, 100.0},
    Known{"node_disk_io_time_weighted_seconds_total", "disk_queue_length", "device", true},
    Known{"node_network_receive_bytes_total", "network_receive_bytes_per_second", "device", true},
    Known{"node_network_transmit_bytes_total", "network_send_bytes_per_second", "device", true},
    Known{"DCGM_FI_DEV_GPU_UTIL", "gpu_utilisation", "gpu", false},
    Known{"DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gpu_engine_activity", "gpu", false, 100.0},
    Known{"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "gpu_tensor_activity", "gpu", false, 100.0},
    Known{"DCGM_FI_PROF_DRAM_ACTIVE", "gpu_dram_activity", "gpu", false, 100.0},
    Known{"DCGM_FI_DEV_POWER_USAGE", "gpu_power", "gpu", false},
};

struct Point {
    double time = 0.0;
    double value = 0.0;
};

std::vector<Point> points_of(JsonValue series) {
    std::vector<Point> points;
    const auto add = [&](JsonValue pair) {
        const auto time = pair.at(0).number();
        const auto value = pair.at(1).number();
        if (time && value) {
            points.push_back({*time, *value});
        }
    };
    for (const JsonValue pair : series["values"]) {
        add(pair);
    }
    if (series["value"]) {
        add(series["value"]);
    }
    std::sort(
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return points;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(JsonValue series) {
        const JsonValue labels = series["metric"];
        const std::string name = labels["__name__"].words();
        const auto points = points_of(series);
        draft_.take_rows(points.size());
        const auto how = find_known(name, labels);
        if (!how) {
            return;
        }
        const std::string instance = labels["instance"].words().empty()
                                         ? labels["Hostname"].words()
                                         : labels["instance"].words();
        const auto* const info = metrics::find_metric(how->metric);
        const std::string of = labels[how->label].words();
        const std::string key =
            of.empty() ? how->metric : metrics::labelled(how->metric, info->dimension, of);
        put(instance, key, *how, points);
    }

private:
    std::optional<Known> find_known(const std::string& name, JsonValue labels) {
        for (const Known& known : kKnown) {
            if (name == known.name) {
                return known;
            }
        }
        const auto assumed = draft_.assumed(name.empty() ? "metric" : "metric." + name);
        const auto* const info = assumed ? metrics::find_metric(*assumed) : nullptr;
        if (info != nullptr && info->kind == metrics::Kind::Measured) {
            const bool device = std::string_view(info->dimension) == "device";
            return Known{"", info->id, device ? "device" : "gpu", false};
        }
        if (name.empty()) {
            draft_.ask("metric", "after rate() Prometheus drops the name: which metric is it?");
        } else if (name == "up" || labels.size() == 0) {
            draft_.info("prometheus.no_metric",
                        "'" + name + "' is no metric of storage, CPU or GPU");
        } else {
            draft_.ask("metric." + name,
                       "what is '" + name +
                           "'? The id of a metric, in its stored "
                           "unit");
        }
        return std::nullopt;
    }

    void put(const std::string& instance,
             const std::string& key,
             const Known& how,
             const std::vector<Point>& points) {
        RunDraft*& run = runs_[instance];
        if (run == nullptr && !points.empty()) {
            run = &draft_.add_run();
            run->set("host", std::string_view(instance));
            run->times_are_absolute();
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!how.counter) {
                run->sample(points[i].time, 0.0, {{key, points[i].value * how.factor}});
            } else if (i > 0 && points[i].time > points[i - 1].time &&
                       points[i].value >= points[i - 1].value) {
                const double seconds = points[i].time - points[i - 1].time;
                run->sample(
                    points[i].time,
                    seconds,
                    {{key, (points[i].value - points[i - 1].value) / seconds * how.factor}});
            }
        }
    }

    Draft& draft_;
    std::map<std::string, RunDraft*> runs_{};
};

Result<void> read(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("Prometheus");
    const JsonValue root = tree->root();
    if (root["status"].words() == "error") {
        return Error{.code = ErrorCode::Format,
                     .what = "Prometheus answered with an error: " + root["error"].words()};
    }
    Reader reader(draft);
    for (const JsonValue series : root["data"]["result"]) {
        reader.take(series);
    }
    return {};
}

}  // namespace

const Format kPrometheus{
    .id = "prometheus", .title = "Prometheus query", .claim = &claim, .read = &read};

}  // namespace throughline::importers
