// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/make_dataset.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/decode/image_decoder.h"
#include "tests/engine/dataset_tools/scratch_folder.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // path below the data set -> bytes

Files images_in(const std::string& directory) {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.path().extension() == ".jpg") {
            files[fs::relative(entry.path(), directory)] = *read_whole_file(entry.path());
        }
    }
    return files;
}

Result<MakeReport> make(const MakeOptions& options) {
    return make_dataset(options, {}, {});
}

decode::DecodeStatus status_of(const std::string& bytes, decode::ImageFacts& facts) {
    static const auto decoder = *decode::ImageDecoder::make({});
    std::vector<std::byte> pixels(std::size_t{224} * 224 * 3);
    const auto outcome = decoder->decode(std::as_bytes(std::span(bytes)), pixels);
    facts = outcome.facts;
    return outcome.status;
}

TEST(MakeDataset, SizesFollowTheClassesAndEveryFileDecodes) {
    const ScratchFolder scratch;
    const auto report = make({.directory = scratch.path(), .images = 300, .seed = 5});
    ASSERT_TRUE(report) << describe(report.error());

    const Files files = images_in(scratch.path());

    ASSERT_EQ(files.size(), 300U);
    std::map<int, int> classes;
    double bytes = 0.0;
    double pixels = 0.0;
    for (const auto& [path, content] : files) {
        decode::ImageFacts facts;
        ASSERT_EQ(status_of(content, facts), decode::DecodeStatus::Ok) << path;
        EXPECT_STREQ(facts.subsampling, "4:2:0");
        EXPECT_FALSE(facts.progressive);
        ++classes[static_cast<int>(std::log2(static_cast<double>(content.size())))];
        bytes += static_cast<double>(content.size());
        pixels += static_cast<double>(facts.width_px) * facts.height_px;
    }
    EXPECT_EQ(static_cast<std::uint64_t>(bytes), report->bytes);
    EXPECT_GE(bytes / 300, 100e3);
    EXPECT_LE(bytes / 300, 120e3);
    EXPECT_GE(pixels / 300, 0.75 * 500 * 375);
    EXPECT_LE(pixels / 300, 1.25 * 500 * 375);
    // Shares of the study, in per cent, at 2^11 .. 2^18 bytes; files near a bound may cross it.
    const std::map<int, double> shares = {
        {11, 1}, {12, 2}, {13, 4}, {14, 8}, {15, 13}, {16, 38}, {17, 33}, {18, 1}};
    for (const auto& [power, share] : shares) {
        EXPECT_NEAR(classes[power] / 3.0, share, 2.5) << "class of 2^" << power << " bytes";
    }
}

TEST(MakeDataset, SameSeedGivesSameBytesWhateverTheThreads) {
    const ScratchFolder one;
    const ScratchFolder two;
    const ScratchFolder other;
    ASSERT_TRUE(make({.directory = one.path(), .images = 40, .seed = 9, .threads = 1}));
    ASSERT_TRUE(make({.directory = two.path(), .images = 40, .seed = 9, .threads = 2}));
    ASSERT_TRUE(make({.directory = other.path(), .images = 40, .seed = 10, .threads = 2}));

    EXPECT_EQ(images_in(one.path()), images_in(two.path()));
    EXPECT_NE(images_in(one.path()), images_in(other.path()));
}

