// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/experiment_parts.h"

#include <algorithm>
#include <thread>

namespace throughline::panels {

spec::StudySpec timed(bool quick, double seconds) {
    constexpr double kSeconds = 15.0;
    spec::StudySpec study = spec::default_spec();
    spec::Settings& base = study.base;
    base["warmup_seconds"] = quick ? 1.0 : 2.0;
    base["duration_seconds"] = quick ? seconds : kSeconds;
    base["repeats"] = std::int64_t{quick ? 3 : 5};
    base["repeat_order"] = std::string("rounds");
    return study;
}

spec::StudySpec of_tensors(const std::string& root, bool quick, double seconds) {
    spec::StudySpec study = timed(quick, seconds);
    spec::Settings& base = study.base;
    base["dataset.path"] = folder_of(root, Data::Tensors);
    base["storage.queue_depth"] = std::int64_t{64};
    base["decode.width_px"] = std::int64_t{kTensorWidthPx};
    base["decode.height_px"] = std::int64_t{kTensorHeightPx};
    base["batch.images"] = kBatchImages;
    base["batch.slots"] = std::int64_t{24};
    return study;
}

spec::StudySpec of_cached_photos(const std::string& root, bool quick, double seconds) {
    spec::StudySpec study = timed(quick, seconds);
    study.base["dataset.path"] = folder_of(root, Data::Photos);
    study.base["storage.direct"] = false;
    study.base["page_cache"] = std::string("warm");
    study.base["batch.images"] = kBatchImages;
    study.base["batch.slots"] = std::int64_t{24};
    return study;
}

spec::SweepAxis texts_axis(const char* key, const std::vector<std::string>& texts) {
    return {.key = key, .values = {texts.begin(), texts.end()}};
}

spec::SweepAxis numbers_axis(const char* key, const std::vector<std::int64_t>& numbers) {
    return {.key = key, .values = {numbers.begin(), numbers.end()}};
}

spec::SweepAxis threads_axis() {
    const std::int64_t processors =
        std::clamp<std::int64_t>(std::int64_t{std::thread::hardware_concurrency()}, 2, 512);
    return numbers_axis("decode.threads", {1, processors, 2 * processors});
}

}  // namespace throughline::panels
