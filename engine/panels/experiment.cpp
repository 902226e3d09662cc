// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/experiment.h"

namespace throughline::panels {

std::string folder_of(const std::string& root, Data data) {
    switch (data) {
        case Data::Tensors:
            return root + "/tensors";
        case Data::Photos:
            return root + "/photos";
        case Data::Records:
            return root + "/records";
        case Data::Small:
            return root + "/small";
    }
    return root;
}

double bytes_of(Data data) noexcept {
    constexpr double kPhotoBytes = 56e6;
    switch (data) {
        case Data::Tensors:
            return 412e6;  // the pictures are 8.4 MB of it
        case Data::Photos:
            return kPhotoBytes;
        case Data::Records:
            return kPhotoBytes * kRecordCopies;
        case Data::Small:
            return 12e6;
    }
    return 0.0;
}

spec::StudySpec spec_of(const Experiment& experiment, const std::string& root, bool quick) {
    return experiment.points(root, quick);
}

double data_bytes_of(const Experiment& experiment) {
    double bytes = 0.0;
    for (const Data data : experiment.data) {
        bytes += bytes_of(data);
    }
    return bytes;
}

}  // namespace throughline::panels
