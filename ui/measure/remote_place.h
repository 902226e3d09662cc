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
/// Sets all of it. Of a path of this machine only the path, as an emulated store reads some of the
/// others; where the settings' path was in a store before, that store's access goes with it.
void writeTo(const RemotePlace& place, spec::Settings& settings);
/// "--set", "storage.endpoint=…", … for the engine's commands.
QStringList argumentsOf(const RemotePlace& place);
/// Why nobody may be asked for it and nothing of it kept: it holds a secret, as a signed link does;
/// "": it may.
QString refusalOf(const RemotePlace& place);

/// How the places that were measured last are reached, beside the recent folders.
void rememberPlace(const RemotePlace& place, QSettings* settings);
/// How a path is reached that was written with nothing else: as `last` if it is that place, as it
/// was remembered, as another place of its bucket, else as `last` if that is of the same kind
/// (s3://): who writes on stays with the store. A kept listing is of its own path only.
RemotePlace placeAt(const QString& path, const RemotePlace& last, const QSettings& settings);

}  // namespace throughline::ui
