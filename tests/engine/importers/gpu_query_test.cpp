// SPDX-License-Identifier: Apache-2.0
// Goal: each row of a GPU monitor goes to its GPU, whatever the column is called that says which.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

/// Rows of GPUs in turn, `moments` times: utilisation is 10 x the GPU's number.
std::string rows(int gpus, int moments, const std::string& cell_of_gpu, double apart_s = 0.0) {
    std::string text;
    for (int moment = 0; moment < moments; ++moment) {
        for (int gpu = 0; gpu < gpus; ++gpu) {
            std::string ms = std::to_string(static_cast<int>(1000 * apart_s * gpu));
            ms.insert(0, 3 - std::min<std::size_t>(3, ms.size()), '0');
            text += "2026/11/22 10:00:0" + std::to_string(moment) + "." + ms + ", ";
            text += cell_of_gpu.empty() ? std::to_string(gpu) : cell_of_gpu;
            text += ", " + std::to_string(10 * gpu) + " %\n";
        }
    }
    return text;
}

TEST(NvidiaQuery, AColumnOfAnotherNameThatTellsTheGpusApartIsTaken) {
    const auto file = imported("timestamp, card, utilization.gpu [%]\n" + rows(8, 3, ""));
    EXPECT_EQ(condition(file, "gpu_count"), "8");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=7}"), 70.0);
    EXPECT_EQ(file.study.runs.at(0).samples.size(), 3U);
}

TEST(NvidiaQuery, AnIndexThatIsTheSameInAMomentIsNotTheGpus) {
    const auto file = imported("timestamp, index, utilization.gpu [%]\n" + rows(8, 3, "0"));
    EXPECT_EQ(condition(file, "gpu_count"), "8");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=7}"), 70.0);
    EXPECT_TRUE(has_note(file, "gpu.column"));
}

// They are asked one after another.
TEST(NvidiaQuery, GpusOfAMomentMayBeMillisecondsApart) {
    const auto file =
        imported("timestamp, pstate, utilization.gpu [%]\n" + rows(4, 9, "P0", 0.011));
    EXPECT_EQ(condition(file, "gpu_count"), "4");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=3}"), 30.0);
}

// Five readings in a second whose stamps count whole seconds.
TEST(NvidiaQuery, AnIndexThatComesAgainWithinASecondStaysTheGpus) {
    std::string text = "timestamp, index, utilization.gpu [%]\n";
    for (int reading = 0; reading < 10; ++reading) {
        for (int gpu = 0; gpu < 2; ++gpu) {
            text += "2026/11/22 10:00:0" + std::to_string(reading / 5) + ", " +
                    std::to_string(gpu) + ", " + std::to_string(10 * gpu) + " %\n";
        }
    }
    const auto file = imported(text);
    EXPECT_EQ(condition(file, "gpu_count"), "2");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 10.0);
}

}  // namespace
}  // namespace throughline::importers::tests
