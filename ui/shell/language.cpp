// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QCommandLineOption>
#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>
#include <array>
#include <string_view>

#include "ui/shell/english_plurals.h"

namespace throughline::ui {

namespace {

/// Buttons of Qt's dialogs, for where its own translations are not installed.
[[maybe_unused]] constexpr std::array kButtons{QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),
                                               QT_TRANSLATE_NOOP("QPlatformTheme", "Discard")};

/// Keys as menus name them, likewise.
[[maybe_unused]] constexpr std::array kKeys{QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Shift"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Alt"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Return"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Enter"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Space"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Backspace"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Del"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Ins"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Home"),
                                            QT_TRANSLATE_NOOP("QShortcut", "End"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Left"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Right"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Up"),
                                            QT_TRANSLATE_NOOP("QShortcut", "Down"),
                                            QT_TRANSLATE_NOOP("QShortcut", "PgUp"),
                                            QT_TRANSLATE_NOOP("QShortcut", "PgDown")};

/// The German texts, while German is spoken. One text has one translation wherever it stands, as
/// resources/languages/README.md says.
class GermanTexts : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char* /*context*/,
                      const char* source,
                      const char* disambiguation,
                      int n) const override {
        return spoken() == Language::German
                   ? QTranslator::translate("Throughline", source, disambiguation, n)
                   : QString();
    }
};

void loadTextsOfQt(QCoreApplication& application, const QLocale& locale) {
    auto* texts = new QTranslator(&application);
    if (texts->load(locale,
                    QStringLiteral("qtbase"),
                    QStringLiteral("_"),
                    QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(texts);
    }
}

/// Dates are the desktop's where it speaks the language too; English of no country else, whose
/// dates begin with the day.
QLocale localeOf(Language language) {
    const QLocale system = QLocale::system();
    if (language == Language::German) {
        return system.language() == QLocale::German ? system : QLocale(QLocale::German);
    }
    const bool english = system.language() == QLocale::English || system.language() == QLocale::C;
    return english ? system : QLocale(QLocale::English, QLocale::World);
}

}  // namespace

Language languageOf(const QString& code) {
    QStringList wanted{code};
    for (const QString& one : QLocale::system().uiLanguages()) {
        wanted << one.section(u'-', 0, 0);
    }
    for (const QString& one : wanted) {
        if (const auto known = language_of(one.toStdString())) {
            return *known;
        }
    }
    return Language::English;
}

QCommandLineOption languageOption() {
    return {QLatin1String(kLanguageOption),
            QCoreApplication::translate("main", "Language: system, en or de (system)."),
            QStringLiteral("LANGUAGE")};
}

QString languageAsked(int argc, char** argv) {
    constexpr std::string_view kWord = "--language";
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == kWord && i + 1 < argc) {
            return QString::fromLocal8Bit(argv[i + 1]);
        }
        if (word.starts_with(kWord) && word.substr(kWord.size()).starts_with('=')) {
            return QString::fromLocal8Bit(argv[i] + kWord.size() + 1);
        }
    }
    return {};
}

QString faultOfLanguage(const QString& code) {
    QStringList codes{QLatin1String(kLanguageOfSystem)};
    for (const Language language : all_languages()) {
        codes << QLatin1String(code_of(language));
    }
    return code.isEmpty() || codes.contains(code)
               ? QString()
               : QStringLiteral("--language %1: choose one of %2")
                     .arg(code, codes.join(QStringLiteral(", ")));
}

void speak(QCoreApplication& application, Language language) {
    speak_by_default(language);
    const QLocale locale = localeOf(language);
    QLocale::setDefault(locale);
    QCoreApplication::installTranslator(new EnglishPlurals(&application));
    auto* german = new GermanTexts(&application);
    if (german->load(QStringLiteral(":/languages/throughline_de.qm"))) {
        QCoreApplication::installTranslator(german);
    }
    if (language == Language::German) {
        loadTextsOfQt(application, locale);
    }
}

void speakAsPreferred(QCoreApplication& application, const QString& asked, QSettings& settings) {
    const QString preferred = settings.value(QLatin1String(kLanguageKey)).toString();
    speak(application, languageOf(asked.isEmpty() ? preferred : asked));
}

}  // namespace throughline::ui
