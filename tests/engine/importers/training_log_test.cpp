// SPDX-License-Identifier: Apache-2.0
// Goal: rates of training logs are of training, of the whole, and of the right trial.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

TEST(Mxnet, TheResultLeavesTheFirstRowOut) {
    const auto file = imported(
        "Epoch[0] Batch [20]\tSpeed: 100.0 samples/sec\n"
        "Epoch[0] Batch [40]\tSpeed: 300.0 samples/sec\n"
        "Epoch[0] Batch [60]\tSpeed: 500.0 samples/sec\n",
        "x.log");
    EXPECT_EQ(figure(file, "samples_per_second"), 400.0);
}

TEST(Mxnet, NodesOfEqualBatchesAreAdded) {
    const auto row = [](int node, int batch, int rate) {
        return "2021-07-26 20:19:35,175 Node[" + std::to_string(node) + "] Epoch[0] Batch [" +
               std::to_string(batch) + "]\tSpeed: " + std::to_string(rate) + ".0 samples/sec\n";
    };
    const auto file = imported(
        row(0, 20, 50) + row(1, 20, 50) + row(0, 40, 100) + row(1, 40, 110) + row(0, 60, 100),
        "x.log");
    EXPECT_EQ(figure(file, "samples_per_second"), 210.0);
    EXPECT_EQ(condition(file, "node_count"), "2");
    EXPECT_TRUE(has_note(file, "mxnet.nodes"));
}

TEST(PytorchImagenet, WarningsOfTheScriptAreNotItsCommand) {
    const auto file = imported(
        "python main.py -a resnet50 -b 128 /data\n"
        "main.py:88: UserWarning: You have chosen to seed training. -b 7\n"
        "Epoch: [0][ 0/10]\tTime  1.000 ( 1.000)\tData  0.5 ( 0.5)\tLoss 6.9\tAcc@1 99.0 (99.0)\n"
        "Epoch: [0][ 5/10]\tTime  0.500 ( 0.500)\tData  0.1 ( 0.1)\tLoss 6.5\tAcc@1 98.0 (98.5)\n"
        " * Acc@1 69.758 Acc@5 89.078\n",
        "x.log");
    EXPECT_EQ(condition(file, "global_batch_size"), "128");
    EXPECT_EQ(figure(file, "images_per_second"), 256.0);
    EXPECT_EQ(figure(file, "top1_accuracy"), 69.758);
    EXPECT_EQ(figure(file, "top5_accuracy"), 89.078);
    EXPECT_EQ(spec::setting_text(file.study.header.environment.at("command")),
              "python main.py -a resnet50 -b 128 /data");
}

TEST(TfCnn, ColumnsOfAccuracyAreRead) {
    const auto file = imported(
        "Model:       resnet50\n"
        "Step\tImg/sec\ttotal_loss\ttop_1_accuracy\ttop_5_accuracy\n"
        "1\timages/sec: 300.0 +/- 0.0 (jitter = 0.0)\t7.9\t0.250\t0.500\n"
        "10\timages/sec: 310.0 +/- 0.1 (jitter = 0.5)\t6.9\t0.500\t0.750\n"
        "total images/sec: 309.00\n",
        "x.log");
    EXPECT_EQ(figure(file, "top1_accuracy"), 50.0);
    EXPECT_EQ(figure(file, "top5_accuracy"), 75.0);
}

TEST(Horovod, ProcessorsAreNoGpus) {
    const auto file = imported(
        "Model: resnet50\nIter #0: 10.0 img/sec per CPU\n"
        "Img/sec per CPU: 10.0 +-0.1\nTotal img/sec on 4 CPU(s): 40.0 +-0.4\n",
        "x.log");
    EXPECT_EQ(figure(file, "images_per_second"), 40.0);
    EXPECT_EQ(condition(file, "gpu_count"), "");
}

TEST(Lightning, TheRateIsOfTrainingAndOfAllDevices) {
    for (const char* const header :
         {"device/train/samples_per_sec,global/train/samples_per_sec,val/samples_per_sec",
          "global/train/samples_per_sec,device/train/samples_per_sec,val/samples_per_sec"}) {
        const bool device_first = std::string(header).starts_with("device");
        const auto file = imported("epoch,step," + std::string(header) + ",val_acc\n0,1," +
                                       (device_first ? "100,400" : "400,100") + ",9999,0.5\n0,2," +
                                       (device_first ? "100,400" : "400,100") + ",9999,0.75\n",
                                   "metrics.csv");
        EXPECT_EQ(figure(file, "samples_per_second"), 400.0) << header;
        EXPECT_EQ(figure(file, "top1_accuracy"), 75.0) << header;
    }
    EXPECT_TRUE(has_note(imported("epoch,step,device/samples_per_sec\n0,1,100\n", "metrics.csv"),
                         "lightning.device"));
}

