// SPDX-License-Identifier: Apache-2.0
#include "engine/record/join.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/record/machine.h"

namespace throughline::record {

namespace {

template <class Value>
bool all_say(std::span<const Remarks> remarks, Value Remarks::* what) {
    return std::all_of(remarks.begin(), remarks.end(), [&](const Remarks& each) {
        return each.*what == remarks.front().*what;
    });
}

Remarks join_remarks(const std::vector<Remarks>& remarks, const std::vector<std::string>& titles) {
    Remarks all;
    std::set<std::string> tags;
    for (std::size_t i = 0; i < remarks.size(); ++i) {
        tags.insert(remarks[i].tags.begin(), remarks[i].tags.end());
        if (!remarks[i].note.empty()) {
            all.note += (all.note.empty() ? "" : "\n") + titles[i] + ": " + remarks[i].note;
        }
    }
    all.tags.assign(tags.begin(), tags.end());
    if (all_say(remarks, &Remarks::target)) {
        all.target = remarks.front().target;
    }
    if (all_say(remarks, &Remarks::price_per_hour)) {
        all.price_per_hour = remarks.front().price_per_hour;
    }
    return all;
}

}  // namespace

std::vector<std::string> remarks_that_differ(std::span<const Remarks> remarks) {
    std::vector<std::string> differ;
    if (!all_say(remarks, &Remarks::target)) {
        differ.emplace_back(to_say("the storage target"));
    }
    if (!all_say(remarks, &Remarks::price_per_hour)) {
        differ.emplace_back(to_say("the price per hour"));
    }
    return differ;
}

namespace {

/// The facts of the machine that all of them were measured on; none where that is not known.
spec::Settings common_machine(const std::vector<Study>& studies) {
    const Machine first = machine_of(studies.front().header);
    const bool one = std::all_of(studies.begin(), studies.end(), [&](const Study& study) {
        return same_machine(first, machine_of(study.header)) == SameMachine::Yes;
    });
    return one ? environment_of(first) : spec::Settings();
}

/// Of several origins the one that claims least; a demo stays one among others.
void claim_least(Header& header, const std::vector<Study>& studies) {
    for (const Study& study : studies) {
        header.origin = std::max(header.origin, study.header.origin);
        if (is_demo(study.header)) {
            header.environment[kDemoKey] = true;
        }
    }
    header.environment.merge(common_machine(studies));
}

}  // namespace

Study join_studies(std::vector<Study> studies, const std::vector<std::string>& names) {
    if (studies.size() == 1) {
        return std::move(studies.front());
    }
    Study all;
    claim_least(all.header, studies);
    all.header.spec_json = "{}";
    all.header.title = std::to_string(studies.size()) + " studies";
    std::string uuids;
    std::vector<Remarks> remarks;
    std::vector<std::string> titles;
    int number = 0;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        Study& study = studies[i];
        uuids += study.header.study;
        titles.push_back(study.header.title.empty() ? names[i] : study.header.title);
        remarks.push_back(std::move(study.header.remarks));
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
    all.header.remarks = join_remarks(remarks, titles);
    all.footer = Footer{.runs_done = number};
    return all;
}

}  // namespace throughline::record
