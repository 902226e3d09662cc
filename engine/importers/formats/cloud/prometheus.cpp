// SPDX-License-Identifier: Apache-2.0
// Prometheus query and query_range as JSON. Values are texts, NaN and +Inf too. Counters (*_total)
// are differenced; a counter that falls was restarted.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/read/scan.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace prometheus {
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

constexpr const char* kOneValue =
    to_say("one value of a counter is not a rate: ask Prometheus for a range (query_range)");

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
        const std::string instance = labels["instance"].words().empty()
                                         ? labels["Hostname"].words()
                                         : labels["instance"].words();
        if (is_part(name)) {
            take_part(instance, name, labels, points);
            return;
        }
        const auto how = find_known(name, labels);
        if (!how) {
            return;
        }
        if (name == "node_disk_reads_completed_total" ||
            name == "node_disk_writes_completed_total") {
            take_part(instance, name, labels, points);
        }
        const auto* const info = metrics::find_metric(how->metric);
        const std::string of = labels[how->label].words();
        const std::string key =
            of.empty() ? how->metric : metrics::labelled(how->metric, info->dimension, of);
        put(instance, key, *how, points);
    }

    /// What becomes a metric only together with other series.
    void finish() {
        for (const auto& [instance, parts] : parts_) {
            put_cpu(instance, parts);
            put_await(instance, parts, "read", "node_disk_reads_completed_total");
            put_await(instance, parts, "write", "node_disk_writes_completed_total");
        }
    }