TEST(Lightning, BatchesASecondNeedTheSizeOfOne) {
    const std::string csv = "epoch,step,global/batches_per_second\n0,1,10\n0,2,10\n";
    EXPECT_TRUE(asks(imported(csv, "metrics.csv"), "global_batch_size"));
    EXPECT_EQ(
        figure(imported(csv, "metrics.csv", {{"global_batch_size", "32"}}), "samples_per_second"),
        320.0);
}

TEST(PytorchImagenet, BatchAndGpusGiveTheGlobalBatch) {
    const std::string log =
        "Epoch: [0][   1/5005]\tTime  3.000 ( 3.000)\tData  2.000 ( 2.000)\tLoss 7.0 (7.0)\n"
        "Epoch: [0][  11/5005]\tTime  0.300 ( 0.500)\tData  0.100 ( 0.273)\tLoss 6.0 (7.0)\n";
    const auto file = imported(log, "pt.txt", {{"batch_size", "32"}, {"gpu_count", "8"}});
    EXPECT_EQ(figure(file, "images_per_second"), 512.0);
    EXPECT_EQ(condition(file, "global_batch_size"), "256");
    EXPECT_FALSE(asks(file, "global_batch_size"));
    EXPECT_TRUE(asks(imported(log, "pt.txt", {{"batch_size", "32"}}), "global_batch_size"));
}

// Goal: workers of a data loader stand on the axis of our threads. Method: from the command, from
// what the user adds, and 0, which is no number of threads.
TEST(PytorchImagenet, LoaderWorkersAreThreadsThatDecode) {
    const std::string log =
        "Epoch: [0][   1/5005]\tTime  3.000 ( 3.000)\tData  2.000 ( 2.000)\tLoss 7.0 (7.0)\n"
        "Epoch: [0][  11/5005]\tTime  0.300 ( 0.500)\tData  0.100 ( 0.273)\tLoss 6.0 (7.0)\n";

    const auto said = imported("python main.py -a resnet50 -b 128 -j 7 /data\n" + log, "x.log");
    const auto assumed = imported(log, "pt.txt", {{"workers", "3"}});
    const auto none = imported(log, "pt.txt", {{"workers", "0"}});

    EXPECT_EQ(condition(said, "workers"), "7");
    EXPECT_EQ(condition(said, "decode.threads"), "7");
    EXPECT_EQ(condition(assumed, "decode.threads"), "3");
    EXPECT_EQ(condition(none, "decode.threads"), "");
}

TEST(TfCnn, ModeIsThePhaseAndTheDatasetIsNoPath) {
    const auto file = imported(
        "TensorFlow:  1.13\nModel:       resnet50\nDataset:     imagenet (synthetic)\n"
        "Mode:        BenchmarkMode.TRAIN\nStep\tImg/sec\ttotal_loss\n"
        "1\timages/sec: 100.0 +/- 0.0 (jitter = 0.0)\t7.9\ntotal images/sec: 100.00\n",
        "tf.txt");
    EXPECT_EQ(condition(file, "phase"), "training");
    EXPECT_EQ(condition(file, "data"), "synthetic");
    EXPECT_EQ(condition(file, "dataset.path"), "");
}

std::string dllogger(const std::string& parameters, const std::string& summary) {
    return "DLL 2026-11-22 10:00:00.0 - PARAMETER " + parameters +
           "\nDLL 2026-11-22 10:01:00.0 - () " + summary + "\n";
}

TEST(Dllogger, EachFlagOfPrecisionSpeaksForItself) {
    const std::string rate = "train.total_ips : 100";
    EXPECT_EQ(condition(imported(dllogger("fp16 : True  amp : False", rate)), "precision"), "fp16");
    EXPECT_EQ(condition(imported(dllogger("amp : True", rate)), "precision"), "amp");
    EXPECT_EQ(condition(imported(dllogger("amp : False", rate)), "precision"), "");
}

