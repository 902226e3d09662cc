// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>

namespace throughline::ui {

/// What a storage system of the catalogue delivers at most, as its source documents it.
struct StorageLimits {
    QString name;
    QString per;  ///< what that is the most of: "TiB", "datanode"; empty: a volume or a device
    std::optional<double> readBytesPerSecond;
    std::optional<double> readIops;
};

/// Of a target of the built-in catalogue, which are those that a study can be linked to; nothing
/// for "" and for an id that it has not. Thread: any.
std::optional<StorageLimits> storageLimitsOf(const std::string& target);

/// What the catalogue has of a storage as a published study calls it: "EBS gp2" of "rescale".
/// Thread: any.
std::optional<StorageLimits> publishedStorage(const std::string& source, const std::string& name);

/// What a study calls the storage that the catalogue has under this id, so that an emulated volume
/// stands beside it: "EBS gp2"; of others what the catalogue calls it, with what was set otherwise.
std::string publishedNameOf(const std::string& target);

}  // namespace throughline::ui