TEST(MakeDataset, FixedSizesAreMet) {
    struct Case {
        std::uint32_t width_px;
        std::uint32_t height_px;
        std::uint64_t file_bytes;
    };
    for (const Case& fixed : {Case{320, 240, 0},
                              {0, 0, 30'000},
                              {224, 224, 20'000},
                              {224, 224, 5'000},
                              {224, 224, 60'000}}) {
        SCOPED_TRACE(std::to_string(fixed.width_px) + " px, " + std::to_string(fixed.file_bytes) +
                     " bytes");
        const ScratchFolder scratch;
        const auto report = make({.directory = scratch.path(),
                                  .images = 12,
                                  .width_px = fixed.width_px,
                                  .height_px = fixed.height_px,
                                  .file_bytes = fixed.file_bytes});
        ASSERT_TRUE(report) << describe(report.error());
        for (const auto& [path, content] : images_in(scratch.path())) {
            decode::ImageFacts facts;
            ASSERT_EQ(status_of(content, facts), decode::DecodeStatus::Ok) << path;
            if (fixed.width_px != 0) {
                EXPECT_EQ(facts.width_px, fixed.width_px);
                EXPECT_EQ(facts.height_px, fixed.height_px);
            }
            if (fixed.file_bytes != 0) {
                EXPECT_NEAR(static_cast<double>(content.size()),
                            static_cast<double>(fixed.file_bytes),
                            0.01 * static_cast<double>(fixed.file_bytes));
            }
        }
    }
}

TEST(MakeDataset, UniquePicturesComeBackUnderFreshNames) {
    const ScratchFolder scratch;
    const auto report = make({.directory = scratch.path(), .images = 50, .unique = 5});
    ASSERT_TRUE(report) << describe(report.error());

    std::map<std::string, int> copies;
    for (const auto& [path, content] : images_in(scratch.path())) {
        ++copies[content];
    }

    ASSERT_EQ(copies.size(), 5U);
    for (const auto& [content, count] : copies) {
        EXPECT_EQ(count, 10);
    }
}

TEST(MakeDataset, PlanForetellsTheBytes) {
    const ScratchFolder scratch;
    const MakeOptions options{.directory = scratch.path(), .images = 60, .unique = 30};

    const auto plan = plan_dataset(options);
    const auto report = make(options);

    ASSERT_TRUE(plan) << describe(plan.error());
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(plan->images, 60U);
    EXPECT_EQ(plan->unique, 30U);
    EXPECT_GT(plan->bytes_free, 0U);
    EXPECT_NEAR(
        plan->bytes_expected, static_cast<double>(report->bytes), 0.04 * plan->bytes_expected);
}

// Goal: a kill leaves no half-written image and making goes on. Method: a child makes the set and
// is killed once the first images have their names.
TEST(MakeDataset, KillLeavesNoHalfWrittenFileAndMakingGoesOn) {
    const ScratchFolder reference;
    const ScratchFolder scratch;
    const auto options = [](const ScratchFolder& folder) {
        return MakeOptions{.directory = folder.path(),
                           .images = 1100,
                           .unique = 20,
                           .threads = 2,
                           .width_px = 96,
                           .height_px = 96};
    };
    ASSERT_TRUE(make(options(reference)));
    const Files expected = images_in(reference.path());
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        static_cast<void>(make_dataset(
            options(scratch),
            [](const MakeProgress& progress) {
                if (progress.images_done > 520) {  // past the first batch, in the middle of another
                    ::kill(::getpid(), SIGKILL);
                }
            },
            {}));
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);

    const Files kept = images_in(scratch.path());

    // A machine so fast that all is done before the first report of progress proves less, not
    // wrong.
    EXPECT_LE(kept.size(), expected.size());
    for (const auto& [path, content] : kept) {
        ASSERT_EQ(content, expected.at(path)) << path;
    }
    const auto second = make(options(scratch));
    ASSERT_TRUE(second) << describe(second.error());
    EXPECT_EQ(images_in(scratch.path()), expected);
}

TEST(MakeDataset, StopKeepsWhatIsThereAndSaysStopped) {
    const ScratchFolder scratch;
    const MakeOptions options{.directory = scratch.path(), .images = 60, .threads = 1};
    std::stop_source stop;
    stop.request_stop();

    const auto stopped = make_dataset(options, {}, stop.get_token());
    const auto done = make(options);

    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
    ASSERT_TRUE(done) << describe(done.error());
    EXPECT_EQ(images_in(scratch.path()).size(), 60U);
}

TEST(MakeDataset, MakingAgainWritesNothing) {
    const ScratchFolder scratch;
    const MakeOptions options{.directory = scratch.path(), .images = 20};
    const auto first = make(options);
    ASSERT_TRUE(first);
    std::uint64_t bytes_written = 1;

    const auto again = make_dataset(
        options, [&](const MakeProgress& seen) { bytes_written = seen.bytes_written; }, {});

    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(bytes_written, 0U);
    EXPECT_EQ(again->bytes, first->bytes);
}

TEST(MakeDataset, RefusesWhatTheDiskCannotHold) {
    const ScratchFolder scratch;
    const MakeOptions options{.directory = scratch.path() + "/set", .images = 5'000'000'000};

    const auto plan = plan_dataset(options);

    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, ErrorCode::Limit);
    EXPECT_NE(plan.error().what.find("needs"), std::string::npos) << plan.error().what;
    EXPECT_NE(plan.error().what.find("free"), std::string::npos) << plan.error().what;
    EXPECT_FALSE(fs::exists(options.directory));
    EXPECT_EQ(make(options).error().code, ErrorCode::Limit);
}

TEST(MakeDataset, RefusesAForeignFolder) {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() + "/holiday.jpg") << "mine";

    const auto report = make({.directory = scratch.path(), .images = 10});

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
}

TEST(MakeDataset, RefusesOtherOptionsInTheSameFolder) {
    const ScratchFolder scratch;
    ASSERT_TRUE(make({.directory = scratch.path(), .images = 5, .seed = 1}));

    const auto report = make({.directory = scratch.path(), .images = 5, .seed = 2});

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
}

TEST(MakeDataset, RefusesSenselessOptions) {
    const ScratchFolder scratch;
    const std::string folder = scratch.path();
    for (const MakeOptions& options :
         {MakeOptions{.directory = folder, .images = 0},
          MakeOptions{.directory = "", .images = 1},
          MakeOptions{.directory = folder, .images = 5, .unique = 6},
          MakeOptions{.directory = folder, .images = 5, .width_px = 100},
          MakeOptions{.directory = folder, .images = 5, .width_px = 4, .height_px = 4},
          MakeOptions{.directory = folder, .images = 5, .file_bytes = 10},
          MakeOptions{.directory = folder,
                      .images = 5,
                      .width_px = 1000,
                      .height_px = 1000,
                      .file_bytes = 5000}}) {
        const auto plan = plan_dataset(options);
        ASSERT_FALSE(plan);
        EXPECT_EQ(plan.error().code, ErrorCode::Usage) << plan.error().what;
    }
}

TEST(DeleteDataset, DeletesOnlyWhatWasMade) {
    const ScratchFolder scratch;
    const std::string set = scratch.path() + "/set";
    ASSERT_TRUE(make({.directory = set, .images = 30, .class_folders = 3}));
    std::ofstream(set + "/class_0001/notes.txt") << "mine";
    std::ofstream(set + "/class_0002/.img_0000002.jpg.part") << "left by a kill";

    const auto deleted = delete_dataset(set);

    ASSERT_TRUE(deleted) << describe(deleted.error());
    std::vector<std::string> left;
    for (const auto& entry : fs::recursive_directory_iterator(set)) {
        left.push_back(fs::relative(entry.path(), set));
    }
    std::sort(left.begin(), left.end());
    EXPECT_EQ(left, (std::vector<std::string>{"class_0001", "class_0001/notes.txt"}));
}

TEST(DeleteDataset, DeletesEveryImageHoweverTheyAreSpreadOverFolders) {
    for (const std::uint32_t folders : {1U, 7U, 100U}) {
        const ScratchFolder scratch;
        const std::string set = scratch.path() + "/set";
        ASSERT_TRUE(make({.directory = set, .images = 100, .unique = 1, .class_folders = folders}));

        const auto deleted = delete_dataset(set);

        ASSERT_TRUE(deleted) << describe(deleted.error());
        EXPECT_FALSE(fs::exists(set)) << folders;
    }
}

TEST(DeleteDataset, RemovesTheFolderItMade) {
    const ScratchFolder scratch;
    const std::string set = scratch.path() + "/set";
    ASSERT_TRUE(make({.directory = set, .images = 5}));

    ASSERT_TRUE(delete_dataset(set));

    EXPECT_FALSE(fs::exists(set));
    EXPECT_TRUE(fs::exists(scratch.path()));
}

TEST(DeleteDataset, DoesNotFollowALinkOutOfTheFolder) {
    const ScratchFolder scratch;
    const std::string set = scratch.path() + "/set";
    const std::string elsewhere = scratch.path() + "/elsewhere";
    ASSERT_TRUE(make({.directory = set, .images = 5, .class_folders = 1}));
    fs::rename(set + "/class_0000", elsewhere);
    fs::create_directory_symlink(elsewhere, set + "/class_0000");

    static_cast<void>(delete_dataset(set));

    EXPECT_EQ(images_in(elsewhere).size(), 5U);
}

TEST(DeleteDataset, LeavesAFolderWithoutManifestAlone) {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() + "/img_0000001.jpg") << "mine";

    const auto deleted = delete_dataset(scratch.path());

    ASSERT_FALSE(deleted);
    EXPECT_EQ(deleted.error().code, ErrorCode::Usage);
    EXPECT_TRUE(fs::exists(scratch.path() + "/img_0000001.jpg"));
}

}  // namespace
}  // namespace throughline::dataset_tools
