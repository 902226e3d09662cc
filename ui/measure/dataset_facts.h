// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace throughline::ui {

/// What `inspect PATH --json` says of the place under a folder.
struct PlaceFacts {
    QString path;
    QString fileSystem;
    QString source;
    QStringList devices;  ///< "vda (Virtio disk, SSD)"
    QString noDeviceReason;
    QStringList counters;  ///< that a run would have: "NFS client in /proc/self/mountstats"
    double bytesFree = -1;
    double bytesTotal = -1;
    double memoryBytes = -1;
    bool writable = false;
    QStringList warnings;
};
PlaceFacts placeFactsFrom(const QJsonObject& answer);

/// What `dataset inspect DIR --json` says of the images.
struct ImageFacts {
    double images = 0;
    double bytes = 0;
    double bytesMean = 0;
    double widthMean = 0;
    double heightMean = 0;
    double unreadable = 0;
    QString firstUnreadable;
    QString origin;        ///< of data in a store: what answered, "http://127.0.0.1:9000"
    bool hasMore = false;  ///< the store has more than these: only its first page was asked for
};
ImageFacts imageFactsFrom(const QJsonObject& answer);

/// What a user should know before measuring there: the place's own warnings, a data set that is
/// read from memory because it fits there, unless reads are `cold_and_direct`, and one of too few
/// images.
QStringList warningsOf(const PlaceFacts& place, const ImageFacts& images, bool cold_and_direct);

}  // namespace throughline::ui
