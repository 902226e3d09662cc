// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <algorithm>

#include "engine/base/language.h"
#include "ui/shell/language_setting.h"
#include "ui/style/number_text.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

std::vector<PreferenceInfo::Choice> scales() {
    constexpr int kStepPercent = 10;
    std::vector<PreferenceInfo::Choice> all;
    for (int percent = 80; percent <= 250; percent += kStepPercent) {
        all.push_back({percent / 100.0, Preferences::tr("%1 %").arg(countText(percent))});
    }
    return all;
}

std::vector<PreferenceInfo::Choice> languages() {
    std::vector<PreferenceInfo::Choice> all{
        {QLatin1String(kLanguageOfSystem), Preferences::tr("Same as the system")}};
    for (const throughline::Language language : all_languages()) {
        all.push_back({QLatin1String(code_of(language)), QString::fromUtf8(name_of(language))});
    }
    return all;
}

std::vector<PreferenceInfo> makePreferences() {
    using Kind = PreferenceInfo::Kind;
    const auto tr = [](const char* text) { return Preferences::tr(text); };
    const auto word = [](const char* text) { return QVariant(QLatin1String(text)); };
    return {
        {Preference::Language,
         Kind::Choice,
         kLanguageKey,
         word(kLanguageOfSystem),
         tr("&Language, from the next start"),
         tr("Choose the language of the window and its help; it changes at the next start"),
         languages()},
        {Preference::Theme,
         Kind::Choice,
         "window/theme",
         nameOf(ThemeChoice::System),
         tr("&Colours"),
         tr("Choose the colours of the window"),
         {{nameOf(ThemeChoice::System), tr("Same as the system")},
          {nameOf(ThemeChoice::Light), tr("Light")},
          {nameOf(ThemeChoice::Dark), tr("Dark")}}},
        {Preference::Scale,
         Kind::Choice,
         "window/scale",
         1.0,
         tr("&Size"),
         tr("Choose how large everything in the window is"),
         scales()},
        {Preference::StartWith,
         Kind::Choice,
         "window/start",
         word(kStartWhereLeft),
         tr("&Begin with"),
         tr("Choose what to show when the program starts"),
         {{word(kStartWhereLeft), tr("Where I was")},
          {word(kStartWithResult), tr("My newest result")},
          {word(kStartWithWelcome), tr("The welcome page")}}},
        {Preference::DataSets,
         Kind::Folder,
         "folders/datasets",
         QString(),
         tr("Make &data sets in"),
         tr("Choose the folder in which to make new data sets; leave it empty to make them "
            "beside the library")},
        {Preference::NotifyOfEnd,
         Kind::Switch,
         "measuring/notify",
         true,
         tr("&Notify me when a measurement ends"),
         tr("Show a notification of the desktop when a measurement ends while another window is "
            "in front")},
        {Preference::Published,
         Kind::Switch,
         "list/published",
         true,
         tr("List &published studies"),
         tr("Show published studies in the list; charts that compare with them always can")}};
}

const PreferenceInfo& infoOf(Preference preference) {
    return *std::ranges::find(allPreferences(), preference, &PreferenceInfo::preference);
}

}  // namespace

const std::vector<PreferenceInfo>& allPreferences() {
    static const std::vector<PreferenceInfo> kAll = makePreferences();
    return kAll;
}

Preferences::Preferences(QSettings* settings, QObject* parent)
    : QObject(parent), settings_(settings) {}

QVariant Preferences::value(Preference preference) const {
    const PreferenceInfo& info = infoOf(preference);
    QVariant value = settings_->value(QLatin1String(info.key), info.fallback);
    return value.convert(info.fallback.metaType()) ? value : info.fallback;  // a file has texts
}

void Preferences::set(Preference preference, const QVariant& value) {
    if (value == this->value(preference)) {
        return;
    }
    settings_->setValue(QLatin1String(infoOf(preference).key), value);
    if (preference == Preference::Theme || preference == Preference::Scale) {
        applyLooks();
    }
    Q_EMIT changed(preference);
}

void Preferences::applyLooks(const QString& theme) const {
    applyUiScale(std::clamp(value(Preference::Scale).toDouble(), kUiScaleMin, kUiScaleMax));
    applyTheme(themeChoiceOf(theme.isEmpty() ? value(Preference::Theme).toString() : theme));
}

}  // namespace throughline::ui
