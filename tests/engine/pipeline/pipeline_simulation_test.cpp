// SPDX-License-Identifier: Apache-2.0
// The whole pipeline under a seed: the real threads, queues and decoders between a storage and a
// consumer that are slow and fail by chance, with decoders that come and go and a stop at any time.
// The seed decides what happens and after how many microseconds; the clock and the scheduler are
// the real ones, so that a replayed seed does the same things but not in exactly the same order.
//   THROUGHLINE_SIMULATION_SEEDS=10000   so many instead of 100
//   THROUGHLINE_SIMULATION_SEED=17       this one alone, as a failure prints it
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/dataset/open_image_set.h"
#include "engine/dataset/tfrecord.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/engine/pipeline/faulty_reader.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

using std::chrono::microseconds;

constexpr auto kPatience = std::chrono::seconds(30);  ///< then it hangs
constexpr std::chrono::seconds kStopPatience{5};      ///< of finish(), on a busy machine
constexpr std::uint32_t kShards = 4;
constexpr std::uint32_t kImages = 40;
constexpr std::uint32_t kBroken = 7;  ///< this image is no picture

/// What a seed stands for.
struct Plan {
    explicit Plan(std::uint64_t number) : seed(number), random(number) {
        shards = chance(0.5);
        stream = shards && chance(0.5);
        options.stream = stream;
        options.ordered = chance(0.4);
        options.reader_threads = stream && options.ordered ? 1 : from(1, 3);
        options.reader.queue_depth = from(1, 12);
        options.prefetch_images = chance(0.3) ? from(1, 16) : 0;
        options.interleave = from(1, 4);
        options.chunk_bytes = 4096 * from(1, 3);
        options.shuffle_window = stream && !options.ordered && chance(0.5) ? from(1, 20) : 0;
        options.verify = shards && chance(0.5);
        if (!stream && chance(0.4)) {
            options.cache = chance(0.5) ? CacheKind::Encoded : CacheKind::Decoded;
            options.cache_bytes = 1'000 * from(1, 40);
        }
        options.order = dataset::Order(
            chance(0.8) ? dataset::OrderKind::Shuffle : dataset::OrderKind::Sequential, seed);
        options.decode = {.width_px = 16, .height_px = 16};
        options.decode_threads = from(1, 4);
        options.decode_threads_max = from(1, 6);
        options.batch_images = from(1, 9);
        options.batch_slots = from(2, 4);
        if (chance(0.2)) {
            options.consumer = {.kind = spec::ConsumerKind::Paced,
                                .batch_seconds = 1e-6 * from(1, 300),
                                .accelerators = std::min(from(1, 3), options.batch_slots),
                                .barrier = chance(0.5)};
        }
        step_max_us = from(0, 200);
        if (chance(0.1)) {
            step_fails_at = from(1, 8);
        }
        storage.delay_max_us = chance(0.7) ? from(1, 150) : 0;
        storage.dies_after = chance(0.1) ? from(1, 60) : 0;
        if (chance(0.6)) {
            storage.failure_probability = random.uniform(0.0, 0.3);
            storage.short_probability = random.uniform(0.0, 0.2);
            storage.vanish_probability = random.uniform(0.0, 0.2);
        }
        if (chance(0.35)) {
            stop_after_us = from(0, 8'000);
        }
        options.epochs_max = stop_after_us && chance(0.5) ? 0 : from(1, 3);
        options.hold_between_epochs = chance(0.3);
        resizes = chance(0.5) ? from(1, 6) : 0;
    }
    bool chance(double probability) { return random.uniform() < probability; }
    std::uint32_t from(std::uint32_t low, std::uint32_t high) {
        return low + static_cast<std::uint32_t>(random.below(high - low + 1));
    }
    bool observed() const { return options.consumer.kind == spec::ConsumerKind::Null; }
    bool storage_is_sound() const {
        return storage.failure_probability + storage.short_probability +
                   storage.vanish_probability ==
               0.0;
    }
    std::string text() const {
        std::ostringstream out;
        out << "THROUGHLINE_SIMULATION_SEED=" << seed << ": "
            << (stream   ? "stream"
                : shards ? "shards by index"
                         : "folder")
            << ", " << options.reader_threads << " readers of depth " << options.reader.queue_depth
            << ", " << options.decode_threads << " decoders, " << resizes << " resizes, "
            << options.batch_slots << " slots of " << options.batch_images << ", "
            << options.epochs_max << " epochs" << (options.ordered ? ", ordered" : "")
            << (options.verify ? ", verified" : "") << (options.hold_between_epochs ? ", held" : "")
            << ", cache " << static_cast<int>(options.cache) << ", faults " << !storage_is_sound()
            << ", storage dies after " << storage.dies_after << ", step fails at " << step_fails_at
            << ", stop after " << (stop_after_us ? std::to_string(*stop_after_us) : "-") << " us";
        return out.str();
    }

    std::uint64_t seed;
    Random random;
    PipelineOptions options;
    FaultyReader::Options storage;
    bool shards = false;
    bool stream = false;
    std::uint32_t step_max_us = 0;
    std::uint32_t step_fails_at = 0;  ///< this batch; 0 = none
    std::optional<std::uint32_t> stop_after_us;
    std::uint32_t resizes = 0;
};

/// Ends the program, with what is known, when a simulation hangs: its threads cannot be joined.
class Watchdog {
public:
    explicit Watchdog(const Plan& plan)
        : thread_([&plan, this](const std::stop_token& done) {
              if (!pause_for(kPatience, done)) {
                  return;
              }
              std::fprintf(stderr, "hangs: %s\n", plan.text().c_str());
              if (const Pipeline* pipeline = watched_.load()) {
                  const Snapshot now = pipeline->snapshot();
                  std::fprintf(stderr,
                               "read %lu, cached %lu, decoded %lu, failed %lu, delivered %lu, "
                               "batches %lu\n",
                               now.images_read,
                               now.images_cached,
                               now.images_decoded,
                               now.images_failed,
                               now.images_delivered,
                               now.batches);
              }
              std::abort();
          }) {}
    void watch(const Pipeline* pipeline) { watched_ = pipeline; }

private:
    std::atomic<const Pipeline*> watched_{nullptr};
    std::jthread thread_;
};

class PipelineSimulation : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directory(files_.file("folder"));
        std::filesystem::create_directory(files_.file("shards"));
        for (std::uint32_t item = 0; item < kImages; ++item) {
            auto bytes = fixtures::make_jpeg({.width_px = 24, .height_px = 24, .seed = 1 + item});
            if (item == kBroken) {
                bytes.assign(bytes.size(), std::byte{0x55});
            }
            encoded_.push_back(std::move(bytes));
        }
        for (std::uint32_t item = 0; item < kImages; ++item) {
            const std::string name = "img_" + std::to_string(100 + item) + ".jpg";
            fixtures::write_bytes(files_.file("folder/" + name), encoded_[item]);
            contents_[name] = encoded_[item];
        }
        for (std::uint32_t shard = 0; shard < kShards; ++shard) {
            std::vector<std::byte> bytes;
            for (std::uint32_t i = 0; i < kImages / kShards; ++i) {
                dataset::append_tfrecord(
                    {.encoded = encoded_[shard * kImages / kShards + i], .file_name = "x.jpg"},
                    bytes);
            }
            const std::string name = "train-0000" + std::to_string(shard) + "-of-00004";
            fixtures::write_bytes(files_.file("shards/" + name), bytes);
            contents_[name] = bytes;
        }
        folder_.emplace(open("folder"));
        shards_.emplace(open("shards"));
    }

    dataset::ImageSet open(const char* name) const {
        auto images = dataset::open_image_set(files_.file(name));
        EXPECT_TRUE(images) << images.error().what;
        EXPECT_EQ(images->size(), kImages);
        return *std::move(images);
    }

    void simulate(Plan plan);

