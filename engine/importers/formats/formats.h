// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/importers/formats/format.h"

// One of these per format, each in the file of its importer; formats.cpp lists them.
namespace throughline::importers {

extern const Format kFioJson;
extern const Format kIostatJson;
extern const Format kSadfJson;
extern const Format kDlioSummary;
extern const Format kMlperfStorageReport;
extern const Format kMlpstorageMetadata;
extern const Format kDlioEpochs;
extern const Format kDlioOutput;
extern const Format kCloudwatchData;
extern const Format kCloudwatchStatistics;
extern const Format kPrometheus;
extern const Format kElbenchoJson;
extern const Format kIorJson;
extern const Format kGoogleBenchmark;
extern const Format kHyperfine;
extern const Format kChromeTrace;
extern const Format kMllog;
extern const Format kDlloggerJson;
extern const Format kDlloggerText;
extern const Format kGdsio;
extern const Format kFioText;
extern const Format kFioTerse;
extern const Format kIorText;
extern const Format kIorCsv;
extern const Format kMdtest;
extern const Format kIo500;
extern const Format kTfCnn;
extern const Format kHorovod;
extern const Format kMxnet;
extern const Format kPytorchImagenet;
extern const Format kTimmLog;
extern const Format kKerasBenchmark;
extern const Format kDlioLog;
extern const Format kDlioRankLog;
extern const Format kIostatText;
extern const Format kSarText;
extern const Format kVmstat;
extern const Format kNvidiaDmon;
extern const Format kDcgmiDmon;
extern const Format kDstat;
extern const Format kCollectl;
extern const Format kCollectlText;
extern const Format kElbenchoText;
extern const Format kDiskstats;
extern const Format kElbenchoCsv;
extern const Format kElbenchoLive;
extern const Format kNvidiaQuery;
extern const Format kTimmCsv;
extern const Format kSadfCsv;
extern const Format kSadfLines;
extern const Format kLightning;
extern const Format kTfEstimator;
extern const Format kFairseq;
extern const Format kHfTrainerLog;
extern const Format kHfTrainerJson;
extern const Format kDd;
extern const Format kHdparm;
extern const Format kIoping;
extern const Format kDiskMark;
extern const Format kBonnie;
extern const Format kIozone;
extern const Format kSysbenchFileio;
extern const Format kFioLog;
extern const Format kFioHistogramLog;
extern const Format kPlainCsv;
extern const Format kDcgmCsv;
extern const Format kAmdSmiCsv;
extern const Format kAmdSmiJson;
extern const Format kRocmSmiCsv;
extern const Format kRocmSmiJson;
extern const Format kNvidiaTable;
extern const Format kDiskspdText;
extern const Format kDiskspdXml;
extern const Format kWarpCsv;
extern const Format kWarpText;
extern const Format kWarpJson;
extern const Format kS3Benchmark;
extern const Format kMpstatText;
extern const Format kMpstatJson;
extern const Format kPidstat;
extern const Format kIotop;
extern const Format kAtopParseable;
extern const Format kAtopText;
extern const Format kNvbandwidthText;
extern const Format kNvbandwidthJson;
extern const Format kCudaBandwidthTest;
extern const Format kNcclTests;

}  // namespace throughline::importers
