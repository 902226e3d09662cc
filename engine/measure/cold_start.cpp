// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/cold_start.h"

#include <chrono>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"

namespace throughline::measure {
namespace {

constexpr std::uint64_t kFilesSampled = 1000;
// A sample of 3,000 blocks shows a resident share of 1 % reliably; above it the run is not cold.
constexpr double kResidentShareMax = 0.01;
constexpr int kDropAttempts = 5;
constexpr auto kDropPause = std::chrono::milliseconds(20);

std::string residency_text(const storage::Residency& residency) {
    return say_english("%1 % of %2 sampled blocks of %3 files are in the page cache",
                       format_significant(100.0 * residency.share(), 2),
                       format_count(residency.blocks_checked),
                       format_count(residency.files_checked));
}

void note_failures(const storage::EvictReport& report, int run, RunSink& sink) {
    if (report.files_failed > 0) {
        sink.note(run,
                  "cache.evict_failed",
                  record::Level::Warning,
                  say_english("%1 files could not be dropped from the page cache: %2",
                              format_count(report.files_failed),
                              report.first_failure));
    }
}

storage::FileList files_of(const Source& source, const PointOptions& point) {
    storage::FileList files = source.files();
    files.watch = point.pipeline.reader.watch;
    return files;
}

/// Drops all files and looks; drops again while more is resident than a cold run may have, since
/// the kernel passes over a page that something else holds at that moment (seen on ext4 for some
/// milliseconds after a file was written, when much else was being written too).
/// Returns what was seen last, or why nothing could be seen. Errors: Stopped, among others.
Result<storage::Residency> drop_all(const storage::FileList& files,
                                    int run,
                                    RunSink& sink,
                                    const std::stop_token& stop) {
    for (int attempt = 1;; ++attempt) {
        const auto evicted = storage::evict_files(files, stop);
        if (!evicted) {
            return evicted.error();
        }
        auto residency = storage::sample_residency(files, kFilesSampled, stop);
        if (!residency || residency->share() <= kResidentShareMax || attempt == kDropAttempts) {
            note_failures(*evicted, run, sink);
            return residency;
        }
        pause_for(kDropPause, stop);
    }
}

/// Empties the group and looks. Returns nothing where that is not enough for a cold start: what
/// others hold in the page cache is dropped file by file then. Errors: Stopped.
Result<std::optional<storage::Residency>> empty_group(const storage::CacheGroup& group,
                                                      const storage::FileList& files,
                                                      int run,
                                                      RunSink& sink,
                                                      const std::stop_token& stop) {
    using Seen = std::optional<storage::Residency>;
    if (const auto emptied = group.empty(); !emptied) {
        sink.note(run,
                  "cache.evict_failed",
                  record::Level::Warning,
                  say_english("the run's memory control group could not be emptied: %1",
                              describe(emptied.error())));
        return Seen();
    }
    auto residency = storage::sample_residency(files, kFilesSampled, stop);
    if (!residency) {
        return residency.error().code == ErrorCode::Stopped ? Result<Seen>(residency.error())
                                                            : Result<Seen>(Seen());
    }
    const bool cold = residency->blocks_checked > 0 && residency->share() <= kResidentShareMax;
    return cold ? Seen(*residency) : Seen();
}

/// Errors: Stopped.
Result<std::optional<double>> note_residency(const Result<storage::Residency>& residency,
                                             CacheState wanted,
                                             int run,
                                             RunSink& sink) {
    if (!residency && residency.error().code == ErrorCode::Stopped) {
        return residency.error();
    }
    if (!residency || residency->blocks_checked == 0) {
        sink.note(run,
                  "cache.unverified",
                  record::Level::Warning,
                  say_english("it is unknown whether the files are in the page cache: %1",
                              residency ? to_say("no block could be checked")
                                        : describe(residency.error())));
        return std::optional<double>();
    }
    const std::string text = residency_text(*residency);
    switch (wanted) {
        case CacheState::Cold:
            if (residency->share() > kResidentShareMax) {
                sink.note(run,
                          "cache.not_cold",
                          record::Level::Warning,
                          say_english("%1 although they were dropped; another process may use them",
                                      text));
            } else {
                sink.note(
                    run,
                    "cache.cold",
                    record::Level::Info,
                    say_english("%1 after they were dropped; file system metadata stay cached "
                                "(dropping them needs root)",
                                text));
            }
            break;
        case CacheState::Warm:
            sink.note(run,
                      residency->share() < 0.95 ? "cache.not_warm" : "cache.warm",
                      residency->share() < 0.95 ? record::Level::Warning : record::Level::Info,
                      say_english("%1 after all of them were read once", text));
            break;
        case CacheState::AsIs:
            sink.note(run, "cache.as_is", record::Level::Info, text);
            break;
    }
    return std::optional(residency->share());
}

}  // namespace

void evict_between_epochs(
    const Source& source, const PointOptions& point, int run, RunSink& sink, std::stop_token stop) {
    if (!point.evicts_between_epochs) {
        return;
    }
    if (const auto evicted = storage::evict_files(files_of(source, point), std::move(stop))) {
        note_failures(*evicted, run, sink);
    }
}

Result<std::optional<double>> prepare_page_cache(const Source& source,
                                                 const PointOptions& point,
                                                 const storage::CacheGroup* group,
                                                 int run,
                                                 RunSink& sink,
                                                 std::stop_token stop) {
    const auto stages = point.pipeline.stages;
    if (stages == spec::Stages::Decode || stages == spec::Stages::Consumer) {
        return std::optional<double>();  // nothing is read while measuring
    }
    if (source.remote != nullptr) {
        sink.note(run,
                  "cache.far",
                  record::Level::Info,
                  say_english("the data come from a store over the network, which no page cache of "
                              "this machine holds; what the store itself caches is not known"));
        return std::optional<double>();
    }
    const storage::FileList files = files_of(source, point);
    if (point.page_cache == CacheState::Cold && group != nullptr) {
        const auto emptied = empty_group(*group, files, run, sink, stop);
        if (!emptied) {
            return emptied.error();
        }
        if (*emptied) {
            sink.note(run,
                      "cache.cold",
                      record::Level::Info,
                      say_english("%1 after the run's memory control group was emptied",
                                  residency_text(**emptied)));
            return std::optional((*emptied)->share());
        }
    }
    if (point.page_cache == CacheState::Cold) {
        return note_residency(drop_all(files, run, sink, stop), point.page_cache, run, sink);
    }
    if (point.page_cache == CacheState::Warm) {
        if (auto loaded = storage::load_files(files, stop); !loaded) {
            return std::move(loaded).error();
        }
        if (point.pipeline.reader.direct_io) {
            sink.note(run,
                      "cache.bypassed",
                      record::Level::Warning,
                      to_say("page_cache = warm has no effect with O_DIRECT, which reads past the "
                             "page cache; set storage.direct = false"));
        }
    }
    auto residency = storage::sample_residency(files, kFilesSampled, std::move(stop));
    return note_residency(residency, point.page_cache, run, sink);
}

}  // namespace throughline::measure