private:
    void drive(Plan& plan, Pipeline& pipeline);
    void check_counts(const Plan& plan, const Snapshot& last, bool whole);
    void check_events(const Plan& plan, Pipeline& pipeline, const Snapshot& last);
    void check_delivered(const Plan& plan, const Snapshot& last, bool whole);
    void check_order(const Plan& plan, const std::vector<std::uint32_t>& delivered);
    void check_times(const Plan& plan, const Pipeline& pipeline, const Snapshot& now);

    fixtures::TemporaryFolder files_;
    std::vector<std::vector<std::byte>> encoded_;
    FaultyReader::Files contents_;
    std::optional<dataset::ImageSet> folder_;
    std::optional<dataset::ImageSet> shards_;
    std::optional<DeliveredImages> delivered_;
};

/// The sums of a stage never exceed the time that its threads had.
void PipelineSimulation::check_times(const Plan& plan,
                                     const Pipeline& pipeline,
                                     const Snapshot& now) {
    const Nanoseconds late = steady_now() - now.at;  // what was read after `at`
    const Nanoseconds elapsed = now.at - pipeline.started_at() + late;
    const auto fits = [&](const WorkTimes& times, std::int64_t threads) {
        EXPECT_GE(std::min({times.busy, times.starved, times.blocked}), Nanoseconds::zero());
        EXPECT_LE(times.wall(), threads * elapsed);
    };
    fits(now.read, plan.options.reader_threads);
    fits(now.decode, std::int64_t{plan.resizes + 1} * pipeline.decode_threads_most());
    fits(now.consume, plan.options.consumer.accelerators);
}

