// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/study_views.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/epochs.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

RunsChart& runsOf(PlotChoice& choice) {
    return std::get<RunsChart>(choice.chart);
}

PlotChoice choiceOf(const char* x, const char* y) {
    PlotChoice choice;
    choice.x = x;
    choice.y = y;
    runsOf(choice).ceilings = false;
    return choice;
}

StudyView loaderThreads() {
    PlotChoice choice = choiceOf("decode.threads", "images_per_second");
    choice.published = {{.key = "decode.threads"}, {.key = "storage_target"}};
    return {.name = QStringLiteral("loader-threads"),
            .title = tr("Images/s by decode threads, local and network storage"),
            .what = tr("How many threads decode fast enough, and whether storage matters"),
            .unpublished = {},
            .sources = {QStringLiteral("lambda-io")},
            .choice = choice};
}

StudyView diskTypes() {
    PlotChoice choice = choiceOf("storage_target", "images_per_second");
    runsOf(choice).fullOnly = true;  // storage alone decodes nothing, and would tower above them
    choice.published = {{.key = "storage_target"},
                        {.key = "gpu_count"},
                        {.key = "decode.threads", .contains = {}, .absent = true},
                        {.key = "tool", .contains = {"PyTorch"}, .absent = true},
                        {.key = "statement", .contains = {}, .absent = true}};
    return {.name = QStringLiteral("disk-types"),
            .title = tr("Images/s by storage and GPUs"),
            .what = tr("The rate of the same GPUs on different storage"),
            .unpublished = tr("The cloud study shows gp2, st1, io1 and the disks of the other "
                              "clouds in a chart without values; its text states the HDFS rates."),
            .sources = {QStringLiteral("rescale"), QStringLiteral("weka")},
            .choice = choice};
}

StudyView emulatedVolumes() {
    PlotChoice choice = choiceOf("storage_target", "images_per_second");
    runsOf(choice).fullOnly = true;
    choice.published = {{.key = "storage_target", .contains = {"EBS", "HDFS"}},
                        {.key = "gpu_count"},
                        {.key = "node_count", .contains = {}, .absent = true},
                        {.key = "statement", .contains = {}, .absent = true}};
    PlotChoice rate = choice;
    rate.y = "read_bytes_per_second";
    PlotChoice reads = choice;
    reads.y = "read_requests_per_second";
    return {
        .name = QStringLiteral("volumes"),
        .title = tr("Which volume for 4 and 8 V100s?"),
        .what = tr("The cloud study\u2019s first chart beside a run on emulated volumes"),
        .unpublished = tr("The cloud study gives no images/s for gp2 and st1. It states 160 MB/s "
                          "on gp2 (1,600 images/s of its 100 kB), 500 IOPS on st1 (at most 500 "
                          "images/s if each image is one I/O), on io1 with 8 GPUs 1.75 times "
                          "the rate of 4, and 4,200 images/s as the most of 8 GPUs."),
        .sources = {QStringLiteral("rescale")},
        .choice = choice,
        .beside = {rate, reads}};
}

StudyView cacheFills() {
    PlotChoice choice = choiceOf(kEpochKey, "epoch_images_per_second");
    choice.published = {{.key = "storage.page_cache_bytes"}};  // no study says it by epoch
    PlotChoice cache = choice;
    cache.y = "epoch_cache_bytes";
    PlotChoice storage = choice;
    storage.y = "epoch_fetched_bytes";
    return {.name = QStringLiteral("cache-fills"),
            .title = tr("The page cache fills"),
            .what = tr("Whether a test gets faster because memory serves it: images/s, bytes from "
                       "the cache and from storage, epoch by epoch"),
            .unpublished = {},
            .sources = {},
            .choice = choice,
            .beside = {cache, storage},
            .besideIsOwn = true};
}

StudyView diskOverTime() {
    PlotChoice choice = choiceOf(kTimeKey, "read_bytes_per_second");
    choice.chart = SamplesChart{};
    choice.published = {{.key = "tool", .contains = {"collectl"}}};
    // A chart each: on two axes of one chart the IOPS of equal requests lie upon their MB/s.
    PlotChoice iops = choice;
    iops.y = "read_iops";
    PlotChoice utilisation = choice;
    utilisation.y = "disk_utilisation";
    return {
        .name = QStringLiteral("disk-over-time"),
        .title = tr("Disk utilisation, MB/s and IOPS over time"),
        .what = tr("Whether the disk is at a limit, and which one"),
        .unpublished = tr("The studies show disk utilisation over time in charts without values; "
                          "the cloud study states 100 % for gp2 and for st1 with 4 GPUs."),
        .sources = {QStringLiteral("lambda-io")},
        .choice = choice,
        .beside = {iops, utilisation},
        .seconds = 4.0};
}

StudyView realAgainstSynthetic() {
    PlotChoice choice = choiceOf("gpu_count", "images_per_second");
    choice.published = {
        {.key = "gpu_count"},
        {.key = "data", .contains = {"synthetic", "TFRecords", "raw ImageNet"}},
        {.key = "decode.threads", .contains = {}, .absent = true},
    };
    return {.name = QStringLiteral("real-synthetic"),
            .title = tr("Images/s by GPUs, real and synthetic data"),
            .what = tr("What the data path costs: synthetic data does without it"),
            .unpublished = {},
            .sources = {QStringLiteral("lambda-io")},
            .choice = choice};
}

StudyView fileSizes() {
    PlotChoice choice = choiceOf("file_size", "file_share");
    HistogramChart sizes;
    sizes.subject = "file_size";
    choice.chart = sizes;
    choice.published = {{.key = "file_size"}};
    return {.name = QStringLiteral("file-sizes"),
            .title = tr("File sizes of a data set"),
            .what = tr("How many small reads a data set demands of storage"),
            .unpublished = {},
            .sources = {QStringLiteral("lambda-io")},
            .choice = choice};
}

