// SPDX-License-Identifier: Apache-2.0
#include "engine/report/figures.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::report {
namespace {

using Figures = std::span<const Figure>;

bool says_source(const Figure& figure) {
    return figure.source.run != 0;
}

bool may_be_one(const Figure& printed, const Figure& computed) {
    return !says_source(printed) || printed.source == computed.source;
}

bool says_the_same(const Figure& printed, const Figure& computed) {
    return may_be_one(printed, computed) && printed.text == computed.text;
}

/// Which of two lists are the same ones, in order: as many as can be.
class Alignment {
public:
    using Same = bool (*)(const Figure& printed, const Figure& computed);

    Alignment(Figures printed, Figures computed, Same same)
        : printed_(printed), computed_(computed), same_(same) {}

    /// Pairs of places.
    std::vector<std::pair<std::size_t, std::size_t>> pairs() {
        const std::size_t most = std::min(printed_.size(), computed_.size());
        std::size_t first = 0;
        while (first < most && same_(printed_[first], computed_[first])) {
            ++first;
        }
        std::size_t last = 0;
        while (last < most - first && same_(printed_[printed_.size() - last - 1],
                                            computed_[computed_.size() - last - 1])) {
            ++last;
        }
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (std::size_t i = 0; i < first; ++i) {
            found.emplace_back(i, i);
        }
        add_longest(first, printed_.size() - last, computed_.size() - last, found);
        for (std::size_t i = last; i > 0; --i) {
            found.emplace_back(printed_.size() - i, computed_.size() - i);
        }
        return found;
    }

private:
    /// The longest common subsequence. Of lists too long for that none: whoever changed so much is
    /// told that, too.
    void add_longest(std::size_t first,
                     std::size_t printed_end,
                     std::size_t computed_end,
                     std::vector<std::pair<std::size_t, std::size_t>>& found) const {
        constexpr std::size_t kCellsMax = std::size_t{16} << 20U;
        const std::size_t rows = printed_end - first;
        const std::size_t columns = computed_end - first;
        if (rows == 0 || columns == 0 || rows > kCellsMax / columns) {
            return;
        }
        const std::size_t width = columns + 1;
        std::vector<std::uint32_t> longest((rows + 1) * width);  // of what begins there
        for (std::size_t i = rows; i-- > 0;) {
            for (std::size_t j = columns; j-- > 0;) {
                longest[i * width + j] =
                    same_(printed_[first + i], computed_[first + j])
                        ? longest[(i + 1) * width + j + 1] + 1
                        : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
            }
        }
        for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
            if (same_(printed_[first + i], computed_[first + j])) {
                found.emplace_back(first + i++, first + j++);
            } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    Figures printed_;
    Figures computed_;
    Same same_;
};

/// Names what is not the same.
class FigureComparer {
public:
    FigureComparer(const FigureNames& names, Verification& result)
        : names_(names), result_(result) {}

    void compare(Figures printed, Figures computed) {
        Alignment all(printed, computed, says_the_same);
        for_each_gap(printed, computed, all.pairs(), [this](Figures said, Figures made) {
            compare_gap(said, made);
        });
    }

private:
    template <class Act>
    static void for_each_gap(Figures printed,
                             Figures computed,
                             std::vector<std::pair<std::size_t, std::size_t>> pairs,
                             const Act& act) {
        pairs.emplace_back(printed.size(), computed.size());
        std::size_t said = 0;
        std::size_t made = 0;
        for (const auto& [to_said, to_made] : pairs) {
            act(printed.subspan(said, to_said - said), computed.subspan(made, to_made - made));
            said = std::min(to_said + 1, printed.size());
            made = std::min(to_made + 1, computed.size());
        }
    }
    /// Between two that are the same.
    void compare_gap(Figures printed, Figures computed) {
        Alignment gap(printed, computed, may_be_one);
        const auto pairs = gap.pairs();
        for (const auto& [said, made] : pairs) {
            result_.find(names_.of(computed[made].source),
                         say("The report says %1, its record %2.",
                             shown(printed[said].text),
                             computed[made].text));
        }
        for_each_gap(printed, computed, pairs, [this](Figures added, Figures cut) {
            for (const Figure& figure : cut) {
                result_.find(names_.of(figure.source),
                             say("It was cut out; its record has %1.", figure.text));
            }
            for (const Figure& figure : added) {
                result_.find(
                    says_source(figure) ? names_.of(figure.source) : say("figures"),
                    say("%1 was added, which the records do not make here.", shown(figure.text)));
            }
        });
    }
    static std::string shown(const std::string& text) {
        constexpr std::size_t kShown = 60;
        return text.empty() ? say("nothing") : text.substr(0, kShown);
    }

    const FigureNames& names_;
    Verification& result_;
};

}  // namespace

std::vector<Figure> figures_of(const Content& content) {
    std::vector<Figure> figures;
    for (const Item& item : content.items) {
        if (const auto* numbers = std::get_if<Numbers>(&item)) {
            for (const Number& number : numbers->numbers) {
                figures.push_back({number.source, number.value});
            }
        } else if (const auto* table = std::get_if<Table>(&item)) {
            for (const std::vector<Cell>& row : table->rows) {
                for (const Cell& cell : row) {
                    if (cell.source) {
                        figures.push_back({*cell.source, cell.text});
                    }
                }
            }
        }
    }
    return figures;
}

FigureNames::FigureNames(std::span<const record::Study> studies) {
    for (const record::Study& study : studies) {
        titles_.emplace(study.header.study, study.header.title);
    }
}

std::string FigureNames::of(const Source& source) const {
    const auto title = titles_.find(source.study);
    const std::string figure = metrics::metric_title(source.key);
    const std::string run = std::to_string(source.run);
    return title == titles_.end()
               ? say("%1, run %2 of a study that the report does not have", figure, run)
               : say("%1, run %2 of \"%3\"", figure, run, title->second);
}

void compare_figures(std::span<const Figure> printed,
                     std::span<const Figure> computed,
                     const FigureNames& names,
                     Verification& result) {
    result.figures = computed.size();
    FigureComparer(names, result).compare(printed, computed);
}

std::size_t same_figures(std::span<const Figure> printed, std::span<const Figure> computed) {
    return Alignment(printed, computed, says_the_same).pairs().size();
}

}  // namespace throughline::report