/// Lets it run, changes its decoders, and stops it where the plan says so.
void PipelineSimulation::drive(Plan& plan, Pipeline& pipeline) {
    const SteadyTime began = steady_now();
    const auto over = [&] {
        return pipeline.ended() ||
               (plan.stop_after_us &&
                steady_now() - began > std::chrono::microseconds(*plan.stop_after_us));
    };
    std::uint32_t resizes = plan.resizes;
    while (!over()) {
        pause_for(microseconds(plan.from(10, 200)), {});
        if (resizes > 0) {
            --resizes;
            const auto resized =
                pipeline.set_decode_threads(plan.from(1, pipeline.decode_threads_most()));
            EXPECT_TRUE(resized || resized.error().code == ErrorCode::Stopped);
        }
        if (plan.chance(0.2)) {
            check_times(plan, pipeline, pipeline.snapshot());
        }
        if (pipeline.epoch_drained()) {
            pipeline.next_epoch();
        }
    }
}

void PipelineSimulation::check_counts(const Plan& plan, const Snapshot& last, bool whole) {
    EXPECT_LE(last.images_cached, last.images_read);
    EXPECT_LE(last.images_decoded, last.images_read);
    EXPECT_LE(last.images_delivered, last.images_decoded);
    if (plan.options.epochs_max != 0) {
        EXPECT_LE(last.images_decoded + last.images_failed, plan.options.epochs_max * kImages);
    }
    if (whole) {
        EXPECT_EQ(last.images_delivered, last.images_decoded);
        EXPECT_EQ(last.images_delivered + last.images_failed, plan.options.epochs_max * kImages);
    }
    if (whole && plan.storage_is_sound()) {
        EXPECT_EQ(last.images_failed, plan.options.epochs_max);  // kBroken, refused by the reader
        const std::uint32_t read = plan.options.verify ? kImages - 1 : kImages;  // or by a decoder
        EXPECT_EQ(last.images_read, plan.options.epochs_max * read);
    }
}

/// Each image that failed is named once, with its reason.
void PipelineSimulation::check_events(const Plan& plan, Pipeline& pipeline, const Snapshot& last) {
    std::set<std::uint32_t> failed;
    for (const ItemEvent& event : pipeline.items().take()) {
        EXPECT_FALSE(event.code.empty());
        EXPECT_FALSE(event.text.empty());
        EXPECT_LT(event.item, kImages);
        if (event.failed) {
            EXPECT_TRUE(failed.insert(event.item).second) << event.item << " is named twice";
        }
    }
    EXPECT_EQ(failed.empty(), last.images_failed == 0);
    EXPECT_LE(failed.size(), last.images_failed);
    if (plan.options.epochs_max != 0) {
        EXPECT_LE(last.images_failed, failed.size() * plan.options.epochs_max);
    }
}