StudyView nodes() {
    PlotChoice choice = choiceOf("node_count", "images_per_second");
    runsOf(choice).ideal = true;
    runsOf(choice).fullOnly = true;
    choice.published = {{.key = "node_count"}};
    return {.name = QStringLiteral("nodes"),
            .title = tr("Images/s by nodes, against ideal scaling"),
            .what = tr("How much is lost as nodes are added"),
            .unpublished = tr(
                "Of several node counts, the studies state figures only for 8. The 33,000 images/s "
                "of the cloud study is its own ideal: 8 times the 4,200 of its best single node."),
            .sources = {QStringLiteral("aws-multinode"), QStringLiteral("rescale")},
            .choice = choice};
}

StudyView workersAndGpu() {
    PlotChoice choice = choiceOf("decode.threads", "gpu_utilisation");
    runsOf(choice).xAsNames = true;
    choice.published = {{.key = "decode.threads"}};
    PlotChoice over_time = choice;
    over_time.chart = SamplesChart{};
    over_time.x = kTimeKey;
    return {.name = QStringLiteral("workers-gpu"),
            .title = tr("GPU utilisation by loader workers, and over time"),
            .what = tr("Whether more loader workers feed the GPU"),
            .unpublished = tr("The study states the peak with one worker and the mean with seven; "
                              "it shows values over time in a chart without values."),
            .sources = {QStringLiteral("sagemaker")},
            .choice = choice,
            .beside = {over_time},
            .besideIsOwn = true};
}

/// One job past the page cache, in these patterns: what else a baseline holds does not compare.
std::vector<RunCondition> gridOf(std::vector<std::string> patterns) {
    return {{.key = "pattern", .contains = std::move(patterns)},
            {.key = "pattern", .contains = {"metadata"}, .absent = true},
            {.key = "storage.direct", .contains = {"false"}, .absent = true},
            // All counts but 1.
            {.key = "storage.threads",
             .contains = {"0", "2", "3", "4", "5", "6", "7", "8", "9"},
             .absent = true}};
}

StudyView storageMap() {
    PlotChoice choice;
    choice.chart = MapChart{};
    choice.x = "storage.queue_depth";
    choice.part<MapRows>()->rows = "storage.block_bytes";
    choice.y = "read_requests_per_second";
    choice.published = gridOf({"randread"});
    return {
        .name = QStringLiteral("storage-map"),
        .title = tr("Random reads by request size and depth"),
        .what = tr("What a disk delivers, cell by cell; choose MB/s or a latency as the colour"),
        .unpublished = {},
        .sources = {},
        .choice = choice};
}

StudyView storageSizes() {
    PlotChoice choice = choiceOf("storage.block_bytes", "requested_read_bytes_per_second");
    runsOf(choice).logX = true;
    choice.published = gridOf({"read"});
    PlotChoice reads = choice;
    reads.y = "read_requests_per_second";
    return {.name = QStringLiteral("storage-sizes"),
            .title = tr("MB/s and reads/s by request size"),
            .what = tr("From which request size on the disk is at a limit that is known of it"),
            .unpublished = {},
            .sources = {},
            .choice = choice,
            .beside = {reads}};
}

/// From how many threads on the CPU decodes faster than a GPU. Nobody has published it, and no
/// published run says what decoded.
StudyView decodeDevices() {
    PlotChoice choice = choiceOf("decode.threads", "images_per_second");
    choice.published = {{.key = "decode.device"}};
    return {.name = QStringLiteral("decode-devices"),
            .title = tr("CPU against GPU decoding, by decode threads"),
            .what = tr("From how many threads the CPU decodes faster than the GPU"),
            .unpublished = {},
            .sources = {},
            .choice = choice};
}

}  // namespace

std::vector<PlotChoice> StudyView::choices() const {
    std::vector<PlotChoice> all{choice};
    all.insert(all.end(), beside.begin(), beside.end());
    return all;
}

std::vector<PlotChoice> StudyView::choicesWith(const std::vector<StudyForPlot>& studies) const {
    std::vector<PlotChoice> all = choices();
    const auto isEmpty = [&](const PlotChoice& one) {
        return std::ranges::none_of(studies, [&](const StudyForPlot& study) {
            return std::ranges::any_of(study.runs,
                                       [&](const RunForPlot& run) { return hasCurve(run, one); });
        });
    };
    if (besideIsOwn) {
        all.erase(std::remove_if(all.begin() + 1, all.end(), isEmpty), all.end());
    }
    return all;
}

bool concernsPublished(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
        return study.origin == record::Origin::Published && !meantRuns(study, choice).empty();
    });
}

QStringList publishedUuids(const QStringList& sources) {
    std::vector<std::string> ids;
    for (const QString& source : sources) {
        ids.push_back(source.toStdString());
    }
    QStringList uuids;
    for (const std::string& uuid : importers::published_uuids(catalog::Catalog::built_in(), ids)) {
        uuids << QString::fromStdString(uuid);
    }
    return uuids;
}

std::vector<StudyView> studyViews() {
    return {loaderThreads(),
            diskTypes(),
            emulatedVolumes(),
            diskOverTime(),
            cacheFills(),
            realAgainstSynthetic(),
            fileSizes(),
            nodes(),
            workersAndGpu(),
            storageMap(),
            storageSizes(),
            decodeDevices()};
}

std::optional<StudyView> studyViewNamed(const QString& name) {
    for (StudyView& view : studyViews()) {
        if (view.name == name) {
            return std::move(view);
        }
    }
    return std::nullopt;
}

}  // namespace throughline::ui
