// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/remote_place.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>
#include <string>

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

QString schemeOf(const QString& path) {
    return QString::fromStdString(far_scheme(path.toStdString()));
}

/// Its scheme and its bucket or host; "" for a path of this machine.
QString rootOf(const QString& path) {
    const QString scheme = schemeOf(path);
    return scheme.isEmpty() ? QString() : scheme + QStringLiteral("://") + path.section(u'/', 2, 2);
}

RemotePlace placeOf(const QStringList& kept) {
    RemotePlace place{.path = kept.value(0)};
    for (const QString& text : kept.mid(1)) {
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
    return place;
}

/// The place that was remembered last of those that are right.
template <class IsRight>
std::optional<RemotePlace> remembered(const QSettings& settings, const IsRight& isRight) {
    const QStringList kept = settings.value(keptPlaces()).toStringList();
    for (const QString& one : kept) {
        const QStringList texts = one.split(u'\n');
        if (isRight(texts.value(0))) {
            return placeOf(texts);
        }
    }
    return std::nullopt;
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
    const bool was_far = is_far(spec::text_or_empty(settings, "dataset.path"));
    settings["dataset.path"] = place.path.toStdString();
    if (!was_far && !is_far(place.path.toStdString())) {
        return;
    }
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

QString refusalOf(const RemotePlace& place) {
    const std::string path = place.path.toStdString();
    if (!is_far(path)) {
        return {};
    }
    for (const std::string& address :
         {path, spec::text_or_empty(place.access, "storage.endpoint")}) {
        if (const auto open = check_no_secret(address); !open) {
            return QString::fromStdString(describe(open.error()));
        }
    }
    return {};
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

RemotePlace placeAt(const QString& path, const RemotePlace& last, const QSettings& settings) {
    const QString root = rootOf(path);
    if (root.isEmpty()) {
        return {.path = path};
    }
    if (path == last.path) {
        return last;
    }
    if (auto same = remembered(settings, [&](const QString& kept) { return kept == path; })) {
        return *std::move(same);
    }
    RemotePlace place{.path = path};
    if (root == rootOf(last.path)) {
        place.access = last.access;
    } else if (auto near = remembered(settings,
                                      [&](const QString& kept) { return rootOf(kept) == root; })) {
        place.access = std::move(near->access);
    } else if (schemeOf(path) == schemeOf(last.path)) {
        place.access = last.access;
    }
    place.access.erase("storage.listing");
    return place;
}

}  // namespace throughline::ui
