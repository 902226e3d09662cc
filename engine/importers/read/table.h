// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/read/scan.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {

/// How a column of a tool's table becomes a metric.
struct Column {
    const char* name;    ///< as the tool heads it
    const char* metric;  ///< id of the registry
    double factor = 1.0;
};

/// The positions of named columns in a header.
class Columns {
public:
    Columns() = default;
    explicit Columns(const std::vector<std::string_view>& header);
    explicit Columns(const std::vector<std::string>& header);

    std::optional<std::size_t> at(std::string_view name) const;
    bool has(std::string_view name) const { return at(name).has_value(); }
    std::size_t size() const noexcept { return size_; }

private:
    std::map<std::string, std::size_t, std::less<>> places_{};
    std::size_t size_ = 0;
};

/// A row below a header: its cells by the names of their columns, nothing where a name is not in
/// the header. Holds references to both.
template <class Cells>
class NamedCells {
public:
    using Reading = std::optional<double> (*)(std::string_view cell, std::string_view column);

    NamedCells(const Columns& columns, const Cells& cells, Reading reading = &plain)
        : columns_(columns), cells_(cells), reading_(reading) {}

    std::string_view text(std::string_view name) const {
        const auto at = columns_.at(name);
        return at && *at < cells_.size() ? trim(cells_[*at]) : std::string_view();
    }
    std::optional<double> operator()(std::string_view name) const {
        const auto at = columns_.at(name);
        return at && *at < cells_.size() ? reading_(cells_[*at], name) : std::nullopt;
    }

private:
    static std::optional<double> plain(std::string_view cell, std::string_view /*column*/) {
        return parse_number(cell);
    }

    const Columns& columns_;
    const Cells& cells_;
    Reading reading_;
};

/// For NamedCells: "1,39" is 1.39.
inline std::optional<double> with_decimal_comma(std::string_view cell,
                                                std::string_view /*column*/) {
    return parse_number(cell, true);
}

/// Adds what a table's row says, times its factor; `number` gives the value of a column by name.
template <class Known, class Number>
void take_columns(const Known& known,
                  const Number& number,
                  std::string_view label,
                  std::string_view value,
                  metrics::MetricValues& into) {
    for (const Column& column : known) {
        if (const std::optional<double> got = number(column.name)) {
            into.insert_or_assign(metrics::labelled(column.metric, label, value),
                                  *got * column.factor);
        }
    }
}

/// CPU shares of a row that names them like sysstat does: busy is 100 - idle - iowait.
struct CpuShares {
    std::optional<double> user{};
    std::optional<double> nice{};
    std::optional<double> system{};
    std::optional<double> iowait{};
    std::optional<double> steal{};
    std::optional<double> idle{};
};
void take_cpu(const CpuShares& shares, metrics::MetricValues& into);

}  // namespace throughline::importers
