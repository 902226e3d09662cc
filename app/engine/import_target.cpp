// SPDX-License-Identifier: Apache-2.0
#include "app/engine/import_target.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/importers/file_hash.h"
#include "engine/store/record_text.h"

namespace throughline::app {
namespace {

/// Of several files one study: their runs numbered through, what is known of each file beside.
run::Study joined(std::vector<run::Study> studies, const std::vector<std::string>& sources) {
    if (studies.size() == 1) {
        return std::move(studies.front());
    }
    run::Study all;
    all.header.origin = run::Origin::Imported;
    all.header.spec_json = "{}";
    all.header.title = std::to_string(studies.size()) + " imported files";
    std::string uuids;
    int number = 0;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        run::Study& study = studies[i];
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
            note.item = note.item.empty() ? sources[i] : note.item;
            note.run.reset();
            all.notes.push_back(std::move(note));
        }
        for (auto& run : study.runs) {
            run.started.run = ++number;
            run.started.settings.insert_or_assign("source_file", sources[i]);
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
    all.header.study = importers::uuid_from_hash(importers::sha256_hex(uuids));
    all.header.plan.runs = number;
    all.footer = run::Footer{.runs_done = number};
    return all;
}

}  // namespace

Result<ImportTarget> ImportTarget::to_library(const std::string& path) {
    auto library = store::Library::open(path);
    if (!library) {
        return std::move(library).error();
    }
    ImportTarget target;
    target.library_ = *std::move(library);
    return target;
}

Result<ImportTarget> ImportTarget::to_record(std::string path, bool overwrite) {
    struct stat status{};
    if (!overwrite && ::stat(path.c_str(), &status) == 0 && status.st_size > 0) {
        return Error{.code = ErrorCode::Usage,
                     .what = "'" + path + "' is there already (--overwrite replaces it)"};
    }
    ImportTarget target;
    target.record_path_ = std::move(path);
    return target;
}

Result<TakenStudy> ImportTarget::take(run::Study study, const std::string& source_path) {
    if (library_ == nullptr) {
        const auto lines = static_cast<std::int64_t>(study.runs.size());
        studies_.push_back(std::move(study));
        sources_.push_back(source_path);
        return TakenStudy{.id = {}, .lines_new = lines};
    }
    const auto report = library_->add(std::move(study), source_path);
    if (!report) {
        return report.error();
    }
    return TakenStudy{
        .id = report->study_id, .lines_new = report->lines_new, .in_bin = report->in_bin};
}

Result<store::IngestReport> ImportTarget::take_record(const std::string& path) {
    if (library_ != nullptr) {
        return library_->ingest(path);
    }
    auto record = run::read_record(path);
    if (!record) {
        return std::move(record).error();
    }
    store::IngestReport report{.uuid = record->study.header.study,
                               .lines_new = static_cast<std::int64_t>(record->study.lines),
                               .damage = std::move(record->damage)};
    studies_.push_back(std::move(record->study));
    sources_.push_back(path);
    return report;
}

Result<void> ImportTarget::finish() {
    if (library_ != nullptr || studies_.empty()) {
        return {};
    }
    const run::Study study = joined(std::move(studies_), sources_);
    return write_file_atomically(record_path_, store::record_text(study));
}

}  // namespace throughline::app
