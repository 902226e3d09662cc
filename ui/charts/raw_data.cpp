// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/raw_data.h"

#include <QDateTime>
#include <QLocale>
#include <QSaveFile>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "engine/record/record.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/plot/csv_field.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// The shortest text that is this very number.
QString numberText(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString keyText(std::string_view key) {
    return csvField(QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())));
}

/// "read_bytes_per_second (bytes/s)".
QString keyWithUnit(const std::string& key, const char* end = "") {
    const std::string unit = axisOf(key).unit;
    const bool plain = unit.empty() || unit == "1";
    return keyText(key + end + (plain ? std::string() : " (" + unit + ")"));
}

/// UTC, ISO 8601, to the second; empty for a run that does not say.
QString startOf(const RunForPlot& run) {
    constexpr int kMillisecondsASecond = 1000;
    return run.startedAt ? QDateTime::fromMSecsSinceEpoch(
                               std::llround(*run.startedAt * kMillisecondsASecond), Qt::UTC)
                               .toString(Qt::ISODate)
                         : QString();
}

QByteArray lineOf(const QStringList& fields) {
    return fields.join(QChar(u',')).toUtf8() + "\r\n";
}

/// The cells that say whose a row is.
QString headOf(const RunOfStudy& of) {
    return QStringList{csvField(of.study->title),
                       csvField(of.study->uuid),
                       QString::number(of.run->number),
                       startOf(*of.run)}
        .join(QChar(u','));
}

bool isOfSamples(const PlotChoice& choice) {
    return choice.has<SamplesChart>();
}

/// A figure's columns: low and high only where a run has them.
struct FigureColumns {
    bool hasInterval = false;
};

/// The runs of all charts that are of whole runs.
class RunTable {
public:
    explicit RunTable(const RawData& data) {
        for (const StudyForPlot& study : data.studies) {
            for (const RunForPlot& run : study.runs) {
                const bool meant = std::ranges::any_of(data.charts, [&](const PlotChoice& choice) {
                    const bool is_shown =
                        !isRunByRun(choice.points()) || data.shown.count(run.id) > 0;
                    return !isOfSamples(choice) && is_shown && isMeant(study, run, choice);
                });
                if (meant) {
                    take({&study, &run});
                }
            }
        }
    }

    QByteArray header() const {
        QStringList fields{QStringLiteral("study"),
                           QStringLiteral("study_uuid"),
                           QStringLiteral("origin"),
                           QStringLiteral("run"),
                           QStringLiteral("started_at"),
                           QStringLiteral("status")};
        for (const std::string& key : settings_) {
            fields << keyWithUnit(key);
        }
        for (const auto& [key, columns] : figures_) {
            fields << keyWithUnit(key);
            if (columns.hasInterval) {
                fields << keyWithUnit(key, " low") << keyWithUnit(key, " high");
            }
        }
        return lineOf(fields);
    }

    QByteArray rows() const {
        QByteArray text;
        for (const RunOfStudy& row : rows_) {
            text += rowOf(row);
        }
        return text;
    }

private:
    void take(const RunOfStudy& row) {
        rows_.push_back(row);
        for (const auto& [key, value] : row.run->settings) {
            settings_.insert(key);
        }
        for (const auto& [key, summary] : row.run->metrics) {
            FigureColumns& columns = figures_[key];
            columns.hasInterval = columns.hasInterval || (summary.low && summary.high);
        }
    }

    QByteArray rowOf(const RunOfStudy& row) const {
        QStringList fields{
            csvField(row.study->title),
            csvField(row.study->uuid),
            QString::fromUtf8(record::origin_word(row.study->origin, row.study->machine.demo)),
            QString::number(row.run->number),
            startOf(*row.run),
            QString::fromUtf8(record::name_of(row.run->status))};
        for (const std::string& key : settings_) {
            fields << csvField(settingText(*row.run, key));
        }
        const auto field = [](const std::optional<double>& value) {
            return value ? numberText(*value) : QString();
        };
        for (const auto& [key, columns] : figures_) {
            const auto at = row.run->metrics.find(key);
            const bool has = at != row.run->metrics.end();
            fields << (has ? numberText(at->second.value) : QString());
            if (columns.hasInterval) {
                fields << (has ? field(at->second.low) : QString())
                       << (has ? field(at->second.high) : QString());
            }
        }
        return lineOf(fields);
    }

    std::vector<RunOfStudy> rows_;
    std::set<std::string> settings_;
    std::map<std::string, FigureColumns> figures_;
};

/// What charts of how values are spread are drawn from: a row for each bin, or each percentile.
class SpreadTable {
public:
    explicit SpreadTable(const RawData& data) : data_(data) {}

