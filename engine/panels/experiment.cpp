// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/experiment.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <thread>

#include "engine/panels/experiment_parts.h"

namespace throughline::panels {
namespace {

std::vector<Experiment> listed_experiments() {
    std::vector<Experiment> all;
    for (std::vector<Experiment> (*const list)() :
         {disk_experiments, loader_experiments, store_experiments}) {
        std::vector<Experiment> some = list();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

std::string folder_of(const std::string& root, Data data) {
    switch (data) {
        case Data::Tensors:
            return root + "/tensors";
        case Data::Photos:
            return root + "/photos";
        case Data::Records:
            return root + "/records";
        case Data::Small:
            return root + "/small";
    }
    return root;
}

double bytes_of(Data data) noexcept {
    constexpr double kPhotoBytes = 56e6;
    switch (data) {
        case Data::Tensors:
            return 412e6;  // the pictures are 8.4 MB of it
        case Data::Photos:
            return kPhotoBytes;
        case Data::Records:
            return kPhotoBytes * kRecordCopies;
        case Data::Small:
            return 12e6;
    }
    return 0.0;
}

const std::vector<Experiment>& all_experiments() {
    static const std::vector<Experiment> kAll = listed_experiments();
    return kAll;
}

const Experiment* find_experiment(std::string_view id) {
    const std::vector<Experiment>& all = all_experiments();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Experiment& experiment) { return experiment.id == id; });
    return found == all.end() ? nullptr : &*found;
}

spec::StudySpec spec_of(const Experiment& experiment, const std::string& root, bool quick) {
    return experiment.points(root, quick);
}

double data_bytes_of(const Experiment& experiment) {
    double bytes = 0.0;
    for (const Data data : experiment.data) {
        bytes += bytes_of(data);
    }
    return bytes;
}

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
