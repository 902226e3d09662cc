// SPDX-License-Identifier: Apache-2.0
// CloudWatch: get-metric-statistics and get-metric-data. The period is not in the file. A sum of
// bytes or operations over a period becomes a rate; their average does not (it is per operation).
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace cloudwatch {
namespace {

int claim_statistics(const Head& head) {
    return head.json.has("Datapoints") &&
                   (head.json.has("Label") || head.json.has("Datapoints.[].Timestamp"))
               ? kCertain
               : 0;
}

int claim_data(const Head& head) {
    return head.json.has("MetricDataResults") ? kCertain : 0;
}

enum class As {
    Level,      ///< the value as it is, times the factor
    Rate,       ///< a sum over the period: divided by it
    IdleShare,  ///< seconds of a period without I/O: 100 - share
};

struct Known {
    const char* label;
    const char* metric;
    As as;
    double factor = 1.0;
};

/// By the metric's name as CloudWatch labels it (EBS, S3, EFS, FSx, EC2).
constexpr std::array kKnown{
    Known{"VolumeReadBytes", "read_bytes_per_second", As::Rate},
    Known{"VolumeWriteBytes", "write_bytes_per_second", As::Rate},
    Known{"VolumeReadOps", "read_iops", As::Rate},
    Known{"VolumeWriteOps", "write_iops", As::Rate},
    Known{"VolumeQueueLength", "disk_queue_length", As::Level},
    Known{"VolumeIdleTime", "disk_utilisation", As::IdleShare},
    Known{"BytesDownloaded", "read_bytes_per_second", As::Rate},
    Known{"BytesUploaded", "write_bytes_per_second", As::Rate},
    Known{"GetRequests", "http_requests_per_second", As::Rate},
    Known{"AllRequests", "http_requests_per_second", As::Rate},
    Known{"4xxErrors", "http_client_errors_per_second", As::Rate},
    Known{"5xxErrors", "http_server_errors_per_second", As::Rate},
    Known{"FirstByteLatency", "first_byte_latency", As::Level, kMilli},
    Known{"TotalRequestLatency", "request_latency", As::Level, kMilli},
    Known{"DataReadIOBytes", "read_bytes_per_second", As::Rate},
    Known{"DataWriteIOBytes", "write_bytes_per_second", As::Rate},
    Known{"PercentIOLimit", "io_limit_share", As::Level},
    Known{"DataReadBytes", "read_bytes_per_second", As::Rate},
    Known{"DataWriteBytes", "write_bytes_per_second", As::Rate},
    Known{"DataReadOperations", "read_iops", As::Rate},
    Known{"DataWriteOperations", "write_iops", As::Rate},
    Known{"DiskReadBytes", "read_bytes_per_second", As::Rate},
    Known{"DiskReadOps", "read_iops", As::Rate},
    Known{"NetworkIn", "network_receive_bytes_per_second", As::Rate},
    Known{"NetworkOut", "network_send_bytes_per_second", As::Rate},
    Known{"CPUUtilization", "cpu_utilisation", As::Level},
    Known{"VolumeTotalReadTime / VolumeReadOps", "read_await", As::Level},
    Known{"VolumeTotalWriteTime / VolumeWriteOps", "write_await", As::Level},
};

struct Point {
    double time = 0.0;
    double value = 0.0;
};

struct CloudSeries {
    std::string label{};
    std::string statistic{};  ///< "Average", "Sum", …; "" = the file does not say
    std::vector<Point> points{};
};

/// ISO 8601, or seconds since 1970 (old command line).
std::optional<double> time_of(JsonValue value, Draft& draft) {
    if (const auto moment = parse_moment(value.words())) {
        return draft.utc_of(*moment);
    }
    return value.number();
}

std::optional<double> smallest_gap(const std::vector<Point>& points) {
    std::optional<double> gap;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double here = points[i].time - points[i - 1].time;
        if (here > 0.0 && (!gap || here < *gap)) {
            gap = here;
        }
    }
    return gap;
}

class SeriesImport {
public:
    SeriesImport(Draft& draft, CloudSeries series) : draft_(draft), series_(std::move(series)) {
        std::sort(series_.points.begin(), series_.points.end(), [](const auto& a, const auto& b) {
            return a.time < b.time;
        });
    }

    void import() {
        draft_.take_rows(series_.points.size());
        if (series_.points.empty()) {
            draft_.info("cloudwatch.empty", say("series '%1' has no points", series_.label));
            return;
        }
        const auto how = find_known();
        if (!how) {
            return;
        }
        if (how->as == As::Level && series_.statistic == "Sum") {
            draft_.info("cloudwatch.sum",
                        say("the sums of '%1' are not imported: a level cannot be summed; ask "
                            "CloudWatch for the Average",
                            series_.label));
            return;
        }
        const auto assumed = draft_.assumed_number("period_seconds");
        const auto period = assumed ? assumed : smallest_gap(series_.points);
        RunDraft& run = draft_.add_run();
        run.set("label",
                series_.label + (series_.statistic.empty() ? "" : ", " + series_.statistic));
        run.times_are_absolute();
        run.set("period_seconds", period);
        if (!period && how->as != As::Level) {
            draft_.ask("period_seconds", "one point does not show how long its period is");
            run.absent(how->metric, to_say("the period is not known (--assume period_seconds=)"));
            return;
        }
        if (how->as != As::Level && !series_.statistic.empty() && series_.statistic != "Sum") {
            run.absent(
                how->metric,
                say_english("only sums can become rates, and this is their %1", series_.statistic));
            return;
        }
        if (how->as != As::Level && series_.statistic != "Sum") {
            draft_.ask(
                "statistic",
                say("only sums of '%1' become rates; the file does not say that it holds sums",
                    series_.label));
            run.absent(how->metric,
                       to_say("its values are not known to be sums (--assume statistic=Sum)"));
            return;
        }
        for (const Point& point : series_.points) {
            // A point's time is the beginning of its period.
            run.sample(point.time + period.value_or(1.0),
                       period.value_or(1.0),
                       {{how->metric, value_of(*how, point.value, period.value_or(1.0))}});
        }
        if (!series_.statistic.empty() && series_.statistic != "Average" &&
            series_.statistic != "Sum") {
            run.note("cloudwatch.statistic",
                     record::Level::Info,
                     say_english("the values are the %1 of each period", lower(series_.statistic)));
        }
        const bool any = std::any_of(series_.points.begin(),
                                     series_.points.end(),
                                     [](const Point& point) { return point.value > 0.0; });
        if (any && contains(how->metric, "_errors_")) {
            run.note("cloudwatch.errors",
                     record::Level::Warning,
                     to_say("the object store refused requests"));
        }
    }

private:
    static double value_of(const Known& how, double value, double period) {
        switch (how.as) {
            case As::Level:
                return value * how.factor;
            case As::Rate:
                return value * how.factor / period;
            case As::IdleShare:
                return 100.0 * (1.0 - value / period);
        }
        return value;
    }

    std::optional<Known> find_known() {
        std::optional<Known> how;
        for (const Known& known : kKnown) {
            if (series_.label == known.label) {
                how = known;
            }
        }
        for (const std::string& key : {"metric." + series_.label, std::string("metric")}) {
            if (const auto* const info = draft_.assumed_metric(key)) {
                how = Known{"", info->id, As::Level};
            }
        }
        if (const auto statistic = draft_.assumed("statistic");
            statistic && series_.statistic.empty()) {
            series_.statistic = *statistic;
        }
        if (!how) {
            draft_.ask("metric." + series_.label,
                       say("what is the series '%1'? Give the id of a metric; the values must be "
                           "in its stored unit",
                           series_.label));
        }
        return how;
    }

    Draft& draft_;
    CloudSeries series_;
};

/// Percentiles, a series for each of "p99", "p50", …
std::vector<CloudSeries> extended_series(JsonValue root, Draft& draft) {
    std::vector<CloudSeries> all;
    for (const JsonValue point : root["Datapoints"]) {
        const auto time = time_of(point["Timestamp"], draft);
        for (const JsonValue entry : point["ExtendedStatistics"]) {
            const auto value = entry.number();
            if (!time || !value) {
                continue;
            }
            auto series = std::find_if(all.begin(), all.end(), [&](const auto& known) {
                return known.statistic == entry.key();
            });
            if (series == all.end()) {
                all.push_back({.label = root["Label"].words(),
                               .statistic = std::string(entry.key()),
                               .points = {}});
                series = all.end() - 1;
            }
            series->points.push_back({*time, *value});
        }
    }
    return all;
}

Result<void> read_statistics(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("CloudWatch");
    for (const char* const statistic : {"Average", "Sum", "Maximum", "Minimum"}) {
        CloudSeries series{.label = tree->root()["Label"].words(), .statistic = statistic};
        for (const JsonValue point : tree->root()["Datapoints"]) {
            const auto time = time_of(point["Timestamp"], draft);
            const auto value = point[statistic].number();
            if (time && value) {
                series.points.push_back({*time, *value});
            }
        }
        if (!series.points.empty()) {
            SeriesImport(draft, std::move(series)).import();
        }
    }
    for (CloudSeries& series : extended_series(tree->root(), draft)) {
        SeriesImport(draft, std::move(series)).import();
    }
    return {};
}

/// Seconds of I/O by operations of the same periods: what one took. Both must be sums.
std::optional<CloudSeries> time_of_each(const std::vector<CloudSeries>& all,
                                        const std::string& seconds,
                                        const std::string& operations) {
    const auto named = [&](const std::string& label) {
        return std::find_if(
            all.begin(), all.end(), [&](const auto& series) { return series.label == label; });
    };
    const auto time = named(seconds);
    const auto count = named(operations);
    if (time == all.end() || count == all.end()) {
        return std::nullopt;
    }
    CloudSeries each{.label = seconds + " / " + operations, .statistic = "Average"};
    for (const Point& point : time->points) {
        for (const Point& other : count->points) {
            if (other.time == point.time && other.value > 0.0) {
                each.points.push_back({point.time, point.value / other.value});
            }
        }
    }
    return each;
}

Result<void> read_data(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("CloudWatch");
    std::vector<CloudSeries> all;
    for (const JsonValue result : tree->root()["MetricDataResults"]) {
        CloudSeries series{.label = result["Label"].words()};
        auto value = result["Values"].begin();
        const auto end = result["Values"].end();
        for (const JsonValue stamp : result["Timestamps"]) {
            if (value == end) {
                break;
            }
            const auto time = time_of(stamp, draft);
            const auto number = (*value).number();
            ++value;
            if (time && number) {
                series.points.push_back({*time, *number});
            }
        }
        all.push_back(std::move(series));
    }
    if (draft.assumed("statistic") == "Sum") {
        for (const std::string what : {"Read", "Write"}) {
            auto each = time_of_each(all, "VolumeTotal" + what + "Time", "Volume" + what + "Ops");
            if (each) {
                std::erase_if(all, [&](const auto& series) {
                    return series.label == "VolumeTotal" + what + "Time";
                });
                all.push_back(*std::move(each));
            }
        }
    }
    for (CloudSeries& series : all) {
        const std::string label = series.label;
        if (label == "VolumeTotalReadTime" || label == "VolumeTotalWriteTime") {
            draft.ask("statistic",
                      say("'%1' becomes the time of an operation only if it and the operations of "
                          "the same "
                          "periods are known to be sums",
                          label));
            continue;
        }
        SeriesImport(draft, std::move(series)).import();
    }
    return {};
}

}  // namespace
}  // namespace cloudwatch

const Format kCloudwatchStatistics{.id = "cloudwatch-statistics",
                                   .title = "CloudWatch get-metric-statistics",
                                   .claim = &cloudwatch::claim_statistics,
                                   .read = &cloudwatch::read_statistics};
const Format kCloudwatchData{.id = "cloudwatch-data",
                             .title = "CloudWatch get-metric-data",
                             .claim = &cloudwatch::claim_data,
                             .read = &cloudwatch::read_data};

}  // namespace throughline::importers
