// SPDX-License-Identifier: Apache-2.0
#include "app/engine/import_target.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/record/join.h"
#include "engine/record/read_record.h"
#include "engine/record/record_text.h"

namespace throughline::app {

namespace {

/// As it is found from every folder, by the names that its folders have: of "./fio.json" a library
/// would call the folder ".". A link to the file itself keeps its name. As it was typed where the
/// folder cannot be told.
std::string path_from_the_root(const std::string& typed) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(typed, error);
    const bool is_folder = std::filesystem::is_directory(whole, error);
    const auto found =
        is_folder ? std::filesystem::canonical(whole, error)
                  : std::filesystem::canonical(whole.parent_path(), error) / whole.filename();
    return error ? typed : found.string();
}

}  // namespace

Result<ImportTarget> ImportTarget::to_library(const std::string& path) {
    auto library = store::Library::open(path);
    if (!library) {
        return std::move(library).error();
    }
    // Said before a long file is read.
    if (auto writable = (*library)->check_writable(); !writable) {
        return std::move(writable).error();
    }
    ImportTarget target;
    target.library_ = *std::move(library);
    return target;
}

Result<ImportTarget> ImportTarget::to_record(std::string path, bool overwrite) {
    struct stat status{};
    if (!overwrite && ::stat(path.c_str(), &status) == 0 && status.st_size > 0) {
        return usage_error("'" + path + "' already exists (--overwrite replaces it)");
    }
    ImportTarget target;
    target.record_path_ = std::move(path);
    return target;
}

Result<TakenStudy> ImportTarget::take(record::Study study, const std::string& source_path) {
    if (library_ == nullptr) {
        const auto lines = static_cast<std::int64_t>(study.runs.size());
        studies_.push_back(std::move(study));
        sources_.push_back(source_path);
        return TakenStudy{.id = {}, .lines_new = lines};
    }
    const auto report = library_->add(std::move(study), path_from_the_root(source_path));
    if (!report) {
        return report.error();
    }
    return TakenStudy{.id = report->study_id,
                      .lines_new = report->lines_new,
                      .in_bin = report->in_bin,
                      .replaced = report->replaced};
}

Result<store::IngestReport> ImportTarget::take_record(const std::string& path) {
    if (library_ != nullptr) {
        return library_->ingest(path_from_the_root(path));
    }
    auto record = record::read_record(path);
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
    const record::Study study = record::join_studies(std::move(studies_), sources_);
    return write_file_atomically(record_path_, record::record_text(study));
}

}  // namespace throughline::app
