// SPDX-License-Identifier: Apache-2.0
// The log of one rank of DLIO, or of several in one: "[INFO] <time> Rank 3 step 17 processed 4
// samples in 0.41 s". What rank 0 logs beside it, epochs and the result, is read by dlio_log.cpp.
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace dlio_rank {
namespace {

constexpr std::string_view kStep = "Rank %n step %n processed %n samples in %n";

int claim(const Head& head) {
    return head.any_line_finds(kStep) ? kCertain - 1 : 0;
}

struct Rank {
    double samples = 0.0;
    double seconds = 0.0;
    double steps = 0.0;
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(const TextLine& line) {
        const auto step = find(line.text, kStep);
        const auto rank = step ? step->number(0) : std::nullopt;
        const auto samples = step ? step->number(2) : std::nullopt;
        const auto seconds = step ? step->number(3) : std::nullopt;
        if (!step) {
            return;
        }
        if (!rank || !samples || !seconds || *seconds <= 0.0 || !line.complete) {
            draft_.drop_row(line.number, "a step without its time");
            return;
        }
        draft_.take_rows();
        Rank& sum = ranks_[*rank];
        sum.samples += *samples;
        sum.seconds += *seconds;
        sum.steps += 1.0;
        same_batch_ = same_batch_ && (!batch_ || batch_ == samples);
        batch_ = samples;
        rows_.add(time_in(line.text), {{"step_time", *seconds}});
    }

    void finish() {
        run_.set("phase", "training");
        if (batch_ && same_batch_) {
            run_.set("batch_size", batch_);
        }
        double rate = 0.0;
        double steps = 0.0;
        double seconds = 0.0;
        std::string names;
        for (const auto& [number, rank] : ranks_) {
            rate += rank.samples / rank.seconds;
            steps += rank.steps;
            seconds += rank.seconds;
            names += (names.empty() ? "" : ", ") + shortest_text(number);
        }
        if (ranks_.empty()) {
            run_.absent("samples_per_second", to_say("no step is complete"));
            return;
        }
        run_.figure("samples_per_second", rate);
        run_.figure("step_time", record::Summary{.value = seconds / steps});
        if (ranks_.size() > 1) {
            run_.set("gpu_count", static_cast<double>(ranks_.size()));
        }
        const std::string job = (ranks_.size() > 1 ? "ranks " : "rank ") + names.substr(0, 200);
        run_.set("job", std::string_view(job));
        run_.note(
            "dlio.ranks",
            record::Level::Info,
            ranks_.size() > 1
                ? say_english("the rate is the sum of the %1 ranks in this log; other ranks may "
                              "have their own logs",
                              std::to_string(ranks_.size()))
                : say_english(
                      "the rate is of rank %1 alone; the run's rate is the sum over all ranks",
                      names));
    }

private:
    /// "[INFO] 2023-06-27T21:27:59.680070 Rank …": when the step ended.
    std::optional<double> time_in(std::string_view line) {
        const auto parts = words(line.substr(0, line.find("Rank ")));
        const auto moment = parts.empty() ? std::nullopt : parse_moment(parts.back());
        if (!moment) {
            return std::nullopt;
        }
        return draft_.utc_of(*moment);
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    std::map<double, Rank> ranks_{};
    std::optional<double> batch_{};
    bool same_batch_ = true;
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("DLIO");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace dlio_rank

const Format kDlioRankLog{.id = "dlio-rank-log",
                          .title = "DLIO log of a rank",
                          .claim = &dlio_rank::claim,
                          .read = &dlio_rank::read};

}  // namespace throughline::importers
