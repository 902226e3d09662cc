// SPDX-License-Identifier: Apache-2.0
#include "engine/run/join.h"

#include <algorithm>
#include <utility>

#include "engine/base/uuid.h"

namespace throughline::run {

Study join_studies(std::vector<Study> studies, const std::vector<std::string>& names) {
    if (studies.size() == 1) {
        return std::move(studies.front());
    }
    Study all;
    all.header.origin = studies.front().header.origin;
    all.header.spec_json = "{}";
    all.header.title = std::to_string(studies.size()) + " studies";
    std::string uuids;
    int number = 0;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        Study& study = studies[i];
        uuids += study.header.study;
        const std::string prefix = "file" + std::to_string(i + 1) + ".";
        for (auto& [key, value] : study.header.environment) {
            all.header.environment.emplace(prefix + key, std::move(value));
        }
        if (all.header.started_at.empty() ||
            (!study.header.started_at.empty() && study.header.started_at < all.header.started_at)) {
            all.header.started_at = study.header.started_at;
        }
        for (const auto& use : study.header.metrics) {
            const bool known = std::any_of(all.header.metrics.begin(),
                                           all.header.metrics.end(),
                                           [&](const auto& other) { return other.id == use.id; });
            if (!known) {
                all.header.metrics.push_back(use);
            }
        }
        for (auto& note : study.notes) {
            note.item = note.item.empty() ? names[i] : note.item;
            note.run.reset();
            all.notes.push_back(std::move(note));
        }
        for (auto& run : study.runs) {
            run.started.run = ++number;
            run.started.settings.insert_or_assign("source_file", names[i]);
            for (auto& sample : run.samples) {
                sample.run = number;
            }
            for (auto& histogram : run.histograms) {
                histogram.run = number;
            }
            for (auto& note : run.notes) {
                note.run = number;
            }
            all.runs.push_back(std::move(run));
        }
    }
    all.header.study = uuid_of_text(uuids);
    all.header.plan.runs = number;
    all.footer = Footer{.runs_done = number};
    return all;
}

}  // namespace throughline::run
