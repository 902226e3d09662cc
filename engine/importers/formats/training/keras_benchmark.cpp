// SPDX-License-Identifier: Apache-2.0
// TensorFlow model garden (Keras): "BenchmarkMetric: {'num_batches':100, …}" in Python's spelling.
// Terminals break the lines, so the objects are read across line ends.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace keras_benchmark {
namespace {

constexpr std::string_view kMark = "BenchmarkMetric: {";

int claim(const Head& head) {
    return head.any_line_has(kMark) ? kCertain : 0;
}

/// The number behind 'name': in an object.
std::optional<double> member(std::string_view object, const std::string& name) {
    const auto found = find(object, "'" + name + "':%_%n");
    return found ? found->number(0) : std::nullopt;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(std::string_view object) {
        draft_.take_rows();
        if (const auto rate = member(object, "images_per_second")) {
            rate_.add(*rate);
            rows_.add(std::nullopt, {{"images_per_second", *rate}});
        }
        if (const auto batch = member(object, "global_batch_size")) {
            run_.set("global_batch_size", batch);
        }
        if (const auto whole = member(object, "examples_per_s")) {
            run_.figure("wall_images_per_second", whole);
        }
    }

    void finish() {
        run_.figure("images_per_second", rate_.mean());
        if (rate_.count == 0) {
            run_.absent("images_per_second", to_say("no metric with a rate"));
        }
    }

private:
    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    RunningMean rate_{};
};

Result<void> read(Input& input, Draft& draft) {
    constexpr std::size_t kObjectMax = 4096;
    draft.tool("TensorFlow model garden");
    Reader reader(draft);
    std::string open;
    while (const TextLine* const line = input.text.next()) {
        std::string_view rest = line->text;
        for (;;) {
            if (open.empty()) {
                const std::size_t at = rest.find(kMark);
                if (at == std::string_view::npos) {
                    break;
                }
                open = "{";
                rest.remove_prefix(at + kMark.size());
            }
            const std::size_t close = rest.find('}');
            open += rest.substr(0, close);
            if (close == std::string_view::npos) {
                if (open.size() > kObjectMax) {
                    draft.drop_row(line->number, "a metric that does not end");
                    open.clear();
                }
                break;
            }
            reader.take(open);
            open.clear();
            rest.remove_prefix(close + 1);
        }
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace keras_benchmark

const Format kKerasBenchmark{.id = "keras-benchmark",
                             .title = "TensorFlow model garden (Keras)",
                             .claim = &keras_benchmark::claim,
                             .read = &keras_benchmark::read};

}  // namespace throughline::importers
