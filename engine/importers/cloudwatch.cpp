// SPDX-License-Identifier: Apache-2.0
// CloudWatch: get-metric-statistics and get-metric-data. The period is not in the file. A sum of
// bytes or operations over a period becomes a rate; their average does not (it is per operation).
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/json_document.h"
#include "engine/importers/scan.h"
#include "engine/importers/timestamp.h"
#include "engine/importers/units.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
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
        return moment->has_zone ? moment->seconds : draft.utc_of(moment->seconds);
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
            draft_.info("cloudwatch.empty", "series '" + series_.label + "' has no points");
            return;
        }
        const auto how = find_known();
        if (!how) {
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
            run.absent(how->metric, "the period is not known (--assume period_seconds=)");
            return;
        }
        if (how->as != As::Level && series_.statistic != "Sum") {
            draft_.ask("statistic",
                       "only sums of '" + series_.label +
                           "' become rates; the file "
                           "does not say that it holds sums");
            run.absent(how->metric, "its values are not known to be sums (--assume statistic=Sum)");
            return;
        }
        for (const Point& point : series_.points) {
            // A point's time is the beginning of its period.
            run.sample(point.time + period.value_or(1.0),
                       period.value_or(1.0),
                       {{how->metric, value_of(*how, point.value, period.value_or(1.0))}});
        }
        if (series_.statistic == "Maximum" || series_.statistic == "Minimum") {
            run.note("cloudwatch.statistic",
                     run::Level::Info,
                     "the values are the " + lower(series_.statistic) + " of each period");
        }
        if (std::string_view(how->metric).starts_with("http_") && contains(how->metric, "errors")) {
            run.note("cloudwatch.errors", run::Level::Warning, "the object store refused requests");
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
            if (const auto assumed = draft_.assumed(key)) {
                const auto* const info = metrics::find_metric(*assumed);
                if (info != nullptr && info->kind == metrics::Kind::Measured) {
                    how = Known{"", info->id, As::Level};
                }
            }
        }
        if (const auto statistic = draft_.assumed("statistic");
            statistic && series_.statistic.empty()) {
            series_.statistic = *statistic;
        }
        if (!how) {
            draft_.ask("metric." + series_.label,
                       "what is the series '" + series_.label +
                           "'? The id of a metric, in its "
                           "stored unit");
        }
        return how;
    }

    Draft& draft_;
    CloudSeries series_;
};

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
    return {};
}

Result<void> read_data(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("CloudWatch");
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
        SeriesImport(draft, std::move(series)).import();
    }
    return {};
}

}  // namespace

const Format kCloudwatchStatistics{.id = "cloudwatch-statistics",
                                   .title = "CloudWatch get-metric-statistics",
                                   .claim = &claim_statistics,
                                   .read = &read_statistics};
const Format kCloudwatchData{.id = "cloudwatch-data",
                             .title = "CloudWatch get-metric-data",
                             .claim = &claim_data,
                             .read = &read_data};

}  // namespace throughline::importers
