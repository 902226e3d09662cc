// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/importers/draft/draft.h"
#include "engine/importers/formats/fio/fio_text_lines.h"

// One output of fio's text as its lines come.
namespace throughline::importers::fio_text {

/// A job as it is printed: its figures may only be told apart at its end.
struct Block {
    JobHead head{};
    FioJob job{};
    struct Direction {
        DirectionLine line{};
        FioLatency total{}, completion{}, submission{};
        std::map<double, double> of_completion{}, of_total{};
    };
    std::map<FioDirection, Direction> directions{};
    std::optional<Issued> issued{};
    std::set<FioDirection> rounded{};  ///< whose figures are as fio rounded them
    bool ended = false;                ///< the lines behind the directions are there
};

/// One whole output as its lines come.
class Output {
public:
    /// The text before it says that fio was called anew.
    static Output of_new_call() {
        Output output;
        output.new_call_ = true;
        return output;
    }
    bool has_jobs() const { return !blocks_.empty() || !groups_.empty(); }
    bool has_options() const { return !options_.empty(); }
    /// The lines behind the jobs have begun.
    bool has_end() const { return !groups_.empty() || in_disks_; }

    void add_options(Options options) { options_.push_back(std::move(options)); }
    void take_version(std::string_view version) { version_ = version; }
    void take_start(double jobs) { started_ = jobs; }
    void take_failure(std::string_view line) {
        if (failure_.empty()) {
            failure_ = line;
        }
    }
    void begin_job(JobHead head) {
        Block block;
        block.head = std::move(head);
        blocks_.push_back(std::move(block));
        direction_ = std::nullopt;
        percentiles_ = nullptr;
    }
    void begin_group(int group) {
        group_ = group;
        groups_[group];
    }
    void begin_disks() { in_disks_ = true; }

    /// A line of the job, group or disks that are open.
    void take(std::string_view line);

    /// With --status-interval the next one is of the same jobs.
    Output next() const {
        Output output;
        output.options_ = options_;
        output.version_ = version_;
        output.started_ = started_;
        return output;
    }

    FioOutput finish(Draft& draft);

private:
    void take_job_line(Block& block, std::string_view line);
    void begin_percentiles(Block& block, const PercentilesHead& head);
    static void take_end_line(Block& block, std::string_view line);
    std::vector<const Options*> options_of(std::size_t block) const;
    FioJob job_of(Block& block, const std::vector<const Options*>& options) const;
    void add_jobs_without_lines(FioOutput& output) const;
    void add_groups_without_jobs(FioOutput& output) const;
    void set_end(FioOutput& output) const;

    bool new_call_ = false;
    std::string version_{};
    std::vector<Options> options_{};
    std::optional<double> started_{};
    std::string failure_{};  ///< the first line of fio's own that says what went wrong
    std::vector<Block> blocks_{};
    std::map<int, std::map<FioDirection, DirectionLine>> groups_{};
    std::optional<int> group_{};
    std::vector<FioDisk> disks_{};
    bool in_disks_ = false;
    std::optional<FioDirection> direction_{};
    std::map<double, double>* percentiles_ = nullptr;
    double percentile_unit_ = 1.0;
};

}  // namespace throughline::importers::fio_text