void PipelineSimulation::check_order(const Plan& plan,
                                     const std::vector<std::uint32_t>& delivered) {
    std::size_t next = 0;
    std::vector<std::uint32_t> epoch;
    for (std::uint64_t number = 0; next < delivered.size(); ++number) {
        if (plan.options.epochs_max != 0 && number == plan.options.epochs_max) {
            break;
        }
        plan.options.order.fill(number, kImages, epoch);
        for (const std::uint32_t item : epoch) {
            next += next < delivered.size() && delivered[next] == item ? 1 : 0;
        }
        if (number > 10 * (delivered.size() + 1)) {
            break;
        }
    }
    EXPECT_EQ(next, delivered.size()) << "not in the order of the feed";
}

/// Each image comes once an epoch, in the order of the feed where that is kept, and whole.
void PipelineSimulation::check_delivered(const Plan& plan, const Snapshot& last, bool whole) {
    if (!plan.observed()) {
        return;
    }
    const auto delivered = delivered_->items();
    // The batch at which a step fails or a stop comes is looked at and does not count.
    EXPECT_GE(delivered.size(), last.images_delivered);
    EXPECT_LE(delivered.size(), last.images_delivered + (whole ? 0 : plan.options.batch_images));
    std::vector<std::uint32_t> times(kImages, 0);
    for (const std::uint32_t item : delivered) {
        ASSERT_LT(item, kImages) << "an image that is none of the set";
        ++times[item];
    }
    EXPECT_EQ(times[kBroken], 0U);
    if (plan.options.epochs_max != 0) {
        EXPECT_LE(*std::max_element(times.begin(), times.end()), plan.options.epochs_max);
    }
    if (plan.options.ordered && !plan.stream) {
        check_order(plan, delivered);
    }
}

void PipelineSimulation::simulate(Plan plan) {
    SCOPED_TRACE(plan.text());
    plan.options.images = plan.shards ? &*shards_ : &*folder_;
    std::atomic<std::uint64_t> readers{0};
    plan.options.make_reader =
        [&](const storage::ReaderOptions& reader,
            const storage::BufferPool& pool) -> Result<std::unique_ptr<storage::Reader>> {
        FaultyReader::Options storage = plan.storage;
        storage.seed = plan.seed * 8 + readers++;
        return std::unique_ptr<storage::Reader>(new FaultyReader(storage, reader, pool, contents_));
    };
    delivered_.emplace(encoded_, plan.options.decode);
    Random steps(plan.seed + 1);
    std::uint32_t batch = 0;
    if (plan.observed()) {
        plan.options.make_consumer = delivered_->factory(
            [&](SteadyTime /*free_at*/, const std::stop_token& stop) -> Result<SteadyTime> {
                if (++batch == plan.step_fails_at) {
                    return Error{.code = ErrorCode::Io, .what = "the step failed"};
                }
                pause_for(microseconds(steps.below(plan.step_max_us + 1)), stop);
                return steady_now();
            });
    }
    Watchdog watchdog(plan);
    auto started = Pipeline::start(plan.options, {});
    ASSERT_TRUE(started) << started.error().what;
    Pipeline& pipeline = **started;
    watchdog.watch(&pipeline);
    drive(plan, pipeline);
    const bool ended = pipeline.ended();
    const SteadyTime stopped_at = steady_now();
    const PipelineEnd end = pipeline.finish();
    EXPECT_LT(steady_now() - stopped_at, kStopPatience);
    EXPECT_TRUE(pipeline.ended());
    if (end.failure) {
        EXPECT_TRUE((end.failure->what == "in the stage storage: the device is gone" &&
                     plan.storage.dies_after != 0) ||
                    (end.failure->what == "in the stage consumer: the step failed" &&
                     batch >= plan.step_fails_at && plan.step_fails_at != 0))
            << end.failure->what;
    }
    const Snapshot last = pipeline.snapshot();
    const bool whole = ended && !end.failure;
    check_counts(plan, last, whole);
    check_events(plan, pipeline, last);
    check_delivered(plan, last, whole);
    check_times(plan, pipeline, last);
    watchdog.watch(nullptr);
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST_F(PipelineSimulation, NothingIsLostWhateverHappens) {
    if (const std::uint64_t seed = number_from("THROUGHLINE_SIMULATION_SEED", 0); seed != 0) {
        simulate(Plan(seed));
        return;
    }
    const std::uint64_t seeds = number_from("THROUGHLINE_SIMULATION_SEEDS", 100);
    for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
        simulate(Plan(seed));
    }
}

}  // namespace
}  // namespace throughline::pipeline
