// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>

#include "engine/spec/settings.h"

namespace throughline::ui {

/// Data in a store: where they lie, and what of spec::store_settings() differs from the default.
/// No key is among it.
struct RemotePlace {
    QString path;  ///< "s3://bucket/prefix"; "": none
    spec::Settings access{};

    friend bool operator==(const RemotePlace&, const RemotePlace&) = default;
};

/// As a study's settings have it; the access of a path of this machine is empty.
RemotePlace remotePlaceOf(const spec::Settings& settings);
/// Sets all of it, the access of a path of this machine to the defaults.
void writeTo(const RemotePlace& place, spec::Settings& settings);
/// "--set", "storage.endpoint=…", … for the engine's commands.
QStringList argumentsOf(const RemotePlace& place);
/// Whose it is, for people: "Amazon S3", "Google Cloud Storage", or an address.
QString ownerOf(const RemotePlace& place);

/// How the places that were measured last are reached, beside the recent folders.
void rememberPlace(const RemotePlace& place, QSettings* settings);
/// The place of a path as it was remembered; with no access where it was not.
RemotePlace rememberedPlace(const QString& path, const QSettings& settings);

}  // namespace throughline::ui
