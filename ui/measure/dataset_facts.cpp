// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/dataset_facts.h"

#include <QCoreApplication>
#include <QJsonArray>

#include "engine/base/format.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// Fewer are some ten megabytes, which fit into the cache of many a disk.
constexpr double kFewImages = 500;

QString tr(const char* text) {
    return QCoreApplication::translate("throughline::ui::DatasetFacts", text);
}

QString deviceText(const QJsonObject& device) {
    QStringList details;
    const QString model = device.value(QLatin1String("model")).toString().trimmed();
    if (!model.isEmpty()) {
        details << model;
    }
    if (device.value(QLatin1String("virtual")).toBool()) {
        details << tr("virtual disk");
    }
    const QJsonValue rotational = device.value(QLatin1String("rotational"));
    if (rotational.isBool()) {
        details << (rotational.toBool() ? tr("rotating disk") : tr("solid state"));
    }
    const QString name = device.value(QLatin1String("name")).toString();
    return details.isEmpty() ? name : tr("%1 (%2)").arg(name, details.join(QStringLiteral(", ")));
}

}  // namespace

PlaceFacts placeFactsFrom(const QJsonObject& answer) {
    PlaceFacts facts;
    facts.path = answer.value(QLatin1String("path")).toString();
    facts.fileSystem = answer.value(QLatin1String("file_system")).toString();
    facts.source = answer.value(QLatin1String("source")).toString();
    const QJsonArray devices = answer.value(QLatin1String("devices")).toArray();
    for (const QJsonValue device : devices) {
        facts.devices << (device.isString() ? device.toString() : deviceText(device.toObject()));
    }
    const QJsonArray counters = answer.value(QLatin1String("counters")).toArray();
    for (const QJsonValue counter : counters) {
        if (!counter[QLatin1String("missing")].isString()) {
            facts.counters << tr("%1 in %2")
                                  .arg(counter[QLatin1String("name")].toString(),
                                       counter[QLatin1String("file")].toString());
        }
    }
    facts.noDeviceReason = answer.value(QLatin1String("no_device_reason")).toString();
    facts.bytesFree = answer.value(QLatin1String("bytes_free")).toDouble(-1);
    facts.bytesTotal = answer.value(QLatin1String("bytes_total")).toDouble(-1);
    facts.memoryBytes = answer.value(QLatin1String("memory_bytes")).toDouble(-1);
    facts.writable = answer.value(QLatin1String("writable")).toBool();
    const QJsonArray warnings = answer.value(QLatin1String("warnings")).toArray();
    for (const QJsonValue warning : warnings) {
        facts.warnings << warning.toString();
    }
    return facts;
}

ImageFacts imageFactsFrom(const QJsonObject& answer) {
    const auto number = [&answer](const char* key) {
        return answer.value(QLatin1String(key)).toDouble();
    };
    return {.images = number("images"),
            .bytes = number("bytes"),
            .bytesMean = number("bytes_mean"),
            .widthMean = number("width_px_mean"),
            .heightMean = number("height_px_mean"),
            .unreadable = number("unreadable"),
            .firstUnreadable = answer.value(QLatin1String("first_unreadable")).toString(),
            .origin = answer.value(QLatin1String("origin")).toString(),
            .hasMore = answer.value(QLatin1String("has_more")).toBool()};
}

QStringList warningsOf(const PlaceFacts& place, const ImageFacts& images, bool cold_and_direct) {
    QStringList warnings = place.warnings;
    const bool fits =
        images.images > 0 && place.memoryBytes > 0 && images.bytes < place.memoryBytes;
    if (fits && !cold_and_direct) {
        warnings << tr("The data set (%1) fits in memory (%2), and these settings let it be read "
                       "from there: memory would be measured, not the disk. Choose a cold page "
                       "cache and O_DIRECT to measure the disk.")
                        .arg(bytesText(images.bytes), bytesText(place.memoryBytes));
    }
    if (images.images > 0 && images.images < kFewImages && !images.hasMore) {
        warnings << tr("Only %1 images: each is read again and again, so that the device's own "
                       "cache may serve them. Take at least %2.")
                        .arg(countText(images.images), countText(kFewImages));
    }
    if (images.unreadable > 0) {
        warnings << tr("%1 images cannot be read; the first is %2")
                        .arg(countText(images.unreadable), images.firstUnreadable);
    }
    return warnings;
}

}  // namespace throughline::ui
