// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/remote_place.h"

#include <QCoreApplication>
#include <QUrl>
#include <algorithm>

#include "engine/base/far_path.h"
#include "engine/spec/setting_use.h"

namespace throughline::ui {

namespace {

constexpr int kPlacesMax = 20;

QString keptPlaces() {
    return QStringLiteral("folders/stores");
}

QStringList textsOf(const RemotePlace& place) {
    QStringList texts;
    for (const auto& [key, value] : place.access) {
        texts << QString::fromStdString(key + "=" + spec::setting_text(value));
    }
    return texts;
}

}  // namespace

RemotePlace remotePlaceOf(const spec::Settings& settings) {
    RemotePlace place{.path =
                          QString::fromStdString(spec::text_or_empty(settings, "dataset.path"))};
    if (!is_far(place.path.toStdString())) {
        return place;
    }
    for (const char* const key : spec::store_settings()) {
        const auto found = settings.find(key);
        if (found != settings.end() && found->second != spec::find_setting(key)->default_value) {
            place.access[key] = found->second;
        }
    }
    return place;
}

void writeTo(const RemotePlace& place, spec::Settings& settings) {
    settings["dataset.path"] = place.path.toStdString();
    for (const char* const key : spec::store_settings()) {
        const auto found = place.access.find(key);
        settings[key] =
            found == place.access.end() ? spec::find_setting(key)->default_value : found->second;
    }
}

QStringList argumentsOf(const RemotePlace& place) {
    QStringList arguments;
    for (const QString& text : textsOf(place)) {
        arguments << QStringLiteral("--set") << text;
    }
    return arguments;
}

QString ownerOf(const RemotePlace& place) {
    const QString endpoint =
        QString::fromStdString(spec::text_or_empty(place.access, "storage.endpoint"));
    const std::string scheme = far_scheme(place.path.toStdString());
    if (scheme == "http" || scheme == "https") {
        return QUrl(place.path).authority();
    }
    if (!endpoint.isEmpty()) {
        return endpoint;
    }
    return scheme == "gs" ? QStringLiteral("Google Cloud Storage") : QStringLiteral("Amazon S3");
}

void rememberPlace(const RemotePlace& place, QSettings* settings) {
    if (!is_far(place.path.toStdString())) {
        return;
    }
    // The last first: lines of path, setting, setting, … each.
    QStringList kept = settings->value(keptPlaces()).toStringList();
    kept.removeIf([&](const QString& one) { return one.section(u'\n', 0, 0) == place.path; });
    kept.prepend((QStringList{place.path} + textsOf(place)).join(u'\n'));
    settings->setValue(keptPlaces(), kept.mid(0, kPlacesMax));
}

RemotePlace rememberedPlace(const QString& path, const QSettings& settings) {
    RemotePlace place{.path = path};
    const QStringList kept = settings.value(keptPlaces()).toStringList();
    for (const QString& one : kept) {
        const QStringList texts = one.split(u'\n');
        if (texts.value(0) != path) {
            continue;
        }
        for (const QString& text : texts.mid(1)) {
            const std::string key = text.section(u'=', 0, 0).toStdString();
            const auto known = spec::store_settings();
            if (std::ranges::none_of(known, [&](const char* name) { return key == name; })) {
                continue;
            }
            auto value = spec::parse_setting(key, text.section(u'=', 1).toStdString());
            if (value) {  // a file that somebody edited may say anything
                place.access[key] = *std::move(value);
            }
        }
    }
    return place;
}

}  // namespace throughline::ui
