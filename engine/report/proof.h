// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/report/chart_data.h"
#include "engine/report/definition.h"

namespace throughline::report {

/// A chart of a report and the digest of its drawing in this form of the report: of an <svg>
/// element, or of what a PDF draws.
struct ProvenChart {
    ChartData data{};
    std::string svg_sha256{};
};

/// Raised whenever a report that was written before would not be written again byte by byte (or, a
/// PDF, text by text): other words, other numbers beside them, other looks. Then the golden reports
/// of the tests (tests/fixtures/reports) are written anew, beside those of before.
inline constexpr int kReportForm = 10;

/// What goes along inside of a report, so that it can be made again.
struct Proof {
    int form = kReportForm;  ///< 0: made before there was the number
    std::string date{};      ///< UTC, ISO 8601, of the report
    std::string program{};   ///< its version
    Definition definition{};
    std::vector<std::string> records{};  ///< the studies' .tlrun texts, in the definition's order
    std::vector<ProvenChart> charts{};
    /// Where the records are files beside the proof: their names. Empty: they are within it.
    std::vector<std::string> record_files{};
    /// Of a PDF: digests of its pages without charts and the printed digest.
    std::vector<std::string> pages{};
    bool deck = false;  ///< of a PDF: deck_of() the contents
};

/// One line of JSON without "<", so that it may stand in a page; the same for the same proof.
/// Errors: Limit (no memory).
Result<std::string> proof_text(const Proof& proof);
/// A record that is a file beside the proof, at most `bytes_max` bytes of it.
using RecordFinder =
    std::function<Result<std::string>(const std::string& file, std::size_t bytes_max)>;
/// `find`: where records may be files beside the proof. Errors: Format: what cannot be read, and of
/// which record; a record beside it that is not the one that the report was made with.
Result<Proof> parse_proof(std::string_view text, const RecordFinder& find = {});

/// Records as they were written. Errors: Format, naming the record that is damaged.
Result<std::vector<record::Study>> read_records(std::span<const std::string> records);
/// The studies of a proof with what analysis::derive() adds. Errors: as read_records(); Format: not
/// those that its definition names.
Result<std::vector<record::Study>> studies_of(const Proof& proof);

/// A value of a run by its key: a metric's, or a setting's that is a number.
std::optional<double> value_of(const record::RunData& run, std::string_view key);

/// To 9 digits: what another computer makes of the same record may differ behind them.
bool same_number(double a, double b);

/// Finds the runs that points are of.
class RunIndex {
public:
    /// `studies` outlive this.
    explicit RunIndex(std::span<const record::Study> studies);
    /// Whether a point of a chart is what its run's record says: numbers to 9 digits.
    bool holds(const ChartPoint& point, const ChartData& chart) const;

private:
    std::map<std::pair<std::string_view, int>, const record::RunData*> runs_;
};

}  // namespace throughline::report
