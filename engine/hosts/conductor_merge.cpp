// SPDX-License-Identifier: Apache-2.0
// What the conductor writes into the record: its header, and each run once all nodes have ended it.
#include <algorithm>

#include "engine/analysis/node_scaling.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/hosts/conductor.h"
#include "engine/hosts/merge.h"
#include "engine/metrics/registry.h"
#include "engine/record/straggler_note.h"

namespace throughline::hosts {

using record::RunStatus;

void Conductor::merge_what_ended(bool all) {
    const auto group = this->group();
    const std::vector<int>& machines = machines_;
    int runs = 0;
    for (const Member& member : group) {
        runs = std::max(runs, static_cast<int>(member.feed.study().runs.size()));
    }
    while (record_.begun() && merged_ < runs) {
        std::vector<NodePart> parts;
        bool ended = true;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const record::RunData* const run = group[i].feed.run(merged_ + 1);
            NodePart part{
                .node = group[i].name,
                .first_of_machine = std::ranges::find(machines, machines[i]) - machines.begin() ==
                                    static_cast<std::ptrdiff_t>(i),
                .shares_machine = std::ranges::count(machines, machines[i]) > 1,
                .run = run,
                .failure = run != nullptr && run->status != RunStatus::Interrupted
                               ? ""
                               : group[i].failure};
            for (const auto& [key, begun] : group[i].begun) {
                if (key.first == merged_ + 1) {
                    part.begun[key.second] = begun;
                }
            }
            ended = ended && run != nullptr && run->status != RunStatus::Interrupted;
            parts.push_back(std::move(part));
        }
        if (!ended && !all) {
            return;
        }
        record::RunData merged = merge_runs(parts, runs_before_ + ++merged_);
        note_nodes(merged, parts);
        blame(parts, merged.started.run);
        record_.add(std::move(merged));
    }
}

/// A run that failed on a node, whose engine went on with the next, or that it never began.
void Conductor::blame(const std::vector<NodePart>& parts, int run) {
    for (const NodePart& part : parts) {
        if (part.run == nullptr && part.failure.empty() && stage_ != Stage::Ending) {
            ending_.culprits.push_back(part.node + ": run " + std::to_string(run) +
                                       " was not measured");
        }
        if (part.run == nullptr || part.run->status != RunStatus::Failed) {
            continue;
        }
        const auto& notes = part.run->notes;
        const auto why = std::ranges::find(notes, "run.failed", &record::Note::code);
        ending_.culprits.push_back(part.node + ": run " + std::to_string(run) + " failed" +
                                   (why == notes.end() ? "" : ": " + why->text));
    }
}

/// Of those that were measured before: the same with the fewest nodes.
const record::RunData* Conductor::fewest_before(const record::RunData& run) const {
    std::vector<const record::RunData*> runs{&run};
    for (const record::RunData& before : record_.study().runs) {
        if (before.status == RunStatus::Done) {
            runs.push_back(&before);
        }
    }
    return analysis::fewest_beside(run, runs);
}

/// What is said of a run's nodes: who failed, of whom lines are missing, who holds the others back,
/// how well the clocks are known.
void Conductor::note_nodes(record::RunData& run, const std::vector<NodePart>& parts) {
    const auto note =
        [&](const char* code, record::Level level, std::string text, const std::string& node) {
            run.notes.push_back({.run = run.started.run,
                                 .code = code,
                                 .level = level,
                                 .text = std::move(text),
                                 .item = node});
        };
    std::vector<std::string> names;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const NodePart& part = parts[i];
        if (!part.failure.empty()) {
            note(
                record::kNodeFailedNote,
                record::Level::Error,
                say_english(
                    "the run failed because of node %1: %2", part.node, with_subject(part.failure)),
                part.node);
        }
        Member& member = members_[i];
        const std::uint64_t missed = member.feed.missed() - member.missed;
        if (missed > 0) {
            member.missed = member.feed.missed();
            note("nodes.missed",
                 record::Level::Warning,
                 say_english("of node %1 samples or notes of this run are missing (%2 lines were "
                             "lost): its engine said more than was taken from it in time",
                             part.node,
                             std::to_string(missed)),
                 part.node);
        }
        names.push_back(part.node);
        if (i > 0 && run.status == RunStatus::Done) {
            run.metrics[metrics::labelled("clock_uncertainty", "node", part.node)] = {
                .value = in_seconds(members_[i].clock.uncertainty)};
        }
    }
    if (run.status != RunStatus::Done) {
        return;
    }
    if (const auto slow = straggler_of(run, names)) {
        note(record::kStragglerNote,
             record::Level::Warning,
             say_english("node %1 delivered %2 fewer images per second than the median of the "
                         "others: a job that needs all of them waits for it",
                         slow->node,
                         format_quantity(slow->behind_percent, "%")),
             slow->node);
        return;
    }
    const auto awaited = waited_for_in(run, names);
    const auto own =
        awaited ? std::ranges::find(parts, awaited->node, &NodePart::node) : parts.end();
    if (own != parts.end() &&
        analysis::is_slower_itself(run, awaited->node, *own->run, fewest_before(run))) {
        note(record::kStragglerNote,
             record::Level::Warning,
             say_english("the others wait for node %1 after each step: they wait %2 of the time "
                         "longer than it does",
                         awaited->node,
                         format_quantity(awaited->behind_percent, "%")),
             awaited->node);
    }
}

void Conductor::begin_record() {
    std::vector<std::string> names;
    NodeFacts facts;
    for (const Member& member : members_) {
        names.push_back(member.name);
        facts.push_back(member.facts);
    }
    record::Header first = members_.front().feed.study().header;
    first.spec_json = spec::spec_to_json(job_.spec);  // its own is of one share of the data
    record_.begin(merged_header(first, names, facts, job_.use, job_.counts));
}

}  // namespace throughline::hosts
