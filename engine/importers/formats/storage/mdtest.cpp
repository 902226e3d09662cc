// SPDX-License-Identifier: Apache-2.0
// mdtest: a table of operations per second for each call. Operations that were not asked for are
// printed as zeros.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace ior {
namespace {

constexpr std::string_view kLaunched = "was launched with %n total task(s) on %n node(s)";

int claim_mdtest(const Head& head) {
    const bool banner = head.any_line_finds("mdtest-%w ") && head.any_line_has("total task(s) on");
    return banner ||
                   (head.any_line_has("SUMMARY rate") && head.any_line_has("Directory creation")) ||
                   (head.any_line_has("SUMMARY rate") && head.any_line_has("File creation"))
               ? kCertain
               : 0;
}

/// "File creation : 1.0 2.0 1.5 0.1": max, min, mean and deviation stand last; where each task's
/// rates are printed as well, their three stand before them.
struct Row {
    std::string name{};
    double max = 0.0;
    double mean = 0.0;
};

std::optional<Row> row_of(std::string_view line) {
    auto cells = words(line);
    std::vector<double> numbers;
    while (!cells.empty()) {
        const auto number = parse_number(cells.back());
        if (!number) {
            break;
        }
        numbers.insert(numbers.begin(), *number);
        cells.pop_back();
    }
    if (numbers.size() != 4 && numbers.size() != 7) {
        return std::nullopt;
    }
    Row row{.max = numbers[numbers.size() - 4], .mean = numbers[numbers.size() - 2]};
    for (std::string_view cell : cells) {
        if (cell.ends_with(':')) {
            cell.remove_suffix(1);
        }
        row.name += (row.name.empty() || cell.empty() ? "" : " ") + std::string(cell);
    }
    const bool named = row.name.starts_with("Directory ") || row.name.starts_with("File ") ||
                       row.name.starts_with("Tree ");
    return named ? std::optional(row) : std::nullopt;
}

struct Call {
    std::string command{};
    std::string path{};
    std::string version{};
    std::optional<double> tasks{};
    std::optional<double> nodes{};
    std::optional<double> began_at{};
    std::optional<double> items{};
};

class MdtestReader {
public:
    explicit MdtestReader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        line = trim(line);
        if (const auto began = match(line, "-- started at ")) {
            call_ = {};
            const std::string_view time = line.substr(began->end());
            const auto moment = parse_moment(time.substr(0, time.find(" --")));
            call_.began_at = moment ? std::optional(moment->seconds) : std::nullopt;
        } else if (const auto launched = find(line, kLaunched)) {
            const auto version = find(line, "mdtest-%w ");
            call_.version = version ? std::string((*version)[0]) : std::string();
            call_.tasks = launched->number(0);
            call_.nodes = launched->number(1);
            draft_.tool("mdtest", call_.version);
        } else if (const auto command = match(line, "Command line used:%_")) {
            call_.command = line.substr(command->end());
        } else if (const auto path = match(line, "Path:%_")) {
            call_.path = line.substr(path->end());
        } else if (const auto items = match(line, "%n tasks, %n ")) {
            call_.items = items->number(1);
        } else if (line.starts_with("SUMMARY")) {
            in_rates_ = !line.starts_with("SUMMARY time");  // "SUMMARY:" before 3.0
            const auto times = find(line, "(of %n iterations)");
            iterations_ = times ? times->number(0).value_or(1.0) : 1.0;
            if (!in_rates_) {
                draft_.info_once("mdtest.times",
                                 say("mdtest's rates are imported, its table of times is not"));
            }
        } else if (const auto row = in_rates_ ? row_of(line) : std::nullopt) {
            add(*row);
        }
    }

private:
    void add(const Row& row) {
        draft_.take_rows();
        if (row.max <= 0.0) {
            return;  // not asked for
        }
        RunDraft& run = draft_.add_run();
        run.set("job", std::string_view(row.name));
        run.set("pattern", std::string_view(row.name));
        run.set("workers", call_.tasks);
        run.set("node_count", call_.nodes);
        run.set("command", std::string_view(call_.command));
        run.set("storage_target", std::string_view(call_.path));
        if (!row.name.starts_with("Tree ")) {
            run.set("file_count", call_.items);
        }
        if (call_.began_at) {
            run.started_at(draft_.utc_of(*call_.began_at));
        }
        const int times =
            iterations_ >= 1.0 && iterations_ < 1e6 ? static_cast<int>(iterations_) : 1;
        run.figure("entries_per_second", record::Summary{.value = row.mean, .n = times});
        if (row.name.ends_with(" stat")) {
            run.figure("stat_per_second", record::Summary{.value = row.mean, .n = times});
        }
    }

    Draft& draft_;
    Call call_{};
    bool in_rates_ = false;
    double iterations_ = 1.0;
};

Result<void> read_mdtest(Input& input, Draft& draft) {
    draft.tool("mdtest");
    MdtestReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    return {};
}

}  // namespace
}  // namespace ior

const Format kMdtest{
    .id = "mdtest", .title = "mdtest", .claim = &ior::claim_mdtest, .read = &ior::read_mdtest};

}  // namespace throughline::importers
