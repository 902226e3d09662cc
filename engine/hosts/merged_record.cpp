// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/merged_record.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "engine/base/uuid.h"
#include "engine/record/machine.h"

namespace throughline::hosts {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : between) + word;
    }
    return text;
}

bool on_one_machine(const std::vector<int>& machines) {
    return std::ranges::count(machines, 0) == std::ssize(machines);
}

}  // namespace

Result<std::unique_ptr<MergedRecord>> MergedRecord::open(const std::string& path, bool overwrite) {
    auto writer = record::RecordWriter::open({.path = path, .overwrite = overwrite});
    if (!writer) {
        return std::move(writer).error();
    }
    return std::unique_ptr<MergedRecord>(new MergedRecord(path, *std::move(writer)));
}

MergedRecord::~MergedRecord() {
    static_cast<void>(close().has_value());
}

void MergedRecord::begin(record::Header header) {
    begun_ = true;
    study_.header = std::move(header);
    writer_->write(study_.header);
}

void MergedRecord::add(record::RunData run) {
    writer_->write(run.started);
    for (const record::Sample& sample : run.samples) {
        writer_->write(sample);
    }
    for (const record::HistogramLine& line : run.histograms) {
        writer_->write(line);
    }
    for (const record::Note& note : run.notes) {
        writer_->write(note);
    }
    writer_->write(record::RunEnded{.run = run.started.run,
                                    .status = run.status,
                                    .metrics = run.metrics,
                                    .absent = run.absent});
    writer_->flush();
    study_.runs.push_back(std::move(run));
}

void MergedRecord::note(record::Note note) {
    writer_->write(note);
    study_.notes.push_back(std::move(note));
}

Result<void> MergedRecord::close() {
    if (closed_) {
        return *closed_;
    }
    if (!begun_) {
        closed_ = writer_->close(0);
        if (!path_.empty()) {
            ::unlink(path_.c_str());
        }
        return *closed_;
    }
    analysis::derive(study_);
    study_.verdict = analysis::judge(study_);
    writer_->write(*study_.verdict);
    const auto done =
        std::ranges::count(study_.runs, record::RunStatus::Done, &record::RunData::status);
    study_.footer = record::Footer{.runs_done = done};
    closed_ = writer_->close(done);
    return *closed_;
}

std::vector<int> machines_of(const NodeFacts& facts) {
    std::vector<record::Machine> known;
    std::vector<int> numbers;
    for (const spec::Settings& one : facts) {
        const record::Machine machine = record::machine_of(one);
        const auto same = std::ranges::find_if(known, [&](const record::Machine& other) {
            return record::same_machine(machine, other) == record::SameMachine::Yes;
        });
        numbers.push_back(static_cast<int>(same - known.begin()));
        if (same == known.end()) {
            known.push_back(machine);
        }
    }
    return numbers;
}

record::Header merged_header(const record::Header& first,
                             const std::vector<std::string>& names,
                             const NodeFacts& facts,
                             DataUse use,
                             const std::vector<int>& counts) {
    record::Header header = first;
    header.study = make_uuid();
    std::vector<std::string> count_words;
    for (const int count : counts) {
        count_words.push_back(std::to_string(count));
    }
    const std::string on = joined(count_words, ", ");
    header.title += ", " + on + (on == "1" ? " node" : " nodes");
    spec::Settings& environment = header.environment;
    if (!on_one_machine(machines_of(facts))) {
        std::vector<std::string> hosts;
        for (std::size_t i = 0; i < facts.size(); ++i) {
            for (const auto& [key, value] : facts[i]) {
                environment.erase(key);
                environment["node" + std::to_string(i + 1) + "." + key] = value;
            }
            const std::string host = spec::text_or_empty(facts[i], "host.name");
            if (std::ranges::find(hosts, host) == hosts.end()) {
                hosts.push_back(host);
            }
        }
        environment["host.name"] = joined(hosts, ", ");
    }
    environment["nodes"] = joined(names, ", ");
    environment["nodes.data"] = std::string(name_of(use));
    const auto groups = static_cast<std::int64_t>(counts.size());
    header.plan.runs *= groups;
    header.plan.seconds *= static_cast<double>(groups);
    header.plan.memory_bytes *= static_cast<std::uint64_t>(*std::ranges::max_element(counts));
    header.plan.read_bytes *= std::accumulate(counts.begin(), counts.end(), 0.0);
    return header;
}

}  // namespace throughline::hosts
