// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/csv_units.h"

#include <QRegularExpression>
#include <string_view>

#include "engine/metrics/registry.h"

namespace throughline::ui {

namespace {

struct Family {
    const char* stored;
    std::vector<CsvUnit> units;
};

const std::vector<Family>& families() {
    const auto name = [](const char* text) { return QString::fromUtf8(text); };
    static const std::vector<Family> kFamilies = {
        {"bytes/s",
         {{name("B/s"), 1.0},
          {name("kB/s"), 1e3},
          {name("KiB/s"), 1024.0},
          {name("MB/s"), 1e6},
          {name("MiB/s"), 1048576.0},
          {name("GB/s"), 1e9},
          {name("GiB/s"), 1073741824.0},
          {name("Mbit/s"), 1.25e5},
          {name("Gbit/s"), 1.25e8}}},
        {"bytes",
         {{name("B"), 1.0},
          {name("kB"), 1e3},
          {name("KiB"), 1024.0},
          {name("MB"), 1e6},
          {name("MiB"), 1048576.0},
          {name("GB"), 1e9},
          {name("GiB"), 1073741824.0}}},
        {"s",
         {{name("s"), 1.0},
          {name("ms"), 1e-3},
          {name("µs"), 1e-6},
          {name("ns"), 1e-9},
          {name("min"), 60.0},
          {name("h"), 3600.0}}},
        {"%", {{name("%"), 1.0}, {name("0..1"), 100.0}}},
        {"1/s", {{name("1/s"), 1.0}, {name("k/s"), 1e3}, {name("1/min"), 1.0 / 60.0}}},
        {"Hz", {{name("Hz"), 1.0}, {name("MHz"), 1e6}, {name("GHz"), 1e9}}}};
    return kFamilies;
}

struct Hint {
    const char* pattern;
    const char* key;
};

/// The first that is found in the column's name counts.
constexpr Hint kHints[] = {
    {R"(^(time|timestamp|date|elapsed|t)\b)", "time"},
    {R"(ima?ge?s?\b.*(/|per).*s|img/s|images_per)", "images_per_second"},
    {R"(samples?.*(/|per).*s|throughput)", "samples_per_second"},
    {R"(write.*iops)", "write_iops"},
    {R"(iops)", "read_iops"},
    {R"(p99|99th)", "read_latency_p99"},
    {R"(lat)", "read_latency_mean"},
    {R"(gpu.*util|sm ?%)", "gpu_utilisation"},
    {R"(cpu)", "cpu_utilisation"},
    {R"(disk.*util|util)", "disk_utilisation"},
    {R"(write|wr.*b/s)", "write_bytes_per_second"},
    {R"((^|[^a-z])read|(^|[^a-z])bw|bandwidth|[kmg]i?b/s)", "read_bytes_per_second"},
    {R"(loss)", "loss"},
    {R"(epoch)", "epoch"},
    {R"(threads?)", "decode.threads"},
    {R"(workers?)", "workers"},
    {R"(depth|\bqd\b)", "io_depth"},
    {R"(block|\bbs\b)", "block_size"},
    {R"(batch)", "batch_size"},
    {R"(gpus?\b)", "gpu_count"},
    {R"(model|network)", "model"},
    {R"(disk|device|storage)", "storage_target"},
};

/// The unit that stands in the name ("bw MiB/s", "lat_ms"), as its factor; 1 without one.
double factorIn(const QString& column, const std::string& stored) {
    for (const Family& family : families()) {
        if (stored != family.stored) {
            continue;
        }
        // The longest spelling wins: "MiB/s" before "B/s". "bw MiB" means a rate, too.
        double factor = 1.0;
        qsizetype longest = 0;
        for (const CsvUnit& unit : family.units) {
            const QString bare = QString(unit.name).remove(QStringLiteral("/s"));
            const QRegularExpression pattern(QStringLiteral("(^|[^A-Za-z])%1([^A-Za-z]|$)")
                                                 .arg(QRegularExpression::escape(bare)),
                                             stored == "s"
                                                 ? QRegularExpression::NoPatternOption
                                                 : QRegularExpression::CaseInsensitiveOption);
            if (bare.size() > longest && column.contains(pattern)) {
                factor = unit.factor;
                longest = bare.size();
            }
        }
        return factor;
    }
    return 1.0;
}

}  // namespace

std::vector<CsvUnit> csvUnitsFor(const std::string& stored) {
    for (const Family& family : families()) {
        if (stored == family.stored) {
            return family.units;
        }
    }
    return {
        {QString::fromStdString(stored == "text" || stored == "1" ? std::string() : stored), 1.0}};
}

std::string suggestedTarget(const std::string& column) {
    const QString name = QString::fromStdString(column);
    for (const Hint& hint : kHints) {
        const QRegularExpression pattern(QString::fromLatin1(hint.pattern),
                                         QRegularExpression::CaseInsensitiveOption);
        if (!name.contains(pattern)) {
            continue;
        }
        const auto* const info = metrics::find_metric(hint.key);
        if (info == nullptr || info->kind == metrics::Kind::Condition) {
            return hint.key;
        }
        const double factor = factorIn(name, info->unit);
        return factor == 1.0
                   ? std::string(hint.key)
                   : std::string(hint.key) + '*' + QString::number(factor, 'g', 15).toStdString();
    }
    return {};
}

}  // namespace throughline::ui