TEST(Dllogger, SyntheticDataWereReadFromNowhere) {
    const auto file =
        imported(dllogger("data_backend : synthetic  data : /imagenet", "train.total_ips : 100"));
    EXPECT_EQ(condition(file, "dataset.path"), "");
    EXPECT_TRUE(is_absent(file, "dataset.path"));
    EXPECT_EQ(condition(file, "data"), "synthetic");
}

TEST(Dllogger, RatesOfUnknownNamesAreOffered) {
    const std::string log = dllogger("model : ncf", "train_perf_fps : 1234.5678  eval_loss : 2");
    const auto file = imported(log);
    EXPECT_TRUE(asks(file, "metric.train_perf_fps"));
    EXPECT_FALSE(file.has_runs() && file.study.runs[0].status == record::RunStatus::Interrupted);
    const auto told = imported(log, "x.txt", {{"metric.train_perf_fps", "samples_per_second"}});
    EXPECT_EQ(figure(told, "samples_per_second"), 1234.5678);
}

// A table of anybody's may count steps and epochs.
TEST(Lightning, StepAndEpochAloneAreNoMark) {
    const auto other = imported("step,epoch,temperature\n1,0,20\n2,0,21\n", "x.csv");
    EXPECT_EQ(other.format, "csv");
    const auto own = imported("step,epoch,train_loss\n1,0,2.5\n2,0,2.25\n", "x.csv");
    EXPECT_EQ(own.format, "lightning-csv");
}

std::string horovod(const std::string& model, const std::string& rate) {
    return "Model: " + model + "\nBatch size: 32\nNumber of GPUs: 8\nIter #0: " + rate +
           " img/sec per GPU\nImg/sec per GPU: " + rate +
           " +-1.0\nTotal img/sec on 8 GPU(s): " + rate + " +-8.0\n";
}

TEST(Horovod, TwoResultsInOneTextAreTwoRuns) {
    const auto file = imported(horovod("resnet50", "100.0") + horovod("vgg16", "50.0"), "x.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(condition(file, "model", 1), "vgg16");
    EXPECT_EQ(figure(file, "images_per_second", 0), 100.0);
    EXPECT_EQ(figure(file, "images_per_second", 1), 50.0);
}

std::string timm_row(int epoch, int step, int rate) {
    return "Train: " + std::to_string(epoch) + " [" + std::to_string(step) +
           "/100 (  1%)]  Loss: 6.9 (6.9)  Time: 0.500s, " + std::to_string(rate) +
           ".00/s  (0.500s, " + std::to_string(rate) + ".00/s)  LR: 1e-3  Data: 0.1 (0.1)\n";
}

TEST(Timm, WhereTheStepsFallBackAnotherTrainingBegins) {
    const auto file = imported(timm_row(0, 0, 100) + timm_row(0, 50, 110) + timm_row(1, 0, 120) +
                                   timm_row(0, 0, 400) + timm_row(0, 50, 500),
                               "x.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "samples_per_second", 0), 120.0);
    EXPECT_EQ(figure(file, "samples_per_second", 1), 500.0);
    EXPECT_EQ(condition(file, "global_batch_size", 1), "250");
}

TEST(Timm, AFastRunsTimesDoNotTellItsBatch) {
    const std::string row =  // 1024 images in 17.4 ms
        "Train: 0 [   0/100 (  1%)]  Loss: 6.9 (6.9)  Time: 0.017s, 58850.57/s  (0.017s, "
        "58850.57/s)  LR: 1e-3  Data: 0.001 (0.001)\n";
    EXPECT_EQ(condition(imported(row, "x.txt"), "global_batch_size"), "");
    const std::string head =
        "Learning rate (0.4) calculated from base learning rate (0.1) and effective global batch "
        "size (1024) with linear scaling.\n";
    EXPECT_EQ(condition(imported(head + row, "x.txt"), "global_batch_size"), "1024");
}

TEST(TfCnn, AFailedRunSaysWhy) {
    const auto file = imported(
        "TensorFlow:  1.13\nModel:       resnet50\nSingleSess:  False\n"
        "tensorflow.python.framework.errors_impl.ResourceExhaustedError: OOM when allocating\n",
        "x.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].status, record::RunStatus::Failed);
    const std::string reason = file.study.runs[0].absent.at("images_per_second");
    EXPECT_NE(reason.find("out of memory"), std::string::npos) << reason;
    EXPECT_TRUE(has_note(file, "tf_cnn.failed"));
}

}  // namespace
}  // namespace throughline::importers::tests
