// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/hosts/node_groups.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"

namespace throughline::hosts {

/// The one record of a study of several nodes, written run by run as they end.
/// Thread: one owner.
class MergedRecord {
public:
    /// Errors: Usage: there is such a file; those of RecordWriter::open().
    static Result<std::unique_ptr<MergedRecord>> open(const std::string& path, bool overwrite);
    MergedRecord(const MergedRecord&) = delete;
    MergedRecord& operator=(const MergedRecord&) = delete;
    ~MergedRecord();

    bool begun() const noexcept { return begun_; }
    /// Before all else, once.
    void begin(record::Header header);
    void add(record::RunData run);
    void note(record::Note note);
    /// What stopped the writing, if anything did: a full disk.
    Result<void> failure() const { return writer_->failure(); }
    /// Adds what follows from all runs, the verdict and the footer. A record that was never begun
    /// leaves no file. Errors: of the writing; the same at each call.
    Result<void> close();
    const record::Study& study() const noexcept { return study_; }

private:
    MergedRecord(std::string path, std::unique_ptr<record::RecordWriter> writer)
        : path_(std::move(path)), writer_(std::move(writer)) {}

    std::string path_;
    std::unique_ptr<record::RecordWriter> writer_;
    record::Study study_{};
    bool begun_ = false;
    std::optional<Result<void>> closed_{};
};

/// Of the machine that each node is on, its facts (record::this_machine_facts()).
using NodeFacts = std::vector<spec::Settings>;

/// A number for the machine of each node: nodes that are on one have the same. From 0, and that of
/// a machine's first node is not below any before.
std::vector<int> machines_of(const NodeFacts& facts);

/// The header of the study of `names`, made of the header of the first node's. The facts of one
/// machine stand as they are; those of several with their node's number before them
/// ("node2.host.name").
record::Header merged_header(const record::Header& first,
                             const std::vector<std::string>& names,
                             const NodeFacts& facts,
                             DataUse use,
                             const std::vector<int>& counts);

}  // namespace throughline::hosts
