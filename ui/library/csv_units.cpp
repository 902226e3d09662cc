// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/csv_units.h"

#include <QRegularExpression>
#include <algorithm>
#include <iterator>
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
    {R"(^(time|timestamp|time ?stamp|stamp|date|datetime|elapsed|t)\b)", "time"},
    {R"(ima?ge?s?\b.*(/|per).*s|img/s|images_per)", "images_per_second"},
    {R"(samples?.*(/|per).*s|throughput)", "samples_per_second"},
    {R"(write.*iops)", "write_iops"},
    {R"(iops)", "read_iops"},
    {R"(wr(ite)?.*(p99|99th)|(p99|99th).*wr(ite)?)", "write_latency_p99"},
    {R"(p99|99th)", "read_latency_p99"},
    {R"((^|[^a-z])wr(ite)?.*lat|lat.*[^a-z]wr(ite)?)", "write_latency_mean"},
    {R"(lat)", "read_latency_mean"},
    {R"(gpu.*(util|%|pct|percent|load)|sm ?%)", "gpu_utilisation"},
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

/// A unit in a column's name that leaves no doubt. "throughput MB/s" is no rate of samples.
struct PlainUnit {
    const char* pattern;
    const char* stored;
};
constexpr PlainUnit kPlainUnits[] = {{R"(%|\bpct\b|\bpercent\b)", "%"},
                                     {R"([kmg]i?b(yte)?s?/s)", "bytes/s"}};

/// Whether the name has a unit that a quantity kept in `stored` cannot have.
bool hasUnitOfAnother(const QString& column, const std::string& stored) {
    return std::any_of(std::begin(kPlainUnits), std::end(kPlainUnits), [&](const PlainUnit& unit) {
        const QRegularExpression pattern(QString::fromLatin1(unit.pattern),
                                         QRegularExpression::CaseInsensitiveOption);
        return stored != unit.stored && column.contains(pattern);
    });
}

/// How else a unit is spelled in the name of a column. "Mb" is a bit, "MB" a byte.
struct Spelling {
    const char* stored;
    const char* name;
    double factor;
};
constexpr Spelling kSpellings[] = {{"s", "us", 1e-6},
                                   {"s", "usec", 1e-6},
                                   {"s", "usecs", 1e-6},
                                   {"s", "msec", 1e-3},
                                   {"s", "msecs", 1e-3},
                                   {"s", "nsec", 1e-9},
                                   {"s", "nsecs", 1e-9},
                                   {"s", "sec", 1.0},
                                   {"bytes/s", "Mb", 1.25e5},
                                   {"bytes/s", "Mbps", 1.25e5},
                                   {"bytes/s", "Gb", 1.25e8},
                                   {"bytes/s", "Gbps", 1.25e8},
                                   {"bytes/s", "MBps", 1e6},
                                   {"bytes/s", "GBps", 1e9}};

bool standsIn(const QString& column, const QString& unit, Qt::CaseSensitivity cases) {
    const QRegularExpression pattern(
        QStringLiteral("(^|[^A-Za-z])%1([^A-Za-z]|$)").arg(QRegularExpression::escape(unit)),
        cases == Qt::CaseSensitive ? QRegularExpression::NoPatternOption
                                   : QRegularExpression::CaseInsensitiveOption);
    return column.contains(pattern);
}

/// The unit that stands in the name ("bw MiB/s", "lat_ms"), as its factor; 1 without one.
double factorIn(const QString& column, const std::string& stored) {
    std::vector<CsvUnit> units;
    for (const Family& family : families()) {
        if (stored == family.stored) {
            units = family.units;
        }
    }
    for (const Spelling& spelling : kSpellings) {
        if (stored == spelling.stored) {
            units.push_back({QString::fromUtf8(spelling.name), spelling.factor});
        }
    }
    // As it is written first, since "Mb" and "MB" differ; times are never written otherwise.
    for (const auto cases : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
        if (cases == Qt::CaseInsensitive && stored == "s") {
            break;
        }
        // The longest spelling wins: "MiB/s" before "B/s". "bw MiB" means a rate, too.
        double factor = 1.0;
        qsizetype longest = 0;
        for (const CsvUnit& unit : units) {
            const QString bare = QString(unit.name).remove(QStringLiteral("/s"));
            if (bare.size() > longest && standsIn(column, bare, cases)) {
                factor = unit.factor;
                longest = bare.size();
            }
        }
        if (longest > 0) {
            return factor;
        }
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
        if (info != nullptr && hasUnitOfAnother(name, info->unit)) {
            continue;
        }
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
