// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/verify_dataset.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/verify_record.h"
#include "engine/dataset_tools/convert_source.h"

namespace throughline::dataset_tools {
namespace {

constexpr std::size_t kCheckers = 4;
/// Neighbours are read by one thread, so that a shard is read about in its order.
constexpr std::size_t kTurn = 64;
constexpr std::size_t kFaultsNamed = 100;

class Verifier {
public:
    explicit Verifier(const dataset::ImageSet& images) : images_(images) {}

    Result<Verification> run(const std::function<void(std::uint64_t, std::uint64_t)>& on_progress,
                             const std::stop_token& stop) {
        const auto show = [&] {
            if (on_progress) {
                on_progress(done_.load(std::memory_order_relaxed), images_.size());
            }
        };
        auto done = run_on_threads("verify data set", kCheckers, [&] { return work(stop); }, show);
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("verify data set: stopped")};
        }
        if (!done) {
            return std::move(done).error();
        }
        check_indexes();
        const MutexLock lock(mutex_);
        Verification verification{.records = images_.size(), .faulty = faulty_};
        for (auto& [image, fault] : faults_) {
            verification.faults.push_back(std::move(fault));
        }
        return verification;
    }

private:
    Result<void> work(const std::stop_token& stop) {
        ImageFetcher fetcher(images_);
        for (std::size_t begin = next_.fetch_add(kTurn); begin < images_.size();
             begin = next_.fetch_add(kTurn)) {
            const std::size_t end = std::min(begin + kTurn, images_.size());
            for (std::size_t image = begin; image < end && !stop.stop_requested(); ++image) {
                verify(fetcher, image);
            }
        }
        return {};
    }

    void verify(ImageFetcher& fetcher, std::size_t image) {
        const auto record = fetcher.fetch_record(image);
        const char* const fault = record ? dataset::record_fault(images_, image, *record) : nullptr;
        done_.fetch_add(1, std::memory_order_relaxed);
        if (record && fault == nullptr) {
            return;
        }
        add_fault(image, record ? images_.name(image) + ": " + fault : describe(record.error()));
    }

    void add_fault(std::size_t image, std::string text) {
        const MutexLock lock(mutex_);
        ++faulty_;
        faults_.emplace(image, std::move(text));
        if (faults_.size() > kFaultsNamed) {
            faults_.erase(std::prev(faults_.end()));
        }
    }

    /// Every place that an index names has to be the start of a record that was found. Records
    /// without an image are in the index too, so that fewer found than named is not a fault.
    void check_indexes() {  // of shards on this machine
        if (images_.format() != dataset::Format::RecordIo || images_.far() != nullptr) {
            return;
        }
        // The files' names are relative to an open folder.
        const std::string folder = "/proc/self/fd/" + std::to_string(images_.directory_fd()) + "/";
        for (std::size_t file = 0; file < images_.file_count(); ++file) {
            const std::string path = images_.file_path(file);
            const std::string index = path.substr(0, path.rfind('.')) + ".idx";
            const auto text = read_whole_file(folder + index);
            if (!text) {
                continue;  // there need not be one
            }
            const auto named = dataset::parse_recordio_index(*text);
            const dataset::ImageSet::Range range = images_.images_of(file);
            for (std::size_t image = range.first; image < range.last; ++image) {
                const std::uint64_t start = images_.record(image).offset_bytes;
                if (!std::binary_search(named.begin(), named.end(), start)) {
                    add_fault(image, say("'%1' does not name %2", index, images_.name(image)));
                    break;  // one is enough to say that the index is another file's
                }
            }
        }
    }

    const dataset::ImageSet& images_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    Mutex mutex_;
    std::uint64_t faulty_ GUARDED_BY(mutex_) = 0;
    std::multimap<std::size_t, std::string> faults_ GUARDED_BY(mutex_);  ///< by image
};

}  // namespace

Result<Verification> verify_dataset(
    const dataset::ImageSet& images,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    const std::stop_token& stop) {
    return Verifier(images).run(on_progress, stop);
}

}  // namespace throughline::dataset_tools
