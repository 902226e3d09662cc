// SPDX-License-Identifier: Apache-2.0
// Whose fault it is that an image was not decoded; no device is needed to tell.
#include "engine/cuda/nvjpeg_fault.cuh"

#include <gtest/gtest.h>

namespace throughline::cuda::nvjpeg {
namespace {

TEST(NvjpegFault, OfAFileIsTheImages) {
    FaultWatch watch;
    EXPECT_EQ(watch.of(Status::Success, cudaSuccess), Fault::None);
    for (const Status status : {Status::BadJpeg,
                                Status::NotSupported,
                                Status::InvalidParameter,
                                Status::ArchitectureMismatch,
                                Status::NotImplemented,
                                Status::Incomplete}) {
        for (int again = 0; again < 2 * FaultWatch::kInARow; ++again) {
            EXPECT_EQ(watch.of(status, cudaSuccess), Fault::OfImage) << words_of(status);
        }
    }
}

TEST(NvjpegFault, OfTheRuntimeIsTheDevices) {
    FaultWatch watch;
    EXPECT_EQ(watch.of(Status::Success, cudaErrorIllegalAddress), Fault::OfDevice);
    EXPECT_EQ(watch.of(Status::BadJpeg, cudaErrorECCUncorrectable), Fault::OfDevice);
    EXPECT_EQ(watch.of(Status::OutOfMemory, cudaSuccess), Fault::OfDevice);
    EXPECT_EQ(watch.of(Status::NotInitialised, cudaSuccess), Fault::OfDevice);
}

// Goal: what nvJPEG says of damaged files and of devices alike ends a run only where nothing is
// decoded any more.
TEST(NvjpegFault, OfExecutionIsTheDevicesOnlyManyTimesInARow) {
    FaultWatch watch;
    for (int times = 1; times < FaultWatch::kInARow; ++times) {
        EXPECT_EQ(watch.of(Status::ExecutionFailed, cudaSuccess), Fault::OfImage) << times;
    }
    EXPECT_EQ(watch.of(Status::BadJpeg, cudaSuccess), Fault::OfImage) << "which says nothing of it";
    EXPECT_EQ(watch.of(Status::InternalError, cudaSuccess), Fault::OfDevice);

    FaultWatch works;
    for (int times = 0; times < 2 * FaultWatch::kInARow; ++times) {
        EXPECT_EQ(works.of(Status::ExecutionFailed, cudaSuccess), Fault::OfImage) << times;
        if (times % 2 == 0) {
            EXPECT_EQ(works.of(Status::Success, cudaSuccess), Fault::None);
        } else {
            works.decoded();
        }
    }
}

}  // namespace
}  // namespace throughline::cuda::nvjpeg
