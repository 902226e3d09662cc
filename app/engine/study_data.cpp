// SPDX-License-Identifier: Apache-2.0
#include "app/engine/study_data.h"

#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/dataset_tools/convert_dataset.h"
#include "engine/dataset_tools/make_dataset.h"

namespace throughline::app {
namespace {

using panels::Data;

/// Makes data sets one after the other.
class Maker {
public:
    Maker(std::string root, bool quiet) : root_(std::move(root)), line_(quiet) {}

    Result<void> make(Data data) {
        switch (data) {
            case Data::Tensors:
                return make_tensors();
            case Data::Photos:
                return pictures({.directory = panels::folder_of(root_, Data::Photos),
                                 .images = panels::kPictures});
            case Data::Records:
                return convert({.source = panels::folder_of(root_, Data::Photos),
                                .destination = panels::folder_of(root_, Data::Records),
                                .format = dataset::Format::TfRecord,
                                .replicate = panels::kRecordCopies});
            case Data::Small:
                return convert({.source = panels::folder_of(root_, Data::Photos),
                                .destination = panels::folder_of(root_, Data::Small),
                                .format = dataset::Format::Folder,
                                .short_side_px = panels::kSmallPx});
        }
        return {};
    }

private:
    Result<void> make_tensors() {
        const std::string small = root_ + "/pictures";
        if (auto made = pictures({.directory = small,
                                  .images = panels::kPictures,
                                  .width_px = panels::kTensorWidthPx,
                                  .height_px = panels::kTensorHeightPx,
                                  .file_bytes = 16U << 10U});
            !made) {
            return made;
        }
        return convert(
            {.source = small,
             .destination = panels::folder_of(root_, Data::Tensors),
             .format = dataset::Format::RawTensor,
             .replicate = static_cast<std::uint32_t>(panels::kTensors / panels::kPictures),
             .width_px = panels::kTensorWidthPx,
             .height_px = panels::kTensorHeightPx});
    }

    Result<void> pictures(const dataset_tools::MakeOptions& options) {
        const auto made = dataset_tools::make_dataset(
            options,
            [&](const dataset_tools::MakeProgress& progress) {
                line_.show(-1.0, "making pictures: " + format_count(progress.images_done));
            },
            signals_.token());
        line_.clear();
        return made ? Result<void>() : Result<void>(made.error());
    }

    Result<void> convert(const dataset_tools::ConvertOptions& options) {
        const auto made = dataset_tools::convert_dataset(
            options,
            [&](const dataset_tools::ConvertPlan& plan) {
                line_.show(
                    -1.0,
                    format_quantity(plan.bytes_expected, "bytes") + " in " + options.destination);
            },
            [&](const dataset_tools::ConvertProgress& progress) {
                line_.show(-1.0,
                           "making " + options.destination + ": " +
                               format_count(progress.images_done) + " images");
            },
            signals_.token());
        line_.clear();
        return made ? Result<void>() : Result<void>(made.error());
    }

    std::string root_;
    StopSignals signals_;
    ProgressLine line_;
};

}  // namespace

Result<void> make_study_data(const panels::Experiment& experiment,
                             const std::string& root,
                             bool quiet) {
    Maker maker(root, quiet);
    for (const Data data : experiment.data) {
        if (auto made = maker.make(data); !made) {
            return made;
        }
    }
    return {};
}

}  // namespace throughline::app
