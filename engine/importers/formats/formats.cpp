// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/formats.h"

#include <array>

namespace throughline::importers {

namespace {

// In the order in which they are asked (README.md): JSON by its keys, marks in lines, tables. What
// comes behind them is known by words that nothing else has.
const std::array kFormats = {
    kFioJson,
    kIostatJson,
    kSadfJson,
    kDlioSummary,
    kMlperfStorageReport,
    kMlpstorageMetadata,
    kDlioEpochs,
    kDlioOutput,
    kCloudwatchData,
    kCloudwatchStatistics,
    kPrometheus,
    kElbenchoJson,
    kGoogleBenchmark,
    kHyperfine,
    kChromeTrace,
    kMllog,
    kDlloggerJson,
    kDlloggerText,
    kGdsio,
    kFioTerse,
    kTfCnn,
    kHorovod,
    kMxnet,
    kPytorchImagenet,
    kTimmLog,
    kKerasBenchmark,
    kDlioLog,
    kIostatText,
    kSarText,
    kVmstat,
    kNvidiaDmon,
    kDcgmiDmon,
    kDstat,
    kCollectl,
    kCollectlText,
    kElbenchoText,
    kDiskstats,
    kElbenchoCsv,
    kElbenchoLive,
    kNvidiaQuery,
    kTimmCsv,
    kSadfCsv,
    kSadfLines,
    kLightning,
    kFioLog,
    kFioHistogramLog,
    kPlainCsv,
    // Added later; behind the others, so that the seeds of the fuzz corpus keep their numbers.
    kFioText,
    kIorText,
    kIorCsv,
    kMdtest,
    kIo500,
    kIorJson,
    kDlioRankLog,
    kTfEstimator,
    kFairseq,
    kHfTrainerLog,
    kHfTrainerJson,
    kBonnie,
    kIozone,
    kSysbenchFileio,
    kDiskMark,
    kIoping,
    kHdparm,
    kDd,
    // Monitors of GPUs, known by names that no other table has.
    kDcgmCsv,
    kAmdSmiCsv,
    kAmdSmiJson,
    kRocmSmiCsv,
    kRocmSmiJson,
    kNvidiaTable,
    // Benchmarks of storage, known by their own words.
    kDiskspdText,
    kDiskspdXml,
    kWarpCsv,
    kWarpText,
    kWarpJson,
    kS3Benchmark,
    // Monitors of processors, programs and the whole machine.
    kMpstatText,
    kMpstatJson,
    kPidstat,
    kIotop,
    kAtopParseable,
    kAtopText,
    // Benchmarks of GPUs and what joins them.
    kNvbandwidthText,
    kNvbandwidthJson,
    kCudaBandwidthTest,
    kNcclTests,
};

}  // namespace

std::span<const Format> all_formats() {
    return kFormats;
}

}  // namespace throughline::importers
