// SPDX-License-Identifier: Apache-2.0
// What people call the inputs: short titles for tables, axes and menus.
#include <array>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

struct Titled {
    Input input;
    const char* title;
};
constexpr std::array<Titled, kInputCount> kTitles{{
    {Input::ImagesPerEpoch, "Images in an epoch"},
    {Input::ImageBytes, "Image size, stored"},
    {Input::TensorBytes, "Image size on the device"},
    {Input::RequestBytes, "Request size"},
    {Input::MetaOps, "Extra operations per raw file"},
    {Input::ReadAmplification, "Read amplification"},
    {Input::StoBw, "Storage bandwidth"},
    {Input::StoIops, "Storage IOPS"},
    {Input::StoUnits, "Storage units"},
    {Input::StoMaxIoBytes, "Largest counted I/O"},
    {Input::StoLatency, "Storage latency"},
    {Input::StoConnBw, "Bandwidth of one stream"},
    {Input::StoEfficiency, "Payload share of storage"},
    {Input::ClientBw, "Node limit to storage"},
    {Input::ClientIops, "Node IOPS limit to storage"},
    {Input::QueueDepth, "Queue depth"},
    {Input::CacheBytes, "Cache"},
    {Input::CacheMix, "Cache between LRU and pinned"},
    {Input::LinkBps, "Network link"},
    {Input::LinkEfficiency, "Payload share of the link"},
    {Input::Threads, "Preparation workers"},
    {Input::Cores, "CPU cores"},
    {Input::CpuSecondsPerImage, "CPU time per image"},
    {Input::CpuSigma, "Contention of workers"},
    {Input::CpuKappa, "Coherency cost of workers"},
    {Input::Nodes, "Nodes"},
    {Input::GpusPerNode, "GPUs per node"},
    {Input::GpuRate, "Rate of one GPU"},
    {Input::GpuSigma, "Contention of GPUs"},
    {Input::GpuKappa, "Coherency cost of GPUs"},
    {Input::BatchPerGpu, "Batch per GPU"},
    {Input::GradBytes, "Gradients per step"},
    {Input::Overlap, "Exchange hidden behind compute"},
    {Input::HopLatency, "Latency of a hop"},
    {Input::PsNodes, "Parameter servers"},
    {Input::PsLinkBps, "Link of a parameter server"},
    {Input::H2dBw, "Hand-over to GPUs"},
    {Input::PrefetchBatches, "Prefetched batches"},
    {Input::VariabilityC2, "Variability of a batch"},
    {Input::NodeUsdPerHour, "Node price per hour"},
    {Input::StoUsdPerMonth, "Storage price per month"},
    {Input::UsdPerRequest, "Price of a request"},
    {Input::UsdPerGbRead, "Price of a GB read"},
    {Input::GpuPriceShare, "GPU share of the node price"},
    {Input::Epochs, "Epochs"},
    {Input::ValidationImages, "Validation images"},
    {Input::ValidationRateFactor, "Inference rate / training rate"},
    {Input::CheckpointBytes, "Checkpoint size"},
    {Input::CheckpointBw, "Checkpoint bandwidth"},
    {Input::StageInBw, "Copy the data first at"},
    {Input::Format, "File format"},
    {Input::Access, "Access to records"},
    {Input::CachePolicy, "Cache policy"},
    {Input::AllReduce, "Gradient exchange"},
    {Input::Warm, "Warm cache"},
    {Input::StoShared, "Storage shared by all nodes"},
    {Input::StoRemote, "Storage over the network"},
    {Input::CacheSharded, "Nodes read their own part"},
}};

constexpr bool indexed_by_input() {
    for (std::size_t i = 0; i < kTitles.size(); ++i) {
        if (static_cast<std::size_t>(kTitles[i].input) != i) {
            return false;
        }
    }
    return true;
}
static_assert(indexed_by_input());

}  // namespace

const char* title_of(Input input) noexcept {
    return kTitles[static_cast<std::size_t>(input)].title;
}

}  // namespace throughline::model