private:
    /// Rates by time, of a name and of what tells its series apart ("sda", a CPU and its mode).
    using Part = std::map<double, double>;
    using Parts = std::map<std::string, std::map<std::string, Part>>;

    static bool is_part(const std::string& name) {
        return name == "node_cpu_seconds_total" || name == "node_disk_read_time_seconds_total" ||
               name == "node_disk_write_time_seconds_total";
    }

    void take_part(const std::string& instance,
                   const std::string& name,
                   JsonValue labels,
                   const std::vector<Point>& points) {
        const bool cpu = name == "node_cpu_seconds_total";
        if (points.size() == 1 && is_part(name)) {
            run_of(instance).absent(cpu ? "cpu_utilisation" : "read_await", kOneValue);
        }
        const std::string kind = cpu ? name + "/" + labels["mode"].words() : name;
        Part& part = parts_[instance][kind][labels[cpu ? "cpu" : "device"].words()];
        for_each_rate(points, [&](double t, double, double rate) { part.emplace(t, rate); });
    }

    /// Counters never fall but at a restart.
    template <class Take>
    static void for_each_rate(const std::vector<Point>& points, const Take& take) {
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double seconds = points[i].time - points[i - 1].time;
            if (seconds > 0.0 && points[i].value >= points[i - 1].value) {
                take(points[i].time, seconds, (points[i].value - points[i - 1].value) / seconds);
            }
        }
    }

    /// The mean over the CPUs of their share of time in a mode, by time.
    static Part mean_of(const Parts& parts, const std::string& mode) {
        Part sum;
        std::map<double, double> count;
        if (const auto cpus = parts.find("node_cpu_seconds_total/" + mode); cpus != parts.end()) {
            for (const auto& [cpu, rates] : cpus->second) {
                for (const auto& [t, rate] : rates) {
                    sum[t] += rate;
                    count[t] += 1.0;
                }
            }
        }
        for (auto& [t, value] : sum) {
            value /= count[t];
        }
        return sum;
    }

    void put_cpu(const std::string& instance, const Parts& parts) {
        const Part idle = mean_of(parts, "idle");
        const Part waiting = mean_of(parts, "iowait");
        for (const auto& [t, share] : idle) {
            metrics::MetricValues values;
            const auto wait = waiting.find(t);
            const double iowait = wait == waiting.end() ? 0.0 : wait->second;
            if (wait != waiting.end()) {
                values["cpu_iowait"] = 100.0 * iowait;
            }
            values["cpu_utilisation"] = std::max(0.0, 100.0 * (1.0 - share - iowait));
            run_of(instance).sample(t, 0.0, std::move(values));
        }
        if (!idle.empty() && waiting.empty()) {
            run_of(instance).note("prometheus.iowait",
                                  record::Level::Info,
                                  to_say("without mode=\"iowait\" waiting for I/O counts as busy"));
        }
    }

    /// Seconds of I/O in a second by operations in a second: what one took.
    void put_await(const std::string& instance,
                   const Parts& parts,
                   const std::string& what,
                   const std::string& operations) {
        const auto times = parts.find("node_disk_" + what + "_time_seconds_total");
        const auto counts = parts.find(operations);
        if (times == parts.end()) {
            return;
        }
        if (counts == parts.end()) {
            run_of(instance).absent(what + "_await",
                                    say_english("%1 is not in the file", operations));
            return;
        }
        for (const auto& [device, rates] : times->second) {
            const auto of = counts->second.find(device);
            for (const auto& [t, rate] : rates) {
                if (of == counts->second.end() || !of->second.contains(t) ||
                    of->second.at(t) <= 0.0) {
                    continue;
                }
                run_of(instance).sample(t,
                                        0.0,
                                        {{metrics::labelled(what + "_await", "device", device),
                                          rate / of->second.at(t)}});
            }
        }
    }

    RunDraft& run_of(const std::string& instance) {
        RunDraft*& run = runs_[instance];
        if (run == nullptr) {
            run = &draft_.add_run();
            run->set("host", std::string_view(instance));
            run->times_are_absolute();
        }
        return *run;
    }

    std::optional<Known> find_known(const std::string& name, JsonValue labels) {
        for (const Known& known : kKnown) {
            if (name == known.name) {
                return known;
            }
        }
        if (const auto* const info =
                draft_.assumed_metric(name.empty() ? "metric" : "metric." + name)) {
            const bool device = std::string_view(info->dimension) == "device";
            return Known{"", info->id, device ? "device" : "gpu", name.ends_with("_total")};
        }
        if (name.empty()) {
            draft_.ask("metric", "after rate() Prometheus drops the name: which metric is it?");
        } else if (name == "up" || labels.size() == 0) {
            draft_.info("prometheus.no_metric",
                        say("'%1' is not a metric of storage, CPU or GPU", name));
        } else {
            draft_.ask(
                "metric." + name,
                say("what is '%1'? Give the id of a metric; the values must be in its stored unit",
                    name));
        }
        return std::nullopt;
    }

    void put(const std::string& instance,
             const std::string& key,
             const Known& how,
             const std::vector<Point>& points) {
        if (points.empty()) {
            return;
        }
        RunDraft& run = run_of(instance);
        if (how.counter && points.size() == 1) {
            run.absent(key, kOneValue);
        } else if (how.counter) {
            for_each_rate(points, [&](double t, double seconds, double rate) {
                run.sample(t, seconds, {{key, rate * how.factor}});
            });
        } else {
            for (const Point& point : points) {
                run.sample(point.time, 0.0, {{key, point.value * how.factor}});
            }
        }
    }

    Draft& draft_;
    std::map<std::string, RunDraft*> runs_{};
    std::map<std::string, Parts> parts_{};  ///< by instance
};

Result<void> read(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("Prometheus");
    const JsonValue root = tree->root();
    if (root["status"].words() == "error") {
        return format_error(say("Prometheus answered with an error: %1", root["error"].words()));
    }
    Reader reader(draft);
    for (const JsonValue series : root["data"]["result"]) {
        reader.take(series);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace prometheus

const Format kPrometheus{.id = "prometheus",
                         .title = "Prometheus query",
                         .claim = &prometheus::claim,
                         .read = &prometheus::read};

}  // namespace throughline::importers