    /// Empty where no chart is of that kind, or no run has anything of it.
    QByteArray text() const {
        const QByteArray bins = rowsOf<HistogramChart>([](const analysis::Distribution& spread) {
            QStringList cells;
            for (const analysis::Octave& bin : spread.octaves) {
                cells << QStringLiteral("%1,%2,%3")
                             .arg(numberText(bin.low),
                                  numberText(2 * bin.low),
                                  QString::number(bin.count));
            }
            return cells;
        });
        const QByteArray percentiles =
            rowsOf<PercentilesChart>([](const analysis::Distribution& spread) {
                QStringList cells;
                for (const analysis::Percentile& one : spread.percentiles) {
                    cells << QStringLiteral("%1,%2").arg(numberText(one.percent),
                                                         numberText(one.value));
                }
                return cells;
            });
        const QByteArray head = "study,study_uuid,run,started_at,metric,unit,";
        QByteArray result;
        if (!bins.isEmpty()) {
            result += "\r\n" + head + "from,to,count\r\n" + bins;
        }
        if (!percentiles.isEmpty()) {
            result += "\r\n" + head + "percentile,value\r\n" + percentiles;
        }
        return result;
    }

private:
    template <class Chart, class Cells>
    QByteArray rowsOf(const Cells& cells) const {
        QByteArray rows;
        std::set<std::pair<std::int64_t, std::string>> written;
        for (const PlotChoice& choice : data_.charts) {
            if (!choice.has<Chart>()) {
                continue;
            }
            const std::string& subject = choice.partOrNone<Subject>().subject;
            for (const StudyForPlot& study : data_.studies) {
                for (const RunForPlot& run : study.runs) {
                    const auto spread = run.spreads.find(subject);
                    // Of the sizes of a data set all runs are shown.
                    const bool is_shown = data_.shown.count(run.id) > 0 || subject == "file_size";
                    const bool wanted = isMeant(study, run, choice) && is_shown &&
                                        spread != run.spreads.end() &&
                                        written.insert({run.id, subject}).second;
                    for (const QString& cell : wanted ? cells(spread->second) : QStringList()) {
                        rows += lineOf({headOf({&study, &run}),
                                        keyText(subject),
                                        keyText(axisOf(subject).unit),
                                        cell});
                    }
                }
            }
        }
        return rows;
    }

    const RawData& data_;
};

Error stopped(const QString& path) {
    return {.code = ErrorCode::Stopped, .what = "write '" + path.toStdString() + "'"};
}

/// Into a file that takes its name when all of it is written.
class SampleWriter {
public:
    SampleWriter(store::Library& library, QSaveFile& file, const std::stop_token& stop)
        : library_(library), file_(file), stop_(stop) {}

    std::size_t written() const noexcept { return written_; }

    /// Samples of one metric of one run; one such series is in memory at a time.
    Result<void> write(const RunOfStudy& of, const std::string& metric) {
        constexpr std::size_t kRowsBetweenLooks = 4096;
        const auto series = library_.series(of.run->id, metric);
        if (!series) {
            return series.error();
        }
        const QString head = headOf(of);
        const QString key = keyText(metric);
        const QString unit = keyText(axisOf(metric).unit);
        // A file without times has rows, which are no seconds.
        const bool in_rows = !settingText(*of.run, kStepAxisKey).isEmpty();
        for (std::size_t i = 0; i < series->values.size(); ++i) {
            if (i % kRowsBetweenLooks == 0 && stop_.stop_requested()) {
                return stopped(file_.fileName());
            }
            const QByteArray line = lineOf({head,
                                            QString::number(series->repeats[i]),
                                            QString::fromUtf8(record::name_of(series->phases[i])),
                                            in_rows ? numberText(series->t_s[i]) : QString(),
                                            in_rows ? QString() : numberText(series->t_s[i]),
                                            in_rows ? QString() : numberText(series->dt_s[i]),
                                            key,
                                            unit,
                                            numberText(series->values[i])});
            if (file_.write(line) != line.size()) {
                break;  // commit() tells
            }
            ++written_;
        }
        return {};
    }

private:
    store::Library& library_;
    QSaveFile& file_;
    const std::stop_token& stop_;
    std::size_t written_ = 0;
};

Result<void> writeSamples(SampleWriter& writer, const RawData& data, QSaveFile& file) {
    file.write("study,study_uuid,run,started_at,repeat,phase,row,t_s,dt_s,metric,unit,value\r\n");
    for (const StudyForPlot& study : data.studies) {
        for (const RunForPlot& run : study.runs) {
            std::set<std::string> metrics;
            for (const PlotChoice& choice : data.charts) {
                const bool wanted = isOfSamples(choice) && isMeant(study, run, choice) &&
                                    data.shown.count(run.id) > 0;
                if (wanted) {
                    metrics.merge(sampleKeysOf(run, choice));
                }
            }
            for (const std::string& metric : metrics) {
                if (auto done = writer.write({&study, &run}, metric); !done) {
                    return done;
                }
            }
        }
    }
    if (writer.written() == 0) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "raw data: these runs have no samples of what is plotted"};
    }
    return {};
}

}  // namespace

Result<void> saveRawData(store::Library& library,
                         const RawData& data,
                         const QString& path,
                         const std::stop_token& stop) {
    const auto failed = [&](const QSaveFile& file) {
        return Error{
            .code = ErrorCode::Io,
            .what = "write '" + path.toStdString() + "': " + file.errorString().toStdString()};
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return failed(file);
    }
    const bool of_samples = std::ranges::any_of(data.charts, isOfSamples);
    const bool of_runs = !std::ranges::all_of(data.charts, isOfSamples);
    if (of_runs) {
        const RunTable table(data);
        file.write(table.header() + table.rows() + SpreadTable(data).text());
    }
    if (of_runs && of_samples) {
        file.write("\r\n");
    }
    if (of_samples) {
        SampleWriter writer(library, file, stop);
        if (auto written = writeSamples(writer, data, file); !written) {
            return written;
        }
    }
    if (stop.stop_requested()) {
        return stopped(path);
    }
    return file.commit() ? Result<void>() : failed(file);
}

}  // namespace throughline::ui
